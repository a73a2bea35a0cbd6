// Twins: the node that spends looks for itself, or the executor pauses before the gate.

package static

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"trpc.group/trpc-go/trpc-agent-go/graph"
)

func trpcChecksWhereItSpends(saver graph.CheckpointSaver) (*graph.Executor, error) {
	return trpcShop(saver, func(ctx context.Context, s graph.State) (any, error) {
		rec := s["basket"].(custody.Record)
		if custody.Check(ctx, rec, server.Probe("get_basket", "basket_id")).Verdict != custody.OK {
			return graph.State{}, nil
		}
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value})
		return graph.State{}, err
	}, graph.WithInterruptBefore())
}

func trpcPausesBeforeTheGate(saver graph.CheckpointSaver) (*graph.Executor, error) {
	sg := graph.NewStateGraph(trpcSchema())
	sg.AddNode("mint", trpcMint).AddNode("check", trpcCheck, graph.WithInterruptBefore()).AddNode("add", trpcAdd)
	sg.SetEntryPoint("mint").AddEdge("mint", "check").AddEdge("check", "add").SetFinishPoint("add")
	return graph.NewExecutor(sg.MustCompile(), graph.WithCheckpointSaver(saver))
}

func trpcAdd(ctx context.Context, s graph.State) (any, error) {
	rec := s["basket"].(custody.Record)
	_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value})
	return graph.State{}, err
}
