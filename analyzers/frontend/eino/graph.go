package eino

import (
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// graph is the value of a *compose.Graph, Chain or Workflow: the draft, and what is known of it
// before it is compiled.
type graph struct {
	*frontend.Draft
	r *reader
	// waits: a node starts when all its predecessors are done; AllPredecessor, or a workflow.
	waits    bool
	chain    *chain              // for chains
	out      graphmodel.TypeDesc // what it gives out as a node
	values   *values             // what the nodes give out; nil where the edges carry no values to merge
	subs     []*graph
	inMemory bool
}

// Embeds: the builder methods of a Graph are promoted from an unexported type that it embeds.
func (g *graph) Embeds(field string) bool { return field == "graph" || field == "Graph" }

// Escape notes that the graph leaves the code in sight, with the edges that only Compile adds.
func (g *graph) Escape() {
	g.seal(g.Graph.Pos)
	g.Draft.Escape()
}

// newGraph starts a graph; two graphs of one function get different names.
func (r *reader) newGraph(c *eval.Call, name string, d graphmodel.Dialect) *graph {
	g := &graph{Draft: r.sink.New(name, c, d), r: r, waits: d.LockStep == graphmodel.No}
	g.Graph.Name = r.sink.Unique(g.Graph.Name, g.Made)
	return g
}

// graphOf is the graph that a value stands for.
func graphOf(v eval.Value) (*graph, bool) {
	switch d := eval.Data(v).(type) {
	case *graph:
		return d, true
	case *agent:
		return d.graph, true
	}
	return nil, false
}

// onGraph wraps a builder method: it works on the receiver's graph. A receiver that is not known
// is not guessed.
func onGraph(result eval.Value, f func(*graph, *eval.Call)) eval.Handler {
	return func(c *eval.Call) eval.Value {
		for _, v := range eval.Alternatives(c.Recv) {
			if g, ok := graphOf(v); ok {
				f(g, c)
			}
		}
		if result == nil {
			return c.Recv
		}
		return result
	}
}

func (r *reader) graphHandlers() map[graphmodel.FuncRef]eval.Handler {
	t := map[graphmodel.FuncRef]eval.Handler{
		function(compose, "NewGraph"):          r.makeGraph(lockStep),
		method(compose, "Graph", "AddEdge"):    onGraph(eval.Nil{}, addEdge),
		method(compose, "graph", "AddBranch"):  onGraph(eval.Nil{}, addBranch),
		method(compose, "Graph", "Compile"):    compile,
		method(compose, "Chain", "Compile"):    compile,
		method(compose, "Workflow", "Compile"): compile,
	}
	for _, k := range components {
		t[method(compose, "graph", "Add"+k.graph)] = onGraph(eval.Nil{}, func(g *graph, c *eval.Call) {
			opts := k.options(c)
			g.add(c, c.Arg(0), k.node(c, 1), opts)
		})
	}
	return t
}

func (r *reader) makeGraph(d graphmodel.Dialect) eval.Handler {
	return func(c *eval.Call) eval.Value {
		g := r.newGraph(c, "", d)
		g.out = typeArg(c, 1)
		g.newOptions(c, 0)
		if d.LockStep == graphmodel.Yes { // a Workflow checks at Compile what goes where
			g.carry(c)
		}
		return &eval.Object{Data: g}
	}
}

// add adds a node with what its options say.
func (g *graph) add(c *eval.Call, name eval.Value, what nodeValue, opts *options) {
	n := g.AddNode(c, name, nil)
	if n == nil {
		return
	}
	switch {
	case what.sub != nil:
		n.Subgraph = what.sub.Graph.Name
		g.addSub(c, what.sub, opts)
	case what.fn.Ref != "":
		n.Func = what.fn
	default:
		g.Gap(graphmodel.GapNode, c.Pos, n.Name, "the function of node %q is not known: %s", n.Name, what.reason)
	}
	n.Func = opts.hooks(n.Func)
	if what.tools != nil {
		g.addTools(c, n.Name, what.tools)
	}
	g.values.add(n.Name, what.out, opts)
	if opts.open != "" {
		g.Gap(graphmodel.GapNode, c.Pos, n.Name, "node %q may have more options: %s", n.Name, opts.open)
	}
}

// addSub notes a subgraph; it is compiled with the options that its node carries.
func (g *graph) addSub(c *eval.Call, sub *graph, opts *options) {
	if sub == g {
		return
	}
	sub.compileOptions(c, opts.compile)
	sub.seal(c.Pos)
	g.Subgraph(sub.Draft)
	g.subs = append(g.subs, sub)
	if g.Stored {
		sub.MarkStored()
	}
}

func addEdge(g *graph, c *eval.Call) {
	for _, from := range eval.Alternatives(c.Arg(0)) {
		g.edge(c, from, c.Arg(1))
	}
}

// edge adds an edge that is always taken.
func (g *graph) edge(c *eval.Call, from, to eval.Value) {
	g.AddEdge(c, frontend.Edge{From: from, To: to}, start, end)
}

// seal gives the graph its final form: a chain ends, and in a dataflow graph the edges that meet
// in a node become joins.
func (g *graph) seal(pos graphmodel.Position) {
	if g.chain != nil {
		g.chain.finish(g, pos)
	}
	if !g.waits {
		return
	}
	arrive := make(map[string]int)
	for _, e := range g.Graph.Edges {
		if e.Kind == graphmodel.Always || e.Kind == graphmodel.Join {
			arrive[e.To]++
		}
	}
	for i := range g.Graph.Edges {
		e := &g.Graph.Edges[i]
		if e.Kind == graphmodel.Always && arrive[e.To] > 1 {
			e.Kind, e.Group = graphmodel.Join, 1
		}
	}
}
