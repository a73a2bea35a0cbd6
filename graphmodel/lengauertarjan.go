package graphmodel

// lengauerTarjan is the working state of "A Fast Algorithm for Finding Dominators in a Flowgraph"
// (1979). All slices but num are indexed by depth-first number; 0 is the virtual root.
type lengauerTarjan struct {
	x        *Index
	isEntry  []bool
	num      []int32
	node     []int32
	parent   []int32
	semi     []int32
	idom     []int32
	ancestor []int32
	label    []int32
	bucket   []int32 // head of the list of nodes whose semidominator this is
	next     []int32 // next in that list
	stack    []int32
}

const none = -1

func newLengauerTarjan(x *Index, roots []int32) *lengauerTarjan {
	n := len(x.names)
	t := &lengauerTarjan{x: x, isEntry: make([]bool, n), num: make([]int32, n)}
	for v := range t.num {
		t.num[v] = none
	}
	for _, r := range roots {
		t.isEntry[r] = true
	}
	t.number(roots)
	size := len(t.node)
	t.semi, t.label = make([]int32, size), make([]int32, size)
	t.idom, t.ancestor = make([]int32, size), make([]int32, size)
	t.bucket, t.next = make([]int32, size), make([]int32, size)
	for i := range t.semi {
		t.semi[i], t.label[i] = int32(i), int32(i)
		t.ancestor[i], t.bucket[i], t.next[i] = none, none, none
	}
	return t
}

// number walks depth first. The stack holds a node and how far its edges are done.
func (t *lengauerTarjan) number(roots []int32) {
	type frame struct{ node, done int32 }
	var stack []frame
	visit := func(v, parent int32) {
		t.num[v] = int32(len(t.node))
		t.node = append(t.node, v)
		t.parent = append(t.parent, parent)
		stack = append(stack, frame{node: v})
	}
	t.node, t.parent = append(t.node, none), append(t.parent, none)
	for _, r := range roots {
		if t.num[r] != none {
			continue
		}
		visit(r, 0)
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			edges := t.x.out.of(top.node)
			if int(top.done) == len(edges) {
				stack = stack[:len(stack)-1]
				continue
			}
			t.x.count(1)
			to := t.x.to[edges[top.done]]
			top.done++
			if t.num[to] == none {
				visit(to, t.num[top.node])
			}
		}
	}
}

func (t *lengauerTarjan) run() {
	for w := int32(len(t.node)) - 1; w > 0; w-- {
		t.semidominator(w)
		up := t.parent[w]
		t.next[w], t.bucket[t.semi[w]] = t.bucket[t.semi[w]], w
		t.ancestor[w] = up
		for v := t.bucket[up]; v != none; v = t.next[v] {
			if u := t.eval(v); t.semi[u] < t.semi[v] {
				t.idom[v] = u
			} else {
				t.idom[v] = up
			}
		}
		t.bucket[up] = none
	}
	for w := 1; w < len(t.node); w++ {
		if t.idom[w] != t.semi[w] {
			t.idom[w] = t.idom[t.idom[w]]
		}
	}
}

func (t *lengauerTarjan) semidominator(w int32) {
	if t.isEntry[t.node[w]] {
		t.semi[w] = 0
	}
	for _, e := range t.x.in.of(t.node[w]) {
		t.x.count(1)
		p := t.num[t.x.from[e]]
		if p == none {
			continue
		}
		if u := t.eval(p); t.semi[u] < t.semi[w] {
			t.semi[w] = t.semi[u]
		}
	}
}

// eval is the node with the least semidominator on the way from v up to the root of its tree,
// the root excepted. It shortens the way as it goes.
func (t *lengauerTarjan) eval(v int32) int32 {
	if t.ancestor[v] == none {
		return t.label[v]
	}
	t.stack = t.stack[:0]
	for u := v; t.ancestor[t.ancestor[u]] != none; u = t.ancestor[u] {
		t.stack = append(t.stack, u)
	}
	t.x.count(len(t.stack))
	for i := len(t.stack) - 1; i >= 0; i-- {
		u := t.stack[i]
		up := t.ancestor[u]
		if t.semi[t.label[up]] < t.semi[t.label[u]] {
			t.label[u] = t.label[up]
		}
		t.ancestor[u] = t.ancestor[up]
	}
	return t.label[v]
}
