package langgraphgo

import (
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// wrapped is a node of the framework that runs other functions; its Execute method is the function
// of the node that is added.
type wrapped struct {
	fn      eval.Value // one function, tried again or bounded in time
	sub     *graph
	ref     graphmodel.FuncRef
	workers []worker
	open    string // why there may be more workers
}

// worker is one of several functions that run at once.
type worker struct {
	name string
	fn   eval.Value
}

// wrappedBy is the wrapper whose method a function value is; nil: none.
func wrappedBy(fn eval.Value) *wrapped {
	f, ok := fn.(*eval.Func)
	if !ok || f.Recv == nil {
		return nil
	}
	switch d := eval.Data(f.Recv).(type) {
	case *wrapped:
		if strings.HasSuffix(string(f.Ref), ".Execute") {
			return d
		}
	case *compiled:
		if strings.HasSuffix(string(f.Ref), ".Invoke") {
			return &wrapped{sub: d.graph}
		}
	}
	return nil
}

func wrapperHandlers() table {
	t := make(table)
	for _, name := range []string{"Retry", "Timeout", "Listenable"} {
		for _, suffix := range []string{"Node", "NodeTyped"} {
			t[function("New"+name+suffix)] = wrapOne
		}
	}
	t[function("NewCircuitBreaker")] = wrapOne
	t[function("NewRateLimiter")] = wrapOne
	t[function("NewParallelNode")] = wrapMany("ParallelNode", 1)
	t[function("NewMapReduceNode")] = wrapMany("MapReduceNode", 2)
	on(t, baseTypes, "AddParallelNodes", func(g *graph, c *eval.Call) eval.Value {
		g.workers(c, c.Arg(0), c.Arg(1), "ParallelNode")
		return nothing()
	})
	on(t, baseTypes, "AddMapReduceNode", func(g *graph, c *eval.Call) eval.Value {
		g.workers(c, c.Arg(0), c.Arg(1), "MapReduceNode")
		return nothing()
	})
	on(t, baseTypes, "FanOutFanIn", fanOutFanIn)
	return t
}

// wrapOne makes a node that runs the function of its first argument.
func wrapOne(c *eval.Call) eval.Value {
	return &eval.Object{Data: &wrapped{fn: eval.FieldOf(c.Arg(0), "Function")}}
}

// wrapMany makes a node that runs the functions of the nodes from the i-th argument on.
func wrapMany(typ string, i int) eval.Handler {
	return func(c *eval.Call) eval.Value {
		w := &wrapped{ref: method(typ, "Execute")}
		nodes, open := c.Rest(i)
		w.open = open
		for _, n := range nodes {
			w.add(eval.FieldOf(n, "Name"), eval.FieldOf(n, "Function"))
		}
		return &eval.Object{Data: w}
	}
}

func (w *wrapped) add(name, fn eval.Value) {
	s, ok := eval.String(name)
	if !ok {
		w.open, _ = eval.Reason(name)
		return
	}
	w.workers = append(w.workers, worker{s, fn})
}

// workersOf reads a map from names to functions.
func workersOf(v eval.Value, typ string) *wrapped {
	w := &wrapped{ref: method(typ, "Execute")}
	switch m := v.(type) {
	case *eval.Map:
		w.open = m.Open
		for i, k := range m.Keys {
			w.add(k, m.Vals[i])
		}
	default:
		w.open, _ = eval.Reason(v)
	}
	return w
}

// workers adds a node whose workers run at once, each with the same state.
func (g *graph) workers(c *eval.Call, name, fns eval.Value, typ string) {
	if n := g.AddNode(c, name, nil); n != nil {
		g.bind(c, n, workersOf(fns, typ))
	}
}

// bind makes the workers the bound functions of the node's function.
func (g *graph) bind(c *eval.Call, n *graphmodel.Node, w *wrapped) {
	n.Func = graphmodel.FuncValue{Ref: w.ref, Pos: c.Pos}
	for _, worker := range w.workers {
		f, ok := frontend.FuncValue(worker.fn)
		if !ok {
			reason, _ := eval.Reason(worker.fn)
			g.Gap(graphmodel.GapNode, c.Pos, n.Name, "the function of worker %q is not known: %s", worker.name, reason)
			continue
		}
		n.Func.Bound = append(n.Func.Bound, graphmodel.Binding{Name: worker.name, Func: f})
		f.State = g.shape()
		n.Func.Before = append(n.Func.Before, f) // they run in the node's activation
	}
	slices.SortFunc(n.Func.Bound, func(a, b graphmodel.Binding) int { return strings.Compare(a.Name, b.Name) })
	if w.open != "" {
		g.Gap(graphmodel.GapNode, c.Pos, n.Name, "node %q may have more workers: %s", n.Name, w.open)
	}
}

// fanOutFanIn adds a node with the workers and one that collects (parallel.go); the function of the
// collector is the last argument in all generations.
func fanOutFanIn(g *graph, c *eval.Call) eval.Value {
	source, collector := c.Arg(0), c.Arg(2)
	name, ok := eval.String(source)
	if !ok {
		reason, _ := eval.Reason(source)
		g.Gap(graphmodel.GapNode, c.Pos, "", "the source of a fan-out is not known: %s", reason)
		return nothing()
	}
	group := eval.Str(name + "_workers")
	g.workers(c, group, c.Arg(3), "ParallelNode")
	g.AddNode(c, collector, c.Arg(len(c.Args)-1))
	g.edge(c, source, group)
	g.edge(c, group, collector)
	return nothing()
}

// subgraphHandlers: methods up to v0.7, functions from v0.8 on, which take the graph first.
func (r *reader) subgraphHandlers() table {
	t := make(table)
	add := func(name string, f func(*graph, *eval.Call, int)) {
		on(t, baseTypes, name, func(g *graph, c *eval.Call) eval.Value {
			f(g, c, 0)
			return nothing()
		})
		t[function(name)] = func(c *eval.Call) eval.Value {
			if g, ok := eval.Data(c.Arg(0)).(*graph); ok {
				f(g, c, 1)
			}
			return nothing()
		}
	}
	add("AddSubgraph", func(g *graph, c *eval.Call, i int) { g.subgraph(c, c.Arg(i), c.Arg(i+1)) })
	add("CreateSubgraph", func(g *graph, c *eval.Call, i int) { r.built(g, c, c.Arg(i), c.Arg(i+1)) })
	add("AddRecursiveSubgraph", func(g *graph, c *eval.Call, i int) { r.built(g, c, c.Arg(i), c.Arg(i+3)) })
	add("AddNestedConditionalSubgraph", func(g *graph, c *eval.Call, i int) {
		g.oneOf(c, c.Arg(i), c.Arg(i+1), c.Arg(i+2))
	})
	t[function("NewSubgraph")] = func(c *eval.Call) eval.Value {
		sub, ok := eval.Data(c.Arg(1)).(*graph)
		if !ok {
			return unknown("a subgraph that is not known")(c)
		}
		sub.call(c.Arg(0))
		return eval.Tuple{&eval.Object{Data: &wrapped{sub: sub}}, eval.Nil{}}
	}
	return t
}

// call names a graph after the node that runs it.
func (g *graph) call(name eval.Value) {
	if s, ok := eval.String(name); ok && !g.named {
		g.named, g.Graph.Name = true, g.reader.sink.Unique(s, g.Made)
	}
}

// subgraph adds a node that runs another graph.
func (g *graph) subgraph(c *eval.Call, name, v eval.Value) {
	n := g.AddNode(c, name, nil)
	if n == nil {
		return
	}
	sub, ok := eval.Data(v).(*graph)
	if !ok {
		reason, _ := eval.Reason(v)
		g.Gap(graphmodel.GapNode, c.Pos, n.Name, "the subgraph of node %q is not known: %s", n.Name, reason)
		return
	}
	sub.call(name)
	g.runs(n, sub)
}

// built adds a node that runs a graph which a function of the program builds.
func (r *reader) built(g *graph, c *eval.Call, name, build eval.Value) {
	sub := r.newGraph(c)
	if len(c.Types) > 1 { // of CreateSubgraph[S, SubS]
		sub.state = c.Types[1]
	}
	sub.gen, sub.stateGraph = g.gen, g.stateGraph
	sub.Graph.Dialect = sub.dialect()
	v := &eval.Object{Data: sub}
	c.Apply(build, v)
	g.subgraph(c, name, v)
}

// oneOf adds a node that runs one of several graphs. A node names one; with more, which one it runs
// is a gap.
func (g *graph) oneOf(c *eval.Call, name, router, subs eval.Value) {
	m, ok := subs.(*eval.Map)
	if ok && len(m.Vals) == 1 && m.Open == "" {
		g.subgraph(c, name, m.Vals[0])
		return
	}
	if n := g.AddNode(c, name, router); n != nil {
		g.Gap(graphmodel.GapNode, c.Pos, n.Name, "node %q runs one of several graphs", n.Name)
	}
	if !ok {
		return
	}
	for _, v := range m.Vals {
		if sub, ok := eval.Data(v).(*graph); ok {
			g.Subgraph(sub.Draft)
		}
	}
}
