// Gates that a resume skips: the pause stands between gate and spend, in the spending node, or on
// one of several ways; the gate is a node or a router.

package basket

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func pauseBetweenGateAndSpend() *stategraph.Graph {
	g := stategraph.New("between", Basket, Answer, Verdict)
	g.AddNode("gate", gate)
	g.AddNode("ask", ask)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(s).Value}) // want `node "add" spends handle "basket" that only node "gate" checks, and a resume enters at "ask", behind the check`
		return nil, err
	})
	g.AddNode("open", open)
	g.AddConditionalEdge(start, isOpen, "gate", "open")
	g.AddEdge("open", "gate").AddEdge("gate", "ask").AddEdge("ask", "add")
	return g
}

func isOpen(ctx context.Context, s stategraph.State) (string, error) {
	if _, ok := Basket.Lookup(s); ok {
		return "gate", nil
	}
	return "open", nil
}

// The node that spends is the one that is paused.
func pauseInTheSpendingNode() *stategraph.Graph {
	g := stategraph.New("inside", Basket, Answer, Verdict)
	g.AddNode("open", open)
	g.AddNode("gate", gate)
	g.AddNode("work", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		item, err := stategraph.Interrupt[string](ctx, "item", "which item?")
		if err != nil {
			return nil, err
		}
		_, err = server.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(s).Value, "item": item}) // want `node "work" spends handle "basket" that only node "gate" checks, and a resume enters there, behind the check`
		return nil, err
	})
	g.AddEdge(start, "open").AddEdge("open", "gate").AddEdge("gate", "work")
	return g
}

// The check stands in the router that leaves the first node.
func gateIsARouter() *stategraph.Graph {
	g := stategraph.New("router", Basket, Answer)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(s).Value}) // want `node "add" spends handle "basket" that only node "open" checks, and a resume enters at "ask", behind the check`
		return nil, err
	})
	g.AddEdge(start, "open")
	g.AddConditionalEdge("open", func(ctx context.Context, s stategraph.State) (string, error) {
		if custody.Check(ctx, Basket.Get(s), server.Probe("get_basket", "basket_id")).Verdict == custody.OK {
			return "ask", nil
		}
		return stategraph.End, nil
	}, "ask", stategraph.End)
	g.AddEdge("ask", "add")
	return g
}

// Some runs go round the gate, and the paused ones all do.
func gateOnOneOfTwoWays() *stategraph.Graph {
	g := stategraph.New("two-ways", Basket, Answer, Verdict)
	g.AddNode("open", open)
	g.AddNode("gate", gate)
	g.AddNode("ask", ask)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(s).Value}) // want `node "add" spends handle "basket" that only node "gate" checks`
		return nil, err
	})
	g.AddEdge(start, "open")
	g.AddConditionalEdge("open", isOpen, "gate", "ask")
	g.AddEdge("gate", "ask").AddEdge("ask", "add")
	return g
}

// The gate asks by hand, with a tool that only reads.
func gateThatLooksByHand() *stategraph.Graph {
	g := stategraph.New("by-hand", Basket, Answer)
	g.AddNode("gate", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "get_basket", map[string]any{"basket_id": Basket.Get(s).Value})
		return nil, err
	})
	g.AddNode("ask", ask)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(s).Value}) // want `node "add" spends handle "basket" that only node "gate" checks`
		return nil, err
	})
	g.AddNode("open", open)
	g.AddConditionalEdge(start, isOpen, "gate", "open")
	g.AddEdge("open", "ask").AddEdge("gate", "ask").AddEdge("ask", "add")
	return g
}

// The same look stands in the router that leaves the first node.
func routerThatLooksByHand() *stategraph.Graph {
	g := stategraph.New("router-by-hand", Basket, Answer)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(s).Value}) // want `node "add" spends handle "basket" that only node "open" checks`
		return nil, err
	})
	g.AddEdge(start, "open")
	g.AddConditionalEdge("open", func(ctx context.Context, s stategraph.State) (string, error) {
		if _, err := server.Call(ctx, "get_basket", map[string]any{"basket_id": Basket.Get(s).Value}); err != nil {
			return stategraph.End, err
		}
		return "ask", nil
	}, "ask", stategraph.End)
	g.AddEdge("ask", "add")
	return g
}
