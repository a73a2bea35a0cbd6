// A twin for each line of "Silent when".

package basket

import (
	"context"

	"example.com/basket/checkout"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func checkInTheNode() *stategraph.Graph {
	return afterAPause("check", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec := Basket.Get(s)
		res := custody.Check(ctx, rec, server.Probe("get_basket", "basket_id"))
		if res.Verdict != custody.OK {
			return stategraph.Update{Verdict.Set(res.Verdict.String())}, nil
		}
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value})
		return nil, err
	})
}

// The gateway checks the record, and refuses a handle without one.
func checkedByTheCall() *stategraph.Graph {
	return afterAPause("gateway", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := gateway.Call(ctx, "shop__add_item", map[string]any{"basket_id": Basket.Get(s)})
		return nil, err
	})
}

func checkInAHelper() *stategraph.Graph {
	return afterAPause("helper", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec := Basket.Get(s)
		if !checkout.Alive(ctx, server, rec) {
			return nil, nil
		}
		return nil, checkout.Add(ctx, server, rec)
	})
}

// The handle is as old as the activation.
func mintAndSpendInOneActivation() *stategraph.Graph {
	return afterAPause("both", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec, err := server.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Basket.Set(rec)}, put(ctx, rec.Value)
	})
}

// Every run mints before it spends, and none is paused in between.
func mintedByANodeBefore() *stategraph.Graph {
	g := stategraph.New("minted", Basket, Answer)
	g.AddNode("ask", ask)
	g.AddNode("open", open)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value)
	})
	g.AddEdge(start, "ask").AddEdge("ask", "open").AddEdge("open", "add")
	return g
}

// A tool that only reads is how code asks whether the handle is still there.
func onlyLooks() *stategraph.Graph {
	return afterAPause("looks", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "get_basket", map[string]any{"basket_id": Basket.Get(s).Value})
		return nil, err
	})
}

// A check by hand, without the record's own.
func looksAndSpends() *stategraph.Graph {
	return afterAPause("by-hand", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		id := Basket.Get(s).Value
		if _, err := server.Call(ctx, "get_basket", map[string]any{"basket_id": id}); err != nil {
			return nil, err
		}
		return nil, put(ctx, id)
	})
}

// entrygate reports this one.
func gateThatAResumeSkips() *stategraph.Graph {
	g := stategraph.New("skipped", Basket, Answer, Verdict)
	g.AddNode("open", open)
	g.AddNode("gate", gate)
	g.AddNode("ask", ask)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value)
	})
	g.AddEdge(start, "open").AddEdge("open", "gate").AddEdge("gate", "ask").AddEdge("ask", "add")
	return g
}

// Runs of this graph are never saved.
func neverSaved(ctx context.Context) error {
	g := afterAPause("unsaved", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value)
	})
	c, err := g.Compile()
	if err != nil {
		return err
	}
	_, err = c.Run(ctx, nil)
	return err
}

func noPathLeadsToTheNode() *stategraph.Graph {
	g := stategraph.New("unreachable", Basket, Answer)
	g.AddNode("open", open)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value)
	})
	g.AddEdge(start, "open")
	return g
}

// The node between pause and spend is somebody else's: it might check.
func nodeThatCannotBeRead(check stategraph.NodeFunc) *stategraph.Graph {
	g := stategraph.New("foreign", Basket, Answer)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddNode("check", check)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value)
	})
	g.AddEdge(start, "open").AddEdge("open", "ask").AddEdge("ask", "check").AddEdge("check", "add")
	return g
}

// guarded is a wrapper that checks the basket before it runs the node.
func guarded(next stategraph.NodeFunc) stategraph.NodeFunc {
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		res := custody.Check(ctx, Basket.Get(s), server.Probe("get_basket", "basket_id"))
		if res.Verdict != custody.OK {
			return stategraph.Update{Verdict.Set(res.Verdict.String())}, nil
		}
		return next(ctx, s)
	}
}

func checkInAWrapper() *stategraph.Graph {
	return afterAPause("wrapper", guarded(func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value)
	}))
}

// Each verdict has a branch of its own.
func switchOnTheVerdict() *stategraph.Graph {
	return afterAPause("switch", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec := Basket.Get(s)
		switch res := custody.Check(ctx, rec, server.Probe("get_basket", "basket_id")); res.Verdict {
		case custody.OK:
			return nil, put(ctx, rec.Value)
		case custody.Gone, custody.Absent:
			return stategraph.Update{Verdict.Set("gone")}, nil
		default:
			return nil, res.Err
		}
	})
}
