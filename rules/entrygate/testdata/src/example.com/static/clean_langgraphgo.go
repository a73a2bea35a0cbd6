// Twin: the node that spends looks for itself.

package static

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/smallnest/langgraphgo/graph"
)

func langgraphgoChecksWhereItSpends(ctx context.Context) (Cart, error) {
	r, err := cartShop(func(ctx context.Context, c Cart) (Cart, error) {
		if custody.Check(ctx, c.Basket, server.Probe("get_basket", "basket_id")).Verdict != custody.OK {
			return c, nil
		}
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": c.Basket.Value})
		return c, err
	})
	if err != nil {
		return Cart{}, err
	}
	return r.InvokeWithConfig(ctx, Cart{}, &graph.Config{InterruptBefore: []string{"add"}})
}

func langgraphgoPausesBeforeTheGate(ctx context.Context) (Cart, error) {
	r, err := cartShop(cartAdd)
	if err != nil {
		return Cart{}, err
	}
	return r.InvokeWithConfig(ctx, Cart{}, &graph.Config{InterruptBefore: []string{"check"}})
}

// Nothing runs behind the last node.
func langgraphgoPausesBehindTheSpend(ctx context.Context) (Cart, error) {
	r, err := cartShop(cartAdd)
	if err != nil {
		return Cart{}, err
	}
	return r.InvokeWithConfig(ctx, Cart{}, graph.WithInterruptAfter("add"))
}

func cartAdd(ctx context.Context, c Cart) (Cart, error) {
	_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": c.Basket.Value})
	return c, err
}
