package graphmodel

import (
	"math"
	"slices"
)

// forever is the upper step bound of a node that a cycle lets run any number of times.
const forever = math.MaxInt32

// shape is what the searches ask again and again: the strongly connected components and, for
// nodes that Start reaches, the first and the last superstep in which they can run.
type shape struct {
	comp   []int32 // component of each node; an edge never leads to a component of higher number
	comps  [][]int32
	cyclic []bool  // by component: a node of it can come after itself
	first  []int32 // least number of steps from Start; -1 when no run reaches the node
	last   []int32 // greatest number of steps from Start, or forever
	joins  *joinList
	many   []bool // a fan-out that Start reaches can activate the node several times in a step
}

func (x *Index) computeShape() *shape {
	t := &tarjan{x: x, index: make([]int32, len(x.names)), low: make([]int32, len(x.names))}
	t.comp = make([]int32, len(x.names))
	for v := range t.comp {
		t.comp[v] = none
	}
	for v := range x.names {
		if t.index[v] == 0 {
			t.search(int32(v))
		}
	}
	s := &shape{comp: t.comp, comps: t.comps, cyclic: make([]bool, len(t.comps))}
	for c, nodes := range s.comps {
		slices.Sort(nodes)
		s.cyclic[c] = len(nodes) > 1 || x.hasSelfLoop(nodes[0])
	}
	s.boundSteps(x)
	return s
}

func (x *Index) hasSelfLoop(v int32) bool {
	for _, e := range x.out.of(v) {
		if x.to[e] == v {
			return true
		}
	}
	return false
}

// tarjan finds strongly connected components with an explicit stack. Components come out in
// reverse topological order.
type tarjan struct {
	x     *Index
	index []int32 // from 1; 0: not visited
	low   []int32
	comp  []int32
	comps [][]int32
	open  []int32
	clock int32
}

func (t *tarjan) search(root int32) {
	type frame struct{ node, done int32 }
	var stack []frame
	enter := func(v int32) {
		t.clock++
		t.index[v], t.low[v] = t.clock, t.clock
		t.open = append(t.open, v)
		stack = append(stack, frame{node: v})
	}
	enter(root)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		v, edges := top.node, t.x.out.of(top.node)
		if int(top.done) < len(edges) {
			t.x.count(1)
			to := t.x.to[edges[top.done]]
			top.done++
			if t.index[to] == 0 {
				enter(to)
			} else if t.comp[to] == none {
				t.low[v] = min(t.low[v], t.index[to])
			}
			continue
		}
		stack = stack[:len(stack)-1]
		if len(stack) > 0 {
			up := stack[len(stack)-1].node
			t.low[up] = min(t.low[up], t.low[v])
		}
		if t.low[v] == t.index[v] {
			t.closeComponent(v)
		}
	}
}

func (t *tarjan) closeComponent(v int32) {
	at := len(t.open) - 1
	for t.open[at] != v {
		at--
	}
	nodes := slices.Clone(t.open[at:])
	t.open = t.open[:at]
	for _, u := range nodes {
		t.comp[u] = int32(len(t.comps))
	}
	t.comps = append(t.comps, nodes)
}

// boundSteps computes first by breadth and last along the components in topological order.
func (s *shape) boundSteps(x *Index) {
	n := len(x.names)
	s.first, s.last, s.many = make([]int32, n), make([]int32, n), make([]bool, n)
	for v := range n {
		s.first[v], s.last[v] = none, none
	}
	s.first[startID], s.last[startID] = 0, 0
	s.joins = newJoinList(x)
	s.boundBelow(x)
	for c := len(s.comps) - 1; c >= 0; c-- {
		for _, v := range s.comps[c] {
			if s.first[v] >= 0 {
				s.passOn(x, v)
			}
		}
	}
}

// boundBelow walks in order of steps. An edge of a join counts when all sources of the join have
// been seen, the last of them at the join's least step. A join with a source that no run reaches
// never fires.
func (s *shape) boundBelow(x *Index) {
	missing := make([]int, len(s.joins.joins))
	for j := range missing {
		missing[j] = len(s.joins.joins[j].sources)
	}
	queue := []int32{startID}
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		for _, e := range x.out.of(v) {
			x.count(1)
			if src := s.joins.source[e]; src != none {
				j := s.joins.sources[src].join
				if s.joins.sources[src].edge == e {
					missing[j]--
				}
				if missing[j] > 0 {
					continue
				}
			}
			if to := x.to[e]; s.first[to] < 0 {
				s.first[to] = s.first[v] + 1
				queue = append(queue, to)
			}
		}
	}
}

// passOn hands the last step of a node on to those behind it. All nodes of a cyclic component
// that Start reaches have no last step.
func (s *shape) passOn(x *Index, v int32) {
	if s.cyclic[s.comp[v]] {
		s.last[v] = forever
	}
	for _, e := range x.out.of(v) {
		x.count(1)
		to := x.to[e]
		if s.last[v] == forever {
			s.last[to] = forever
		} else {
			s.last[to] = max(s.last[to], s.last[v]+1)
		}
		if x.g.Edges[e].Kind == FanOut {
			s.many[to] = true
		}
	}
}
