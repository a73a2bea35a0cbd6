package effects

// substitution turns what a callee says in terms of its parameters into terms of its caller.
type substitution struct {
	args  []*value
	binds []bind
	// outer keeps captured variables that nothing is bound to.
	outer bool
	step  Step
	grade Grade
	maybe bool // a path on which the caller succeeds passes the call by
	done  map[*value]*value
}

func (s *substitution) value(v *value) *value {
	if v == nil || v == nothing {
		return nothing
	}
	if d, ok := s.done[v]; ok {
		return d
	}
	var atoms []*atom
	var rest []*value
	for _, a := range v.atoms {
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
	d := union(append(rest, newValue(atoms, parts))...)
	s.done[v] = d
	return d
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
		return &value{atoms: []*atom{a}}
	case constAtom, globalAtom, resumedAtom, unstableAtom, wholeAtom, modelAtom:
		return &value{atoms: []*atom{a}}
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
	return single(b)
}

// at is the part of what is bound that a path leads to.
func (s *substitution) at(v *value, a *atom) *value {
	v = v.selectPath(a.path)
	if a.recorded {
		v = v.record()
	}
	return v
}

// link adds the step from caller to callee, if there is one.
func (s *substitution) link(l *link) *link {
	if s.step.Text == "" {
		return l
	}
	return newLink(s.step, l)
}

func (s *substitution) fact(f fact) fact {
	return fact{trace: s.link(f.trace), grade: max(f.grade, s.grade), maybe: f.maybe || s.maybe}
}

func (s *substitution) set(f *fact) *fact {
	if f == nil {
		return nil
	}
	g := s.fact(*f)
	return &g
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
