package effects

import (
	"cmp"
	"slices"
)

// substitution turns what a callee says in terms of its parameters into terms of its caller.
type substitution struct {
	in    *pool
	args  []*value
	binds []bind
	// outer keeps captured variables that nothing is bound to.
	outer bool
	step  Step
	grade Grade
	maybe bool // a path on which the caller succeeds passes the call by
	done  map[*value]*value
	next  *substitution // see pool
}

// newSubstitution is one of its own; see [pool.substitution] for those of calls.
func newSubstitution(s substitution) *substitution {
	s.done = map[*value]*value{}
	return &s
}

// substitution holds those of calls: in each round over a function its calls pass the same, mostly.
// The slices must not change any more.
func (p *pool) substitution(s substitution) *substitution {
	h := p.mixText(mix(uint64(s.grade), uint64(s.step.Pos.Line)), string(s.step.Func))
	for _, a := range s.args {
		h = mix(h, a.number)
	}
	for _, b := range s.binds {
		h = mix(h, b.v.number)
	}
	for t := p.subs[h]; t != nil; t = t.next {
		if t.grade == s.grade && t.maybe == s.maybe && t.outer == s.outer && t.step == s.step && slices.Equal(t.args, s.args) && slices.Equal(t.binds, s.binds) {
			return t
		}
	}
	s.in, s.next = p, p.subs[h]
	p.subs[h] = newSubstitution(s)
	return p.subs[h]
}

func (s *substitution) value(v *value) *value {
	if v == nil || v == nothing {
		return nothing
	}
	if d, ok := s.done[v]; ok {
		return d
	}
	d := s.put(v)
	s.done[v] = d
	return d
}

// put is value, done once.
func (s *substitution) put(v *value) *value {
	if len(v.parts) == 0 {
		switch {
		case len(v.atoms) == 0:
			return nothing
		case v.fixed():
			return v
		case len(v.atoms) == 1:
			return cmp.Or(s.atom(v.atoms[0]), nothing)
		}
	}
	atoms := make([]*atom, 0, len(v.atoms))
	var rest []*value
	for _, a := range v.atoms {
		if a.fixed() {
			atoms = append(atoms, a)
			continue
		}
		switch r := s.atom(a); {
		case r == nil:
		case len(r.atoms) == 1 && len(r.parts) == 0:
			atoms = append(atoms, r.atoms[0])
		default:
			rest = append(rest, r)
		}
	}
	parts := make([]part, 0, len(v.parts))
	for _, p := range v.parts {
		parts = append(parts, part{p.elem, p.record, s.value(p.v), s.set(p.set)})
	}
	return s.in.union(append(rest, s.in.value(atoms, parts))...)
}

func (v *value) fixed() bool {
	for _, a := range v.atoms {
		if !a.fixed() {
			return false
		}
	}
	return true
}

// fixed reports whether the origin is the same wherever it is seen from.
func (a *atom) fixed() bool {
	switch a.kind {
	case constAtom, globalAtom, resumedAtom, unstableAtom, wholeAtom, modelAtom:
		return true
	}
	return false
}

func (s *substitution) atom(a *atom) *value {
	switch a.kind {
	case paramAtom:
		if a.index >= len(s.args) {
			return nil
		}
		return s.at(s.args[a.index], a)
	case freeAtom:
		for _, b := range s.binds {
			if b.name == a.name {
				return s.at(b.v, a)
			}
		}
		if !s.outer {
			return nil
		}
		return s.in.value([]*atom{a}, nil)
	}
	if a.fixed() {
		return s.in.value([]*atom{a}, nil)
	}
	b := *a
	if a.of != nil {
		b.of = s.value(a.of)
	}
	b.binds = nil
	for _, c := range a.binds {
		b.binds = append(b.binds, bind{c.name, s.value(c.v)})
	}
	if a.mint != nil {
		b.mint = s.link(a.mint)
	}
	b.grade = max(a.grade, s.grade)
	return s.in.single(b)
}

// at is the part of what is bound that a path leads to.
func (s *substitution) at(v *value, a *atom) *value {
	v = s.in.at(v, a.path)
	if a.recorded {
		v = s.in.record(v)
	}
	return v
}

// link adds the step from caller to callee, if there is one.
func (s *substitution) link(l *link) *link {
	if s.step.Text == "" {
		return l
	}
	return s.in.link(s.step, l)
}

func (s *substitution) fact(f fact) fact {
	return fact{trace: s.link(f.trace), grade: max(f.grade, s.grade), maybe: f.maybe || s.maybe}
}

func (s *substitution) set(f *fact) *fact {
	if f == nil {
		return nil
	}
	g := s.fact(*f)
	return s.in.set(&g)
}

func (s *substitution) act(a *act) *act {
	b := *a
	b.fact = s.fact(a.fact)
	b.tool, b.args, b.key = s.value(a.tool), s.value(a.args), s.value(a.key)
	b.checked = nil
	for _, c := range a.checked {
		if v := s.atom(c); v != nil {
			b.checked = append(b.checked, v.flat()...)
		}
	}
	return b.seal()
}

func (s *substitution) pause(p *pause) *pause {
	q := pause{fact: s.fact(p.fact), key: s.value(p.key)}
	return q.seal()
}

func (s *substitution) use(u *stateUse) *stateUse {
	w := stateUse{fact: s.fact(u.fact), write: u.write, update: u.update, atOnce: u.atOnce, into: u.into, field: s.value(u.field), v: s.value(u.v)}
	return w.seal()
}

func (s *substitution) check(c *check) *check {
	d := check{fact: s.fact(c.fact), handle: s.value(c.handle)}
	return d.seal()
}

func (s *substitution) spawn(p *spawn) *spawn {
	q := *p
	q.fact = s.fact(p.fact)
	q.source = s.value(p.source)
	q.acts = nil
	for _, a := range p.acts {
		q.acts = append(q.acts, s.act(a))
	}
	return &q
}
