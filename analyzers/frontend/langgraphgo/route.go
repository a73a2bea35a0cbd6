package langgraphgo

import (
	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// command is the type of what a node returns to choose the next nodes itself.
const command = path + ".Command"

func routeHandlers() table {
	t := make(table)
	on(t, baseTypes, "AddConditionalEdge", func(g *graph, c *eval.Call) eval.Value {
		for _, from := range eval.Alternatives(c.Arg(0)) {
			g.router(c, from, c.Arg(1))
		}
		return nothing()
	})
	return t
}

// state stands for the arguments of a router or node.
func state(c *eval.Call) eval.Value {
	return eval.Unknown{Reason: "it depends on the state", Pos: c.Pos}
}

// router adds the edges that a router can choose: the strings that it can return. It replaces an
// earlier router of the same source, and plain edges of that source are never taken.
func (g *graph) router(c *eval.Call, from, fn eval.Value) {
	if g.sequential { // the runner does not look at routers (v0.5 listeners.go)
		return
	}
	name, ok := eval.String(from)
	if !ok {
		reason, _ := eval.Reason(from)
		g.Gap(graphmodel.GapEdge, c.Pos, "", "the source of a router is not known: %s", reason)
		return
	}
	group := g.NextGroup(from)
	if old, routed := g.routers[name]; g.sure(c) {
		g.drop(func(e graphmodel.Edge) bool {
			return e.From == name && (e.Kind == graphmodel.Always || routed && e.Group == old)
		})
		g.routers[name] = group
	}
	for _, to := range eval.Alternatives(c.Results(fn, state(c), state(c))) {
		s, ok := eval.String(to)
		switch {
		case !ok:
			reason, _ := eval.Reason(to)
			g.Gap(graphmodel.GapEdge, c.Pos, name, "the router of %q may have more targets: %s", name, reason)
		case s != "": // Invoke fails on an empty name
			g.AddEdge(c, frontend.Edge{From: from, To: to, Kind: graphmodel.Conditional, Group: group, Func: fn, State: g.routerShape()}, start, end)
		}
	}
}

// results reads what a node can return: the keys that it writes and the nodes that its commands
// choose.
func (g *graph) results(c *eval.Call, name, fn eval.Value) {
	from, ok := eval.String(name)
	f, isFunc := fn.(*eval.Func)
	if !ok || !isFunc {
		return
	}
	var list []eval.Value
	for _, v := range eval.Alternatives(c.Results(fn, state(c), state(c))) {
		if t, ok := v.(eval.Tuple); ok && len(t) > 0 {
			list = append(list, eval.Alternatives(t[0])...)
		}
	}
	commands := 0
	group := 0
	for _, v := range list {
		if s := commandOf(v); s != nil && !g.sequential {
			commands++
			if group == 0 {
				group = g.NextGroup(name)
			}
			g.goes(c, name, fn, eval.FieldOf(s, "Goto"), group)
			v = eval.FieldOf(s, "Update")
		}
		g.writes(c, v)
	}
	if want := mentions(c.Code(f), 0); want > commands && !g.sequential {
		g.Gap(graphmodel.GapEdge, c.Pos, from, "node %q returns commands whose targets are not known", from)
	}
}

// commandOf is the *Command that a node returns. By value it is no command but the state itself
// (graph.go: res.(*Command)).
func commandOf(v eval.Value) *eval.Struct {
	p, ok := v.(eval.Pointer)
	if !ok {
		return nil
	}
	s, ok := p.Cell.V.(*eval.Struct)
	if !ok || s.Type != command {
		return nil
	}
	return s
}

// goes adds the edges of one command. Goto is a name or a list of names, which run in one step; a
// command without it leaves the choice to the graph's edges.
func (g *graph) goes(c *eval.Call, from, fn, to eval.Value, group int) {
	if isNil(to) {
		return
	}
	if list, ok := to.(*eval.List); ok {
		if list.Open != "" {
			g.goGap(c, from, list.Open)
		}
		for i, e := range list.Elems {
			if i > 0 { // each of a list is taken: a group of its own
				group = g.NextGroup(from)
			}
			g.command(c, from, fn, e, group)
		}
		return
	}
	for _, a := range eval.Alternatives(to) {
		g.command(c, from, fn, a, group)
	}
}

func (g *graph) command(c *eval.Call, from, fn, to eval.Value, group int) {
	if _, ok := eval.String(to); !ok {
		reason, _ := eval.Reason(to)
		g.goGap(c, from, reason)
		return
	}
	g.AddEdge(c, frontend.Edge{From: from, To: to, Kind: graphmodel.Conditional, Group: group, Func: fn, State: g.routerShape()}, start, end)
}

func (g *graph) goGap(c *eval.Call, from eval.Value, reason string) {
	name, _ := eval.String(from)
	g.Gap(graphmodel.GapEdge, c.Pos, name, "a command of node %q may have more targets: %s", name, reason)
}

// writes notes the keys of a map that a node returns.
func (g *graph) writes(c *eval.Call, v eval.Value) {
	m, ok := v.(*eval.Map)
	if !ok {
		return
	}
	for _, k := range m.Keys {
		if s, ok := eval.String(k); ok && s != "" {
			g.key(c, s)
		}
	}
}

// mentions counts the commands that a function's code makes.
func mentions(f *code.Func, depth int) int {
	if f == nil || depth > 3 {
		return 0
	}
	return commandsIn(f.Body, depth)
}

func commandsIn(n *code.Node, depth int) int {
	if n == nil {
		return 0
	}
	count := 0
	if n.Op == code.StructLit && n.Name == command {
		count++
	}
	if n.Fn != nil {
		count += mentions(n.Fn, depth+1)
	}
	for _, k := range n.Kids {
		count += commandsIn(k, depth)
	}
	return count
}
