package effects

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// Graphs name the functions that rules ask about. Where there is no graph, these lists do: the
// functions of the package that matter by what they are. They are read from the summaries, without
// expanding a function, in time linear in the size of the summaries; a package that has no such
// function does not look at those of its imports.

// Handler is a function that serves the requests of an MCP client.
type Handler struct {
	Func graphmodel.FuncValue
	// Before are its effects before it asks the client for input, see [Result.BeforePause].
	Before []BeforePause
}

// Handlers are the handlers in this package, by their signature, that do something before they ask
// the client for input. One that another function of the package calls is left out: what it does
// depends on when it is called, and shows there. In order of source.
func (r *Result) Handlers() []Handler {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []Handler
	for _, f := range r.serving() {
		if before := r.beforePause(r.askOwn(f)); len(before) > 0 {
			out = append(out, Handler{f, before})
		}
	}
	return out
}

func (r *Result) serving() []graphmodel.FuncValue {
	if r.own == nil {
		return nil
	}
	called := map[str]bool{}
	for i := range r.own.Funcs {
		for _, ev := range r.own.Funcs[i].Events {
			called[ev.Callee] = true
		}
	}
	serves := r.ownFuncs(func(f *function) bool { return f.Serves && !called[f.Ref] })
	return r.whichReach(serves, func(_ *event, row knowledge.Row) bool { return row.Role == knowledge.RolePause })
}

// OwnSpawns are the places in this package where data that a function is given decides how many tool
// calls are started at once: those of [Result.Spawns] for each function with a loop, with a Source.
// What only the package itself passes, and is as long as the program wrote it, is no data, nor is a
// list of servers. In order of place.
func (r *Result) OwnSpawns() []Spawn {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []Spawn
	for _, f := range r.spawning() {
		x, first := r.askOwn(f)
		for _, s := range x.spawns {
			if s.bound != BoundData || s.peers || !r.isOwn(s.trace.trace(first).Last().Pos) {
				continue
			}
			if source := r.dataOf(f, s); source != "" {
				own := r.spawnOf(s, first)
				own.Source = source
				out = append(out, own)
			}
		}
	}
	return sortedBy(out, func(s Spawn) Step { return s.Trace.Last() }, func(s Spawn) string { return s.What })
}

// dataOf names the data that makes a spawn as wide as it is; empty when it is not known to be data.
func (r *Result) dataOf(f graphmodel.FuncValue, s *spawn) string {
	if text := sourceText(s.source, ""); text != "" {
		return text
	}
	fn := r.engine.funcs[string(f.Ref)]
	for _, a := range s.source.flat() {
		if a.kind == paramAtom && r.engine.isData(fn, a.index, 0) || a.kind == freeAtom && r.engine.isCapturedData(fn, a.name, 0) {
			if s.text == "" {
				return "what it is given"
			}
			return "the length of " + s.text
		}
	}
	return ""
}

func (r *Result) isOwn(p graphmodel.Position) bool { return slices.Contains(r.own.Files, p.File) }

// spawning are the functions with a loop that reach both a start of concurrent work and a call of a
// tool.
func (r *Result) spawning() []graphmodel.FuncValue {
	loop := r.ownFuncs(func(f *function) bool {
		return len(f.Loops) > 0 || slices.ContainsFunc(f.Events, func(ev event) bool { return ev.Each })
	})
	start := r.whichReach(loop, func(ev *event, row knowledge.Row) bool {
		return ev.Kind == goEvent || row.Role == knowledge.RoleSpawn
	})
	return r.whichReach(start, func(ev *event, row knowledge.Row) bool { return row.Role == knowledge.RoleToolCall })
}

