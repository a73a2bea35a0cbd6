package langgraphgo

import (
	"go/constant"
	"slices"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// compiled is the value of a runnable of any kind.
type compiled struct {
	graph *graph // nil for an agent of the framework whose graph is not shown
}

// Escape notes that a runnable leaves the code in sight.
func (r *compiled) Escape() {
	if r.graph != nil {
		r.graph.Escape()
	}
}

var (
	runnableTypes = []string{
		"Runnable", "StateRunnable", "StateRunnableTyped", "ListenableRunnable", "ListenableRunnableTyped",
		"CheckpointableRunnable", "StreamingRunnable", "StreamingExecutor", "TracedRunnable", "StateTracedRunnable",
	}
	checkpointable = []string{"CheckpointableMessageGraph", "CheckpointableStateGraph"}
	streaming      = []string{"StreamingMessageGraph", "StreamingStateGraph"}
)

// runHandlers: compiling and running.
func runHandlers() table {
	t := make(table)
	on(t, baseTypes, "Compile", compilePlain)
	on(t, listenableTypes, "CompileListenable", compile)
	on(t, streaming, "CompileStreaming", compile)
	on(t, checkpointable, "CompileCheckpointable", func(g *graph, c *eval.Call) eval.Value {
		g.store(g.config)
		return compile(g, c)
	})
	// A runnable made of another runs the same graph.
	for _, name := range []string{"NewStreamingRunnable", "NewStreamingRunnableWithDefaults", "NewStreamingExecutor", "NewTracedRunnable", "NewStateTracedRunnable"} {
		t[function(name)] = func(c *eval.Call) eval.Value { return c.Arg(0) }
	}
	t[function("NewCheckpointableRunnable")] = func(c *eval.Call) eval.Value {
		if r, ok := eval.Data(c.Arg(0)).(*compiled); ok && r.graph != nil {
			r.graph.store(c.Arg(1))
		}
		return c.Arg(0)
	}
	for _, typ := range runnableTypes {
		runnableHandlers(t, typ)
	}
	t[function("NewExporter")] = unknown("a drawing of the graph")
	t[function("GetGraphForRunnable")] = unknown("a drawing of the graph")
	return t
}

func runnableHandlers(t table, typ string) {
	for _, name := range []string{"Invoke", "Stream", "ExecuteAsync", "ExecuteWithCallback"} {
		t[method(typ, name)] = run
	}
	t[method(typ, "InvokeWithConfig")] = runWith
	t[method(typ, "WithTracer")] = same
	for _, name := range []string{
		"SetTracer", "GetTracer", "GetGraph", "SaveCheckpoint", "LoadCheckpoint", "ListCheckpoints", "ClearCheckpoints",
		"ResumeFromCheckpoint", "GetState", "UpdateState", "GetExecutionID", "SetExecutionID",
	} {
		t[method(typ, name)] = unknown("what a runnable tells of itself")
	}
	t[method(typ, "GetListenableGraph")] = func(c *eval.Call) eval.Value {
		if r, ok := eval.Data(c.Recv).(*compiled); ok && r.graph != nil {
			return &eval.Object{Data: r.graph}
		}
		return unknown("a graph that is not known")(c)
	}
}

// compile makes a runnable. The error is nil here: a graph that does not compile does not run.
func compile(g *graph, _ *eval.Call) eval.Value {
	return eval.Tuple{&eval.Object{Data: &compiled{g}}, eval.Nil{}}
}

// compilePlain: of v0.5, a graph with listeners can be compiled without them, and then takes all
// its edges; see [graph.sequential].
func compilePlain(g *graph, c *eval.Call) eval.Value {
	if g.sequential && g.gen != ancient {
		g.Gap(graphmodel.GapEdge, c.Pos, "", "compiled without its listeners the graph also takes edges that are not shown")
	}
	return compile(g, c)
}

// store notes the checkpoints that a runnable keeps.
func (g *graph) store(config eval.Value) {
	if config == nil {
		return
	}
	if store := eval.FieldOf(config, "Store"); !isNil(store) {
		g.MarkStored()
	}
	g.eachStep = graphmodel.Unknown
	if auto, ok := eval.Bool(eval.FieldOf(config, "AutoSave")); ok {
		// checkpointing.go, OnGraphStep: after every step, and only then; SaveInterval is not read.
		g.eachStep = graphmodel.No
		if auto {
			g.eachStep = graphmodel.Yes
		}
	}
	g.Graph.Dialect = g.dialect()
}

// run notes a run that keeps nothing by itself.
func run(c *eval.Call) eval.Value {
	for _, v := range eval.Alternatives(c.Recv) {
		if r, ok := eval.Data(v).(*compiled); ok && r.graph != nil {
			r.graph.InMemory = true
		}
	}
	return eval.Unknown{Reason: "the result of a run", Pos: c.Pos}
}

// runWith: a run that can be paused by its configuration, or that goes on with a paused one, is
// kept by the caller, who has its state from the *GraphInterrupt, and nobody knows how.
func runWith(c *eval.Call) eval.Value {
	for _, v := range eval.Alternatives(c.Recv) {
		if r, ok := eval.Data(v).(*compiled); ok && r.graph != nil && keeps(c.Arg(2)) {
			r.graph.Escape()
			r.graph.interrupts(c, "InterruptBefore", func(n *graphmodel.Node) { n.PauseBefore = true })
			r.graph.interrupts(c, "InterruptAfter", func(n *graphmodel.Node) { n.PauseAfter = true })
		}
	}
	return run(c)
}

// interrupts marks the nodes at which a run is told to pause. Before a node the caller gets its name
// as GraphInterrupt.Node, with no NextNodes; after it, what comes next as NextNodes. Both are meant
// for Config.ResumeFrom (v0.5 graph.go, v0.8 state_graph.go, InvokeWithConfig). Runners that read none
// of it are those that cannot pause at all, see [graph.reruns]; for an unsure one nothing is said.
func (g *graph) interrupts(c *eval.Call, field string, mark func(*graphmodel.Node)) {
	if g.reruns() != graphmodel.Yes {
		return
	}
	list := eval.FieldOf(c.Arg(2), field)
	if isNil(list) {
		return
	}
	names, open := eval.Elements(list)
	g.MarkPauses(c, names, open, mark)
}

func keeps(config eval.Value) bool {
	return slices.ContainsFunc([]string{"ResumeFrom", "ResumeValue", "InterruptBefore", "InterruptAfter"},
		func(name string) bool { return !isNil(eval.FieldOf(config, name)) })
}

// configHandlers: values that configure checkpoints and runs.
func configHandlers() table {
	t := table{function("DefaultCheckpointConfig"): func(*eval.Call) eval.Value { return defaultConfig() }}
	on(t, checkpointable, "SetCheckpointConfig", func(g *graph, c *eval.Call) eval.Value {
		g.config = c.Arg(0)
		return nothing()
	})
	on(t, checkpointable, "GetCheckpointConfig", func(g *graph, _ *eval.Call) eval.Value { return g.config })
	on(t, streaming, "SetStreamConfig", func(*graph, *eval.Call) eval.Value { return nothing() })
	on(t, streaming, "GetStreamConfig", func(_ *graph, c *eval.Call) eval.Value { return unknown("a configuration")(c) })
	for name, key := range map[string]string{"WithInterruptBefore": "InterruptBefore", "WithInterruptAfter": "InterruptAfter"} {
		t[function(name)] = func(c *eval.Call) eval.Value {
			nodes, open := c.Rest(0)
			list := &eval.List{Elems: nodes, Open: open}
			return eval.NewStruct(path+".Config", map[string]eval.Value{key: list})
		}
	}
	t[function("WithThreadID")] = func(*eval.Call) eval.Value { return eval.NewStruct(path+".Config", nil) }
	return t
}

// defaultConfig is DefaultCheckpointConfig: a store in memory, saved after each step.
func defaultConfig() eval.Value {
	return eval.NewStruct(path+".CheckpointConfig", map[string]eval.Value{
		"Store": eval.Unknown{Reason: "a store in memory"}, "AutoSave": eval.Const{V: constant.MakeBool(true)},
	})
}

// tmcHandlers: tmc/langgraphgo runs one node after the other along the first edge of each, over
// messages.
func (r *reader) tmcHandlers() table {
	method := func(typ, name string) graphmodel.FuncRef {
		return graphmodel.FuncRef("(*" + tmc + "." + typ + ")." + name)
	}
	handle := func(f func(*graph, *eval.Call) eval.Value) eval.Handler {
		return func(c *eval.Call) eval.Value { return onGraph("MessageGraph", c, f) }
	}
	return table{
		tmc + ".NewMessageGraph": func(c *eval.Call) eval.Value {
			g := r.newGraph(c)
			g.gen, g.sequential = ancient, true
			g.Graph.Dialect = g.dialect()
			return &eval.Object{Data: g}
		},
		method("MessageGraph", "AddNode"): handle(func(g *graph, c *eval.Call) eval.Value {
			g.node(c, c.Arg(0), c.Arg(1))
			return nothing()
		}),
		method("MessageGraph", "AddEdge"): handle(func(g *graph, c *eval.Call) eval.Value {
			g.edge(c, c.Arg(0), c.Arg(1))
			return nothing()
		}),
		method("MessageGraph", "SetEntryPoint"): handle(func(g *graph, c *eval.Call) eval.Value {
			g.entry(c, c.Arg(0))
			return nothing()
		}),
		method("MessageGraph", "Compile"): handle(compile),
		method("Runnable", "Invoke"):      run,
	}
}
