package effects

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// State that is passed as a value. A function is summarised without knowing that its parameter is
// a state. The one who knows, the question or a row, puts a wholeAtom in for the parameter: an
// element of that is a state field, so reads and spends come out by themselves, and the named
// parts of the update, or of what is put into the parameter, are the writes.

// stateField is the value of the field of a state that an element names.
func (p *pool) stateField(elem string, g Grade) *value {
	return p.single(atom{kind: stateAtom, of: p.fieldOf(elem), grade: g})
}

// fieldOf names a state field by an element: a key by a constant, a struct's field by its symbol.
func (p *pool) fieldOf(elem string) *value {
	switch {
	case strings.HasPrefix(elem, "["):
		return p.single(atom{kind: constAtom, index: 1, name: elemKey(elem)})
	case elemSymbol(elem) != "":
		return p.single(atom{kind: globalAtom, name: unnamed, path: []string{elem}})
	}
	return nothing
}

// whole are arguments of which the i-th is the state.
func (p *pool) whole(i int) []*value {
	args := make([]*value, i+1)
	for k := range args {
		args[k] = nothing
	}
	args[i] = p.single(atom{kind: wholeAtom})
	return args
}

func elemText(elem string) string {
	if elem == anyElem {
		return "a key that is not constant"
	}
	return partName(elem)
}

// at is a fact at a place of the frame's function.
func (fr *frame) at(s spot, text string) *fact {
	pos := fr.fn.position(fr.fn.f.Pos)
	pos.Line, pos.Column = int(s.Line), int(s.Col)
	return fr.e.pool.set(&fact{trace: fr.e.pool.link(Step{Pos: pos, Func: refOf(fr.fn), Text: text}, nil), maybe: s.Skips})
}

// peeks are what the function itself looks at.
func (fr *frame) peeks() {
	for _, p := range fr.fn.f.Peeks {
		elem := fr.str(p.Elem)
		v := fr.e.pool.open(fr.e.pool.part(fr.node(p.Of), elem))
		if v == nothing {
			continue
		}
		f := fr.at(p.Spot, "reads "+elemText(elem))
		fr.x.addPeek((&peeked{fact: *f, v: v}).seal())
	}
}

// maxPeek is how long the path of a peek can be: the state may stand in a field of what a function
// is given, not deeper.
const maxPeek = 2

// open is what of a peek callers may know more of.
func (p *pool) open(v *value) *value {
	var atoms []*atom
	for _, a := range v.atoms {
		if (a.kind == paramAtom || a.kind == freeAtom) && len(a.path) <= maxPeek {
			atoms = append(atoms, a)
		}
	}
	if len(atoms) > 0 && len(atoms) == len(v.atoms) && len(v.parts) == 0 {
		return v
	}
	return p.value(atoms, nil)
}

// peek puts what a callee looks at into terms of its caller: a read, where it is a state field,
// and something that the caller's caller may know, where it is not.
func (s *substitution) peek(p *peeked, x *expansion, out *items) {
	v := s.value(p.v)
	f := s.fact(p.fact)
	if rest := s.in.open(v); rest != nothing {
		x.addPeek((&peeked{fact: f, v: rest}).seal())
	}
	for _, a := range v.atoms {
		if a.kind == stateAtom && len(a.path) == 0 {
			out.uses = append(out.uses, (&stateUse{fact: f, field: a.of, v: nothing}).seal())
		}
	}
}

// shapeOf is how one function is given state. param counts a receiver.
type shapeOf struct {
	graphmodel.StateShape
	param int
	at    Step // where an update that has no place of its own is said to be written
}

