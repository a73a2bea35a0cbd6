// want package:"builder code"

// Package composes builds Graphs, Chains and Workflows.
package composes

import (
	"context"
	"fmt"
	"wrap"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/prompt"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/multiagent/host"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
)

type msgs = []*schema.Message

func work(ctx context.Context, in string) (string, error)          { return in, nil }
func check(ctx context.Context, in string) (string, error)         { return in, nil }
func pick(ctx context.Context, in string) (string, error)          { return "", nil }
func many(ctx context.Context, in string) (map[string]bool, error) { return nil, nil }

func remember(ctx context.Context, in string, s *wrap.State) (string, error) { return in, nil }

const (
	nodePlan  = "plan"
	nodeWrite = "write"
)

// Plain: a graph with state, handlers, a branch and a multi-branch; saved.
func Plain(ctx context.Context, store compose.CheckPointStore) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(ctx context.Context) *wrap.State {
		return &wrap.State{}
	}))
	_ = g.AddLambdaNode(nodePlan, compose.InvokableLambda(work), compose.WithNodeName("Plan"),
		compose.WithStatePreHandler(remember), compose.WithStatePostHandler(remember))
	if err := g.AddLambdaNode(nodeWrite, compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {
		return in, nil
	})); err != nil {
		return nil, err
	}
	_ = g.AddPassthroughNode("gap")
	_ = g.AddEdge(compose.START, nodePlan)
	_ = g.AddBranch(nodePlan, compose.NewGraphBranch(pick, map[string]bool{nodeWrite: true, compose.END: true}))
	_ = g.AddBranch(nodeWrite, compose.NewGraphMultiBranch(many, map[string]bool{"gap": true, nodePlan: true}))
	_ = g.AddEdge("gap", compose.END)
	return g.Compile(ctx, compose.WithCheckPointStore(store), compose.WithGraphName("plain"), compose.WithMaxRunSteps(20),
		compose.WithInterruptBeforeNodes([]string{nodeWrite}), compose.WithInterruptAfterNodes([]string{nodePlan, "nobody"}))
}

// Diamond waits for both sides; the same graph without AllPredecessor does not.
func Diamond(ctx context.Context, modes ...compose.NodeTriggerMode) {
	for _, mode := range []compose.NodeTriggerMode{compose.AllPredecessor, compose.AnyPredecessor} {
		g := compose.NewGraph[string, map[string]any]()
		for _, side := range []string{"left", "right"} {
			_ = g.AddLambdaNode(side, compose.InvokableLambda(work), compose.WithOutputKey(side))
			_ = g.AddEdge(compose.START, side)
			_ = g.AddEdge(side, "join")
		}
		_ = g.AddLambdaNode("join", compose.InvokableLambda(work))
		_ = g.AddEdge("join", compose.END)
		_, _ = g.Compile(ctx, compose.WithNodeTriggerMode(mode), compose.WithGraphName(fmt.Sprint("diamond ", mode)))
	}
}

type book struct{}

func (b *book) Info(ctx context.Context) (*schema.ToolInfo, error) { return nil, nil }
func (b *book) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	return "", tool.Interrupt(ctx, args)
}

func pay(ctx context.Context, amount int) (string, error) { return "", nil }

type mock struct{}

func (m mock) Generate(ctx context.Context, in msgs, opts ...model.Option) (*schema.Message, error) {
	return nil, nil
}
func (m mock) Stream(ctx context.Context, in msgs, opts ...model.Option) (*schema.StreamReader[*schema.Message], error) {
	return nil, nil
}

func tools(ctx context.Context) (*compose.ToolsNode, error) {
	paying, err := utils.InferTool("pay", "pays", pay)
	if err != nil {
		return nil, err
	}
	return compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{&book{}, paying}})
}

// Components: templates, models, tools; the program's own model is known by its method.
func Components(ctx context.Context, cm model.ToolCallingChatModel) (compose.AnyGraph, error) {
	tn, err := tools(ctx)
	if err != nil {
		return nil, err
	}
	g := compose.NewGraph[map[string]any, *schema.Message]()
	_ = g.AddChatTemplateNode("template", prompt.FromMessages(schema.FString, schema.UserMessage("{q}")))
	_ = g.AddChatModelNode("model", cm)
	_ = g.AddChatModelNode("judge", mock{})
	_ = g.AddToolsNode("tools", tn)
	_ = g.AddLambdaNode("list", compose.ToList[*schema.Message]())
	_ = g.AddEdge(compose.START, "template")
	_ = g.AddEdge("template", "model")
	_ = g.AddBranch("model", compose.NewStreamGraphBranch(func(ctx context.Context, sr *schema.StreamReader[*schema.Message]) (string, error) {
		return compose.END, nil
	}, map[string]bool{"tools": true, "list": true}))
	_ = g.AddEdge("tools", "model")
	_ = g.AddEdge("list", "judge")
	_ = g.AddEdge("judge", compose.END)
	return g, nil
}

