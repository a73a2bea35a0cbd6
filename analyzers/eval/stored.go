package eval

// kept are the values that a field was given while code was evaluated.
type kept struct {
	vals   []Value
	asked  bool // the function that stores it was run for the asking
	excess bool // there were more than maxKept
}

// maxKept bounds the values that are kept of one field.
const maxKept = 16

// keep remembers what is stored in a field that only one place stores.
func (m *Machine) keep(c *Cell, v Value) {
	if c.Ref == "" || m.StoredBy == nil {
		return
	}
	if _, once := m.StoredBy(c.Ref); !once {
		return
	}
	k := m.keptOf(c.Ref)
	for _, o := range k.vals {
		if Same(o, v) {
			return
		}
	}
	if k.excess = k.excess || len(k.vals) >= maxKept; !k.excess {
		k.vals = append(k.vals, v)
	}
}

func (m *Machine) keptOf(field string) *kept {
	if m.kept == nil {
		m.kept = make(map[string]*kept)
	}
	k, ok := m.kept[field]
	if !ok {
		k = &kept{}
		m.kept[field] = k
	}
	return k
}

// stored is the value of a field of a value that is not known: what the one place leaves there that
// stores it. The function around that place is run first, if it was not yet, as one that nothing
// calls; each at most once, so that time stays linear in the number of functions.
func (m *Machine) stored(field string) (Value, bool) {
	if m.StoredBy == nil {
		return nil, false
	}
	ref, once := m.StoredBy(field)
	if !once {
		return nil, false
	}
	k := m.keptOf(field)
	if len(k.vals) == 0 && !k.asked && m.Root != nil && !m.Visited[ref] {
		k.asked = true
		m.apart(func() { m.Root(ref) })
	}
	if len(k.vals) == 0 || k.excess {
		return nil, false
	}
	return Join(k.vals...), true
}

// apart runs something that is no part of what is being evaluated: no condition that holds here
// holds there, and it has a budget of its own.
func (m *Machine) apart(run func()) {
	stack, journal, conds, steps, aside := m.stack, m.journal, m.conds, m.Steps, m.aside
	m.stack, m.journal, m.conds, m.aside = nil, nil, nil, false
	run()
	m.stack, m.journal, m.conds, m.Steps, m.aside = stack, journal, conds, steps, aside
}
