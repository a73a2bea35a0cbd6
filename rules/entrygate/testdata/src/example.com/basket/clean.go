// A twin for each line of "Silent when".

package basket

import (
	"context"

	"example.com/basket/checkout"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// add spends without a check of its own.
func add(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, put(ctx, Basket.Get(s).Value)
}

func checkInTheSpendingNode() *stategraph.Graph {
	return gated("check", gate, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec := Basket.Get(s)
		if custody.Check(ctx, rec, server.Probe("get_basket", "basket_id")).Verdict != custody.OK {
			return nil, nil
		}
		return nil, put(ctx, rec.Value)
	})
}

func checkInAHelperOfTheSpendingNode() *stategraph.Graph {
	return gated("helper-check", gate, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		rec := Basket.Get(s)
		if !checkout.Alive(ctx, server, rec) {
			return nil, nil
		}
		return nil, checkout.Add(ctx, server, rec)
	})
}

func gateBehindThePause() *stategraph.Graph {
	g := stategraph.New("behind", Basket, Answer, Verdict)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddNode("gate", gate)
	g.AddNode("add", add)
	g.AddEdge(start, "open").AddEdge("open", "ask").AddEdge("ask", "gate").AddEdge("gate", "add")
	return g
}

// The gate itself pauses, and runs again from its first line.
func pauseInTheGate() *stategraph.Graph {
	g := stategraph.New("gate-pauses", Basket, Answer, Verdict)
	g.AddNode("open", open)
	g.AddNode("gate", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if !checkout.Alive(ctx, server, Basket.Get(s)) {
			return nil, nil
		}
		return ask(ctx, s)
	})
	g.AddNode("add", add)
	g.AddEdge(start, "open").AddEdge("open", "gate").AddEdge("gate", "add")
	return g
}

// Only a crash enters behind the gate.
func nobodyPauses() *stategraph.Graph {
	g := stategraph.New("no-pause", Basket, Answer, Verdict)
	g.AddNode("open", open)
	g.AddNode("gate", gate)
	g.AddNode("add", add)
	g.AddEdge(start, "open").AddEdge("open", "gate").AddEdge("gate", "add")
	return g
}

// The paused node does not lead to the spend.
func pauseOnAnotherBranch() *stategraph.Graph {
	g := stategraph.New("branch", Basket, Answer, Verdict)
	g.AddNode("open", open)
	g.AddNode("gate", gate)
	g.AddNode("add", add)
	g.AddNode("ask", ask)
	g.AddEdge(start, "open").AddEdge("open", "gate")
	g.AddConditionalEdge("gate", isOpen, "add", "ask")
	return g
}

// Runs of this graph are never saved.
func neverSaved(ctx context.Context) error {
	g := gated("unsaved", gate, add)
	c, err := g.Compile()
	if err != nil {
		return err
	}
	_, err = c.Run(ctx, nil)
	return err
}

// The node between pause and spend is somebody else's: it might check.
func nodeThatCannotBeRead(check stategraph.NodeFunc) *stategraph.Graph {
	g := stategraph.New("foreign", Basket, Answer, Verdict)
	g.AddNode("open", open)
	g.AddNode("gate", gate)
	g.AddNode("ask", ask)
	g.AddNode("check", check)
	g.AddNode("add", add)
	g.AddEdge(start, "open").AddEdge("open", "gate").AddEdge("gate", "ask").AddEdge("ask", "check").AddEdge("check", "add")
	return g
}

// Nobody checks at all: uncheckedspend reports this one.
func noGate() *stategraph.Graph {
	g := stategraph.New("no-gate", Basket, Answer)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddNode("add", add)
	g.AddEdge(start, "open").AddEdge("open", "ask").AddEdge("ask", "add")
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
	return gated("wrapper", gate, guarded(func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, put(ctx, Basket.Get(s).Value)
	}))
}

// Each verdict has a branch of its own.
func switchOnTheVerdict() *stategraph.Graph {
	return gated("switch", gate, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
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
