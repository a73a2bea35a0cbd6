// The twins: a loop whose state nobody saves, and one whose state keeps a record.

package loop

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// Trip lives as long as its run.
type Trip struct {
	Step   string
	CartID string
}

func (sh *shop) rent(ctx context.Context, t *Trip) error {
	out, err := sh.call(ctx, "create_cart", nil)
	t.CartID, _ = out["cart_id"].(string)
	t.Step = "pay"
	return err
}

func (sh *shop) pay(ctx context.Context, t *Trip) error {
	_, err := sh.call(ctx, "pay_cart", map[string]any{"cart_id": t.CartID})
	t.Step = ""
	return err
}

func (sh *shop) neverSaved(ctx context.Context) error {
	t := &Trip{Step: "rent"}
	for {
		var err error
		switch t.Step {
		case "rent":
			err = sh.rent(ctx, t)
		case "pay":
			err = sh.pay(ctx, t)
		default:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Order keeps where its handle came from.
type Order struct {
	Step   string
	Basket custody.Record
}

// Orders keeps orders somewhere.
type Orders interface {
	Load(id string) (*Order, error)
	Save(o *Order) error
}

type desk struct {
	gate   *mcpgate.Gate
	orders Orders
}

func (d *desk) mint(ctx context.Context, o *Order) (string, error) {
	rec, err := d.gate.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	o.Basket = rec
	return "spend", err
}

func (d *desk) spend(ctx context.Context, o *Order) (string, error) {
	_, err := d.gate.Call(ctx, "add_item", map[string]any{"basket_id": o.Basket.Value})
	return "", err
}

func (d *desk) withARecord(ctx context.Context, id string) error {
	o, err := d.orders.Load(id)
	if err != nil {
		return err
	}
	steps := map[string]func(context.Context, *Order) (string, error){"mint": d.mint, "spend": d.spend}
	for o.Step != "" {
		if o.Step, err = steps[o.Step](ctx, o); err != nil {
			return err
		}
		if err := d.orders.Save(o); err != nil {
			return err
		}
	}
	return nil
}
