// Package checks shows custody checks before spends.
package checks

import (
	"context"
	"errors"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	Basket  = stategraph.NewField[custody.Record]("basket")
	Cart    = stategraph.NewField[custody.Record]("cart")
	gate    *mcpgate.Gate
	errGone = errors.New("gone")
)

func add(ctx context.Context, rec custody.Record) error {
	_, err := gate.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value})
	return err
}

// spends: checks.Basket -> add_item.basket_id checked
// checks: checks.Basket
func checked(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	rec := Basket.Get(s)
	if custody.Check(ctx, rec, nil).Verdict != custody.OK {
		return nil, errGone
	}
	return nil, add(ctx, rec)
}

// spends: checks.Basket -> add_item.basket_id unchecked
func onePathOnly(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	rec := Basket.Get(s)
	if rec.Server == "shop" {
		custody.Check(ctx, rec, nil)
	}
	return nil, add(ctx, rec)
}

// spends: checks.Basket -> add_item.basket_id unchecked
func otherField(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	custody.Check(ctx, Cart.Get(s), nil)
	return nil, add(ctx, Basket.Get(s))
}

func verify(ctx context.Context, rec custody.Record) error {
	if custody.Check(ctx, rec, nil).Verdict == custody.Gone {
		return errGone
	}
	return nil
}

// spends: checks.Basket -> add_item.basket_id checked
func helper(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if err := verify(ctx, Basket.Get(s)); err != nil {
		return nil, err
	}
	return nil, add(ctx, Basket.Get(s))
}

func checkedAdd(ctx context.Context, rec custody.Record) error {
	if err := verify(ctx, rec); err != nil {
		return err
	}
	return add(ctx, rec)
}

// spends: checks.Basket -> add_item.basket_id checked
func inside(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, checkedAdd(ctx, Basket.Get(s))
}

// spends: checks.Basket -> add_item.basket_id checked
func bothBranches(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	rec := Basket.Get(s)
	if rec.Server == "shop" {
		custody.Check(ctx, rec, nil)
	} else {
		verify(ctx, rec)
	}
	return nil, add(ctx, rec)
}

// spends: checks.Basket -> add_item.basket_id unchecked
func tooLate(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	err := add(ctx, Basket.Get(s))
	custody.Check(ctx, Basket.Get(s), nil)
	return nil, err
}

type app struct {
	rec stategraph.Field[custody.Record]
}

func (a *app) with(f func(context.Context, custody.Record) error) stategraph.NodeFunc {
	// spends: none
	// checks: checks.app.rec
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec := a.rec.Get(s)
		if err := verify(ctx, rec); err != nil {
			return nil, err
		}
		return nil, f(ctx, rec)
	}
}

func nodes(a *app) []stategraph.NodeFunc {
	return []stategraph.NodeFunc{a.with(add), a.with(checkedAdd)}
}