// writes are what a function with that shape writes to the state.
func (s *shapeOf) writes(t *target) []*stateUse {
	var out []*stateUse
	if s.InPlace && s.param >= 0 && s.param < len(t.x.params) {
		out = s.fields(t.sub.in, t.sub.value(t.x.params[s.param]))
	}
	if s.Result < 0 || s.Result >= len(t.x.returns) {
		return out
	}
	update := t.sub.value(t.x.returns[s.Result])
	owners := map[string]bool{}
	for _, p := range update.parts {
		if slices.Contains(s.Parts, partName(p.elem)) && !strings.HasPrefix(p.elem, "[") {
			owners[ownerOf(p.elem)] = true
			out = append(out, s.fields(t.sub.in, p.v)...)
		}
	}
	for owner := range owners {
		update = t.sub.in.without(update, owner)
	}
	return append(out, s.fields(t.sub.in, update)...)
}

func ownerOf(elem string) string {
	return strings.TrimSuffix(elemSymbol(elem), "."+elemName(elem))
}

// without leaves out the fields of a struct type.
func (p *pool) without(v *value, owner string) *value {
	return p.value(slices.Clone(v.atoms), slices.DeleteFunc(slices.Clone(v.parts), func(q part) bool {
		return !strings.HasPrefix(q.elem, "[") && ownerOf(q.elem) == owner
	}))
}

// fields are the writes that the parts of an update are.
func (s *shapeOf) fields(in *pool, v *value) []*stateUse {
	rest := in.notCopied(v)
	var out []*stateUse
	add := func(f *fact, field, v *value, into bool) {
		if f == nil {
			f = &fact{trace: newLink(s.at, nil)}
		}
		out = append(out, (&stateUse{fact: *f, write: true, into: into, field: field, v: v}).seal())
	}
	unknown := false
	for _, p := range v.parts {
		switch {
		case p.elem == anyElem && s.Kind != graphmodel.StateStruct:
			unknown = true
			if v.copies() && rest == nothing {
				continue // each key of the state, under its own name
			}
			add(p.set, nothing, in.union(p.v, rest), false)
		case s.takes(p.elem):
			val := p.v
			if p.record {
				val = in.record(val)
			}
			add(p.firstSet(), in.fieldOf(p.elem), val, p.set == nil || len(p.v.parts) > 0)
		}
	}
	if rest != nothing && !unknown {
		add(nil, nothing, rest, false)
	}
	return out
}

// takes reports whether the element names a field of the state.
func (s *shapeOf) takes(elem string) bool {
	if strings.HasPrefix(elem, "[") {
		return s.Kind != graphmodel.StateStruct
	}
	return s.Kind != graphmodel.StateMap && elemSymbol(elem) != ""
}

// firstSet is the write of the part, or of the first part of it: `s.Items["k"] = v` writes Items.
func (p part) firstSet() *fact {
	if p.set != nil {
		return p.set
	}
	var first *fact
	for _, q := range p.v.parts {
		first = mergeSet(first, q.firstSet())
	}
	return first
}

// notCopied is what of the whole of an update is not the state itself, and can be more of it.
func (p *pool) notCopied(v *value) *value {
	return p.value(slices.DeleteFunc(slices.Clone(v.atoms), func(a *atom) bool {
		switch a.kind {
		case toolAtom, globalAtom, freeAtom, paramAtom:
			return false
		case stateAtom:
			return a.of == nothing
		}
		return true
	}), nil)
}

// copies reports whether the value holds what is in the state under some key.
func (v *value) copies() bool {
	return slices.ContainsFunc(v.atoms, func(a *atom) bool {
		return a.kind == wholeAtom || a.kind == stateAtom && a.of == nothing
	})
}

// question is what an activation of f does, with the handlers round it.
func (e *engine) question(f graphmodel.FuncValue) *expansion {
	main := e.target(f)
	run := append([]*target{main}, e.returned(f, main)...)
	if f.State == nil && len(f.Before) == 0 && len(f.After) == 0 && len(run) == 1 {
		return main.x
	}
	var all []*target
	for _, b := range f.Before {
		all = append(all, e.handler(b, "before"))
	}
	all = append(all, run...)
	for _, a := range f.After {
		all = append(all, e.handler(a, "after"))
	}
	x := e.chain(all)
	x.width = main.x.width
	x.width.source = main.sub.value(main.x.width.source)
	return x
}

