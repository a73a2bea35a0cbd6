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
//	EnterAtPause  at each node that can pause and that a run can reach
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
		set = append(set, Entry{Node: x.names[v], Resume: true, Sure: sure})
	}
	if best == No || mode == EnterAtPause {
		return set
	}
	if mode != EnterAtStart {
		best = Unknown
	}
	return append([]Entry{{Node: Start, Resume: true, Sure: best}}, set...)
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
