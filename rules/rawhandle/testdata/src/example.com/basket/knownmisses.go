// What the rule does not see.

package basket

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

var kept = map[string]string{}

// The handle is kept beside the graph and not in it.
func handleInATableOfOnesOwn() *stategraph.Graph {
	return mintAndSpend("table", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		id, err := create(ctx)
		kept["basket"] = id
		return nil, err
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, kept["basket"])
	})
}

// Nobody in this program spends the handle: another one does, on the same thread.
func spentByAnotherProgram() *stategraph.Graph {
	g := stategraph.New("elsewhere", BasketID)
	g.AddNode("open", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		id, err := create(ctx)
		if err != nil {
			return nil, err
		}
		return stategraph.Update{BasketID.Set(id)}, nil
	})
	g.AddEdge(start, "open")
	return g
}
