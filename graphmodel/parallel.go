package graphmodel

// Doubt says why an answer about two nodes is Unknown.
type Doubt string

// The doubts. The text of each can stand in a message behind "because".
const (
	DoubtGap     Doubt = "part of the graph could not be read"
	DoubtLimit   Doubt = "the search was stopped at its limit"
	DoubtDialect Doubt = "it is not known whether steps run in lock step"
	DoubtNode    Doubt = "there is no such node"
)

// Pair is the answer to "can these two be active in one step".
type Pair struct {
	A, B string
	// Answer is Yes with a Witness. No speaks of all runs. Unknown comes with a Doubt.
	Answer Tri
	// Doubt is the reason for Unknown, otherwise empty.
	Doubt Doubt
	// Witness is how the two come together; nil unless Answer is Yes, or Unknown by
	// DoubtDialect.
	Witness *Fork
	// Exact is true when the witness is a run that can happen by the graph's own rules. It is
	// false where the witness passes a [Join], whose other edges are only checked one by one, or
	// lies on a cycle of a dataflow graph, whose meaning no dialect defines.
	Exact bool
}

// Fork is where a run splits into two branches, and the branches.
type Fork struct {
	// At is the node (or Start) where the branches part.
	At string
	// Left leads from At to A, Right from At to B. In a lock-step graph they have equal length;
	// in a dataflow graph neither waits for the other.
	Left, Right Path
	// FanOut is true when the branches part only because a fan-out runs one node several times:
	// Left and Right begin with the same fan-out edge.
	FanOut bool

	leads *leads
}

// Lead is a shortest path from Start to At. It is made when it is asked for: a graph may have as many
// forks as nodes, and their paths together are as long as the square of these.
func (f *Fork) Lead() Path { return f.leads.x.pathTo(f.leads.walk, f.leads.x.ids[f.At]) }

// Routed reports whether there is a router's choice on Lead. O(1).
func (f *Fork) Routed() bool { return f.leads.kinds[f.leads.x.ids[f.At]]&(1<<Conditional) != 0 }

// leads are shortest paths from Start, and for each node which kinds of edges are on its.
type leads struct {
	x     *Index
	walk  walk
	kinds []uint8 // bits by EdgeKind; a kind that there is not leaves none
}

func newLeads(x *Index) *leads {
	l := &leads{x: x, walk: x.walkFrom([]int32{startID}, nil, -1), kinds: make([]uint8, len(x.names))}
	for _, v := range l.walk.order {
		if e := l.walk.via[v]; e != isRoot {
			l.kinds[v] = l.kinds[x.from[e]] | uint8(1<<uint(x.g.Edges[e].Kind)&0xff)
		}
	}
	return l
}

// Parallel answers for each pair of the writers, each writer with itself included, whether both
// can be active at one time: in one superstep when the dialect says LockStep, unordered by any
// wait when it says that there is none. Pairs come as (0,0), (0,1), …, (1,1), … over the writers
// without repetition.
//
// What counts: two Always edges of one node, two routers of it (different Group) and two edges of
// a fan-out may be taken together; two alternatives of one router may not, unless a fan-out runs
// the router's node several times in that step. Branches that meet again in the same step are one
// activation; branches of unequal length that meet are two, one step apart, and stay so. A node
// comes together with itself only as the target of a fan-out. A target of a [Join] runs one step
// after the last of its sources. In a dataflow graph a node waits for every node before it.
//
// A gap turns No into Unknown; Yes stays, for an unseen edge can only add runs. Pauses change
// nothing: in lock step the step stays open until the pause is answered.
//
// limit bounds the work of the whole call, in pairs of edges looked at: that many for all writers
// together and as many again for those pairs that this leaves open; 0 means DefaultLimit(n, m).
// What the limit cuts off is Unknown with DoubtLimit.
//
// In lock step a search goes forward from all forks over the pairs of nodes that really come
// together, as far as they can reach writers: where branches meet again nothing is left of them,
// so that any number of diamonds, loops and joins in sequence costs O(n + m). Branches of unequal
// length that meet without a join drift apart without bound, up to O(n²) pairs; when those are
// too many, a search backward from each pair of writers takes over, with what it cannot settle
// Unknown. In dataflow each pair costs O(n + m) where branches do not cross over much.
func (x *Index) Parallel(writers []string, limit int) []Pair {
	return x.newParallelCall(limit).pairs(writers)
}

func (c *parallelCall) pairs(writers []string) []Pair {
	names := unrepeated(writers)
	c.writers = c.x.lookup(names)
	pairs := make([]Pair, 0, len(names)*(len(names)+1)/2)
	for i, a := range names {
		for _, b := range names[i:] {
			pairs = append(pairs, c.pair(a, b))
		}
	}
	return pairs
}

