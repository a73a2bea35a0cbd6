// The configuration beside this file switches the rule off.
package off

import (
	"context"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var BasketID = stategraph.NewField[string]("basket_id")

func switchedOff(server *mcpgate.Gate) *stategraph.Graph {
	g := stategraph.New("off", BasketID)
	g.AddNode("open", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		res, err := server.Call(ctx, "create_basket", nil)
		if err != nil {
			return nil, err
		}
		ids, err := res.Handles("basket_id")
		return stategraph.Update{BasketID.Set(ids["basket_id"])}, err
	})
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": BasketID.Get(s)})
		return nil, err
	})
	g.AddEdge(stategraph.Start, "open").AddEdge("open", "add")
	return g
}
