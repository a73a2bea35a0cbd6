// Spends that nobody checked: after a pause, in a later turn, on one of two paths.

package basket

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func spendAfterAPause() *stategraph.Graph {
	g := stategraph.New("after-pause", Basket, Answer)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(s).Value}) // want `node "add" passes handle "basket" to tool "add_item" unchecked, so a resumed run may spend a dead one`
		return nil, err
	})
	g.AddEdge(start, "open").AddEdge("open", "ask").AddEdge("ask", "add")
	return g
}

// A new turn on the thread starts with the basket of yesterday.
func spendInALaterTurn() *stategraph.Graph {
	g := stategraph.New("later", Basket, Answer)
	g.AddNode("open", open)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(s).Value}) // want `node "add" passes handle "basket" to tool "add_item" unchecked, so a later run may spend a dead one`
		return nil, err
	})
	g.AddConditionalEdge(start, func(ctx context.Context, s stategraph.State) (string, error) {
		if _, ok := Basket.Lookup(s); ok {
			return "add", nil
		}
		return "open", nil
	}, "open", "add")
	return g
}

func checkOnOneOfTwoPaths() *stategraph.Graph {
	g := stategraph.New("one-path", Basket, Answer)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec := Basket.Get(s)
		if Answer.Get(s) != "trust me" {
			if custody.Check(ctx, rec, server.Probe("get_basket", "basket_id")).Verdict != custody.OK {
				return nil, nil
			}
		}
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value}) // want `node "add" passes handle "basket" to tool "add_item" unchecked`
		return nil, err
	})
	g.AddEdge(start, "open").AddEdge("open", "ask").AddEdge("ask", "add")
	return g
}

// The check comes when the handle is spent already.
func checkAfterTheSpend() *stategraph.Graph {
	g := stategraph.New("too-late", Basket, Answer)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec := Basket.Get(s)
		if _, err := server.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value}); err != nil { // want `node "add" passes handle "basket" to tool "add_item" unchecked`
			return nil, err
		}
		res := custody.Check(ctx, rec, server.Probe("get_basket", "basket_id"))
		return stategraph.Update{Verdict.Set(res.Verdict.String())}, nil
	})
	g.AddEdge(start, "open").AddEdge("open", "ask").AddEdge("ask", "add")
	return g
}

// The gate stands behind the pause, so every resumed run passes it. Only a run that crashes right
// after it and is recovered later spends without a look.
func gateThatOnlyACrashSkips() *stategraph.Graph {
	g := stategraph.New("crash", Basket, Answer, Verdict)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddNode("gate", gate)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(s).Value}) // want `node "add" passes handle "basket" to tool "add_item" unchecked, so a run recovered after a crash may spend a dead one`
		return nil, err
	})
	g.AddEdge(start, "open").AddEdge("open", "ask").AddEdge("ask", "gate").AddEdge("gate", "add")
	return g
}

// The first node mints only if there is no basket yet, so the one of yesterday goes on.
func mintOnlyIfThereIsNone() *stategraph.Graph {
	g := stategraph.New("if-none", Basket)
	g.AddNode("ensure", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, ok := Basket.Lookup(s); ok {
			return nil, nil
		}
		return open(ctx, s)
	})
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(s).Value}) // want `node "add" passes handle "basket" to tool "add_item" unchecked, so a later run may spend a dead one`
		return nil, err
	})
	g.AddEdge(start, "ensure").AddEdge("ensure", "add")
	return g
}

// A subgraph stands between pause and spend, and checks nothing.
func subgraphThatChecksNothing() *stategraph.Graph {
	inner := stategraph.New("inner", Answer)
	inner.AddNode("think", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) { return nil, nil })
	inner.AddEdge(start, "think")

	g := stategraph.New("outer", Basket, Answer)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddSubgraph("inner", inner)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value) // want `passes handle "basket" to tool "add_item" unchecked`
	})
	g.AddEdge(start, "open").AddEdge("open", "ask").AddEdge("ask", "inner").AddEdge("inner", "add")
	return g
}
