package graphmodel

import "sync"

// startID is the integer of [Start] in every index; the nodes follow in order of declaration and
// [End] comes last.
const startID = 0

// Index answers questions about one graph. It is built once per graph and may be used by several
// goroutines at one time; the graph must not change after that.
//
// Start and End count as nodes in every query, so that paths and sets may contain them.
//
// Every query says what a gap means for it. Where a method gives a plain path or set, it speaks
// only of what is known; where it gives a [Tri], the gap is part of the answer.
type Index struct {
	g     *Graph
	names []string
	decl  []int // by integer: the index in g.Nodes; -1 for Start and End
	ids   map[string]int32
	from  []int32 // by index in g.Edges; -1 for an edge that is kept apart
	to    []int32
	out   adjacency
	in    adjacency
	apart []int
	dup   []int
	gap   bool
	shape func() *shape // components and step bounds, on first use
	meter *int          // counts elementary operations; nil outside of tests
}

// adjacency lists the edges of each node: those of node v are list[start[v]:start[v+1]].
type adjacency struct {
	start []int32
	list  []int32
}

func (a *adjacency) of(v int32) []int32 { return a.list[a.start[v]:a.start[v+1]] }

// NewIndex builds the index of a graph. It accepts any graph: an edge with an unknown end, an
// edge into Start or out of End is kept apart (see [Index.Apart]), and of several nodes with one
// name the first counts (see [Index.Duplicates]). O(n + m).
func NewIndex(g *Graph) *Index {
	x := &Index{
		g:     g,
		names: make([]string, 1, len(g.Nodes)+2),
		decl:  make([]int, 1, len(g.Nodes)+2),
		ids:   make(map[string]int32, len(g.Nodes)+2),
		gap:   g.HasGap(GapEdge, GapNode),
	}
	x.names[startID], x.decl[startID] = Start, -1
	x.ids[Start] = startID
	x.ids[End] = -1 // reserved: a node that calls itself so is a duplicate
	for i := range g.Nodes {
		name := g.Nodes[i].Name
		if _, taken := x.ids[name]; taken {
			x.dup = append(x.dup, i)
			continue
		}
		x.ids[name] = int32(len(x.names))
		x.names, x.decl = append(x.names, name), append(x.decl, i)
	}
	x.ids[End] = int32(len(x.names))
	x.names, x.decl = append(x.names, End), append(x.decl, -1)
	x.addEdges()
	x.shape = sync.OnceValue(x.computeShape)
	return x
}

func (x *Index) addEdges() {
	edges := x.g.Edges
	x.from, x.to = make([]int32, len(edges)), make([]int32, len(edges))
	for i := range edges {
		from, okFrom := x.ids[edges[i].From]
		to, okTo := x.ids[edges[i].To]
		if !okFrom || !okTo || x.isEnd(from) || to == startID {
			x.from[i], x.to[i] = -1, -1
			x.apart = append(x.apart, i)
			continue
		}
		x.from[i], x.to[i] = from, to
	}
	x.out = newAdjacency(len(x.names), x.from)
	x.in = newAdjacency(len(x.names), x.to)
}

// newAdjacency sorts edges by one of their ends, by counting, and keeps order of declaration.
func newAdjacency(nodes int, end []int32) adjacency {
	start := make([]int32, nodes+1)
	for _, v := range end {
		if v >= 0 {
			start[v+1]++
		}
	}
	for v := range nodes {
		start[v+1] += start[v]
	}
	list := make([]int32, start[nodes])
	next := append([]int32(nil), start...)
	for e, v := range end {
		if v >= 0 {
			list[next[v]] = int32(e)
			next[v]++
		}
	}
	return adjacency{start: start, list: list}
}

func (x *Index) isEnd(v int32) bool { return int(v) == len(x.names)-1 }

// count adds to the meter of a test.
func (x *Index) count(n int) {
	if x.meter != nil {
		*x.meter += n
	}
}

// Graph is the graph that the index was built from.
func (x *Index) Graph() *Graph { return x.g }

// Incomplete reports whether nodes or edges could be missing because of a gap.
func (x *Index) Incomplete() bool { return x.gap }

// Has reports whether the name is a node of the graph, Start or End.
func (x *Index) Has(name string) bool {
	_, ok := x.ids[name]
	return ok
}

// Node returns the node of that name; Start and End are none. O(1).
func (x *Index) Node(name string) (*Node, bool) {
	v, ok := x.ids[name]
	if !ok || x.decl[v] < 0 {
		return nil, false
	}
	return &x.g.Nodes[x.decl[v]], true
}

// Apart lists the edges (as indexes in Graph.Edges, ascending) that no query follows: an end that
// is no node, an edge into Start or out of End.
func (x *Index) Apart() []int { return append([]int(nil), x.apart...) }

// Duplicates lists the nodes (as indexes in Graph.Nodes, ascending) whose name another node had
// before them, or is the name of Start or End.
func (x *Index) Duplicates() []int { return append([]int(nil), x.dup...) }

// Out lists the edges that leave a node, as indexes in Graph.Edges in order of declaration.
func (x *Index) Out(node string) []int { return x.edgesOf(&x.out, node) }

// In lists the edges that enter a node, as indexes in Graph.Edges in order of declaration.
func (x *Index) In(node string) []int { return x.edgesOf(&x.in, node) }

func (x *Index) edgesOf(a *adjacency, node string) []int {
	v, ok := x.ids[node]
	if !ok {
		return nil
	}
	list := make([]int, 0, len(a.of(v)))
	for _, e := range a.of(v) {
		list = append(list, int(e))
	}
	return list
}

// lookup gives the integers of the names that are nodes, without repetition.
func (x *Index) lookup(names []string) []int32 {
	ids := make([]int32, 0, len(names))
	seen := make(map[int32]bool, len(names))
	for _, name := range names {
		if v, ok := x.ids[name]; ok && !seen[v] {
			seen[v] = true
			ids = append(ids, v)
		}
	}
	return ids
}
