// Package trpcagent reads graphs of trpc-agent-go, which builds them with a fluent StateGraph.
//
// The one idea to hold: what a node may return decides where a run goes as much as the edges do.
// A node that returns a *Command goes where the command says and not where its edges lead; which
// commands a node makes is read from its code, and what cannot be read is a gap.
//
// Limits: what a command carries is not looked at, only where it goes. A command that another
// module makes is not seen. A second AddConditionalEdges for one source replaces the first, as in the
// framework, without a trace.
// What a node of the framework's own writes is known where the builder adds it (AddLLMNode and its
// kin), not where NewLLMNodeFunc makes it, nor where a mapper says what an agent's node writes.
// An agent with a model and tools is a graph of its own; a node that runs such an agent is not tied to
// it, and agents to which it can hand over are not looked at. Tools that NewToolsNodeFunc is given are
// not seen.
package trpcagent

import (
	"maps"
	"slices"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

const (
	root      = "trpc.group/trpc-go/trpc-agent-go"
	graphPath = root + "/graph"
	agentPath = root + "/agent"
	graphAgt  = agentPath + "/graphagent"
)

// The framework's names of the virtual nodes, graph/graph.go.
const (
	start = "__start__"
	end   = "__end__"
)

// Frontend reads trpc-agent-go.
var Frontend = frontend.Frontend{
	Name:     "trpc-agent-go",
	Packages: append([]string{graphPath, agentPath, graphAgt, funcTool, agentTool}, namedAgents...),
	Handlers: handlers,
	Values:   values,
}

// values are the functions that make tools.
func values() []graphmodel.FuncRef { return slices.Collect(maps.Keys(toolHandlers())) }

// dialect is what holds for the default engine. References are to v1.11.0-43-g0e352fdd1; "run"
// marks what a probe showed (research, section A).
var dialect = graphmodel.Dialect{
	Framework: "trpc-agent-go",
	// Run: two Interrupt calls in one node, the code before the first ran three times.
	RerunOnResume: graphmodel.Yes,
	// graph/executor.go handleInterrupt: NextNodes of the checkpoint is the interrupted node.
	ResumeEntry: graphmodel.EnterAtPause,
	// graph/executor.go executeStep waits for all tasks; the DAG engine does not, see engine.
	LockStep: graphmodel.Yes,
	// Run: 60 runs with two writers, either value survived. graph/state.go ApplyUpdate is called
	// under a lock in order of completion.
	Conflict: graphmodel.ConflictLastWins,
	Fate:     "so the one that finishes last overwrites the other",
	// graph/executor.go runBspStep: a checkpoint with source "loop" after each step.
	CheckpointEachStep: graphmodel.Yes,
	// graph/state.go AddField: a field without reducer gets DefaultReducer, which overwrites.
	DefaultReducer: graphmodel.No,
	// graph/state.go ApplyUpdate: a key that the schema does not have is written all the same.
	OpenState: graphmodel.Yes,
	// DefaultFanOutLimit stays 0: the limit is GOMAXPROCS (graph/executor.go
	// defaultMaxConcurrency), a number of the machine that runs it. Edges say "limited" instead.

	// graph/resume.go: Interrupt returns NewInterruptError for the node to return.
	PauseIsError: graphmodel.Yes,
}

// reader makes the handlers of one package.
type reader struct{ sink *frontend.Sink }

func fn(path, name string) graphmodel.FuncRef { return graphmodel.FuncRef(path + "." + name) }

func method(path, typ, name string) graphmodel.FuncRef {
	return graphmodel.FuncRef("(*" + path + "." + typ + ")." + name)
}

func handlers(sink *frontend.Sink) map[graphmodel.FuncRef]eval.Handler {
	r := &reader{sink: sink}
	all := make(map[graphmodel.FuncRef]eval.Handler)
	for _, table := range []map[graphmodel.FuncRef]eval.Handler{
		schemaHandlers(), collectorHandlers(), r.builderHandlers(), nodeOptionHandlers(), runHandlers(), r.agentHandlers(),
		toolHandlers(), llmOptionHandlers(),
	} {
		for ref, h := range table {
			all[ref] = h
		}
	}
	return all
}

func (r *reader) builderHandlers() map[graphmodel.FuncRef]eval.Handler {
	all := map[graphmodel.FuncRef]eval.Handler{
		fn(graphPath, "NewStateGraph"):                       r.newGraph,
		fn(graphPath, llmMaker):                              nodeFunc(llmMaker),
		fn(graphPath, "NewToolsNodeFunc"):                    nodeFunc("NewToolsNodeFunc"),
		fn(graphPath, "NewAgentNodeFunc"):                    nodeFunc("NewAgentNodeFunc"),
		method(graphPath, "StateGraph", "Compile"):           compile,
		method(graphPath, "StateGraph", "MustCompile"):       mustCompile,
		method(graphPath, "StateGraph", "WithNodeCallbacks"): on(callbacksField),
	}
	for name, f := range builderMethods {
		all[method(graphPath, "StateGraph", name)] = on(f)
	}
	// Looking at a graph does not hand it on.
	for _, name := range []string{
		"DOT", "WriteDOT", "RenderImage", "Node", "Nodes", "Edges", "ConditionalEdge", "EntryPoint",
		"Schema", "Cache", "CachePolicy",
	} {
		all[method(graphPath, "Graph", name)] = look
	}
	return all
}

// builderMethods are the methods that return their receiver.
var builderMethods = map[string]func(*graph, *eval.Call){
	"AddNode":                  addNode,
	"AddLLMNode":               addMadeNode(llmMaker, 4, llmLeaves...),
	"AddToolsNode":             addToolsNode,
	"AddAgentNode":             addAgentNode,
	"AddSubgraphNode":          addAgentNode,
	"AddEdge":                  func(g *graph, c *eval.Call) { g.static(c, c.Arg(0), c.Arg(1)) },
	"AddJoinEdge":              addJoin,
	"AddConditionalEdges":      addConditional,
	"AddMultiConditionalEdges": addMultiConditional,
	"AddToolsConditionalEdges": addToolsConditional,
	"SetEntryPoint":            func(g *graph, c *eval.Call) { g.static(c, eval.Str(start), c.Arg(0)) },
	"SetFinishPoint":           func(g *graph, c *eval.Call) { g.static(c, c.Arg(0), eval.Str(end)) },
	"WithInterruptBeforeNodes": pauses(func(n *graphmodel.Node) { n.PauseBefore = true }),
	"WithInterruptAfterNodes":  pauses(func(n *graphmodel.Node) { n.PauseAfter = true }),
	"WithCache":                nothing,
	"WithCachePolicy":          nothing,
	"WithGraphVersion":         nothing,
	"ClearCache":               nothing,
}

func nothing(*graph, *eval.Call) {}

func look(c *eval.Call) eval.Value {
	return eval.Unknown{Reason: "it is a part of a graph that is looked at", Pos: c.Pos}
}

// graph is a draft with what later calls need of earlier ones.
type graph struct {
	*frontend.Draft
	specs   map[string]*nodeSpec
	statics map[string][]int // edges that are always taken, by source, as indices
	routers map[string][]int // edges of the router, by source
	agents  map[string]bool  // nodes that run a sub-agent, and are not linked yet
	named   bool             // it has an agent's name
	done    bool             // it was compiled
}

// Escape notes that the graph leaves the code in sight; before it is compiled, others may add to it.
func (g *graph) Escape() {
	g.Draft.Escape()
	if !g.done {
		g.Gap(graphmodel.GapGraph, g.Graph.Pos, "", "its builder is handed to code that is not followed")
	}
}

// compiled is a *Graph.
type compiled struct{ *graph }

// Escape notes that the graph may be run elsewhere.
func (g compiled) Escape() { g.Draft.Escape() }

func (r *reader) newGraph(c *eval.Call) eval.Value {
	g := &graph{
		Draft: r.sink.New("", c, dialect), specs: make(map[string]*nodeSpec),
		statics: make(map[string][]int), routers: make(map[string][]int), agents: make(map[string]bool),
	}
	for _, v := range eval.Alternatives(c.Arg(0)) {
		switch s, ok := eval.Data(v).(*schema); {
		case ok:
			s.join(g, c)
		case !isNil(v):
			reason, _ := eval.Reason(v)
			g.Gap(graphmodel.GapField, c.Pos, "", "the state schema is not known: %s", reason)
		}
	}
	return &eval.Object{Data: g}
}

func isNil(v eval.Value) bool {
	switch v.(type) {
	case eval.Nil, eval.Zero:
		return true
	}
	return false
}

// on wraps a builder method: it works on the receiver's draft and returns the receiver. A
// receiver that is not known is not guessed.
func on(f func(*graph, *eval.Call)) eval.Handler {
	return func(c *eval.Call) eval.Value {
		for _, v := range eval.Alternatives(c.Recv) {
			if g, ok := eval.Data(v).(*graph); ok {
				f(g, c)
			}
		}
		return c.Recv
	}
}

func compile(c *eval.Call) eval.Value {
	// The error is nil here: a graph that does not compile does not run.
	return eval.Tuple{mustCompile(c), eval.Nil{}}
}

func mustCompile(c *eval.Call) eval.Value {
	var out []eval.Value
	for _, v := range eval.Alternatives(c.Recv) {
		if g, ok := eval.Data(v).(*graph); ok {
			g.done = true
			out = append(out, &eval.Object{Data: compiled{g}})
		}
	}
	if out == nil {
		return eval.Unknown{Reason: "the graph is not known", Pos: c.Pos}
	}
	return eval.Join(out...)
}