// Chained: automatic keys, a branch, a parallel step, a subgraph, a step under a condition.
func Chained(ctx context.Context, stream bool) (compose.Runnable[string, string], error) {
	inner := compose.NewChain[string, string]()
	inner.AppendLambda(compose.InvokableLambda(work)).AppendChatModel(mock{})
	par := compose.NewParallel().AddLambda("a", compose.InvokableLambda(work))
	par.AddLambda("b", compose.InvokableLambda(check), compose.WithNodeKey("own"))
	chain := compose.NewChain[string, string]()
	chain.AppendLambda(compose.InvokableLambda(work), compose.WithNodeKey("first")).
		AppendBranch(compose.NewChainBranch(pick).
			AddLambda("yes", compose.InvokableLambda(work)).
			AddPassthrough("no")).
		AppendPassthrough().
		AppendParallel(par).
		AppendGraph(inner)
	if stream {
		chain.AppendLambda(compose.InvokableLambda(work), compose.WithNodeKey("streamed"))
	} else {
		chain.AppendLambda(compose.InvokableLambda(check), compose.WithNodeKey("whole"))
	}
	chain.AppendLambda(compose.InvokableLambda(check))
	return chain.Compile(ctx)
}

// Flow: inputs, a dependency without data, data without a dependency, a branch, the end.
func Flow(ctx context.Context) (compose.Runnable[string, string], error) {
	wf := compose.NewWorkflow[string, string]()
	wf.AddLambdaNode("b1", compose.InvokableLambda(work)).AddInput(compose.START)
	wf.AddLambdaNode("audit", compose.InvokableLambda(check)).AddDependency("b1")
	wf.AddBranch("b1", compose.NewGraphBranch(pick, map[string]bool{compose.END: true, "b2": true}))
	wf.AddLambdaNode("b2", compose.InvokableLambda(work)).
		AddInputWithOptions(compose.START, nil, compose.WithNoDirectDependency()).
		SetStaticValue(compose.FieldPath{"Budget"}, 3)
	wf.AddLambdaNode("sum", compose.InvokableLambda(check)).
		AddInput("audit", compose.ToField("A")).
		AddInputWithOptions("b2", []*compose.FieldMapping{compose.ToField("B")})
	wf.End().AddInput("sum")
	return wf.Compile(ctx)
}

// Wrapped: a builder type of another package that embeds the graph.
func Wrapped(ctx context.Context, store compose.CheckPointStore) {
	_, _ = wrap.New[string, string](compose.WithStatePreHandler(remember)).
		Step("one", compose.InvokableLambda(work)).
		Step("two", compose.InvokableLambda(check)).
		Done(ctx, compose.WithCheckPointStore(store))
}

// Nested: a subgraph gets the mode of its node's options and the store of the graph around it, an
// agent is added by what it exports.
func Nested(ctx context.Context, cm model.ToolCallingChatModel, store compose.CheckPointStore) error {
	sub := compose.NewGraph[string, string]()
	_ = sub.AddLambdaNode("x", compose.InvokableLambda(work))
	_ = sub.AddEdge(compose.START, "x")
	_ = sub.AddEdge("x", compose.END)
	agent, err := react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: cm,
		ToolsConfig:      compose.ToolsNodeConfig{Tools: []tool.BaseTool{&book{}}},
		MaxStep:          12,
	})
	if err != nil {
		return err
	}
	exported, opts := agent.ExportGraph()
	g := compose.NewGraph[string, string]()
	_ = g.AddGraphNode("sub", sub, compose.WithGraphCompileOptions(compose.WithNodeTriggerMode(compose.AllPredecessor)))
	_ = g.AddGraphNode("react", exported, opts...)
	_ = g.AddEdge(compose.START, "sub")
	_ = g.AddEdge("sub", "react")
	_ = g.AddEdge("react", compose.END)
	_, err = g.Compile(ctx, compose.WithCheckPointStore(store))
	return err
}

// Hosted: a host that hands over to specialists.
func Hosted(ctx context.Context, cm model.ToolCallingChatModel, a *react.Agent) {
	_, _ = host.NewMultiAgent(ctx, &host.MultiAgentConfig{
		Host: host.Host{ToolCallingModel: cm},
		Specialists: []*host.Specialist{
			{AgentMeta: host.AgentMeta{Name: "writer"}, Invokable: a.Generate},
			{AgentMeta: host.AgentMeta{Name: "poet"}, ChatModel: cm},
		},
	})
}

// Uncompiled: a chain ends at the end, whoever compiles it.
func Uncompiled() *compose.Chain[string, string] {
	return compose.NewChain[string, string]().
		AppendLambda(compose.InvokableLambda(work)).
		AppendParallel(compose.NewParallel().
			AddLambda("a", compose.InvokableLambda(work)).
			AddLambda("b", compose.InvokableLambda(check)))
}

// Gaps: what is not known is said.
func Gaps(ctx context.Context, name string, l *compose.Lambda, ends map[string]bool, b *compose.GraphBranch, sub compose.AnyGraph, opts []compose.GraphCompileOption) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode(name, compose.InvokableLambda(work))
	_ = g.AddLambdaNode("known", l)
	_ = g.AddGraphNode("sub", sub)
	_ = g.AddEdge(compose.START, "known")
	_ = g.AddBranch("known", compose.NewGraphBranch(pick, ends))
	_ = g.AddBranch("sub", b)
	if len(ends) > 2 {
		_ = g.AddEdge("sub", compose.END)
	}
	_, _ = g.Compile(ctx, opts...)
}
