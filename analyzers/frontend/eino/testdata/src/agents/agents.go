// want package:"builder code"

// Package agents builds agents of adk.
package agents

import (
	"context"
	"wrap"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/prebuilt/deep"
	"github.com/cloudwego/eino/adk/prebuilt/planexecute"
	"github.com/cloudwego/eino/adk/prebuilt/supervisor"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

func search(ctx context.Context, q string) (string, error) { return "", nil }

func newSearcher(ctx context.Context, cm model.ToolCallingChatModel) adk.Agent {
	t, err := utils.InferTool("search", "searches", search)
	if err != nil {
		panic(err)
	}
	a, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name:        "searcher",
		Model:       cm,
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{t}}},
		OutputKey:   "found",
	})
	if err != nil {
		panic(err)
	}
	return a
}

func newWriter(ctx context.Context, cm model.ToolCallingChatModel, name string) adk.Agent {
	a, _ := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: name, Model: cm, OutputKey: "text", MaxIterations: 5})
	return a
}

// approval is an agent of the program's own.
type approval struct{}

func (*approval) Name(ctx context.Context) string        { return "approval" }
func (*approval) Description(ctx context.Context) string { return "" }
func (*approval) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) *adk.AsyncIterator[*adk.AgentEvent] {
	return nil
}

// Pipeline: in sequence, in parallel, in a loop; saved.
func Pipeline(ctx context.Context, cm model.ToolCallingChatModel, store adk.CheckPointStore) error {
	both, err := adk.NewParallelAgent(ctx, &adk.ParallelAgentConfig{
		Name: "both", SubAgents: []adk.Agent{newSearcher(ctx, cm), newWriter(ctx, cm, "w1"), newWriter(ctx, cm, "w2")},
	})
	if err != nil {
		return err
	}
	again, _ := adk.NewLoopAgent(ctx, &adk.LoopAgentConfig{
		Name: "again", SubAgents: []adk.Agent{newWriter(ctx, cm, "main"), newWriter(ctx, cm, "critic")}, MaxIterations: 3,
	})
	all, _ := adk.NewSequentialAgent(ctx, &adk.SequentialAgentConfig{
		Name: "all", SubAgents: []adk.Agent{both, again, &approval{}, wrap.Quiet(again)},
	})
	r := adk.NewRunner(ctx, adk.RunnerConfig{Agent: all, CheckPointStore: store})
	r.Query(ctx, "q")
	return nil
}

// Team: a supervisor, transfers, a deep agent, a plan; run without a store.
func Team(ctx context.Context, cm model.ToolCallingChatModel) {
	sv, _ := supervisor.New(ctx, &supervisor.Config{
		Supervisor: newWriter(ctx, cm, "boss"),
		SubAgents:  []adk.Agent{newSearcher(ctx, cm), newWriter(ctx, cm, "clerk")},
	})
	adk.NewRunner(ctx, adk.RunnerConfig{Agent: sv})
	_, _ = adk.SetSubAgents(ctx, newWriter(ctx, cm, "front"), []adk.Agent{newWriter(ctx, cm, "back")})
	_, _ = deep.New(ctx, &deep.Config{Name: "deep", ChatModel: cm, SubAgents: []adk.Agent{newSearcher(ctx, cm)}, MaxIteration: 50})
	planner, _ := planexecute.NewPlanner(ctx, &planexecute.PlannerConfig{ToolCallingChatModel: cm})
	executor, _ := planexecute.NewExecutor(ctx, &planexecute.ExecutorConfig{Model: cm, MaxIterations: 20})
	replanner, _ := planexecute.NewReplanner(ctx, &planexecute.ReplannerConfig{ChatModel: cm})
	_, _ = planexecute.New(ctx, &planexecute.Config{Planner: planner, Executor: executor, Replanner: replanner, MaxIterations: 9})
}

// Own: an agent of the program's own is a graph of one node.
func Own(ctx context.Context, store adk.CheckPointStore) {
	adk.NewRunner(ctx, adk.RunnerConfig{Agent: &approval{}, CheckPointStore: store})
}

// AsTool: an agent behind a tool.
func AsTool(ctx context.Context, cm model.ToolCallingChatModel) {
	_, _ = adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: "router", Model: cm,
		ToolsConfig: adk.ToolsConfig{
			ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{adk.NewAgentTool(ctx, newSearcher(ctx, cm))}},
			ReturnDirectly:  map[string]bool{"searcher": true},
		},
	})
}

// Middle: what a middleware adds is not known.
func Middle(ctx context.Context, cm model.ToolCallingChatModel, m adk.AgentMiddleware) {
	_, _ = adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "middle", Model: cm, Middlewares: []adk.AgentMiddleware{m}})
}
