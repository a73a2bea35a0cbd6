// Package fanin has graphs of Eino in which outputs of several nodes come to one.
package fanin

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

// Hit is what a search finds.
type Hit struct{ Title string }

func web(ctx context.Context, q string) (*Hit, error)    { return &Hit{q}, nil }
func papers(ctx context.Context, q string) (*Hit, error) { return &Hit{q}, nil }
func rank(ctx context.Context, h *Hit) (string, error)   { return h.Title, nil }
func upper(ctx context.Context, s string) (string, error) {
	return s, nil
}

// Both searches answer the same question, and the node behind them takes one answer.
func pointers(ctx context.Context) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("web", compose.InvokableLambda(web))
	_ = g.AddLambdaNode("papers", compose.InvokableLambda(papers))
	_ = g.AddLambdaNode("rank", compose.InvokableLambda(rank))
	_ = g.AddEdge(compose.START, "web")
	_ = g.AddEdge(compose.START, "papers")
	_ = g.AddEdge("web", "rank")
	_ = g.AddEdge("papers", "rank") // want `outputs of node "web" and node "papers" meet in node "rank" as \*fanin.Hit, so the run fails: no merge function is registered`
	_ = g.AddEdge("rank", compose.END)
	return g.Compile(ctx)
}

// Strings concatenate as chunks of one stream, not as outputs of two nodes.
func stringsAtTheEnd(ctx context.Context, mode compose.NodeTriggerMode) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	for _, name := range []string{"left", "right", "middle"} {
		_ = g.AddLambdaNode(name, compose.InvokableLambda(upper))
		_ = g.AddEdge(compose.START, name)
		_ = g.AddEdge(name, compose.END) // want `outputs of node "left" and node "right" meet in the end as string, so the run fails: no merge function is registered`
	}
	return g.Compile(ctx, compose.WithNodeTriggerMode(compose.AllPredecessor))
}

// Two models answer.
func models(ctx context.Context, a, b model.BaseChatModel) (compose.Runnable[[]*schema.Message, *schema.Message], error) {
	g := compose.NewGraph[[]*schema.Message, *schema.Message]()
	_ = g.AddChatModelNode("a", a)
	_ = g.AddChatModelNode("b", b)
	_ = g.AddEdge(compose.START, "a")
	_ = g.AddEdge(compose.START, "b")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END) // want `outputs of node "a" and node "b" meet in the end as \*schema.Message, so the run fails`
	return g.Compile(ctx)
}

// Both put their output under one key.
func oneKey(ctx context.Context) (compose.Runnable[string, map[string]any], error) {
	g := compose.NewGraph[string, map[string]any]()
	_ = g.AddLambdaNode("a", compose.InvokableLambda(upper), compose.WithOutputKey("text"))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(upper), compose.WithOutputKey("text"))
	_ = g.AddEdge(compose.START, "a")
	_ = g.AddEdge(compose.START, "b")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END) // want `outputs of node "a" and node "b" meet in the end under one key "text", so Invoke fails and Stream mixes their chunks`
	return g.Compile(ctx)
}

// A multi-branch can pick both.
func picked(ctx context.Context, pick compose.GraphMultiBranchCondition[string]) (compose.Runnable[string, string], error) {
	c := compose.NewChain[string, string]()
	c.AppendBranch(compose.NewChainMultiBranch(pick).
		AddLambda("a", compose.InvokableLambda(upper)).
		AddLambda("b", compose.InvokableLambda(upper)))
	c.AppendLambda(compose.InvokableLambda(upper)) // want `outputs of node "node_0_branch_a" and node "node_0_branch_b" meet in node "node_1" as string, so the run fails`
	return c.Compile(ctx)
}

// A passthrough gives on what it gets.
func passedThrough(ctx context.Context) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("a", compose.InvokableLambda(upper))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(upper))
	_ = g.AddPassthroughNode("wait")
	_ = g.AddLambdaNode("b2", compose.InvokableLambda(upper))
	_ = g.AddEdge(compose.START, "a")
	_ = g.AddEdge(compose.START, "b")
	_ = g.AddEdge("a", "wait")
	_ = g.AddEdge("b", "b2")
	_ = g.AddEdge("wait", compose.END)
	_ = g.AddEdge("b2", compose.END) // want `outputs of node "wait" and node "b2" meet in the end as string, so the run fails`
	return g.Compile(ctx)
}

// A node that waits for all gets the graph's input with the output of the node before.
func inputAndOutput(ctx context.Context) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(upper))
	_ = g.AddLambdaNode("check", compose.InvokableLambda(upper))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddEdge(compose.START, "check")
	_ = g.AddEdge("draft", "check") // want `outputs of the start and node "draft" meet in node "check" as string, so the run fails`
	_ = g.AddEdge("check", compose.END)
	return g.Compile(ctx, compose.WithNodeTriggerMode(compose.AllPredecessor))
}

// Graphs of one type are nodes like others, and the type of a wrapper's node is that of its call.
func graphsAsNodes(ctx context.Context) (compose.Runnable[string, []string], error) {
	g := compose.NewGraph[string, []string]()
	_ = g.AddGraphNode("inner", compose.NewChain[string, []string]().AppendLambda(split[string]()))
	add(g, "outer", split[string]())
	_ = g.AddEdge(compose.START, "inner")
	_ = g.AddEdge("inner", compose.END) // want `outputs of node "outer" and node "inner" meet in the end as \[\]string, so the run fails`
	return g.Compile(ctx)
}

func add[I, O any](g *compose.Graph[I, O], name string, l *compose.Lambda) {
	_ = g.AddLambdaNode(name, l)
	_ = g.AddEdge(compose.START, name)
	_ = g.AddEdge(name, compose.END)
}

func split[T any]() *compose.Lambda { return compose.ToList[T]() }
