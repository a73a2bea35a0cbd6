package graphmodel

import (
	"cmp"
	"slices"
)

// Overlap is a pair of nodes of one set that can be active at one time.
type Overlap struct {
	// A and B are in the order of the set; they are equal for a node that a fan-out starts several
	// times.
	A, B string
	// Steps is how many edges the two branches of its witness have together.
	Steps int

	set    int32
	u, v   int32
	i, j   int32     // positions of u and v in the set
	lock   *lockStep // what has found it: a forward search, as its pair at
	at     int32
	way    *way // or a search for this pair
	around bool // that, in dataflow, on a cycle
}

// Overlaps are the pairs of several sets, see [Index.Overlaps].
type Overlaps struct {
	c      *parallelCall
	sets   [][]int32
	to     []string // by set, where its outputs meet; nil where nodes are asked about
	into   [][][]int32
	member membership
	found  [][]Overlap
	cut    []bool
	pool   int // work that is left for what one search has not settled
	useful []bool
}

// Overlaps finds, for each of many sets of nodes, those of its pairs that [Index.Parallel] answers
// with Yes. It is for rules that ask about every field of a graph: in lock step one search serves all
// sets, so that they cost O(n + m) together where the graph is such that one of them costs that, and
// in the order of what is found: pairs that are not active at one time are not gone through.
//
// In dataflow, what is unordered is read off the nearest nodes before each that are in its set, and
// what is left is searched pair by pair. A chain of w nodes of a set costs O(n + m), and not w²; many
// sets whose nodes stand far apart cost O(n + m) each where branches run beside each other all the way,
// and O(n + m) together where they meet now and then.
//
// limit is as for Parallel, for each set; all sets together get sixteen times as much behind the
// search that serves all. What is cut off is left out, and [Overlaps.Complete] is false. So are pairs
// of one set behind the first 65,536: on three hundred branches of one fork all are found, on ten
// thousand not.
func (x *Index) Overlaps(sets [][]string, limit int) *Overlaps {
	o := x.newOverlaps(len(sets), limit)
	for i, names := range sets {
		o.sets[i] = o.reached(x.lookup(names))
	}
	o.run()
	return o
}

// Meetings finds, for each fan-in, those of its pairs that [Index.Meet] answers with Yes, as Overlaps
// does and at the same cost.
func (x *Index) Meetings(fanIns []FanIn, limit int) *Overlaps {
	o := x.newOverlaps(len(fanIns), limit)
	o.to, o.into = make([]string, len(fanIns)), make([][][]int32, len(fanIns))
	for i, f := range fanIns {
		o.to[i] = f.Node
		for _, v := range o.reached(x.lookup(f.From)) {
			if edges := x.between(x.names[v], f.Node); len(edges) > 0 {
				o.sets[i], o.into[i] = append(o.sets[i], v), append(o.into[i], edges)
			}
		}
	}
	o.run()
	return o
}

func (x *Index) newOverlaps(sets, limit int) *Overlaps {
	o := &Overlaps{
		c: x.newParallelCall(limit), sets: make([][]int32, sets),
		found: make([][]Overlap, sets), cut: make([]bool, sets),
	}
	o.pool = 16 * o.c.limit
	return o
}

// reached leaves out what no run reaches.
func (o *Overlaps) reached(nodes []int32) []int32 {
	return slices.DeleteFunc(nodes, func(v int32) bool { return o.c.s.first[v] < 0 })
}

// Of lists the pairs of one set: those with the fewest steps first, and equal ones in the order of
// the set.
func (o *Overlaps) Of(set int) []Overlap { return o.found[set] }

// Complete reports whether these are all: the limit was not reached.
func (o *Overlaps) Complete(set int) bool { return !o.cut[set] }

func (o *Overlaps) run() {
	o.member = newMembership(len(o.c.x.names), o.sets)
	if o.to == nil {
		o.withThemselves()
	}
	if writers := o.pairable(); len(writers) > 0 {
		o.useful = o.c.x.reaching(writers)
		switch o.c.mode {
		case Yes:
			o.inLockStep()
		case No:
			o.inFlow()
		default:
			o.inLockStep()
			o.alsoInFlow()
		}
	}
	for _, list := range o.found {
		slices.SortFunc(list, func(a, b Overlap) int {
			return cmp.Or(cmp.Compare(a.Steps, b.Steps), cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j))
		})
	}
}

