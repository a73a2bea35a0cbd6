// Package steps makes graphs that run as nodes of another package's graph, and work on its state.
package steps

import (
	"context"

	"github.com/cloudwego/eino/compose"
	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

var server *mcpgate.Gate

// State is what a run keeps.
type State struct {
	Basket  custody.Record
	Verdict string
}

// NewState makes the state of a run.
func NewState(context.Context) *State { return &State{} }

func step(g *compose.Graph[string, string], name string, f func(context.Context, *State) error) {
	_ = g.AddLambdaNode(name, compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {
		return in, compose.ProcessState(ctx, f)
	}))
	_ = g.AddEdge(compose.START, name)
	_ = g.AddEdge(name, compose.END)
}

// Mint opens a basket.
func Mint() *compose.Graph[string, string] {
	g := compose.NewGraph[string, string]()
	step(g, "mint", func(ctx context.Context, s *State) (err error) {
		s.Basket, err = server.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
		return err
	})
	return g
}

// Ask waits for a person.
func Ask() *compose.Graph[string, string] {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("ask", compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {
		return "", compose.Interrupt(ctx, in)
	}))
	_ = g.AddEdge(compose.START, "ask")
	_ = g.AddEdge("ask", compose.END)
	return g
}

// Add spends the basket of the graph around it.
func Add() *compose.Graph[string, string] {
	g := compose.NewGraph[string, string]()
	step(g, "add", func(ctx context.Context, s *State) error {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": s.Basket.Value})
		return err
	})
	return g
}

// CheckAndAdd looks first.
func CheckAndAdd() *compose.Graph[string, string] {
	g := compose.NewGraph[string, string]()
	step(g, "add", func(ctx context.Context, s *State) error {
		if res := custody.Check(ctx, s.Basket, server.Probe("get_basket", "basket_id")); res.Verdict != custody.OK {
			s.Verdict = res.Verdict.String()
			return nil
		}
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": s.Basket.Value})
		return err
	})
	return g
}

// AddToOwn has a state of its own, so it never sees the basket of the graph around it.
func AddToOwn() *compose.Graph[string, string] {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(NewState))
	step(g, "add", func(ctx context.Context, s *State) error {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": s.Basket.Value}) // want `node "add" passes handle "Basket" to tool "add_item" unchecked`
		return err
	})
	return g
}