func (x *Index) newParallelCall(limit int) *parallelCall {
	if limit <= 0 {
		limit = DefaultLimit(len(x.g.Nodes), len(x.g.Edges))
	}
	return &parallelCall{x: x, s: x.shape(), mode: x.g.Dialect.LockStep, limit: limit, leads: newLeads(x)}
}

// DefaultLimit is the bound on work that [Index.Parallel] uses for a graph of n nodes and m
// edges: it takes some ten milliseconds for graphs of up to 5,000 nodes.
func DefaultLimit(n, m int) int { return max(1<<17, 16*(n+m)) }

func unrepeated(names []string) []string {
	seen := make(map[string]bool, len(names))
	var list []string
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	return list
}

// parallelCall is what the pairs of one call share.
type parallelCall struct {
	x       *Index
	s       *shape
	mode    Tri // what to take Dialect.LockStep for
	writers []int32
	leads   *leads
	limit   int
	lock    *lockStep
	back    *pairSearch
	flow    *flowSearch
}

// finding is the answer of one search.
type finding struct {
	answer Tri // Unknown: the limit was reached
	fork   *Fork
	exact  bool
}

func (c *parallelCall) pair(a, b string) Pair {
	p := Pair{A: a, B: b}
	u, okA := c.x.ids[a]
	v, okB := c.x.ids[b]
	if !okA || !okB {
		p.Doubt = DoubtNode
		return p
	}
	c.settle(&p, c.ask(u, v, &p))
	return p
}

// settle completes an answer by what the search has found.
func (c *parallelCall) settle(p *Pair, f finding) {
	p.Answer = f.answer
	if f.answer == No && c.x.gap {
		p.Answer, p.Doubt = Unknown, DoubtGap
	} else if f.answer == Unknown && p.Doubt == "" {
		p.Doubt = DoubtLimit
	}
	p.Witness, p.Exact = f.fork, f.exact && p.Doubt == ""
}

// ask searches by the dialect's kind of step. When that is not known both must agree.
func (c *parallelCall) ask(u, v int32, p *Pair) finding {
	if c.s.first[u] < 0 || c.s.first[v] < 0 {
		return finding{answer: No}
	}
	if u == v {
		return c.withItself(u)
	}
	switch c.mode {
	case Yes:
		return c.inLockStep(u, v)
	case No:
		return c.inDataflow(u, v)
	}
	lock, flow := c.inLockStep(u, v), c.inDataflow(u, v)
	if lock.answer == flow.answer {
		lock.exact = false
		return lock
	}
	if lock.answer != Unknown && flow.answer != Unknown {
		p.Doubt = DoubtDialect
	}
	if flow.fork != nil {
		lock.fork = flow.fork
	}
	lock.answer = Unknown
	if p.Doubt == "" {
		lock.fork = nil
	}
	return lock
}

// withItself: several activations of one node come from a fan-out edge into it.
func (c *parallelCall) withItself(v int32) finding {
	if !c.s.many[v] {
		return finding{answer: No}
	}
	f := &Fork{FanOut: true}
	e := c.fanOutInto(v)
	f.Left = c.x.pathOf(c.x.from[e], []int32{e})
	f.Right = c.x.pathOf(c.x.from[e], []int32{e})
	return c.yes(f)
}

// fanOutInto is the first fan-out edge into a node that Start reaches; shape.many says there is one.
func (c *parallelCall) fanOutInto(v int32) int32 {
	for _, e := range c.x.in.of(v) {
		if c.x.g.Edges[e].Kind == FanOut && c.s.first[c.x.from[e]] >= 0 {
			return e
		}
	}
	return none
}

// yes completes a fork.
func (c *parallelCall) yes(f *Fork) finding {
	f.At = f.Left.First()
	f.leads = c.leads
	exact := c.leads.kinds[c.x.ids[f.At]]&(1<<Join) == 0 && !hasJoin(c.x.g, f.Left) && !hasJoin(c.x.g, f.Right)
	return finding{answer: Yes, fork: f, exact: exact}
}

// forkOf makes the fork of two branches that part at one node. same says that they leave it by
// alternatives of one router, which takes a fan-out into the node.
func (c *parallelCall) forkOf(at int32, left, right []int32, same bool) finding {
	if same {
		e := c.fanOutInto(at)
		at = c.x.from[e]
		left = append([]int32{e}, left...)
		right = append([]int32{e}, right...)
	}
	return c.yes(&Fork{FanOut: same, Left: c.x.pathOf(at, left), Right: c.x.pathOf(at, right)})
}
