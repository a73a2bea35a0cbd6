package graphmodel

// joinList holds the joins of a graph. A join is all edges of kind [Join] with one target and one
// Group; it fires one step after the last of its sources has run, and then forgets them.
type joinList struct {
	joins   []join
	sources []joinSource
	source  []int32   // by edge: its joinSource, or none for other kinds of edges
	of      [][]int32 // by node: the joinSources that it is; nil in a graph without joins
}

type join struct {
	to      int32
	sources []int32 // indexes in joinList.sources
}

// joinSource is one node that a join waits for.
type joinSource struct {
	join int32
	node int32
	edge int32 // the first edge, should the node have several to this join
}

func newJoinList(x *Index) *joinList {
	type joinKey struct {
		to    int32
		group int
	}
	type sourceKey struct{ join, node int32 }
	l := &joinList{source: make([]int32, len(x.to))}
	byKey, bySource := make(map[joinKey]int32), make(map[sourceKey]int32)
	for e, to := range x.to {
		l.source[e] = none
		if to < 0 || x.g.Edges[e].Kind != Join {
			continue
		}
		key := joinKey{to, x.g.Edges[e].Group}
		j, known := byKey[key]
		if !known {
			j = int32(len(l.joins))
			byKey[key] = j
			l.joins = append(l.joins, join{to: to})
		}
		src, known := bySource[sourceKey{j, x.from[e]}]
		if !known {
			src = int32(len(l.sources))
			bySource[sourceKey{j, x.from[e]}] = src
			l.sources = append(l.sources, joinSource{join: j, node: x.from[e], edge: int32(e)})
			l.joins[j].sources = append(l.joins[j].sources, src)
		}
		l.source[e] = src
	}
	l.indexByNode(len(x.names))
	return l
}

func (l *joinList) indexByNode(nodes int) {
	if len(l.sources) == 0 {
		return
	}
	l.of = make([][]int32, nodes)
	for src, s := range l.sources {
		l.of[s.node] = append(l.of[s.node], int32(src))
	}
}
