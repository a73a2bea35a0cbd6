// What the rule does not see.

package basket

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// The verdict is thrown away, and the check counts as one.
func verdictIsThrownAway() *stategraph.Graph {
	return afterAPause("ignored", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec := Basket.Get(s)
		custody.Check(ctx, rec, server.Probe("get_basket", "basket_id"))
		return nil, put(ctx, rec.Value)
	})
}

// The answer of a reading tool is taken as it comes, also if it says that the basket is gone.
func errorResultIsTakenForAnAnswer() *stategraph.Graph {
	return afterAPause("answer", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		res, _ := server.Call(ctx, "get_basket", map[string]any{"basket_id": Basket.Get(s).Value})
		var said struct{ Items string }
		_ = res.Decode(&said)
		return stategraph.Update{Answer.Set("you ordered " + said.Items)}, nil
	})
}

// The first node mints if the person wants it, whatever state holds.
func mintsUnderAnotherCondition() *stategraph.Graph {
	g := stategraph.New("wanted", Basket, Answer)
	g.AddNode("wanted", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if Answer.Get(s) != "new" {
			return nil, nil
		}
		return open(ctx, s)
	})
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value)
	})
	g.AddEdge(start, "wanted").AddEdge("wanted", "add")
	return g
}
