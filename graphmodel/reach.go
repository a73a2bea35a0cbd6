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

// SetOf is the set of the named nodes. Names that are no nodes are passed over.
func (x *Index) SetOf(names []string) *NodeSet {
	ids := x.lookup(names)
	s := &NodeSet{x: x, in: make([]bool, len(x.names)), n: len(ids)}
	for _, v := range ids {
		s.in[v] = true
	}
	return s
}

// Walk holds shortest paths from some nodes to all others, see [Index.Walk].
type Walk struct {
	x *Index
	w walk
}

// Walk searches once for paths from one of the given nodes to every other that pass none of the nodes
// to stop at before they end. Its paths are those of [Index.PathAvoiding] for each node, where that is
// told to avoid all stops but the node. O(n + m), for all nodes together.
func (x *Index) Walk(from []string, stops *NodeSet) *Walk {
	w := walk{via: make([]int32, len(x.names))}
	for v := range w.via {
		w.via[v] = notSeen
	}
	for _, v := range x.lookup(from) {
		w.via[v] = isRoot
		w.order = append(w.order, v)
	}
	for i := 0; i < len(w.order); i++ {
		if stops.in[w.order[i]] {
			continue
		}
		for _, e := range x.out.of(w.order[i]) {
			x.count(1)
			if v := x.to[e]; w.via[v] == notSeen {
				w.via[v] = e
				w.order = append(w.order, v)
			}
		}
	}
	return &Walk{x, w}
}

// PathTo is the path to a node; ok is false when there is none. It costs the length of the path.
func (w *Walk) PathTo(node string) (p Path, ok bool) {
	v, known := w.x.ids[node]
	if !known || w.w.via[v] == notSeen {
		return Path{}, false
	}
	return w.x.pathTo(w.w, v), true
}

// Until lists the nodes to which a path leads from a node that passes none of the nodes to stop at
// on its way; it may end there. Nearest come first; the node itself is not listed. It costs what it
// looks at: edges of the node, and of those listed that are no stops.
func (x *Index) Until(node string, stops *NodeSet) []string {
	from, known := x.ids[node]
	if !known {
		return nil
	}
	var names []string
	seen, queue := map[int32]bool{from: true}, []int32{from}
	for i := 0; i < len(queue); i++ {
		if queue[i] != from && stops.in[queue[i]] {
			continue
		}
		for _, e := range x.out.of(queue[i]) {
			x.count(1)
			if v := x.to[e]; !seen[v] {
				seen[v] = true
				queue, names = append(queue, v), append(names, x.names[v])
			}
		}
	}
	return names
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
