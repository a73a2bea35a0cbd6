// Package nested runs graphs that another package makes as nodes; they share its state.
package nested

import (
	"context"

	"example.com/nested/steps"
	"github.com/cloudwego/eino/compose"
)

func shop(ctx context.Context, add compose.AnyGraph, store compose.CheckPointStore) error {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(steps.NewState))
	_ = g.AddGraphNode("mint", steps.Mint())
	_ = g.AddGraphNode("ask", steps.Ask())
	_ = g.AddGraphNode("add", add) // want `node "add" passes handle "Basket" to tool "add_item" unchecked`
	_ = g.AddEdge(compose.START, "mint")
	_ = g.AddEdge("mint", "ask")
	_ = g.AddEdge("ask", "add")
	_ = g.AddEdge("add", compose.END)
	_, err := g.Compile(ctx, compose.WithCheckPointStore(store))
	return err
}

// Unchecked spends behind the pause.
func Unchecked(ctx context.Context, store compose.CheckPointStore) error {
	return shop(ctx, steps.Add(), store)
}

// Checked looks where it spends.
func Checked(ctx context.Context, store compose.CheckPointStore) error {
	return shop(ctx, steps.CheckAndAdd(), store)
}

// Own works on a state that hides that of the graph around it.
func Own(ctx context.Context, store compose.CheckPointStore) error {
	return shop(ctx, steps.AddToOwn(), store)
}
