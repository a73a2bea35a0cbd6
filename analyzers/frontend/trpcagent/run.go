package trpcagent

import (
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// settings are the options of an executor or of a graph agent.
type settings struct {
	saver, steps, width, engine eval.Value
	agents                      []eval.Value
	open                        string // why there may be others
}

// setting makes the value of an executor's or agent's option, see option.
func setting(set func(*settings, *eval.Call)) eval.Handler {
	return func(made *eval.Call) eval.Value {
		return &eval.Object{Data: eval.Handler(func(c *eval.Call) eval.Value {
			if s, ok := eval.Data(c.Arg(0)).(*settings); ok {
				set(s, made)
			}
			return eval.Nil{}
		})}
	}
}

func (s *settings) apply(c *eval.Call, i int) {
	opts, open := c.Rest(i)
	for _, o := range opts {
		if reason, _ := eval.Reason(o); reason != "" {
			open = reason
		}
		c.Apply(o, &eval.Object{Data: s})
	}
	if open != "" {
		s.open = open
	}
}

func runHandlers() map[graphmodel.FuncRef]eval.Handler {
	all := map[graphmodel.FuncRef]eval.Handler{
		fn(graphPath, "NewExecutor"): newExecutor,
		fn(graphAgt, "New"):          newAgent,
		fn(graphAgt, "WithSubAgents"): setting(func(s *settings, c *eval.Call) {
			s.agents, _ = eval.Elements(c.Arg(0))
		}),
		fn(graphAgt, "WithExecutorOptions"): setting(func(s *settings, c *eval.Call) { s.apply(c, 0) }),
		fn(graphPath, "WithMaxSteps"):       setting(func(s *settings, c *eval.Call) { s.steps = c.Arg(0) }),
	}
	for _, path := range []string{graphPath, graphAgt} {
		all[fn(path, "WithCheckpointSaver")] = setting(func(s *settings, c *eval.Call) { s.saver = c.Arg(0) })
		all[fn(path, "WithMaxConcurrency")] = setting(func(s *settings, c *eval.Call) { s.width = c.Arg(0) })
		all[fn(path, "WithExecutionEngine")] = setting(func(s *settings, c *eval.Call) { s.engine = c.Arg(0) })
	}
	for path, names := range plainSettings {
		for _, name := range names {
			all[fn(path, name)] = setting(func(*settings, *eval.Call) {})
		}
	}
	return all
}

// plainSettings are the options that say nothing of the graph.
var plainSettings = map[string][]string{
	graphPath: {
		"WithChannelBufferSize", "WithStepTimeout", "WithNodeTimeout", "WithCheckpointSaveTimeout",
		"WithDefaultRetryPolicy",
	},
	graphAgt: {
		"WithDescription", "WithAgentCallbacks", "WithInitialState", "WithChannelBufferSize",
		"WithAddSessionSummary", "WithSessionSummaryInjectionMode", "WithMaxHistoryRuns",
		"WithEnableContextCompaction", "WithContextCompactionToolResultMaxTokens",
		"WithContextCompactionKeepRecentRequests", "WithContextCompactionOversizedToolResultMaxTokens",
		"WithContextCompactionTokenCounter", "WithMessageTimelineFilterMode", "WithMessageBranchFilterMode",
		"WithMessageFilterMode", "WithReasoningContentMode", "WithSummaryFormatter",
		"WithPreserveForeignMessages", "WithEventMessageProjector",
	},
}

func newExecutor(c *eval.Call) eval.Value {
	s := &settings{}
	s.apply(c, 1)
	for _, g := range graphsOf(c.Arg(0)) {
		g.runs(s)
	}
	return eval.Tuple{eval.Unknown{Reason: "an executor", Pos: c.Pos}, eval.Nil{}}
}

func graphsOf(v eval.Value) []*graph {
	var out []*graph
	for _, a := range eval.Alternatives(v) {
		if g, ok := eval.Data(a).(compiled); ok {
			out = append(out, g.graph)
		}
	}
	return out
}

// engineDAG is the engine that is not the default, graph/execution_engine.go.
const engineDAG = "dag"

// runs notes how a graph is run. A sub-agent has the saver that it was made with, or none
// (graph/executor.go takes it from its own options only).
func (g *graph) runs(s *settings) {
	switch {
	case s.saver != nil && !isNil(s.saver):
		g.Stored = true
	case s.open != "":
		g.Escapes = true
	default:
		g.InMemory = true
	}
	if s.steps != nil {
		g.Graph.StepLimit, _ = eval.Int(s.steps)
	}
	if s.width != nil {
		g.limit(s.width)
	}
	if s.engine != nil {
		g.engine(s.engine)
	}
}

// limit gives the fan-outs their limit; without one it is the number of processors.
func (g *graph) limit(v eval.Value) {
	width, ok := eval.Int(v)
	if !ok || width <= 0 {
		return
	}
	for i := range g.Graph.Edges {
		if g.Graph.Edges[i].Kind == graphmodel.FanOut {
			g.Graph.Edges[i].Limit = width
		}
	}
}

func (g *graph) engine(v eval.Value) {
	name, ok := eval.String(v)
	switch {
	case !ok:
		g.Graph.Dialect.LockStep, g.Graph.Dialect.CheckpointEachStep = graphmodel.Unknown, graphmodel.Unknown
	case name == engineDAG:
		// graph/executor_dag.go: no barrier between steps; saved at a pause and at the end.
		g.Graph.Dialect.LockStep, g.Graph.Dialect.CheckpointEachStep = graphmodel.No, graphmodel.No
	}
}
