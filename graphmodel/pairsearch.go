package graphmodel

// pairState is one state of a search over two branches, a and b being places. In lock step a
// state with half set has moved a one step back and b not yet; moving one branch at a time costs
// the sum and not the product of the edges of the two.
type pairState struct {
	a, b   int32
	half   bool
	left   bool  // the move that led here was one of a
	edge   int32 // the edge of that move
	parent int32 // index of the state before the move; -1 for the first
}

func (s pairState) key() uint64 {
	k := uint64(s.a)<<32 | uint64(s.b)<<1
	if s.half {
		k |= 1
	}
	return k
}

// outcome of one search.
type outcome uint8

const (
	running outcome = iota
	found
	exhausted // there is nothing to be found from any state that was seen
	cut       // the limit was reached
)

// pairTable remembers states over several searches: what a search saw in vain need not be seen
// again by the next.
type pairTable struct {
	seen     *pairMap    // the search that saw the state
	outcomes []outcome   // by search
	states   []pairState // of the current search
	spent    int         // edges looked at in all searches
}

func newPairTable() *pairTable { return &pairTable{seen: newPairMap()} }

func (t *pairTable) begin(first pairState) {
	t.outcomes = append(t.outcomes, running)
	t.states = t.states[:0]
	t.add(first)
}

// add takes up a state unless this search has it, or an earlier one saw it in vain.
func (t *pairTable) add(s pairState) {
	now, k := int32(len(t.outcomes)-1), s.key()
	if old, ok := t.seen.get(k); ok && (old == now || t.outcomes[old] == exhausted) {
		return
	}
	t.seen.set(k, now)
	t.states = append(t.states, s)
}

func (t *pairTable) end(o outcome) outcome {
	t.outcomes[len(t.outcomes)-1] = o
	return o
}

// branches reads from the last state, where the two meet, the edges of both up to their ends.
func (t *pairTable) branches() (left, right []int32) {
	for i := int32(len(t.states) - 1); t.states[i].parent >= 0; i = t.states[i].parent {
		if t.states[i].left {
			left = append(left, t.states[i].edge)
		} else {
			right = append(right, t.states[i].edge)
		}
	}
	return left, right
}

// pairSearch looks for two branches of equal length from one node, backward from their ends.
//
// Two different nodes that are active in one step choose their ways independently, so following
// each back by any of its edges is exact, until both are at one node: that is a fork if the two
// edges can be taken together, and otherwise the end of this line. Joins are taken for ordinary
// edges, which makes a fork found through one a mere possibility and "exhausted" the more certain.
type pairSearch struct {
	*pairTable
	x     *Index
	s     *shape
	p     *places
	limit int // per search
	total int // for all searches
}

func newPairSearch(x *Index, s *shape, p *places, limit int) *pairSearch {
	return &pairSearch{pairTable: newPairTable(), x: x, s: s, p: p, limit: limit / 4, total: limit}
}

// way is how a fork comes about: the node where two branches part, their edges, and whether both
// begin with alternatives of one router.
type way struct {
	at          int32
	left, right []int32
	same        bool
}

// way reads what the last search has found; ok is false for a fork that needs a join.
func (ps *pairSearch) way() (w way, ok bool) {
	last := ps.states[len(ps.states)-1]
	w = way{at: ps.p.node[last.a], same: ps.p.exclusive(last.a, last.b)}
	w.left, w.right = ps.branches()
	for _, edges := range [][]int32{w.left, w.right} {
		for _, e := range edges {
			if ps.x.g.Edges[e].Kind == Join {
				return w, false
			}
		}
	}
	return w, true
}

func (ps *pairSearch) search(u, v int32) outcome {
	ps.begin(pairState{a: ps.p.end(u), b: ps.p.end(v), parent: -1})
	limit := min(ps.spent+ps.limit, ps.total)
	for i := int32(0); int(i) < len(ps.states); i++ {
		if ps.spent >= limit {
			return ps.end(cut)
		}
		if ps.states[i].half {
			if ps.moveRight(i) {
				return ps.end(found)
			}
		} else {
			ps.moveLeft(i)
		}
	}
	return ps.end(exhausted)
}

// moveLeft moves a one step back, from the step of b to the step before.
func (ps *pairSearch) moveLeft(i int32) {
	st := ps.states[i]
	a, b := ps.p.node[st.a], ps.p.node[st.b]
	edges := ps.x.in.of(a)
	ps.spend(len(edges))
	for _, e := range edges {
		from := ps.x.from[e]
		if !ps.s.oneBefore(from, b) {
			continue
		}
		ps.add(pairState{a: ps.p.leave[e], b: st.b, half: true, left: true, edge: e, parent: i})
	}
}

// moveRight moves b after a and reports whether that has found a fork.
func (ps *pairSearch) moveRight(i int32) bool {
	st := ps.states[i]
	a, b := ps.p.node[st.a], ps.p.node[st.b]
	edges := ps.x.in.of(b)
	ps.spend(len(edges))
	for _, e := range edges {
		from, place := ps.x.from[e], ps.p.leave[e]
		if !ps.s.sameStep(a, from) {
			continue
		}
		next := pairState{a: st.a, b: place, edge: e, parent: i}
		if from != a {
			ps.add(next)
		} else if !ps.p.exclusive(st.a, place) || ps.s.many[a] {
			ps.states = append(ps.states, next)
			return true
		}
	}
	return false
}

func (ps *pairSearch) spend(edges int) {
	ps.spent += edges + 1
	ps.x.count(edges + 1)
}

// sameStep: by their bounds both can run in one step.
func (s *shape) sameStep(u, v int32) bool {
	return s.first[u] >= 0 && s.first[v] >= 0 && s.first[u] <= s.last[v] && s.first[v] <= s.last[u]
}

// oneBefore: by their bounds u can run one step before v.
func (s *shape) oneBefore(u, v int32) bool {
	return s.first[u] >= 0 && s.first[v] >= 0 && s.first[u] < s.last[v] && s.first[v]-1 <= s.last[u]
}
