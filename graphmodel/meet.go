package graphmodel

import "slices"

// Meet answers for each pair of different nodes in from whether what both give out can arrive at
// one activation of the node to, or of End, together. from may contain Start. Pairs come as (0,1),
// (0,2), …, (1,2), … over from without repetition; the branches of a witness end at to.
//
// In lock step outputs arrive together if both nodes run in one step; what comes a step later starts
// the target again. In a dataflow graph the target waits, so outputs arrive together if one run can
// take both edges, also where one of the two nodes runs after the other.
//
// What a gap and the limit mean, and what an answer costs, is as for [Index.Parallel].
func (x *Index) Meet(to string, from []string, limit int) []Pair {
	from = slices.DeleteFunc(unrepeated(from), func(name string) bool { return len(x.between(name, to)) == 0 })
	switch x.g.Dialect.LockStep {
	case Yes:
		return x.meetInLockStep(to, from, limit)
	case No:
		return x.meetInFlow(to, from, limit)
	}
	lock, flow := x.meetInLockStep(to, from, limit), x.meetInFlow(to, from, limit)
	for i := range lock {
		lock[i].Exact = false
		if lock[i].Answer != flow[i].Answer {
			lock[i] = Pair{A: lock[i].A, B: lock[i].B, Doubt: DoubtDialect}
		}
	}
	return lock
}

// between lists the edges from one node to another.
func (x *Index) between(from, to string) []int32 {
	u, okU := x.ids[from]
	v, okV := x.ids[to]
	if !okU || !okV {
		return nil
	}
	var list []int32
	for _, e := range x.out.of(u) {
		if x.to[e] == v {
			list = append(list, e)
		}
	}
	return list
}

// straight is an edge from one node to another, which there is, if possible one that is always taken.
func (x *Index) straight(from, to string) int {
	edges := x.between(from, to)
	best := edges[0]
	for _, e := range edges {
		if x.g.Edges[best].Kind == Conditional && x.g.Edges[e].Kind != Conditional {
			best = e
		}
	}
	return int(best)
}

func (x *Index) meetInLockStep(to string, from []string, limit int) []Pair {
	c := x.newParallelCall(limit)
	c.mode = Yes
	pairs := slices.DeleteFunc(c.pairs(from), func(p Pair) bool { return p.A == p.B })
	for i := range pairs {
		pairs[i].Witness = x.arriving(pairs[i].Witness, to)
	}
	return pairs
}

// arriving is a fork whose branches go on to a node that an edge leads to from the end of each.
func (x *Index) arriving(w *Fork, to string) *Fork {
	if w == nil {
		return nil
	}
	end := *w
	end.Left, end.Right = x.step(w.Left, to), x.step(w.Right, to)
	return &end
}

// step is a path with one more step, along an edge that exists.
func (x *Index) step(p Path, to string) Path {
	return Path{
		Nodes: append(slices.Clone(p.Nodes), to),
		Edges: append(slices.Clone(p.Edges), x.straight(p.Last(), to)),
	}
}

// meetInFlow asks of each pair whether one run can take both edges into the target.
func (x *Index) meetInFlow(to string, from []string, limit int) []Pair {
	c := x.newParallelCall(limit)
	var pairs []Pair
	for i, a := range from {
		for _, b := range from[i+1:] {
			p := Pair{A: a, B: b}
			c.settle(&p, c.edgesInFlow(x.ids[to], x.between(a, to), x.between(b, to)))
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// edgesInFlow answers whether one run can take an edge of each list into a node. Of an edge that
// closes a cycle and one that does not, the first is taken a round later than the other.
func (c *parallelCall) edgesInFlow(to int32, left, right []int32) finding {
	u, v := c.x.from[left[0]], c.x.from[right[0]]
	if c.s.first[u] < 0 || c.s.first[v] < 0 {
		return finding{answer: No}
	}
	around := c.s.comp[u] == c.s.comp[to]
	if around != (c.s.comp[v] == c.s.comp[to]) {
		return finding{answer: No}
	}
	return c.flowFinding(c.flowSearch().searchEdges(left, right), around)
}
