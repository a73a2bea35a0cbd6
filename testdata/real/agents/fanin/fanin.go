// Package fanin has graphs in which outputs of several nodes come to one, and are told to pause.
package fanin

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type answer = *schema.Message

func first(ctx context.Context, in []answer) (answer, error) { return in[0], nil }

// Ask asks a model and answers by hand at one time. Invoke and Stream fail with "unsupported type".
func Ask(ctx context.Context, m model.ToolCallingChatModel, store compose.CheckPointStore) (compose.Runnable[[]answer, answer], error) {
	g := compose.NewGraph[[]answer, answer]()
	_ = g.AddChatModelNode("model", m)
	_ = g.AddLambdaNode("hand", compose.InvokableLambda(first))
	_ = g.AddEdge(compose.START, "model")
	_ = g.AddEdge(compose.START, "hand")
	_ = g.AddEdge("model", compose.END)
	_ = g.AddEdge("hand", compose.END) // want `outputs of node "model" and node "hand" meet in the end as \*schema.Message, so the run fails: no merge function is registered \(missingreducer\)`
	return g.Compile(ctx, compose.WithCheckPointStore(store), compose.WithInterruptBeforeNodes([]string{"hand"}))
}

// Votes add up.
type Votes struct{ Yes int }

func init() {
	compose.RegisterValuesMergeFunc(func(list []Votes) (Votes, error) {
		var all Votes
		for _, v := range list {
			all.Yes += v.Yes
		}
		return all, nil
	})
}

func vote(ctx context.Context, in string) (Votes, error)   { return Votes{Yes: len(in)}, nil }
func words(ctx context.Context, in string) (string, error) { return in, nil }

// Count merges what it gets, by the function above.
func Count(ctx context.Context) (compose.Runnable[string, Votes], error) {
	g := compose.NewGraph[string, Votes]()
	for _, name := range []string{"a", "b"} {
		_ = g.AddLambdaNode(name, compose.InvokableLambda(vote))
		_ = g.AddEdge(compose.START, name)
		_ = g.AddEdge(name, compose.END)
	}
	return g.Compile(ctx, compose.WithNodeTriggerMode(compose.AllPredecessor))
}

// Keys gives each output a key of its own.
func Keys(ctx context.Context) (compose.Runnable[string, map[string]any], error) {
	c := compose.NewChain[string, map[string]any]()
	c.AppendParallel(compose.NewParallel().
		AddLambda("a", compose.InvokableLambda(words)).
		AddLambda("b", compose.InvokableLambda(words)))
	return c.Compile(ctx)
}
