package effects

import (
	"slices"
	"strconv"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// Effects are the effects that a call of f can have.
func (r *Result) Effects(f graphmodel.FuncValue) []Use {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, first := r.ask(f)
	return r.engine.sortedUses(x.acts, first)
}

func (e *engine) sortedUses(acts []*act, first Step) []Use {
	var out []Use
	for _, a := range acts {
		out = append(out, e.usesOf(a, first)...)
	}
	return sortedBy(out, func(u Use) Step { return u.Trace.Last() }, useID)
}

func useID(u Use) string {
	id := string(u.Effect.Kind) + "|" + string(u.Effect.Access) + "|" + string(u.Effect.Repeat) + "|" + u.Tool
	if u.Keyed {
		id += "|keyed"
	}
	return id
}

func (e *engine) usesOf(a *act, first Step) []Use {
	var out []Use
	tool, _ := a.tool.text()
	for _, eff := range a.row.Effects {
		out = append(out, Use{
			Effect: e.effectOf(eff, a.tool), Row: *a.row, Tool: tool,
			Trace: a.traceOf(first), Grade: a.grade, Keyed: a.keyed(),
		})
	}
	return out
}

// traceOf is the trace of an act. Its last step is said again: which tool is called may be known
// only here.
func (a *act) traceOf(first Step) Trace {
	t := a.trace.trace(first)
	t[len(t)-1].Text = stepText(a.row, a.tool)
	return t
}

// keyed reports whether a stable idempotency key goes with the act.
func (a *act) keyed() bool {
	if a.row.Key != "" && stable(a.key) {
		return true
	}
	for _, p := range a.args.parts {
		if isActionKey(elemKey(p.elem)) && stable(p.v) {
			return true
		}
	}
	return false
}

func stable(v *value) bool {
	return v != nothing && !v.hasKind(unstableAtom, modelAtom)
}

// Pauses are the places where a call of f can park the run.
func (r *Result) Pauses(f graphmodel.FuncValue) []Pause {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, first := r.ask(f)
	var out []Pause
	for _, p := range x.pauses {
		out = append(out, pauseOf(p, first))
	}
	return sortedBy(out, func(p Pause) Step { return p.Trace.Last() }, func(p Pause) string { return p.Key })
}

func pauseOf(p *pause, first Step) Pause {
	key, _ := p.key.text()
	return Pause{Key: key, Trace: p.trace.trace(first), Grade: p.grade}
}

// BeforePause pairs each effect with the first pause that can come after it on one path. It
// leaves out what only reads, what is safe to repeat, the clock and chance, and tools of which
// neither declaration nor name says what they do (see NotFollowed). An effect that goes with a
// stable key is there, and Keyed.
func (r *Result) BeforePause(f graphmodel.FuncValue) []BeforePause {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, first := r.ask(f)
	return r.beforePause(x, first)
}

func (r *Result) beforePause(x *expansion, first Step) []BeforePause {
	var out []BeforePause
	for _, p := range x.pairs {
		for _, u := range r.engine.usesOf(p.act, first) {
			if !repeats(u.Effect) {
				continue
			}
			u.Grade = max(u.Grade, p.grade)
			out = append(out, BeforePause{u, pauseOf(p.pause, first), p.act.first})
		}
	}
	id := func(b BeforePause) string {
		if b.FirstTimeOnly {
			return useID(b.Use) + "|first"
		}
		return useID(b.Use)
	}
	return sortedBy(out, func(b BeforePause) Step { return b.Use.Trace.Last() }, id)
}

// repeats reports whether an effect is known to matter when it happens twice.
func repeats(e knowledge.Effect) bool {
	if e.Access == knowledge.Reads || e.Repeat == knowledge.RepeatSafe || unstable(e) {
		return false
	}
	return !opaque(e.Kind) || e.Access != knowledge.AccessUnknown || e.Repeat != knowledge.RepeatUnknown
}

// opaque reports whether effects of the kind do what something else says, which may not be known: a
// tool, an agent.
func opaque(k knowledge.Kind) bool { return k == knowledge.Tool || k == knowledge.Agent }

// Reads are the state fields that f reads.
func (r *Result) Reads(f graphmodel.FuncValue) []FieldUse { return r.fieldUses(f, false) }

// Writes are the state fields that f writes.
func (r *Result) Writes(f graphmodel.FuncValue) []FieldUse { return r.fieldUses(f, true) }

func (r *Result) fieldUses(f graphmodel.FuncValue, write bool) []FieldUse {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, first := r.ask(f)
	var out []FieldUse
	for _, u := range eachUse(r.engine.pool, x.uses) {
		if u.write != write {
			continue
		}
		names := fieldNames(u.field)
		grade := u.grade
		if len(names) > 1 {
			grade = max(grade, Witness)
		}
		for _, n := range names {
			out = append(out, FieldUse{
				Field: n, Trace: u.trace.trace(first), Grade: grade, Maybe: u.maybe || len(names) > 1,
				Replaces: u.replaces(), Const: u.v.constant(),
			})
		}
	}
	return sortedBy(out, func(u FieldUse) Step { return u.Trace.Last() }, func(u FieldUse) string { return u.Field })
}

// replaces reports whether the write is of a value that is known and owes nothing to the field.
func (u *stateUse) replaces() bool {
	return u.write && !u.into && u.v != nothing && !slices.ContainsFunc(u.v.flat(), func(a *atom) bool {
		return a.kind == stateAtom && a.of.id == u.field.id
	})
}

// constant is the text of the constant that a value is for certain, "" if it is none.
func (v *value) constant() string {
	if len(v.atoms) != 1 || len(v.parts) != 0 || v.atoms[0].kind != constAtom {
		return ""
	}
	return strconv.Itoa(v.atoms[0].index) + v.atoms[0].name
}

// fieldNames are the symbols of the state fields that a value can be; one empty name if none is
// known.
func fieldNames(v *value) []string {
	var out []string
	for _, a := range v.atoms {
		if n := fieldSymbol(a); n != "" && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	if len(out) == 0 {
		return []string{""}
	}
	slices.Sort(out)
	return out
}

// fieldSymbol names a state field by its origin: the struct field that holds it, the variable,
// or the constant that names it.
func fieldSymbol(a *atom) string {
	if n := len(a.path); n > 0 {
		if s := elemSymbol(a.path[n-1]); s != "" {
			return s
		}
		if a.kind != globalAtom || a.name == unnamed {
			return ""
		}
		s := a.name
		for _, e := range a.path {
			s += "." + elemName(e)
		}
		return s
	}
	switch {
	case a.kind == globalAtom && a.name != unnamed:
		return a.name
	case a.kind == constAtom && a.index == 1:
		return `"` + a.name + `"`
	}
	return ""
}

// NotFollowed are the calls reached from f whose target is not known, the tools of which nothing says
// whether they write, and the agents and graphs that are run.
func (r *Result) NotFollowed(f graphmodel.FuncValue) []NotFollowed {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, first := r.ask(f)
	out := slices.Clone(x.lost)
	for _, u := range r.engine.sortedUses(x.acts, first) {
		if u.Effect.Access != knowledge.AccessUnknown {
			continue
		}
		switch u.Effect.Kind {
		case knowledge.Agent:
			out = append(out, NotFollowed{u.Trace.Last().Pos, shortRef(string(u.Row.Ref())) + " runs an agent or a graph"})
		case knowledge.Tool:
			name := u.Tool
			if name == "" {
				name = "whose name is not constant"
			}
			out = append(out, NotFollowed{u.Trace.Last().Pos, "nothing says whether the tool " + name + " writes"})
		}
	}
	return sortedBy(out, func(n NotFollowed) Step { return Step{Pos: n.Pos} }, func(n NotFollowed) string { return n.Reason })
}
