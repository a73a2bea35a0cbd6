// want package:"builder code"

package runs

import (
	"context"
	"flag"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/graph/checkpoint/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/runner"
)

func work(ctx context.Context, s graph.State) (any, error) { return nil, nil }

func spread(ctx context.Context, s graph.State) (any, error) {
	return []*graph.Command{{GoTo: "a"}, {GoTo: "a"}}, nil
}

func small() *graph.Graph {
	return graph.NewStateGraph(nil).AddNode("a", work).AddNode("s", spread).SetEntryPoint("s").MustCompile()
}

func stored() {
	g := small()
	ag, err := graphagent.New("stored", g, graphagent.WithCheckpointSaver(inmemory.NewSaver()), graphagent.WithMaxConcurrency(4))
	if err != nil {
		panic(err)
	}
	_ = runner.NewRunner("app", ag)
}

func notStored() {
	ag, _ := graphagent.New("memory", small(), graphagent.WithDescription("no saver"))
	_ = runner.NewRunner("app", ag)
}

func executor(ctx context.Context) {
	opts := []graph.ExecutorOption{graph.WithMaxSteps(20), graph.WithExecutionEngine(graph.ExecutionEngineDAG)}
	opts = append(opts, graph.WithCheckpointSaver(inmemory.NewSaver()))
	e, _ := graph.NewExecutor(small(), opts...)
	_, _ = e.Execute(ctx, nil, nil)
}

func viaAgentOptions() {
	_, _ = graphagent.New("via", small(), graphagent.WithExecutorOptions(graph.WithMaxSteps(7), graph.WithCheckpointSaver(nil)))
}

func unknownOptions(opts []graphagent.Option) { _, _ = graphagent.New("unknown", small(), opts...) }

// subgraphs: a node runs the sub-agent of its name; a node is named by what an agent says.
func subgraphs(s graph.CheckpointSaver) error {
	child, err := graphagent.New("child", graph.NewStateGraph(nil).AddNode("in", work).SetEntryPoint("in").MustCompile())
	if err != nil {
		return err
	}
	helper := llmagent.New("helper")
	sg := graph.NewStateGraph(graph.MessagesStateSchema())
	sg.AddSubgraphNode("child", graph.WithSubgraphIsolatedMessages(true))
	sg.AddAgentNode(helper.Info().Name)
	addOwn(sg, own{llmagent.New("inner"), "own"})
	sg.SetEntryPoint("child").AddEdge("child", helper.Info().Name)
	g, err := sg.Compile()
	if err != nil {
		return err
	}
	println(g.DOT())
	_, err = graphagent.New("parent", g, graphagent.WithCheckpointSaver(s),
		graphagent.WithSubAgents([]agent.Agent{child, helper}))
	return err
}

// own wraps an agent and has a name of its own.
type own struct {
	agent.Agent
	name string
}

func (o own) Info() agent.Info { return agent.Info{Name: o.name} }

func addOwn(g *graph.StateGraph, a agent.Agent) { g.AddAgentNode(a.Info().Name) }

// deep: how many graphs there are is not known, and neither are their names.
func deep(s graph.CheckpointSaver) {
	var depth int
	flag.IntVar(&depth, "depth", 2, "how deep")
	if depth < 1 {
		return
	}
	names := make([]string, depth)
	for i := depth - 2; i >= 0; i-- {
		g := graph.NewStateGraph(nil).AddAgentNode(names[i]).SetEntryPoint(names[i]).MustCompile()
		_, _ = graphagent.New(names[i+1], g, graphagent.WithCheckpointSaver(s))
	}
}

// parked: the executor is told to pause, by options of nodes and by the builder.
func parked(s graph.CheckpointSaver, more ...string) {
	sg := graph.NewStateGraph(nil).AddNode("draft", work, graph.WithInterruptAfter()).AddNode("send", work).AddNode("log", work)
	sg.AddToolsNode("tools", nil, graph.WithInterruptBefore(), graph.WithInterruptAfter())
	sg.WithInterruptBeforeNodes("send", "nobody").WithInterruptAfterNodes(more...)
	sg.SetEntryPoint("draft").AddEdge("draft", "tools").AddEdge("tools", "send").AddEdge("send", "log").SetFinishPoint("log")
	_, _ = graph.NewExecutor(sg.MustCompile(), graph.WithCheckpointSaver(s))
}
