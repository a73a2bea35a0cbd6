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
	from = slices.DeleteFunc(unrepeated(from), func(name string) bool { return !x.leadsStraight(name, to) })
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

// leadsStraight: is there an edge from one to the other?
func (x *Index) leadsStraight(from, to string) bool { return x.straight(from, to) >= 0 }

// straight is an edge from one node to another, if possible one that is always taken; -1: none.
func (x *Index) straight(from, to string) int {
	best := -1
	for _, e := range x.Out(from) {
		if edge := &x.g.Edges[e]; edge.To == to && (best < 0 || x.g.Edges[best].Kind == Conditional && edge.Kind != Conditional) {
			best = e
		}
	}
	return best
}

func (x *Index) meetInLockStep(to string, from []string, limit int) []Pair {
	pairs := slices.DeleteFunc(x.Parallel(from, limit), func(p Pair) bool { return p.A == p.B })
	for i := range pairs {
		if w := pairs[i].Witness; w != nil {
			end := *w
			end.Left, end.Right = x.step(w.Left, to), x.step(w.Right, to)
			pairs[i].Witness = &end
		}
	}
	return pairs
}

// step is a path with one more step, along an edge that exists.
func (x *Index) step(p Path, to string) Path {
	return Path{
		Nodes: append(slices.Clone(p.Nodes), to),
		Edges: append(slices.Clone(p.Edges), x.straight(p.Last(), to)),
	}
}

// meetInFlow asks in a graph in which the edges into the target lead through a node of their own,
// one for each source: these can run unordered exactly when both edges can be taken.
func (x *Index) meetInFlow(to string, from []string, limit int) []Pair {
	s := &split{to: to, edges: len(x.g.Edges), source: make(map[string]string, len(from))}
	g := *x.g
	g.Dialect.LockStep = No
	g.Nodes, g.Edges = slices.Clone(g.Nodes), slices.Clone(g.Edges)
	var arrivals []string
	for _, name := range from {
		arrival := "\x00" + name // no source spells a name so
		s.source[arrival] = name
		arrivals = append(arrivals, arrival)
		g.Nodes = append(g.Nodes, Node{Name: arrival})
		g.Edges = append(g.Edges, Edge{From: arrival, To: to})
		for e := range g.Edges[:s.edges] {
			if edge := &g.Edges[e]; edge.From == name && edge.To == to {
				edge.To = arrival
				if edge.Kind == Join {
					edge.Kind = Always
				}
			}
		}
	}
	pairs := slices.DeleteFunc(NewIndex(&g).Parallel(arrivals, limit), func(p Pair) bool { return p.A == p.B })
	for i := range pairs {
		p := &pairs[i]
		p.A, p.B = s.source[p.A], s.source[p.B]
		if p.Witness != nil {
			w := *p.Witness
			w.Lead, w.Left, w.Right = s.mend(w.Lead), s.mend(w.Left), s.mend(w.Right)
			p.Witness = &w
		}
	}
	return pairs
}

// split remembers how edges into one node were led through nodes of their own.
type split struct {
	to     string
	edges  int               // how many the graph has without the added ones
	source map[string]string // by added node
}

// mend gives a path as it is in the graph without the added nodes and edges.
func (s *split) mend(p Path) Path {
	out := Path{Nodes: slices.Clone(p.Nodes[:1]), Edges: make([]int, 0, len(p.Edges))}
	for i, e := range p.Edges {
		if e >= s.edges {
			continue // from an added node to the target, which is there already
		}
		next := p.Nodes[i+1]
		if _, added := s.source[next]; added {
			next = s.to
		}
		out.Nodes, out.Edges = append(out.Nodes, next), append(out.Edges, e)
	}
	return out
}
