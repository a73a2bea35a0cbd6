// A call through the gateway that goes with a key is safe to repeat.

package shop

import (
	"context"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func keyedCallThenAsk(gate *mcpgate.Gateway) *stategraph.Graph {
	return oneNode("keyed", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, err := gate.Call(ctx, "shop__create_order", nil, mcpgate.Key("order/"+Order.Get(s))); err != nil {
			return nil, err
		}
		ok, err := ask(ctx, "ordered, fine?")
		return stategraph.Update{Confirmed.Set(ok)}, err
	})
}
