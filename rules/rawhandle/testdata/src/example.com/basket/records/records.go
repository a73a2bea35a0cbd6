// Package records keeps handles, well and badly. It builds no graph.
package records

import (
	"context"
	"time"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// Cart holds a raw handle.
var Cart = stategraph.NewField[string]("cart")

// Open mints a basket and stores its handle as it came.
func Open(ctx context.Context, server *mcpgate.Gate) (stategraph.Update, error) {
	res, err := server.Call(ctx, "create_basket", nil)
	if err != nil {
		return nil, err
	}
	ids, err := res.Handles("basket_id")
	if err != nil {
		return nil, err
	}
	return stategraph.Update{Cart.Set(ids["basket_id"])}, nil
}

// Lease is a custody record under another name.
type Lease struct {
	Value     string
	Server    string
	Tool      string
	Principal string
	MintedAt  time.Time
}
