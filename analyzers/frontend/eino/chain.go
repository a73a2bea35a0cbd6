package eino

import (
	"fmt"
	"go/constant"
	"slices"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// chain is what a *compose.Chain knows while it grows. Both are variables of the evaluated program,
// so that a step under a condition leaves behind what either side leaves.
type chain struct {
	last *eval.Cell // a list: the nodes that the next one follows
	next *eval.Cell // the number of the next automatic key
}

// follow notes what the next step follows.
func (ch *chain) follow(g *graph, c *eval.Call, keys ...eval.Value) {
	c.Set(ch.last, listOf(keys...))
	ch.finish(g, c.Pos)
}

func newChain() *chain {
	return &chain{last: &eval.Cell{V: listOf(eval.Str(start))}, next: &eval.Cell{V: number(0)}}
}

func listOf(vals ...eval.Value) *eval.List { return &eval.List{Elems: vals} }

func number(i int) eval.Value { return eval.Const{V: constant.MakeInt64(int64(i))} }

func (r *reader) chainHandlers() map[graphmodel.FuncRef]eval.Handler {
	t := map[graphmodel.FuncRef]eval.Handler{
		function(compose, "NewChain"):              r.makeChain,
		function(compose, "NewParallel"):           func(*eval.Call) eval.Value { return &eval.Object{Data: &group{}} },
		method(compose, "Chain", "AppendParallel"): onGraph(nil, appendParallel),
		method(compose, "Chain", "AppendBranch"):   onGraph(nil, appendBranch),
	}
	for _, k := range components {
		t[method(compose, "Chain", "Append"+k.chain)] = onGraph(nil, func(g *graph, c *eval.Call) {
			if g.chain != nil {
				g.chain.append(g, c, k.node(c, 0), k.optionsFrom(c, 0))
			}
		})
		t[method(compose, "Parallel", "Add"+k.chain)] = onGroup(k)
		t[method(compose, "ChainBranch", "Add"+k.chain)] = onGroup(k)
	}
	for _, name := range []string{"NewChainBranch", "NewChainMultiBranch", "NewStreamChainBranch", "NewStreamChainMultiBranch"} {
		t[function(compose, name)] = func(c *eval.Call) eval.Value {
			return &eval.Object{Data: &group{cond: c.Arg(0), multi: isMulti(c.Ref)}}
		}
	}
	return t
}

func (r *reader) makeChain(c *eval.Call) eval.Value {
	g := r.newGraph(c, "", lockStep)
	g.chain = newChain()
	g.out = typeArg(c, 1)
	g.newOptions(c, 0)
	g.carry(c)
	return &eval.Object{Data: g}
}

// group is the value of a *Parallel or a *ChainBranch: nodes that are not in a graph yet.
type group struct {
	members []member
	cond    eval.Value // of a branch
	multi   bool
}

// member is one node of a group; call is where it was added.
type member struct {
	call *eval.Call
	key  eval.Value // the output key, or the branch's key
	node nodeValue
	opts *options
}

func onGroup(k component) eval.Handler {
	return func(c *eval.Call) eval.Value {
		for _, v := range eval.Alternatives(c.Recv) {
			if b, ok := eval.Data(v).(*group); ok {
				b.members = append(b.members, member{c, c.Arg(0), k.node(c, 1), k.optionsFrom(c, 1)})
			}
		}
		return c.Recv
	}
}

// take numbers the step and gives the key that Eino makes for it.
func (ch *chain) take(c *eval.Call) eval.Value {
	n, ok := eval.Int(ch.next.V)
	if !ok {
		return eval.Unknown{Reason: "the number of the step depends on a condition", Pos: c.Pos}
	}
	c.Set(ch.next, number(n+1))
	return eval.Str(fmt.Sprintf("node_%d", n))
}

// append adds a step behind the last ones.
func (ch *chain) append(g *graph, c *eval.Call, what nodeValue, opts *options) {
	key := ch.take(c)
	if isSet(opts.key) {
		key = opts.key
	}
	last := ch.sources(g, c)
	g.add(c, key, what, opts)
	for _, from := range last {
		g.edge(c, from, key)
	}
	ch.follow(g, c, key)
}

// sources are the nodes that the next step follows. If there are several lists, which of them it
// is hangs on a condition.
func (ch *chain) sources(g *graph, c *eval.Call) []eval.Value {
	alternatives := eval.Alternatives(ch.last.V)
	var all []eval.Value
	for _, a := range alternatives {
		elems, _ := eval.Elements(a)
		for _, e := range elems {
			all = addValue(all, e)
		}
	}
	if len(alternatives) > 1 {
		g.Gap(graphmodel.GapEdge, c.Pos, "", "what a step of the chain follows depends on a condition")
	}
	return all
}

func addValue(all []eval.Value, v eval.Value) []eval.Value {
	for _, a := range all {
		if eval.Same(a, v) {
			return all
		}
	}
	return append(all, v)
}

func appendParallel(g *graph, c *eval.Call) {
	b, ok := eval.Data(c.Arg(0)).(*group)
	if g.chain == nil || !ok {
		g.lost(c, "the nodes of a parallel step are not known: "+reasonOf(c.Arg(0)))
		return
	}
	prefix := g.chain.take(c)
	last := g.chain.sources(g, c)
	var keys []eval.Value
	for i, m := range b.members {
		key := m.name(prefix, fmt.Sprintf("parallel_%d", i))
		if m.opts.outputKey == nil {
			m.opts.outputKey = m.key
		}
		g.add(m.call, key, m.node, m.opts)
		for _, from := range last {
			g.edge(m.call, from, key)
		}
		keys = append(keys, key)
	}
	g.chain.follow(g, c, keys...)
}

// name is the key that the options give, or the one that Eino makes.
func (m member) name(prefix eval.Value, suffix string) eval.Value {
	if isSet(m.opts.key) {
		return m.opts.key
	}
	p, ok := eval.String(prefix)
	if !ok {
		return prefix
	}
	return eval.Str(p + "_" + suffix)
}

func appendBranch(g *graph, c *eval.Call) {
	b, ok := eval.Data(c.Arg(0)).(*group)
	if g.chain == nil || !ok {
		g.lost(c, "the branches of a step are not known: "+reasonOf(c.Arg(0)))
		return
	}
	prefix := g.chain.take(c)
	var keys []eval.Value
	for _, m := range b.members {
		key, known := eval.String(m.key)
		if !known {
			g.Gap(graphmodel.GapNode, m.call.Pos, "", "the key of a branch is not known: %s", reasonOf(m.key))
			continue
		}
		name := m.name(prefix, "branch_"+key)
		g.add(m.call, name, m.node, m.opts)
		keys = append(keys, name)
	}
	for _, from := range g.chain.sources(g, c) {
		g.route(c, from, &branch{cond: b.cond, ends: keys, multi: b.multi})
	}
	g.chain.follow(g, c, keys...)
}

// lost notes that a step of a chain could not be read, and with it what comes next to it.
func (g *graph) lost(c *eval.Call, reason string) {
	g.Gap(graphmodel.GapNode, c.Pos, "", "%s", reason)
	g.Gap(graphmodel.GapEdge, c.Pos, "", "%s", reason)
	if g.chain != nil {
		c.Set(g.chain.next, eval.Unknown{Reason: reason, Pos: c.Pos})
		g.chain.follow(g, c)
	}
}

// finish draws the edges to the end anew: Eino adds them when the chain is compiled, which code
// that is not in sight may do, and no other edge of a chain ends there.
func (ch *chain) finish(g *graph, pos graphmodel.Position) {
	g.Graph.Edges = slices.DeleteFunc(g.Graph.Edges, func(e graphmodel.Edge) bool { return e.To == graphmodel.End })
	c := &eval.Call{Pos: pos}
	for _, from := range ch.sources(g, c) {
		if s, _ := eval.String(from); s != start {
			g.edge(c, from, eval.Str(end))
		}
	}
}
