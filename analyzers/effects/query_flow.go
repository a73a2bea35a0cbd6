package effects

import (
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// Stores are the values from tools that f writes to state fields.
func (r *Result) Stores(f graphmodel.FuncValue) []Store {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, first := r.ask(f)
	var out []Store
	for _, u := range eachUse(r.engine.pool, x.uses) {
		if !u.write {
			continue
		}
		for _, a := range u.v.placed() {
			if a.kind != toolAtom {
				continue
			}
			for _, n := range fieldNames(u.field) {
				out = append(out, storeOf(u, a, n, first))
			}
		}
	}
	id := func(s Store) string {
		id := s.Field + "|" + s.Tool + "|" + s.Key + "|" + s.Part + "|" + s.Mint.Last().Pos.String()
		if s.Recorded {
			id += "|recorded"
		}
		return id
	}
	return sortedBy(out, func(s Store) Step { return s.Write.Last() }, id)
}

func storeOf(u *stateUse, a placed, field string, first Step) Store {
	tool, _ := a.of.text()
	key := pathKey(a.path)
	if key == "" {
		key = a.name
	}
	mint := a.mint.trace(first)
	if tool != "" && !strings.HasSuffix(mint.Last().Text, tool) {
		ref := mint.Last().Func
		mint[len(mint)-1].Text = shortRef(string(ref)) + " calls the tool " + tool
	}
	return Store{
		Field: field, Tool: tool, Key: key, Part: a.part, Mint: mint, Write: u.trace.trace(first),
		Grade: max(u.grade, a.grade), Recorded: a.recorded, AtOnce: u.atOnce,
	}
}

// Spends are the values of state fields that f passes to tools.
func (r *Result) Spends(f graphmodel.FuncValue) []Spend {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, first := r.ask(f)
	var out []Spend
	for _, a := range x.acts {
		if a.row.Role != knowledge.RoleToolCall && a.row.Role != knowledge.RoleMint {
			continue
		}
		for _, p := range a.args.parts {
			out = append(out, spendsOf(a, elemKey(p.elem), p.v.flat(), first)...)
		}
		out = append(out, spendsOf(a, "", a.args.atoms, first)...)
	}
	id := func(s Spend) string { return s.Field + "|" + s.Tool + "|" + s.Arg + "|" + s.Part }
	return mergeSpends(sortedBy(out, func(s Spend) Step { return s.Trace.Last() }, id))
}

// mergeSpends keeps of two ways to one spend the one without a check.
func mergeSpends(list []Spend) []Spend {
	var out []Spend
	for _, s := range list {
		if n := len(out); n > 0 {
			o := &out[n-1]
			if o.Trace.Last().Pos == s.Trace.Last().Pos && o.Field == s.Field && o.Tool == s.Tool && o.Arg == s.Arg && o.Part == s.Part {
				if s.Checked == graphmodel.No {
					*o = s
				}
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

func spendsOf(a *act, arg string, atoms []*atom, first Step) []Spend {
	var out []Spend
	tool, _ := a.tool.text()
	for _, origin := range atoms {
		if origin.kind != stateAtom {
			continue
		}
		checked := graphmodel.No
		if covered(a.checked, origin) {
			checked = graphmodel.Yes
		}
		for _, n := range fieldNames(origin.of) {
			out = append(out, Spend{
				Field: n, Tool: tool, Arg: arg, Part: partPath(origin.path), Trace: a.traceOf(first),
				Grade: max(a.grade, origin.grade), Checked: checked,
			})
		}
	}
	return out
}

// Checks are the custody checks of values of state fields that f makes.
func (r *Result) Checks(f graphmodel.FuncValue) []Check {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, first := r.ask(f)
	var out []Check
	for _, c := range x.checks {
		for _, a := range c.handle.flat() {
			if a.kind != stateAtom {
				continue
			}
			for _, n := range fieldNames(a.of) {
				out = append(out, Check{n, c.trace.trace(first), max(c.grade, a.grade)})
			}
		}
	}
	return sortedBy(out, func(c Check) Step { return c.Trace.Last() }, func(c Check) string { return c.Field })
}

// Spawns are the places where f starts concurrent activities.
func (r *Result) Spawns(f graphmodel.FuncValue) []Spawn {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, first := r.ask(f)
	var out []Spawn
	for _, s := range x.spawns {
		own := r.spawnOf(s, first)
		if own.Source == "" {
			own.Input = r.inputOf(f, s)
		}
		out = append(out, own)
	}
	return sortedBy(out, func(s Spawn) Step { return s.Trace.Last() }, func(s Spawn) string { return s.What })
}

func (r *Result) spawnOf(s *spawn, first Step) Spawn {
	n := s.n
	if s.bound != BoundConst {
		n = 0
	}
	return Spawn{
		Bound: s.bound, N: n, What: s.what, Source: sourceText(s.source, ""),
		Uses: r.engine.sortedUses(s.acts, first), Trace: s.trace.trace(first), Grade: s.grade,
	}
}

// inputOf says whether the width of a spawn is that of something which f is given. A list of servers
// is set up, and no data.
func (r *Result) inputOf(f graphmodel.FuncValue, s *spawn) Input {
	out := NoInput
	if s.source == nil || s.peers {
		return out
	}
	for _, a := range s.source.flat() {
		switch {
		case a.kind != paramAtom || !r.givesData(f, a.index):
		case len(a.path) == 0:
			return WholeInput
		default:
			out = PartOfInput
		}
	}
	return out
}

// givesData reports whether a parameter of f can hold data. Handlers that run round f have parameters
// of the same numbers: it must hold for all that have one.
func (r *Result) givesData(f graphmodel.FuncValue, param int) bool {
	can := false
	for _, g := range slices.Concat([]graphmodel.FuncValue{f}, f.Before, f.After) {
		fn := r.engine.funcs[string(g.Ref)]
		if fn == nil || param >= len(fn.f.Params) {
			continue
		}
		if can = slices.Contains(fn.f.Data, param); !can {
			return false
		}
	}
	return can
}

// sourceText says where a width comes from, by the origin that says most.
func sourceText(v *value, name string) string {
	if v == nil {
		return name
	}
	atoms := v.flat()
	if v.hasKind(modelAtom) { // asked with state or without, the model decides
		return answered
	}
	for _, a := range atoms {
		if a.kind == stateAtom {
			if n := fieldNames(a.of)[0]; n != "" {
				return "state field " + n[strings.LastIndexByte(n, '.')+1:]
			}
			return "a state field"
		}
	}
	for _, a := range atoms {
		if a.kind == toolAtom {
			if t, ok := a.of.text(); ok {
				return "result of tool " + t
			}
			return "result of a tool"
		}
	}
	return name
}

// answered is how a message names what a model answered.
const answered = "a model's answer"

// Width is the length of the slice that f returns first. What a model answers counts as a list of any
// length.
func (r *Result) Width(f graphmodel.FuncValue) Width {
	r.mu.Lock()
	defer r.mu.Unlock()
	if row, _ := r.engine.base.Func(f.Ref); row.Role == knowledge.RoleAnswer {
		return Width{Bound: BoundData, Source: answered}
	}
	x, _ := r.ask(f)
	w := x.width
	if w.bound == BoundLimited && w.source != nil && w.source.hasKind(stateAtom, toolAtom, modelAtom) {
		w.bound = BoundData
	}
	return Width{Bound: w.bound, N: w.n, Source: sourceText(w.source, w.text), Pos: w.pos}
}

// isActionKey reports whether an argument's name says that it tells a repeated action from a new
// one, however it is spelt: idempotency_key, actionId, Request-ID.
func isActionKey(key string) bool {
	plain := strings.Map(func(c rune) rune {
		if strings.ContainsRune("_- .", c) {
			return -1
		}
		return c
	}, strings.ToLower(key))
	return slices.Contains(actionNames, plain)
}

var actionNames = []string{
	"idempotencykey", "idempotencyid", "idempotencytoken", "idempotentkey", "actionid", "actionkey", "requestid",
	"requestkey", "dedupid", "dedupkey", "dedupeid", "dedupekey", "deduplicationid", "deduplicationkey",
	"operationid", "clienttoken", "clientrequestid", "clientrequesttoken",
}
