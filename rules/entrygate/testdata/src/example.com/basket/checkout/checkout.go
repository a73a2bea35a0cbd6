// Package checkout spends baskets. It builds no graph.
package checkout

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// Add puts an item into the basket without a look at it.
func Add(ctx context.Context, server *mcpgate.Gate, rec custody.Record) error {
	return add(ctx, server, map[string]any{"basket_id": rec.Value})
}

func add(ctx context.Context, server *mcpgate.Gate, args map[string]any) error {
	_, err := server.Call(ctx, "add_item", args)
	return err
}

// Alive checks the basket.
func Alive(ctx context.Context, server *mcpgate.Gate, rec custody.Record) bool {
	return custody.Check(ctx, rec, server.Probe("get_basket", "basket_id")).Verdict == custody.OK
}
