// A twin for each line of "Silent when".

package basket

import (
	"context"
	"time"

	"example.com/basket/records"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	Basket = stategraph.NewField[custody.Record]("basket")
	Lease  = stategraph.NewField[records.Lease]("lease")
	Total  = stategraph.NewField[string]("total")
	Unused = stategraph.NewField[string]("unsaved_id")
)

func custodyRecord() *stategraph.Graph {
	return mintAndSpend("record", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec, err := server.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Basket.Set(rec)}, nil
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value)
	}, Basket)
}

func structWithTheSameParts() *stategraph.Graph {
	return mintAndSpend("lease", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		id, err := create(ctx)
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Lease.Set(records.Lease{
			Value: id, Server: "shop", Tool: "create_basket", Principal: "me", MintedAt: time.Now(),
		})}, nil
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Lease.Get(s).Value)
	}, Lease)
}

func recordMadeByHand() *stategraph.Graph {
	return mintAndSpend("by-hand", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		id, err := create(ctx)
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Basket.Set(custody.Record{
			Value: id, Server: "shop", Tool: "create_basket", Principal: "me", MintedAt: time.Now(),
		})}, nil
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value)
	}, Basket)
}

// What a tool returned is no handle if no tool takes it.
func valueThatNoToolTakes() *stategraph.Graph {
	return mintAndSpend("total", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		res, err := server.Call(ctx, "get_total", nil)
		if err != nil {
			return nil, err
		}
		var out struct{ Total string }
		if err := res.Decode(&out); err != nil {
			return nil, err
		}
		return stategraph.Update{Total.Set(out.Total)}, nil
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) { return nil, nil }, Total)
}

// What a person typed is no handle, although a tool takes it.
func valueThatNoToolReturned() *stategraph.Graph {
	return mintAndSpend("typed", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		typed, err := stategraph.Interrupt[string](ctx, "id", "which one?")
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Total.Set(typed)}, nil
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Total.Get(s))
	}, Total)
}

// Runs of this graph are never saved.
func neverSaved(ctx context.Context) error {
	g := mintAndSpend("unsaved", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		id, err := create(ctx)
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Unused.Set(id)}, nil
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Unused.Get(s))
	}, Unused)
	c, err := g.Compile()
	if err != nil {
		return err
	}
	_, err = c.Run(ctx, nil)
	return err
}
