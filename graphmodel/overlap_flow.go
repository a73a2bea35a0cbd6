package graphmodel

import (
	"cmp"
	"slices"
)

// inFlow searches for each pair of a set of which neither leads to the other, small sets first.
func (o *Overlaps) inFlow() {
	order := make([]int, len(o.sets))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(o.sets[a]), len(o.sets[b])) })
	fs := o.c.flowSearch()
	narrows := newNarrows(o.c.x, o.c.s, o.useful)
	for _, set := range order {
		before := fs.spent
		fs.total = before + min(4*o.c.limit, o.pool)
		if o.to != nil {
			o.allEdges(set)
		} else {
			o.unordered(set, narrows)
		}
		o.pool -= fs.spent - before
	}
}

// allEdges asks about each pair of outputs: also of two nodes of which one leads to the other, both
// may arrive.
func (o *Overlaps) allEdges(set int) {
	fs := o.c.flow
	for j := range o.sets[set] {
		for i := range j {
			if fs.spent >= fs.total || o.full(set) {
				o.cut[set] = true
				return
			}
			o.tryFlow(int32(set), int32(i), int32(j))
		}
	}
}

// tryFlow searches for one pair.
func (o *Overlaps) tryFlow(set, i, j int32) {
	if is, around := o.askFlow(set, i, j); is == found {
		w := o.c.flow.way()
		o.add(Overlap{
			set: set, u: o.sets[set][i], v: o.sets[set][j], i: i, j: j, Steps: w.steps(), way: &w, at: none, around: around,
		})
	}
}

// askFlow searches for one pair; around says that the two lie on a cycle.
func (o *Overlaps) askFlow(set, i, j int32) (is outcome, around bool) {
	c := o.c
	c.flow.spent++
	u, v := c.s.comp[o.sets[set][i]], c.s.comp[o.sets[set][j]]
	if o.to == nil {
		around = u == v
		is = c.flow.search(o.sets[set][i], o.sets[set][j])
	} else {
		to := c.s.comp[c.x.ids[o.to[set]]]
		around = u == to
		if around != (v == to) {
			return exhausted, false // see edgesInFlow
		}
		is = c.flow.searchEdges(o.into[set][i], o.into[set][j])
	}
	o.cut[set] = o.cut[set] || is == cut
	return is, around
}

// alsoInFlow keeps, where the kind of step is not known, what the other kind agrees to. The witness
// stays that of lock step.
func (o *Overlaps) alsoInFlow() {
	fs := o.c.flowSearch()
	for set, list := range o.found {
		before := fs.spent
		fs.total = before + min(4*o.c.limit, o.pool)
		o.found[set] = slices.DeleteFunc(list, func(p Overlap) bool { return p.u != p.v && !o.agrees(p) })
		o.pool -= fs.spent - before
	}
}

func (o *Overlaps) agrees(p Overlap) bool {
	c := o.c
	if c.flow.spent >= c.flow.total {
		o.cut[p.set] = true
		return false
	}
	if o.to == nil && c.s.comp[p.u] != c.s.comp[p.v] {
		for _, n := range []int32{p.u, p.v} {
			if c.flow.reach[n] == nil {
				c.flow.spent += len(c.x.names) + len(c.x.to)
			}
		}
		if c.flow.leads(p.u, p.v) || c.flow.leads(p.v, p.u) {
			return false
		}
	}
	is, _ := o.askFlow(p.set, p.i, p.j)
	return is == found
}

// unordered searches for the pairs of a set that are not ordered by a path, from Start on.
//
// To know them, no two nodes need be compared of which a third one, between, is known to be ordered
// with both: what leads to the nearest node of the set that leads to this one leads to this one, too.
// So for each node there are left those behind that nearest one, and those that were not ordered with
// it.
func (o *Overlaps) unordered(set int, narrows []int32) {
	fs := o.c.flow
	q := newBefore(o.c.x, o.c.s, o.sets[set], narrows)
	for k := range q.order {
		list, cost := q.unordered(k)
		fs.spent += cost
		for _, i := range list {
			if fs.spent >= fs.total || o.full(set) {
				o.cut[set] = true
				return
			}
			a, b := q.order[i], q.order[k]
			o.tryFlow(int32(set), min(a, b), max(a, b))
		}
	}
}