// pairable are the nodes of all sets in which there are two.
func (o *Overlaps) pairable() []int32 {
	seen := make([]bool, len(o.c.x.names))
	var list []int32
	for _, set := range o.sets {
		for _, v := range set {
			if len(set) > 1 && !seen[v] {
				seen[v] = true
				list = append(list, v)
			}
		}
	}
	return list
}

func (o *Overlaps) withThemselves() {
	for set, nodes := range o.sets {
		for i, v := range nodes {
			if o.c.s.many[v] {
				o.add(Overlap{set: int32(set), u: v, v: v, i: int32(i), j: int32(i), Steps: 2, at: none})
			}
		}
	}
}

// maxOverlaps is how many pairs of one set are taken up, in the order in which they are found. Nobody
// looks at more, and a wide fork has millions.
const maxOverlaps = 1 << 16

// full reports whether no more pairs of a set are taken up.
func (o *Overlaps) full(set int) bool { return len(o.found[set]) >= maxOverlaps }

// add takes up a pair and puts it in the order of the set.
func (o *Overlaps) add(p Overlap) {
	if o.full(int(p.set)) {
		o.cut[p.set] = true
		return
	}
	if p.i > p.j {
		p.u, p.v, p.i, p.j = p.v, p.u, p.j, p.i
	}
	p.A, p.B = o.c.x.names[p.u], o.c.x.names[p.v]
	if o.to != nil && p.lock != nil {
		p.Steps += 2
	}
	o.found[p.set] = append(o.found[p.set], p)
}

func (w *way) steps() int {
	n := len(w.left) + len(w.right)
	if w.same {
		n += 2 // the fan-out before both
	}
	return n
}

// Pair is the answer of [Index.Parallel], or [Index.Meet], with its witness, to a pair of Of.
func (o *Overlaps) Pair(p Overlap) Pair {
	out := Pair{A: p.A, B: p.B}
	f := o.finding(p)
	if o.c.mode == Unknown && p.u != p.v {
		f.exact = false
	}
	if o.to != nil && o.c.mode != No {
		f.fork = o.c.x.arriving(f.fork, o.to[p.set])
	}
	o.c.settle(&out, f)
	return out
}

func (o *Overlaps) finding(p Overlap) finding {
	if p.u == p.v {
		return o.c.withItself(p.u)
	}
	if p.lock != nil {
		at, left, right, same := p.lock.branches(p.at)
		if p.u > p.v {
			left, right = right, left
		}
		return o.c.forkOf(at, left, right, same)
	}
	f := o.c.forkOf(p.way.at, p.way.left, p.way.right, p.way.same)
	if o.c.mode == No {
		f.exact = !p.around
	}
	return f
}

// membership tells of each node the sets that it is in, ascending, and its position in each.
type membership struct {
	start []int32
	list  []inSet
}

// inSet is a set and a position in it.
type inSet struct{ set, at int32 }

func newMembership(nodes int, sets [][]int32) membership {
	m := membership{start: make([]int32, nodes+1)}
	for _, set := range sets {
		for _, v := range set {
			m.start[v+1]++
		}
	}
	for v := range nodes {
		m.start[v+1] += m.start[v]
	}
	m.list = make([]inSet, m.start[nodes])
	next := slices.Clone(m.start)
	for i, set := range sets {
		for at, v := range set {
			m.list[next[v]] = inSet{int32(i), int32(at)}
			next[v]++
		}
	}
	return m
}

func (m *membership) of(v int32) []inSet { return m.list[m.start[v]:m.start[v+1]] }

// shared calls f for each set that both nodes are in.
func (m *membership) shared(u, v int32, f func(a, b inSet)) {
	a, b := m.of(u), m.of(v)
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].set < b[0].set:
			a = a[1:]
		case a[0].set > b[0].set:
			b = b[1:]
		default:
			f(a[0], b[0])
			a, b = a[1:], b[1:]
		}
	}
}
