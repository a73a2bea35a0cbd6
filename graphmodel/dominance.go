package graphmodel

// Dominators is the dominator tree of one graph for one set of entries.
//
// It speaks of paths. A [Join] edge counts as a path by itself, so a node that a join waits for
// dominates the join's target only if every path passes it; "dominates" is never said wrongly
// because of a join.
type Dominators struct {
	x    *Index
	num  []int32 // node to its depth-first number; -1 when not reachable. 0 is the virtual root.
	node []int32 // the inverse
	idom []int32 // by number
	pre  []int32 // preorder in the dominator tree, by number
	size []int32 // size of the subtree, by number
}

// Dominators computes dominance from a set of entries: the root is a virtual node with an edge to
// each entry. Names that are no nodes are passed over. Lengauer-Tarjan with path compression,
// without recursion: O(m log n), in practice linear.
func (x *Index) Dominators(entries []string) *Dominators {
	roots := x.lookup(entries)
	t := newLengauerTarjan(x, roots)
	t.run()
	d := &Dominators{x: x, num: t.num, node: t.node, idom: t.idom}
	d.numberTree()
	return d
}

// numberTree makes "is an ancestor of" a comparison of two numbers. The dominator of a node has
// a smaller depth-first number than the node, so two passes in that order do it.
func (d *Dominators) numberTree() {
	n := len(d.node)
	d.size, d.pre = make([]int32, n), make([]int32, n)
	next := make([]int32, n)
	for i := n - 1; i >= 0; i-- {
		d.size[i]++
		if i > 0 {
			d.size[d.idom[i]] += d.size[i]
		}
	}
	next[0] = 1
	for i := 1; i < n; i++ {
		up := d.idom[i]
		d.pre[i] = next[up]
		next[up] += d.size[i]
		next[i] = d.pre[i] + 1
	}
}

// Dominates answers whether every path from every entry to b passes a; a node dominates itself.
// No is certain; Yes becomes Unknown with a gap, for an unseen edge could lead round a. When no
// known path reaches b, or one of the two is no node, the answer is Unknown. O(1).
func (d *Dominators) Dominates(a, b string) Tri {
	va, okA := d.x.ids[a]
	vb, okB := d.x.ids[b]
	if !okA || !okB || d.num[vb] < 0 {
		return Unknown
	}
	if a == b {
		return Yes
	}
	na, nb := d.num[va], d.num[vb]
	if na < 0 || d.pre[nb] < d.pre[na] || d.pre[nb] >= d.pre[na]+d.size[na] {
		return No
	}
	return d.x.unlessGap(Yes)
}

// ImmediateDominator is the last node before b that every known path from the entries passes. ok
// is false when there is none: b is an entry, or paths from several entries meet nowhere before
// b, or none reaches b. A gap could only move it nearer to the entries. O(1).
func (d *Dominators) ImmediateDominator(b string) (name string, ok bool) {
	v, known := d.x.ids[b]
	if !known || d.num[v] < 0 || d.idom[d.num[v]] == 0 {
		return "", false
	}
	return d.x.names[d.node[d.idom[d.num[v]]]], true
}

// Reached reports whether a known path leads from an entry to the node.
func (d *Dominators) Reached(node string) bool {
	v, ok := d.x.ids[node]
	return ok && d.num[v] >= 0
}
