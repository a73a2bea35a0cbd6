// The same mistake in the shapes in which people write nodes: method value, closure, a chain of
// helpers into another package, a raw handle.

package basket

import (
	"context"

	"example.com/basket/checkout"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// afterAPause is open, ask, and a node that spends.
func afterAPause(name string, spend stategraph.NodeFunc) *stategraph.Graph {
	g := stategraph.New(name, Basket, BasketID, Answer)
	g.AddNode("open", open)
	g.AddNode("ask", ask)
	g.AddNode(name, spend)
	g.AddEdge(start, "open").AddEdge("open", "ask").AddEdge("ask", name)
	return g
}

type shop struct{ gate *mcpgate.Gate }

func (s *shop) add(ctx context.Context, st stategraph.State) (stategraph.Update, error) {
	rec := Basket.Get(st)
	return nil, s.call(ctx, "add_item", rec.Value) // want `node "method" passes handle "basket" to .* unchecked`
}

func (s *shop) call(ctx context.Context, tool, id string) error {
	_, err := s.gate.Call(ctx, tool, map[string]any{"basket_id": id})
	return err
}

func methodValue() *stategraph.Graph { return afterAPause("method", (&shop{gate: server}).add) }

func chainIntoAnotherPackage() *stategraph.Graph {
	return afterAPause("chain", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, checkout.Add(ctx, server, Basket.Get(s)) // want `node "chain" passes handle "basket" to tool "add_item" unchecked`
	})
}

// spending makes a node that calls the given tool.
func spending(tool string) stategraph.NodeFunc {
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		args := map[string]any{}
		args["basket_id"] = Basket.Get(s).Value
		_, err := server.Call(ctx, tool, args) // want `node "closure" passes handle "basket" to .* unchecked`
		return nil, err
	}
}

func closure() *stategraph.Graph { return afterAPause("closure", spending("add_item")) }

// A handle without a record cannot be checked at all.
func rawHandle() *stategraph.Graph {
	g := stategraph.New("raw", BasketID, Answer)
	g.AddNode("open", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		res, err := server.Call(ctx, "create_basket", nil)
		if err != nil {
			return nil, err
		}
		ids, err := res.Handles("basket_id")
		if err != nil {
			return nil, err
		}
		return stategraph.Update{BasketID.Set(ids["basket_id"])}, nil
	})
	g.AddNode("ask", ask)
	g.AddNode("add", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": BasketID.Get(s)}) // want `node "add" passes handle "basket_id" to tool "add_item" unchecked`
		return nil, err
	})
	g.AddEdge(start, "open").AddEdge("open", "ask").AddEdge("ask", "add")
	return g
}
