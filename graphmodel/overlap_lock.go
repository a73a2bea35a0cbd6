package graphmodel

import (
	"cmp"
	"slices"
)

// inLockStep searches once for all sets. What that leaves open, because branches drift apart or are
// too many, is tried again for each set: with a short search for each pair, since writers that meet
// mostly do so near a fork; with a search forward for this set alone, which may reach less of the
// graph; and with a long search for each pair.
func (o *Overlaps) inLockStep() {
	c := o.c
	c.lock = newLockStep(c.x, c.s, newPlaces(c.x), o.useful, c.limit)
	o.take(c.lock, none)
	if !c.lock.cut {
		return
	}
	var open []int
	for set, nodes := range o.sets {
		if len(nodes) > 1 {
			o.cut[set] = true
			open = append(open, set)
		}
	}
	slices.SortStableFunc(open, func(a, b int) int { return cmp.Compare(len(o.sets[a]), len(o.sets[b])) })
	c.back = newPairSearch(c.x, c.s, c.lock.p, c.limit)
	for _, try := range []func(set int){
		func(set int) { o.backward(set, c.limit/256) },
		o.forward,
		func(set int) { o.backward(set, c.limit/4) },
	} {
		for _, set := range open {
			if o.cut[set] && !o.full(set) && o.pool > 0 {
				try(set)
			}
		}
	}
}

// take takes up what a forward search has found, for one set or for all (none). What the bounds
// exclude is no answer: it needed a join.
func (o *Overlaps) take(l *lockStep, only int32) {
	steps := l.steps()
	for i, p := range l.list {
		if int(p.b) >= len(o.c.x.names) || !o.c.s.sameStep(p.a, p.b) {
			continue // b is the greater; tokens of joins come behind the nodes
		}
		o.c.x.count(1)
		o.member.shared(p.a, p.b, func(a, b inSet) {
			if only == none || a.set == only {
				o.add(Overlap{set: a.set, u: p.a, v: p.b, i: a.at, j: b.at, Steps: steps[i], lock: l, at: int32(i)})
			}
		})
	}
}

// steps is, by pair, how many edges both tokens have taken since they parted.
func (l *lockStep) steps() []int {
	steps := make([]int, len(l.list))
	for i, p := range l.list {
		if p.parent != none {
			steps[i] = steps[p.parent]
		} else if p.same {
			steps[i] = 2 // the fan-out before both
		}
		if p.ea != none {
			steps[i]++
		}
		if p.eb != none {
			steps[i]++
		}
	}
	return steps
}

// forward searches for one set alone, if that leaves out a part of the graph.
func (o *Overlaps) forward(set int) {
	c := o.c
	useful := c.x.reaching(o.sets[set])
	o.pool -= len(c.x.names) + len(c.x.to)
	if slices.Equal(useful, o.useful) || o.pool <= 0 {
		return
	}
	l := newLockStep(c.x, c.s, c.lock.p, useful, min(c.limit, o.pool))
	o.pool -= l.spent
	o.cut[set] = l.cut
	known := o.known(set)
	before := o.found[set]
	o.found[set] = nil
	o.take(l, int32(set))
	more := slices.DeleteFunc(o.found[set], func(p Overlap) bool { return known[[2]int32{p.i, p.j}] })
	o.found[set] = append(before, more...)
}

// known are the pairs of a set that were found, by position.
func (o *Overlaps) known(set int) map[[2]int32]bool {
	known := make(map[[2]int32]bool, len(o.found[set]))
	for _, p := range o.found[set] {
		known[[2]int32{p.i, p.j}] = true
	}
	return known
}

// backward searches for each pair of a set that the bounds allow. It sees no joins; a fork that needs
// one is left open.
func (o *Overlaps) backward(set int, limit int) {
	ps, s := o.c.back, o.c.s
	before := ps.spent
	ps.limit, ps.total = limit, before+min(o.c.limit, o.pool)
	known := o.known(set)
	nodes := o.bySteps(set)
	open := false
	for k, a := range nodes {
		u := o.sets[set][a]
		for _, b := range nodes[k+1:] {
			v := o.sets[set][b]
			if over := ps.spent >= ps.total || o.full(set); over || s.first[v] > s.last[u] {
				open = open || over
				break
			}
			ps.spend(0)
			i, j := min(a, b), max(a, b)
			if known[[2]int32{i, j}] {
				continue
			}
			switch ps.search(o.sets[set][i], o.sets[set][j]) {
			case exhausted:
			case found:
				if w, ok := ps.way(); ok {
					o.add(Overlap{set: int32(set), u: o.sets[set][i], v: o.sets[set][j], i: i, j: j, Steps: w.steps(), way: &w, at: none})
					break
				}
				open = true
			default:
				open = true
			}
		}
	}
	o.cut[set] = open
	o.pool -= ps.spent - before
}

// bySteps are the positions in a set, by the first step in which the node can run.
func (o *Overlaps) bySteps(set int) []int32 {
	order := make([]int32, len(o.sets[set]))
	for i := range order {
		order[i] = int32(i)
	}
	first := o.c.s.first
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Compare(first[o.sets[set][a]], first[o.sets[set][b]])
	})
	return order
}
