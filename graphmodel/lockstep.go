package graphmodel

// lockStep finds all pairs that come together in one superstep, forward from the forks.
//
// A pair is two tokens of one run in one step. A token is a node that runs; or a source of a join
// that has run and waits; or a join that fires, its sources all there and one of them in this
// very step. Tokens are numbered in that order: nodes, waiting sources, firing joins.
//
// Two nodes that run in one step go on independently, so all pairs of their edges follow, unless
// both come to one node, which is one activation. A join fires beside a token when each of its
// sources waits or runs beside that token. Checking sources one by one forgets that all must be
// true in the same run, so a pair that needs a join is a possibility; no pair is missed.
type lockStep struct {
	x      *Index
	s      *shape
	p      *places
	useful []bool   // by node: it can reach a writer
	ways   [][]move // by token
	pairs  *pairMap
	list   []tokenPair
	firing map[uint64]*gathering // by join and token
	spent  int
	limit  int
	cut    bool
}

// tokenPair is one pair and how it came about. a is less than b.
type tokenPair struct {
	a, b   int32
	parent int32 // index of the pair before, or none at a fork
	ea, eb int32 // the edges taken by a and b since the parent; none where a token took none
	swap   bool  // a goes back to the parent's b
	same   bool  // at a fork: both edges are alternatives of one router
}

// gathering counts the sources of a join that are there beside one token.
type gathering struct {
	there int
	fresh int32 // the pair in which a source runs in this step, or none
	edge  int32 // the edge of that source
	fork  bool  // the token is that source itself
	done  bool
}

// move is one way on for a token.
type move struct {
	to   int32
	edge int32
}

// newLockStep searches; useful marks the nodes that can reach a writer. What is found of two of them,
// and by which way, does not depend on which further nodes are useful, unless the limit cuts it off.
func newLockStep(x *Index, s *shape, p *places, useful []bool, limit int) *lockStep {
	l := &lockStep{
		x: x, s: s, p: p, useful: useful, limit: limit,
		pairs: newPairMap(), firing: make(map[uint64]*gathering),
	}
	l.listMoves()
	l.begin()
	for i := int32(0); int(i) < len(l.list) && !l.cut; i++ {
		l.advance(i)
	}
	return l
}

func (l *lockStep) waiting(src int32) int32 { return int32(len(l.x.names)) + src }

func (l *lockStep) fires(join int32) int32 {
	return int32(len(l.x.names)+len(l.s.joins.sources)) + join
}

// joinOf tells what a token is: a firing join's number, or a waiting source's, or none.
func (l *lockStep) joinOf(token int32) (firing, waiting int32) {
	n, k := int32(len(l.x.names)), int32(len(l.s.joins.sources))
	switch {
	case token >= n+k:
		return token - n - k, none
	case token >= n:
		return none, token - n
	}
	return none, none
}

func pairKey(a, b int32) uint64 { return uint64(a)<<32 | uint64(b) }

// spend counts work and reports whether there is any left to do.
func (l *lockStep) spend() bool {
	l.spent++
	l.x.count(1)
	l.cut = l.cut || l.spent > l.limit
	return !l.cut
}

// begin makes the pairs of all forks: two edges of one node that can both be taken.
func (l *lockStep) begin() {
	for v := range l.x.names {
		if l.s.first[v] < 0 || !l.useful[v] {
			continue
		}
		for i, m := range l.ways[v] {
			for _, o := range l.ways[v][i+1:] {
				if !l.spend() {
					return
				}
				same := l.p.exclusive(l.p.leave[m.edge], l.p.leave[o.edge])
				if !same || l.s.many[v] {
					l.add(tokenPair{a: m.to, b: o.to, parent: none, ea: m.edge, eb: o.edge, same: same})
				}
			}
		}
	}
	for src, source := range l.s.joins.sources {
		if v := source.node; l.s.first[v] >= 0 && l.useful[v] {
			l.gather(int32(src), v, none, true)
		}
	}
}

// listMoves lists for every token the ways on, as far as they lead to writers. A node's step along
// an edge of a join leads to waiting; waiting leads to itself, firing to the join's target.
func (l *lockStep) listMoves() {
	joins := l.s.joins
	l.ways = make([][]move, 0, len(l.x.names)+len(joins.sources)+len(joins.joins))
	all := make([]move, 0, len(l.x.to)+cap(l.ways))
	for v := range l.x.names {
		first := len(all)
		for _, e := range l.x.out.of(int32(v)) {
			l.x.count(1)
			to, src := l.x.to[e], joins.source[e]
			if !l.useful[to] || l.s.first[to] < 0 {
				continue
			}
			if src == none {
				all = append(all, move{to: to, edge: e})
			} else if joins.sources[src].edge == e {
				all = append(all, move{to: l.waiting(src), edge: e})
			}
		}
		l.ways = append(l.ways, all[first:len(all):len(all)])
	}
	for src := range joins.sources {
		l.ways = append(l.ways, []move{{to: l.waiting(int32(src)), edge: none}})
	}
	for _, j := range joins.joins {
		l.ways = append(l.ways, []move{{to: j.to, edge: none}})
	}
}

// moves are the ways on for a token beside another. Beside a join that fires, its sources do not
// begin to wait for it again.
func (l *lockStep) moves(token, beside int32) []move {
	ways := l.ways[token]
	firing, _ := l.joinOf(beside)
	if firing == none {
		return ways
	}
	var list []move
	for _, m := range ways {
		if _, waiting := l.joinOf(m.to); waiting == none || l.s.joins.sources[waiting].join != firing {
			list = append(list, m)
		}
	}
	return list
}

// advance makes all pairs that follow from one.
func (l *lockStep) advance(i int32) {
	p := l.list[i]
	l.arrive(p.a, p.b, i)
	l.arrive(p.b, p.a, i)
	movesB := l.moves(p.b, p.a)
	for _, m := range l.moves(p.a, p.b) {
		for _, o := range movesB {
			if !l.spend() {
				return
			}
			l.add(tokenPair{a: m.to, b: o.to, parent: i, ea: m.edge, eb: o.edge})
		}
	}
}

// add takes up a pair unless it is known, or both are one activation.
func (l *lockStep) add(p tokenPair) {
	if p.a == p.b {
		return
	}
	if p.a > p.b {
		p.a, p.b, p.ea, p.eb, p.swap = p.b, p.a, p.eb, p.ea, true
	}
	k := pairKey(p.a, p.b)
	if _, known := l.pairs.get(k); !known {
		l.pairs.set(k, int32(len(l.list)))
		l.list = append(l.list, p)
	}
}

func (l *lockStep) has(a, b int32) bool {
	_, known := l.pairs.get(pairKey(min(a, b), max(a, b)))
	return known
}

// arrive tells the joins of a token that it is there beside another.
func (l *lockStep) arrive(token, beside, pair int32) {
	_, waiting := l.joinOf(token)
	if waiting != none {
		l.gather(waiting, beside, pair, false)
	} else if l.s.joins.of != nil && int(token) < len(l.x.names) {
		for _, src := range l.s.joins.of[token] {
			l.gather(src, beside, pair, true)
		}
	}
}