func (r *Result) ownFuncs(is func(*function) bool) []graphmodel.FuncValue {
	if r.own == nil {
		return nil
	}
	var out []graphmodel.FuncValue
	for i := range r.own.Funcs {
		f := &r.own.Funcs[i]
		if is(f) {
			fn := &funcEntry{r.own, f}
			out = append(out, graphmodel.FuncValue{Ref: refOf(fn), Pos: fn.position(f.Pos)})
		}
	}
	slices.SortStableFunc(out, func(a, b graphmodel.FuncValue) int {
		switch {
		case a.Pos.Before(b.Pos):
			return -1
		case b.Pos.Before(a.Pos):
			return 1
		}
		return 0
	})
	return out
}

// whichReach keeps the functions from which an event that is wanted can be reached by calls and by
// functions that are named on the way.
func (r *Result) whichReach(fns []graphmodel.FuncValue, wanted func(*event, knowledge.Row) bool) []graphmodel.FuncValue {
	if len(fns) == 0 {
		return nil
	}
	reach := r.engine.reaching(wanted)
	return slices.DeleteFunc(fns, func(f graphmodel.FuncValue) bool { return !reach[string(f.Ref)] })
}

func (e *engine) reaching(wanted func(*event, knowledge.Row) bool) map[string]bool {
	users := map[string][]string{}
	reach := map[string]bool{}
	var todo []string
	add := func(ref string) {
		if !reach[ref] {
			reach[ref] = true
			todo = append(todo, ref)
		}
	}
	rows := map[string]knowledge.Row{}
	for ref, fn := range e.funcs {
		for i := range fn.f.Events {
			ev := &fn.f.Events[i]
			callee := fn.sum.str(ev.Callee)
			row, ok := rows[callee]
			if !ok {
				row, _ = e.base.Func(graphmodel.FuncRef(callee))
				rows[callee] = row
			}
			if wanted(ev, row) {
				add(ref)
			}
			users[callee] = append(users[callee], ref)
		}
		for _, n := range fn.f.Nodes {
			if n.Kind == funcNode {
				users[fn.sum.str(n.S)] = append(users[fn.sum.str(n.S)], ref)
			}
		}
	}
	for len(todo) > 0 {
		ref := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, u := range users[ref] {
			add(u)
		}
	}
	return reach
}

// maxUp is how many callers up the origin of a parameter is looked for.
const maxUp = 4

// isData reports whether some caller in the package passes a parameter that is no fixed list, or none
// is in sight. The receiver is what the program has set up, and no data.
func (e *engine) isData(fn *funcEntry, param, depth int) bool {
	if fn == nil || fn.f.Recv && param == 0 {
		return false
	}
	called := false
	for i := range fn.sum.Funcs {
		caller := &funcEntry{fn.sum, &fn.sum.Funcs[i]}
		for _, ev := range caller.f.Events {
			if ev.Callee != fn.f.Ref || param >= len(ev.Args) {
				continue
			}
			called = true
			if depth >= maxUp || e.isDataNode(caller, ev.Args[param], depth) {
				return true
			}
		}
	}
	return !called
}

func (e *engine) isDataNode(fn *funcEntry, n node, depth int) bool {
	if n <= 0 || int(n) >= len(fn.f.Nodes) || depth > 4*maxUp {
		return false
	}
	is := fn.f.Nodes[n]
	switch is.Kind {
	case paramNode:
		return e.isData(fn, int(is.A), depth+1)
	case freeNode:
		return e.isCapturedData(fn, fn.sum.str(is.S), depth+1)
	case resultNode:
		return true
	case unionNode, selectNode:
		for _, k := range is.Kids {
			if e.isDataNode(fn, k, depth+1) {
				return true
			}
		}
	}
	return false
}

// isCapturedData is isData for a variable that a literal captured.
func (e *engine) isCapturedData(fn *funcEntry, name string, depth int) bool {
	if fn == nil {
		return false
	}
	parent := e.funcs[fn.sum.str(fn.f.Parent)]
	if fn.f.Parent == 0 || parent == nil || depth > maxUp {
		return false
	}
	for i, n := range fn.f.Binds {
		if fn.freeName(i) == name && e.isDataNode(parent, n, depth+1) {
			return true
		}
	}
	return false
}
