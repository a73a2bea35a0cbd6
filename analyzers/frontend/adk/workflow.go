package adk

import (
	"strconv"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// graph is a draft while its nodes and edges are added.
type graph struct {
	r    *reader
	d    *frontend.Draft
	call *eval.Call // that takes the edges
	ends []edgeEnds
	// workers are the graphs of parallel workers, by node.
	workers map[string]*frontend.Draft
	fields  []string // names of fields, once each
}

func (r *reader) newGraph(c *eval.Call, name eval.Value, d graphmodel.Dialect) *graph {
	s, _ := eval.String(name)
	return &graph{r: r, d: r.sink.New(s, c, d), call: c, workers: make(map[string]*frontend.Draft)}
}

func (r *reader) workflows() {
	r.fn(pkgWorkflow, "New", func(c *eval.Call) eval.Value {
		return ok(object(r.workflow(c, c.Arg(0), c.Arg(1)).d))
	})
	r.fn(pkgWorkflow, "NewWorkflowNode", func(c *eval.Call) eval.Value {
		return ok(object(&node{call: c, name: c.Arg(0), sub: r.workflow(c, c.Arg(0), c.Arg(1)).d}))
	})
	r.fn("agent/workflowagent", "New", func(c *eval.Call) eval.Value {
		cfg := c.Arg(0)
		a := newAgent(c, cfg)
		a.draft = r.workflow(c, a.name, field(cfg, "Edges")).d
		return ok(object(a))
	})
}

func (r *reader) workflow(c *eval.Call, name, edges eval.Value) *graph {
	g := r.newGraph(c, name, workflowDialect)
	g.list(edges)
	return g
}

// attach makes a graph a node of another one. Graphs are found by name, so one whose name another
// attached graph has is told apart by its parent.
func (r *reader) attach(parent *frontend.Draft, to *graphmodel.Node, sub *frontend.Draft) {
	if other := r.attached[sub.Graph.Name]; other != nil && other != sub && other.Graph.Pos != sub.Graph.Pos {
		sub.Graph.Name = parent.Graph.Name + "/" + sub.Graph.Name
	}
	r.attached[sub.Graph.Name] = sub
	to.Subgraph = sub.Graph.Name
	parent.Subgraph(sub)
}

// workerGraph is what a parallel worker does: it starts the node that it wraps once for each item
// of its input (parallel_worker.go Run), and goes on when all are done.
func (g *graph) workerGraph(to *graphmodel.Node, n *node) {
	sub := &graph{r: g.r, call: n.call, workers: make(map[string]*frontend.Draft)}
	sub.d = g.r.sink.New(g.d.Graph.Name+"/"+to.Name, n.call, workflowDialect)
	g.workers[to.Name] = sub.d
	g.r.attach(g.d, to, sub.d)
	_, name, known := sub.add(n.worker)
	if !known {
		sub.d.Gap(graphmodel.GapNode, n.call.Pos, "", "the node that a parallel worker runs is not known: %s", reason(n.worker))
		return
	}
	e := frontend.Edge{From: eval.Str(graphmodel.Start), To: eval.Str(name), Kind: graphmodel.FanOut, Group: 1}
	// maxConcurrency <= 0 is no limit (parallel_worker.go).
	if k, ok := eval.Int(n.limit); ok {
		e.Limited = graphmodel.No
		if k > 0 {
			e.Limited, e.Limit = graphmodel.Yes, k
		}
	}
	sub.d.AddEdge(n.call, e, "", "")
}

// splitter notes the function whose result a parallel worker is spread over: that of the one node
// before it.
func (g *graph) splitter(end edgeEnds) {
	if end.to.worker == nil || end.from.start {
		return
	}
	e := &g.d.Graph.Edges[end.index]
	sub := g.workers[e.To]
	from, ok := g.d.Graph.Node(e.From)
	if sub == nil || !ok || len(sub.Graph.Edges) == 0 {
		return
	}
	for _, other := range g.ends {
		if other.to == end.to && other.from != end.from {
			return // several feed it
		}
	}
	sub.Graph.Edges[0].Func = from.Func
}

// stateField notes a field of the session's state that the framework reads or writes by itself.
// Session state has no reducers.
func (g *graph) stateField(key, typ string, c *eval.Call) {
	f := &frontend.Field{}
	f.Name, f.Pos, f.HasReducer = key, c.Pos, graphmodel.No
	f.Type.Name = typ
	f.AddRef(strconv.Quote(key))
	for _, known := range g.fields {
		if known == key {
			return
		}
	}
	g.fields = append(g.fields, key)
	g.d.AddField(c, object(f))
}
