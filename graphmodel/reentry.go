package graphmodel

// Entry is a place where a run can enter the graph.
type Entry struct {
	// Node is Start or the name of the node that runs first.
	Node string
	// Resume is true when a resumed run enters here.
	Resume bool
	// Sure is Yes when a run can enter here, Unknown when that hangs on something not known: the
	// dialect, whether the node can pause, an edge behind a gap that would reach it.
	Sure Tri
}

// StartSet is where a new run enters: at Start.
func (x *Index) StartSet() []Entry { return []Entry{{Node: Start, Sure: Yes}} }

// ReentrySet is where a resumed run can enter, by the dialect's ResumeEntry:
//
//	EnterAtPause  at each node that can pause and that a run can reach; behind it, at the nodes
//	              that its edges lead to, if it hands its answer on and does not run again
//	EnterAtStart  at Start, if any such node exists
//	not known     at both, none of them sure
//
// The set is empty when nothing can pause. Nodes come in order of declaration. canPause is asked
// once per node that is reachable; with a gap for the others too, and those are never Sure. For
// recovery after a crash ask with a canPause that says Yes where a step can be repeated. O(n + m).
func (x *Index) ReentrySet(canPause func(node string) Tri) []Entry {
	reach := x.walkFrom([]int32{startID}, nil, -1)
	mode := x.g.Dialect.ResumeEntry
	var set []Entry
	best := No // the surest pause of all
	for v := startID + 1; v < len(x.names)-1; v++ {
		seen := reach.via[v] != notSeen
		if !seen && !x.gap {
			continue
		}
		sure := canPause(x.names[v])
		if sure == Yes && !seen {
			sure = Unknown
		}
		best = best.Or(sure)
		if sure == No || mode == EnterAtStart {
			continue
		}
		if mode != EnterAtPause {
			sure = Unknown
		}
		set = append(set, x.enterAt(int32(v), sure)...)
	}
	set = mergeEntries(set)
	if best == No || mode == EnterAtPause {
		return set
	}
	if mode != EnterAtStart {
		best = Unknown
	}
	return append([]Entry{{Node: Start, Resume: true, Sure: best}}, set...)
}

// enterAt is where a run enters when the pause of node v is answered.
func (x *Index) enterAt(v int32, sure Tri) []Entry {
	if x.g.Reruns(&x.g.Nodes[x.decl[v]]) != No {
		return []Entry{{Node: x.names[v], Resume: true, Sure: sure}}
	}
	var set []Entry
	for _, e := range x.out.of(v) {
		if to := x.to[e]; !x.isEnd(to) {
			set = append(set, Entry{Node: x.names[to], Resume: true, Sure: sure})
		}
	}
	return set
}

// mergeEntries keeps one entry for each node, the surest; the order is that of first mention.
func mergeEntries(set []Entry) []Entry {
	at := make(map[string]int, len(set))
	out := set[:0]
	for _, e := range set {
		if i, ok := at[e.Node]; ok {
			out[i].Sure = out[i].Sure.Or(e.Sure)
			continue
		}
		at[e.Node] = len(out)
		out = append(out, e)
	}
	return out
}

// EntryNodes lists the names of entries, for queries that take nodes.
func EntryNodes(sets ...[]Entry) []string {
	var names []string
	for _, set := range sets {
		for _, e := range set {
			names = append(names, e.Node)
		}
	}
	return names
}
