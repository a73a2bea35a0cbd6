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
	// Paused is the node at which the run was parked, and At where there. Empty for an entry that
	// is no resume, and where every pause leads to this entry.
	Paused string
	At     PausePoint
}

// PausePoint is where, seen from a node, a run is parked.
type PausePoint string

// The points.
const (
	PauseInside PausePoint = "inside" // by the node's own code
	PauseBefore PausePoint = "before" // by the framework, see [Node.PauseBefore]
	PauseAfter  PausePoint = "after"  // by the framework, see [Node.PauseAfter]
)

// StartSet is where a new run enters: at Start.
func (x *Index) StartSet() []Entry { return []Entry{{Node: Start, Sure: Yes}} }

// ReentrySet is where a resumed run can enter, by the dialect's ResumeEntry:
//
//	EnterAtPause  at each node that can pause and that a run can reach; behind it, at the nodes
//	              that its edges lead to, if it hands its answer on and does not run again. At each
//	              node before which the framework pauses, and behind each one after which it does
//	EnterAtStart  at Start, if any such node exists
//	not known     at both, none of them sure
//
// The set is empty when nothing can pause. Nodes come in order of declaration. canPause is asked
// once per node that is reachable, and for a pause by the node's own code only; with a gap for the
// others too, and those are never Sure. For recovery after a crash ask with a canPause that says
// Yes where a step can be repeated. What else runs in the step of a pause that the framework makes
// is entered with it and is not listed. O(n + m).
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
		for _, e := range x.enterAt(int32(v), canPause(x.names[v])) {
			if e.Sure == Yes && !seen {
				e.Sure = Unknown
			}
			best = best.Or(e.Sure)
			if mode != EnterAtPause {
				e.Sure = Unknown
			}
			set = append(set, e)
		}
	}
	if mode == EnterAtStart {
		set = nil
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

// enterAt is where a run enters when a pause at node v is answered; inside says whether the node's
// own code can pause.
func (x *Index) enterAt(v int32, inside Tri) []Entry {
	n := &x.g.Nodes[x.decl[v]]
	var set []Entry
	if n.PauseBefore {
		set = append(set, Entry{Node: n.Name, Resume: true, Sure: Yes, Paused: n.Name, At: PauseBefore})
	}
	if inside != No {
		e := Entry{Node: n.Name, Resume: true, Sure: inside, Paused: n.Name, At: PauseInside}
		if x.g.Reruns(n) != No {
			set = append(set, e)
		} else {
			set = append(set, x.behind(v, e)...)
		}
	}
	if n.PauseAfter {
		set = append(set, x.behind(v, Entry{Resume: true, Sure: Yes, Paused: n.Name, At: PauseAfter})...)
	}
	return set
}

// behind lists the nodes that the edges of node v lead to, each as an entry like e.
func (x *Index) behind(v int32, e Entry) []Entry {
	var set []Entry
	for _, edge := range x.out.of(v) {
		if to := x.to[edge]; !x.isEnd(to) {
			e.Node = x.names[to]
			set = append(set, e)
		}
	}
	return set
}

// mergeEntries keeps one entry for each node, the first of the surest; the order is that of first
// mention.
func mergeEntries(set []Entry) []Entry {
	at := make(map[string]int, len(set))
	out := set[:0]
	for _, e := range set {
		if i, ok := at[e.Node]; ok {
			if out[i].Sure != Yes && e.Sure == Yes {
				out[i] = e
			}
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
