// Package static has graphs that the framework is told to pause, each with a gate that the resumed
// run skips and a twin that checks where it spends.
package static

import (
	"context"

	"github.com/cloudwego/eino/compose"
	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// server is the door to the shop's MCP server.
var server *mcpgate.Gate

// State is what a run of Eino keeps.
type State struct {
	Basket  custody.Record
	Verdict string
}

func newState(context.Context) *State { return &State{} }

func mint(ctx context.Context, in string) (string, error) {
	rec, err := server.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	if err != nil {
		return "", err
	}
	err = compose.ProcessState(ctx, func(_ context.Context, s *State) error {
		s.Basket = rec
		return nil
	})
	return in, err
}

func check(ctx context.Context, in string) (string, error) {
	err := compose.ProcessState(ctx, func(ctx context.Context, s *State) error {
		s.Verdict = custody.Check(ctx, s.Basket, server.Probe("get_basket", "basket_id")).Verdict.String()
		return nil
	})
	return in, err
}

// Compile is told to pause before the node that spends. The resumed run enters there, with the look
// of the run before.
func einoBefore(ctx context.Context, store compose.CheckPointStore) (compose.Runnable[string, string], error) {
	return shop(ctx, func(ctx context.Context, in string) (string, error) {
		var id string
		err := compose.ProcessState(ctx, func(_ context.Context, s *State) error {
			id = s.Basket.Value
			return nil
		})
		if err != nil {
			return "", err
		}
		_, err = server.Call(ctx, "add_item", map[string]any{"basket_id": id, "item": in}) // want `node "add" spends handle "Basket" that only node "check" checks, and a resume enters there, behind the check`
		return in, err
	}, compose.WithCheckPointStore(store), compose.WithInterruptBeforeNodes([]string{"add"}))
}

// Behind the gate is before what follows it.
func einoAfter(ctx context.Context, store compose.CheckPointStore) (compose.Runnable[string, string], error) {
	return shop(ctx, func(ctx context.Context, in string) (string, error) {
		var id string
		err := compose.ProcessState(ctx, func(_ context.Context, s *State) error {
			id = s.Basket.Value
			return nil
		})
		if err != nil {
			return "", err
		}
		_, err = server.Call(ctx, "add_item", map[string]any{"basket_id": id, "item": in}) // want `node "add" spends handle "Basket" that only node "check" checks, and a resume enters there, behind the check`
		return in, err
	}, compose.WithCheckPointStore(store), compose.WithInterruptAfterNodes([]string{"check"}))
}

func shop(ctx context.Context, add compose.InvokeWOOpt[string, string], opts ...compose.GraphCompileOption) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(newState))
	_ = g.AddLambdaNode("mint", compose.InvokableLambda(mint))
	_ = g.AddLambdaNode("check", compose.InvokableLambda(check))
	_ = g.AddLambdaNode("add", compose.InvokableLambda(add))
	_ = g.AddEdge(compose.START, "mint")
	_ = g.AddEdge("mint", "check")
	_ = g.AddEdge("check", "add")
	_ = g.AddEdge("add", compose.END)
	return g.Compile(ctx, opts...)
}
