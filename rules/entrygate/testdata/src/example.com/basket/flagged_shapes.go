// The same mistake in the shapes in which people write nodes: method values, closures, helpers in
// another package, nodes out of a table.

package basket

import (
	"context"

	"example.com/basket/checkout"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// gated is open, gate, ask, and a node that spends.
func gated(name string, check, spend stategraph.NodeFunc) *stategraph.Graph {
	g := stategraph.New(name, Basket, Answer, Verdict)
	nodes := []struct {
		name string
		fn   stategraph.NodeFunc
	}{{"open", open}, {"gate", check}, {"ask", ask}, {name, spend}}
	last := start
	for _, n := range nodes {
		g.AddNode(n.name, n.fn)
		g.AddEdge(last, n.name)
		last = n.name
	}
	return g
}

type shop struct{ gate *mcpgate.Gate }

func (s *shop) check(ctx context.Context, st stategraph.State) (stategraph.Update, error) {
	if !checkout.Alive(ctx, s.gate, Basket.Get(st)) {
		return stategraph.Update{Verdict.Set("gone")}, nil
	}
	return nil, nil
}

func (s *shop) add(ctx context.Context, st stategraph.State) (stategraph.Update, error) {
	_, err := s.gate.Call(ctx, "add_item", map[string]any{"basket_id": Basket.Get(st).Value}) // want `node "methods" spends handle "basket" that only node "gate" checks`
	return nil, err
}

func methodValues() *stategraph.Graph {
	s := &shop{gate: server}
	return gated("methods", s.check, s.add)
}

func helperInAnotherPackage() *stategraph.Graph {
	return gated("helper", gate, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, checkout.Add(ctx, server, Basket.Get(s)) // want `node "helper" spends handle "basket" that only node "gate" checks`
	})
}

// spending makes a node that calls the given tool.
func spending(tool string) stategraph.NodeFunc {
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		_, err := server.Call(ctx, tool, map[string]any{"basket_id": Basket.Get(s).Value}) // want `node "closure" spends handle "basket" that only node "gate" checks`
		return nil, err
	}
}

func closure() *stategraph.Graph { return gated("closure", gate, spending("add_item")) }
