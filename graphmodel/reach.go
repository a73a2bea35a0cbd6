package graphmodel

import "slices"

const (
	notSeen = -2 // no walk has come by
	isRoot  = -1 // the walk began here
)

// walk is a breadth-first search. via holds for each node the edge by which it was first seen, or
// isRoot, or notSeen; order holds the nodes in the order they were seen in.
type walk struct {
	via   []int32
	order []int32
}

// walkFrom searches forward from the roots and enters no blocked node. It stops once it has seen
// stop (-1: never). Roots and edges are taken in order, so that equal paths are settled by order
// of declaration. O(n + m).
func (x *Index) walkFrom(roots []int32, blocked func(int32) bool, stop int32) walk {
	w := walk{via: make([]int32, len(x.names))}
	for v := range w.via {
		w.via[v] = notSeen
	}
	for _, r := range roots {
		if w.via[r] == notSeen && (blocked == nil || !blocked(r)) {
			w.via[r] = isRoot
			w.order = append(w.order, r)
		}
	}
	for i := 0; i < len(w.order) && (stop < 0 || w.via[stop] == notSeen); i++ {
		for _, e := range x.out.of(w.order[i]) {
			x.count(1)
			v := x.to[e]
			if w.via[v] == notSeen && (blocked == nil || !blocked(v)) {
				w.via[v] = e
				w.order = append(w.order, v)
			}
		}
	}
	x.count(len(w.via))
	return w
}

// reaching marks the nodes from which a path leads to one of the given, these included. O(n + m).
func (x *Index) reaching(targets []int32) []bool {
	in := make([]bool, len(x.names))
	for _, v := range targets {
		in[v] = true
	}
	queue := slices.Clone(targets)
	for i := 0; i < len(queue); i++ {
		for _, e := range x.in.of(queue[i]) {
			x.count(1)
			if from := x.from[e]; !in[from] {
				in[from] = true
				queue = append(queue, from)
			}
		}
	}
	return in
}

// pathTo reads the path to a node that the walk has seen.
func (x *Index) pathTo(w walk, to int32) Path {
	var edges []int32
	v := to
	for w.via[v] != isRoot {
		edges = append(edges, w.via[v])
		v = x.from[w.via[v]]
	}
	slices.Reverse(edges)
	return x.pathOf(v, edges)
}

// Reachable is the set of nodes to which a path leads from one of the given nodes, these
// included. Names that are no nodes are passed over. O(n + m).
//
// With a gap more nodes could be reachable than the set has; see [Index.CanReach].
func (x *Index) Reachable(from ...string) *NodeSet {
	w := x.walkFrom(x.lookup(from), nil, -1)
	s := &NodeSet{x: x, in: make([]bool, len(x.names)), n: len(w.order)}
	for _, v := range w.order {
		s.in[v] = true
	}
	return s
}

// CanReach reports whether a path leads from a to b; a node reaches itself. Without a path the
// answer is No, or Unknown when there is a gap or one of the two is no node. O(n + m).
func (x *Index) CanReach(a, b string) Tri {
	if !x.Has(a) || !x.Has(b) {
		return Unknown
	}
	if _, ok := x.ShortestPath([]string{a}, b); ok {
		return Yes
	}
	return x.unlessGap(No)
}

// ShortestPath is a path with the fewest steps from one of the given nodes to another; of equal
// paths the one whose nodes and edges were named first. ok is false when no known path exists,
// which with a gap does not mean that there is none. O(n + m).
func (x *Index) ShortestPath(from []string, to string) (p Path, ok bool) {
	return x.PathAvoiding(from, to)
}

// PathAvoiding is the shortest path from one of the given nodes to another that passes none of
// the nodes to avoid, neither at its ends. ok is false when no known path does. A path that was
// found stays true whatever a gap hides. O(n + m).
//
// A [Join] edge counts as passable by itself: on a resume its other edges may have arrived
// before the pause.
func (x *Index) PathAvoiding(from []string, to string, avoid ...string) (p Path, ok bool) {
	target, known := x.ids[to]
	if !known {
		return Path{}, false
	}
	var blocked func(int32) bool
	if len(avoid) > 0 {
		set := make(map[int32]bool, len(avoid))
		for _, v := range x.lookup(avoid) {
			set[v] = true
		}
		blocked = func(v int32) bool { return set[v] }
	}
	w := x.walkFrom(x.lookup(from), blocked, target)
	if w.via[target] == notSeen {
		return Path{}, false
	}
	return x.pathTo(w, target), true
}

// unlessGap turns an answer that an unseen edge could overturn into Unknown when there is a gap.
func (x *Index) unlessGap(t Tri) Tri {
	if x.gap {
		return Unknown
	}
	return t
}
