package graphmodel

import "slices"

// gather notes that a source of a join waits, or runs in this step (fresh), beside a token. pair
// is where that was found; none means that the token is the source itself. When all sources are
// there and one of them is fresh, the join fires beside the token.
func (l *lockStep) gather(src, token, pair int32, fresh bool) {
	source := l.s.joins.sources[src]
	firing, waiting := l.joinOf(token)
	if firing == source.join || waiting != none && l.s.joins.sources[waiting].join == source.join {
		return // the join takes its own sources with it
	}
	k := pairKey(source.join, token)
	g := l.firing[k]
	if g == nil {
		g = &gathering{fresh: none}
		l.firing[k] = g
	}
	if l.isNew(source, src, token, pair, fresh) {
		g.there++
	}
	if fresh && g.fresh == none && !g.fork {
		g.fresh, g.edge, g.fork = pair, source.edge, pair == none
	}
	if g.done || g.there < len(l.s.joins.joins[source.join].sources) || g.fresh == none && !g.fork {
		return
	}
	g.done = true
	l.fire(source.join, token, g)
}

// isNew reports whether this is the first time that the source is counted beside the token: it
// can be found there waiting and running, each at most once, and as the token itself.
func (l *lockStep) isNew(source joinSource, src, token, pair int32, fresh bool) bool {
	if pair == none {
		return true
	}
	if token == source.node {
		return false // counted as the token itself
	}
	other := source.node
	if fresh {
		other = l.waiting(src)
	}
	at, known := l.pairs.get(pairKey(min(other, token), max(other, token)))
	return !known || at > pair // pairs are told in the order of the list
}

// fire adds the pair of the join and the token. It stands for the same step, so the source's edge
// is the only one taken since the parent.
func (l *lockStep) fire(join, token int32, g *gathering) {
	p := tokenPair{a: token, b: l.fires(join), parent: g.fresh, ea: none, eb: g.edge}
	if !g.fork {
		p.swap = l.list[g.fresh].a != token
	}
	// A firing join has the greater number unless the token is one too.
	if p.a > p.b {
		p.a, p.b, p.ea, p.eb, p.swap = p.b, p.a, p.eb, p.ea, !p.swap
	}
	if !l.has(p.a, p.b) {
		l.pairs.set(pairKey(p.a, p.b), int32(len(l.list)))
		l.list = append(l.list, p)
	}
}

// branches reads back how a pair came about: the node where the tokens part and the edges that
// each has taken since.
func (l *lockStep) branches(pair int32) (at int32, left, right []int32, same bool) {
	a, b := &left, &right
	for i := pair; ; {
		p := l.list[i]
		if p.ea != none {
			*a = append(*a, p.ea)
		}
		if p.eb != none {
			*b = append(*b, p.eb)
		}
		if p.parent == none {
			same = p.same
			break
		}
		if p.swap {
			a, b = b, a
		}
		i = p.parent
	}
	slices.Reverse(left)
	slices.Reverse(right)
	if len(left) > 0 {
		at = l.x.from[left[0]]
	} else {
		at = l.x.from[right[0]]
	}
	return at, left, right, same
}

// inLockStep answers for two different nodes that some run reaches.
func (c *parallelCall) inLockStep(u, v int32) finding {
	if !c.s.sameStep(u, v) {
		return finding{answer: No}
	}
	if c.lock == nil {
		c.lock = newLockStep(c.x, c.s, newPlaces(c.x), c.x.reaching(c.writers), c.limit)
	}
	if i, ok := c.lock.pairs.get(pairKey(min(u, v), max(u, v))); ok {
		at, left, right, same := c.lock.branches(i)
		if u > v {
			left, right = right, left
		}
		return c.forkOf(at, left, right, same)
	}
	if !c.lock.cut {
		return finding{answer: No}
	}
	return c.backward(u, v)
}

// backward is the second try, one pair at a time, when the pairs that come together are too many
// to list. It sees no joins; a fork that needs one is left open.
func (c *parallelCall) backward(u, v int32) finding {
	if c.back == nil {
		c.back = newPairSearch(c.x, c.s, c.lock.p, c.limit)
	}
	switch c.back.search(u, v) {
	case found:
		way, ok := c.back.way()
		if !ok {
			return finding{}
		}
		return c.forkOf(way.at, way.left, way.right, way.same)
	case exhausted:
		return finding{answer: No}
	}
	return finding{}
}

func hasJoin(g *Graph, p Path) bool {
	return slices.ContainsFunc(p.Edges, func(e int) bool { return g.Edges[e].Kind == Join })
}
