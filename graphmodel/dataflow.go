package graphmodel

// flowSearch looks, in a dataflow graph, for a node from which two branches part that one run can
// take both, backward from their ends. Order in time is settled before: a node waits for all that
// lead to it, so two nodes overlap only if neither leads to the other.
//
// The branch whose end comes later in topological order moves first. Then no branch can slip past
// a node that the other passes too: they meet there, and what they leave it by decides.
type flowSearch struct {
	*pairTable
	x     *Index
	s     *shape
	p     *places
	limit int
	total int
	reach map[int32]*NodeSet
}

// inDataflow answers for two different nodes that Start reaches.
func (c *parallelCall) inDataflow(u, v int32) finding {
	fs := c.flowSearch()
	cycle := c.s.comp[u] == c.s.comp[v]
	if !cycle && (fs.leads(u, v) || fs.leads(v, u)) {
		return finding{answer: No}
	}
	return c.flowFinding(fs.search(u, v), cycle)
}

func (c *parallelCall) flowSearch() *flowSearch {
	if c.flow == nil {
		c.flow = &flowSearch{
			pairTable: newPairTable(), x: c.x, s: c.s, p: newPlaces(c.x),
			limit: c.limit, total: 4 * c.limit, reach: make(map[int32]*NodeSet),
		}
	}
	return c.flow
}

// flowFinding is what a search says about two nodes, or two edges, of which cycle says that they lie
// on one.
func (c *parallelCall) flowFinding(o outcome, cycle bool) finding {
	switch o {
	case found:
		w := c.flow.way()
		f := c.forkOf(w.at, w.left, w.right, w.same)
		// Every node of a dataflow graph joins its inputs; a Join says nothing more.
		f.exact = !cycle
		return f
	case exhausted:
		return finding{answer: No}
	}
	return finding{}
}

// way reads what the last search has found.
func (fs *flowSearch) way() way {
	last := fs.states[len(fs.states)-1]
	w := way{at: fs.p.node[last.a], same: fs.p.exclusive(last.a, last.b)}
	w.left, w.right = fs.branches()
	return w
}

// leads: does a path lead from u to v? What u reaches is kept, for the other writers.
func (fs *flowSearch) leads(u, v int32) bool {
	if fs.s.comp[v] > fs.s.comp[u] {
		return false // against the topological order
	}
	if fs.reach[u] == nil {
		fs.reach[u] = fs.x.Reachable(fs.x.names[u])
	}
	return fs.reach[u].in[v]
}

func (fs *flowSearch) search(u, v int32) outcome {
	fs.begin(pairState{a: fs.p.end(u), b: fs.p.end(v), parent: -1})
	return fs.run()
}

// searchEdges looks for a run that takes one edge of each list; the lists leave two different nodes.
func (fs *flowSearch) searchEdges(left, right []int32) outcome {
	fs.outcomes = append(fs.outcomes, running)
	fs.states = append(fs.states[:0], pairState{half: true, parent: -1})
	for _, e := range left {
		half := int32(len(fs.states))
		fs.states = append(fs.states, pairState{half: true, left: true, edge: e})
		for _, o := range right {
			fs.spent++
			fs.x.count(1)
			fs.add(pairState{a: fs.p.leave[e], b: fs.p.leave[o], edge: o, parent: half})
		}
	}
	return fs.run()
}

// run goes through the states. One that is only half there has nothing to move.
func (fs *flowSearch) run() outcome {
	limit := min(fs.spent+fs.limit, fs.total)
	for i := int32(0); int(i) < len(fs.states); i++ {
		if fs.spent >= limit {
			return fs.end(cut)
		}
		st := fs.states[i]
		if st.half {
			continue
		}
		a, b := fs.s.comp[fs.p.node[st.a]], fs.s.comp[fs.p.node[st.b]]
		if a <= b && fs.move(i, true) || b <= a && fs.move(i, false) {
			return fs.end(found)
		}
	}
	return fs.end(exhausted)
}

// move takes one branch a step back and reports whether that has found a fork.
func (fs *flowSearch) move(i int32, left bool) bool {
	st := fs.states[i]
	moving, other := st.a, st.b
	if !left {
		moving, other = st.b, st.a
	}
	edges := fs.x.in.of(fs.p.node[moving])
	fs.spent += len(edges) + 1
	fs.x.count(len(edges) + 1)
	for _, e := range edges {
		from, place := fs.x.from[e], fs.p.leave[e]
		if fs.s.first[from] < 0 {
			continue
		}
		next := pairState{a: place, b: other, left: left, edge: e, parent: i}
		if !left {
			next.a, next.b = other, place
		}
		if from != fs.p.node[other] {
			fs.add(next)
			continue
		}
		// Behind an end of the other branch this one is a continuation, not a fork.
		if fs.p.isEnd(other) || fs.p.exclusive(place, other) && !fs.s.many[from] {
			continue
		}
		fs.states = append(fs.states, next)
		if fs.parts() {
			return true
		}
		fs.states = fs.states[:len(fs.states)-1]
	}
	return false
}

// parts: do the branches of the last state part where they meet? On a cycle one branch can be the
// other one a round later; then both begin with the same edge.
func (fs *flowSearch) parts() bool {
	left, right := fs.branches()
	return left[0] != right[0]
}
