// A call through the gateway without a key, or with one that is made of the clock.

package shop

import (
	"context"
	"time"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func callThenAsk(gate *mcpgate.Gateway) *stategraph.Graph {
	return oneNode("unkeyed", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, err := gate.Call(ctx, "shop__create_order", nil); err != nil { // want `node "unkeyed" calls tool "shop__create_order" before it pauses`
			return nil, err
		}
		ok, err := ask(ctx, "ordered, fine?")
		return stategraph.Update{Confirmed.Set(ok)}, err
	})
}

func clockedCallThenAsk(gate *mcpgate.Gateway) *stategraph.Graph {
	return oneNode("clocked", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, err := gate.Call(ctx, "shop__create_order", nil, mcpgate.Key("order/"+time.Now().String())); err != nil { // want `node "clocked" calls tool "shop__create_order" before it pauses`
			return nil, err
		}
		ok, err := ask(ctx, "ordered, fine?")
		return stategraph.Update{Confirmed.Set(ok)}, err
	})
}
