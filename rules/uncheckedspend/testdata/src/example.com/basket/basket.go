// Package basket keeps a shopping basket on an MCP server: the fields and nodes that the
// scenarios share.
package basket

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

const start = stategraph.Start

var (
	Basket   = stategraph.NewField[custody.Record]("basket")
	BasketID = stategraph.NewField[string]("basket_id")
	Verdict  = stategraph.NewField[string]("verdict")
	Answer   = stategraph.NewField[string]("answer")
)

// server is the door to the shop's MCP server.
var server *mcpgate.Gate

// gateway is the door to it together with others.
var gateway *mcpgate.Gateway

// open mints a basket and keeps its record.
func open(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	rec, err := server.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	if err != nil {
		return nil, err
	}
	return stategraph.Update{Basket.Set(rec)}, nil
}

// ask pauses until a person answers.
func ask(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	answer, err := stategraph.Interrupt[string](ctx, "item", "which item?")
	if err != nil {
		return nil, err
	}
	return stategraph.Update{Answer.Set(answer)}, nil
}

// gate checks the basket.
func gate(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	res := custody.Check(ctx, Basket.Get(s), server.Probe("get_basket", "basket_id"))
	return stategraph.Update{Verdict.Set(res.Verdict.String())}, nil
}

// put spends the handle that it is given.
func put(ctx context.Context, id string) error {
	_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": id})
	return err
}