// returned are the literals that the function returns: a framework that gets a function as a result
// calls it, as the iterators over events that agents return.
func (e *engine) returned(f graphmodel.FuncValue, t *target) []*target {
	var out []*target
	for _, r := range t.x.returns {
		for _, a := range t.sub.value(r).atoms {
			fn := e.funcs[a.name]
			if a.kind != funcAtom || fn == nil || fn.f.Parent == 0 {
				continue
			}
			step := Step{Pos: fn.position(fn.f.Pos), Func: refOf(fn), Text: "runs the function that " + shortRef(string(f.Ref)) + " returns"}
			out = append(out, &target{
				x:   e.expand(fn, newEnv(e.pool.skeletonsOf(a.binds))),
				sub: e.pool.substitution(substitution{binds: a.binds, step: step}),
			})
		}
	}
	return out
}

// handler is a function that the framework runs before or after a node's.
func (e *engine) handler(f graphmodel.FuncValue, when string) *target {
	t := e.target(f)
	t.sub.step = e.start(f)
	t.sub.step.Text = "runs " + shortRef(string(f.Ref)) + " " + when + " it"
	return t
}

// target is a function as the framework calls it.
func (e *engine) target(f graphmodel.FuncValue) *target {
	fn := e.funcs[string(f.Ref)]
	if fn == nil {
		return &target{x: e.unknown(f), sub: newSubstitution(substitution{in: e.pool, outer: true})}
	}
	v := e.pool.boundValue(f, 0)
	t := &target{x: e.root(fn, v.atoms[0].binds), sub: newSubstitution(substitution{in: e.pool, outer: true})}
	for i := range fn.f.Params {
		t.sub.args = append(t.sub.args, e.pool.single(atom{kind: paramAtom, index: i}))
	}
	if f.State == nil {
		return t
	}
	t.shape = &shapeOf{StateShape: *f.State, param: f.State.Param, at: e.start(f)}
	t.shape.at.Text = "writes to the state"
	if fn.f.Recv && t.shape.param >= 0 {
		t.shape.param++
	}
	if i := t.shape.param; i >= 0 && i < len(t.sub.args) {
		t.sub.args[i] = e.pool.single(atom{kind: wholeAtom})
	}
	return t
}

// chain is the expansion of functions that run one after the other.
func (e *engine) chain(list []*target) *expansion {
	f := &function{Nodes: []valueNode{{}}, Blocks: []block{{}}, Events: make([]event, len(list))}
	fr := &frame{e: e, fn: &funcEntry{&Summaries{Strings: []string{""}}, f}, bound: emptyEnv, x: &expansion{}}
	fr.vals, fr.busy = make([]*value, 1), make([]bool, 1)
	for i, t := range list {
		f.Blocks[0].Events = append(f.Blocks[0].Events, i)
		fr.calls = append(fr.calls, &callSite{in: e.pool, ev: &f.Events[i], targets: []*target{t}})
	}
	return fr.expand()
}

// askKey tells questions apart.
func (e *engine) askKey(f graphmodel.FuncValue) string {
	key := "\x00" + string(f.Ref) // no id of a value begins so
	if len(f.Bound) > 0 {
		key = e.pool.boundValue(f, 0).id
	}
	if s := f.State; s != nil {
		key += "|" + string(s.Kind) + strconv.Itoa(s.Param) + "," + strconv.Itoa(s.Result) + strconv.FormatBool(s.InPlace) + strings.Join(s.Parts, ",")
	}
	if len(f.Before)+len(f.After) == 0 {
		return key // as most do, of which a large graph asks thousands
	}
	for _, list := range [][]graphmodel.FuncValue{f.Before, f.After} {
		key += "|"
		for _, h := range list {
			key += "(" + e.askKey(h) + ")"
		}
	}
	return key
}