// before tells of nodes in topological order which earlier ones do not lead to them.
type before struct {
	x     *Index
	s     *shape
	nodes []int32
	order []int32   // positions in nodes
	lists [][]int32 // by place in order: places of earlier nodes, descending
	mark  []int32   // by component: the last node that it leads to, as place in order + 1
	// narrows are, by component, the nearest one before that everything before leads to, and that leads
	// to everything behind.
	narrows []int32
}

func newBefore(x *Index, s *shape, nodes, narrows []int32) *before {
	q := &before{
		x: x, s: s, nodes: nodes, order: make([]int32, len(nodes)), mark: make([]int32, len(s.comps)), narrows: narrows,
	}
	for i := range q.order {
		q.order[i] = int32(i)
	}
	// A component has a lesser number than those that lead to it.
	slices.SortStableFunc(q.order, func(a, b int32) int { return cmp.Compare(s.comp[nodes[b]], s.comp[nodes[a]]) })
	return q
}

func (q *before) comp(k int) int32 { return q.s.comp[q.nodes[q.order[k]]] }

// unordered are the places of the earlier nodes that do not lead to the one at place k, or lie on a
// cycle with it, and what it cost to know them. It is asked of all places in turn.
func (q *before) unordered(k int) (list []int32, cost int) {
	at := q.comp(k)
	q.mark[at] = int32(k + 1)
	// leads walks back along the order, as far as the node that is asked about.
	leads := func(i int) bool {
		cost++
		if q.comp(i) >= q.narrows[q.comp(k)] {
			return true
		}
		for c := q.comp(i); at < c; at++ {
			cost++
			if q.mark[at] == int32(k+1) {
				cost += q.passOn(at, int32(k+1))
			}
		}
		return q.comp(i) != q.comp(k) && q.mark[q.comp(i)] == int32(k+1)
	}
	for i := k - 1; i >= 0; i-- {
		if !leads(i) {
			list = append(list, int32(i))
			continue
		}
		for _, j := range q.lists[i] {
			if !leads(int(j)) {
				list = append(list, j)
			}
		}
		break
	}
	q.lists = append(q.lists, list)
	q.x.count(cost)
	return list, cost
}

// passOn marks what leads to a component.
func (q *before) passOn(comp, mark int32) (cost int) {
	for _, v := range q.s.comps[comp] {
		for _, e := range q.x.in.of(v) {
			cost++
			q.mark[q.s.comp[q.x.from[e]]] = mark
		}
	}
	return cost
}

// newNarrows finds the components that are ordered with every useful node that Start reaches. One leads
// to all behind it if each of these has an edge from it or from another of these: the first of them from
// it, and so on. The same holds of those before it, seen from the other side. A component of no such
// number gives len(comps). O(n + m).
func newNarrows(x *Index, s *shape, useful []bool) []int32 {
	count := int32(len(s.comps))
	// The nearest component before, and behind, that an edge comes from, or leads to.
	before, behind := make([]int32, count), make([]int32, count)
	in := make([]bool, count)
	for c := range count {
		before[c], behind[c] = count, none
	}
	for v := range x.names {
		if useful[v] && s.first[v] >= 0 {
			in[s.comp[v]] = true
		}
	}
	for e, from := range x.from {
		if from < 0 || s.first[from] < 0 {
			continue
		}
		x.count(1)
		if a, b := s.comp[from], s.comp[x.to[e]]; a != b && in[a] && in[b] {
			before[b], behind[a] = min(before[b], a), max(behind[a], b)
		}
	}
	is := make([]bool, count)
	reach := int32(none) // the farthest that an edge into what lies behind must come from
	for c := range count {
		is[c] = in[c] && reach <= c
		if in[c] {
			reach = max(reach, before[c])
		}
	}
	next := make([]int32, count)
	reach = count // and that an edge out of what lies before must lead to
	last := count
	for c := count - 1; c >= 0; c-- {
		next[c] = last
		if is[c] && reach >= c {
			last = c
		}
		if in[c] {
			reach = min(reach, behind[c])
		}
	}
	return next
}
