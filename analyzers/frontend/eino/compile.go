package eino

import (
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// compiled is the value of a Runnable. Its store is fixed, so it may go where it likes.
type compiled struct{ graph *graph }

func compile(c *eval.Call) eval.Value {
	var out []eval.Value
	for _, v := range eval.Alternatives(c.Recv) {
		g, ok := graphOf(v)
		if !ok {
			continue
		}
		opts, open := c.Rest(1)
		g.compileOptions(c, collect(opts, open))
		g.seal(c.Pos)
		if open == "" && !g.Stored {
			g.markInMemory()
		}
		out = append(out, &eval.Object{Data: &compiled{g}})
	}
	if out == nil {
		return eval.Tuple{unknown(c, "the graph is not known"), eval.Nil{}}
	}
	// The error is nil here: a graph that does not compile does not run.
	return eval.Tuple{eval.Join(out...), eval.Nil{}}
}

// compileOptions applies the options of Compile, or of the node that a subgraph is.
func (g *graph) compileOptions(c *eval.Call, o *options) {
	if o == nil {
		return
	}
	if name, ok := eval.String(o.graphName); ok && o.graphName != nil && name != "" {
		g.Graph.Name = g.r.sink.Unique(name, g.Made)
	}
	if o.steps != nil {
		g.Graph.StepLimit, _ = eval.Int(o.steps)
	}
	switch mode, known := eval.String(o.trigger); {
	case o.trigger == nil || g.chain != nil:
	case !known:
		g.Graph.Dialect.LockStep = graphmodel.Unknown
	case mode == "all_predecessor":
		g.waits, g.Graph.Dialect = true, dataflow
	}
	if isSet(o.store) {
		g.MarkStored()
	}
	g.interrupts(c, o.before, func(n *graphmodel.Node) { n.PauseBefore = true })
	g.interrupts(c, o.after, func(n *graphmodel.Node) { n.PauseAfter = true })
	if o.open != "" && g.Graph.StepLimit == 0 && o.trigger == nil && g.chain == nil && !g.waits {
		g.Graph.Dialect.LockStep = graphmodel.Unknown
	}
}

// markInMemory notes that the graph is compiled without a store; its subgraphs then have none
// either, whatever their own options say.
func (g *graph) markInMemory() {
	if g.inMemory {
		return
	}
	g.inMemory, g.InMemory = true, true
	for _, s := range g.subs {
		s.markInMemory()
	}
}

// interrupts marks the nodes at which the graph is told to pause. A run that was parked before a node
// enters at it, pre-handler and all; one that was parked after a node has chosen and saved what comes
// next, and enters there (compose/graph_run.go, run: the next tasks are calculated first). A name that
// no node has is never reached (ran: Compile does not check it).
func (g *graph) interrupts(c *eval.Call, list eval.Value, mark func(*graphmodel.Node)) {
	if !isSet(list) {
		return
	}
	names, open := eval.Elements(list)
	for _, v := range names {
		name, ok := eval.String(v)
		if !ok {
			open = reasonOf(v)
			continue
		}
		if n, ok := g.Graph.Node(name); ok {
			mark(n)
		}
	}
	if open != "" {
		g.Gap(graphmodel.GapNode, c.Pos, "", "more nodes may be interrupted: %s", open)
	}
}
