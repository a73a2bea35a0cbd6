// trpc-agent-go: interrupts that are set on nodes and on the builder.

package static

import (
	"context"
	"reflect"

	"github.com/skewlint/skewlint/runtime/custody"
	"trpc.group/trpc-go/trpc-agent-go/graph"
)

func trpcSchema() *graph.StateSchema {
	return graph.NewStateSchema().AddField("basket", graph.StateField{Type: reflect.TypeFor[custody.Record]()})
}

func trpcMint(ctx context.Context, s graph.State) (any, error) {
	rec, err := server.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	if err != nil {
		return nil, err
	}
	return graph.State{"basket": rec}, nil
}

func trpcCheck(ctx context.Context, s graph.State) (any, error) {
	rec := s["basket"].(custody.Record)
	res := custody.Check(ctx, rec, server.Probe("get_basket", "basket_id"))
	return graph.State{"verdict": res.Verdict.String()}, nil
}

func trpcBefore(saver graph.CheckpointSaver) (*graph.Executor, error) {
	return trpcShop(saver, func(ctx context.Context, s graph.State) (any, error) {
		rec := s["basket"].(custody.Record)
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value}) // want `node "add" spends handle "basket" that only node "check" checks, and a resume enters there, behind the check`
		return graph.State{}, err
	}, graph.WithInterruptBefore())
}

func trpcAfter(saver graph.CheckpointSaver) (*graph.Executor, error) {
	sg := graph.NewStateGraph(trpcSchema())
	sg.AddNode("mint", trpcMint).AddNode("check", trpcCheck)
	sg.AddNode("add", func(ctx context.Context, s graph.State) (any, error) {
		rec := s["basket"].(custody.Record)
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value}) // want `node "add" spends handle "basket" that only node "check" checks, and a resume enters there, behind the check`
		return graph.State{}, err
	})
	sg.SetEntryPoint("mint").AddEdge("mint", "check").AddEdge("check", "add").SetFinishPoint("add")
	return graph.NewExecutor(sg.WithInterruptAfterNodes("check").MustCompile(), graph.WithCheckpointSaver(saver))
}

func trpcShop(saver graph.CheckpointSaver, add graph.NodeFunc, opts ...graph.Option) (*graph.Executor, error) {
	sg := graph.NewStateGraph(trpcSchema())
	sg.AddNode("mint", trpcMint).AddNode("check", trpcCheck).AddNode("add", add, opts...)
	sg.SetEntryPoint("mint").AddEdge("mint", "check").AddEdge("check", "add").SetFinishPoint("add")
	return graph.NewExecutor(sg.MustCompile(), graph.WithCheckpointSaver(saver))
}
