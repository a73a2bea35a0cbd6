// langgraphgo: a run that is told where to pause.

package static

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/smallnest/langgraphgo/graph"
)

// Cart is what a run of langgraphgo keeps.
type Cart struct {
	Basket  custody.Record
	Verdict string
}

func cartMint(ctx context.Context, c Cart) (Cart, error) {
	rec, err := server.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	c.Basket = rec
	return c, err
}

func cartCheck(ctx context.Context, c Cart) (Cart, error) {
	c.Verdict = custody.Check(ctx, c.Basket, server.Probe("get_basket", "basket_id")).Verdict.String()
	return c, nil
}

func langgraphgoBefore(ctx context.Context) (Cart, error) {
	r, err := cartShop(func(ctx context.Context, c Cart) (Cart, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": c.Basket.Value}) // want `node "add" spends handle "Basket" that only node "check" checks, and a resume enters there, behind the check`
		return c, err
	})
	if err != nil {
		return Cart{}, err
	}
	return r.InvokeWithConfig(ctx, Cart{}, &graph.Config{InterruptBefore: []string{"add"}})
}

func langgraphgoAfter(ctx context.Context) (Cart, error) {
	r, err := cartShop(func(ctx context.Context, c Cart) (Cart, error) {
		_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": c.Basket.Value}) // want `node "add" spends handle "Basket" that only node "check" checks, and a resume enters there, behind the check`
		return c, err
	})
	if err != nil {
		return Cart{}, err
	}
	return r.InvokeWithConfig(ctx, Cart{}, &graph.Config{InterruptAfter: []string{"check"}})
}

func cartShop(add func(context.Context, Cart) (Cart, error)) (*graph.StateRunnable[Cart], error) {
	g := graph.NewStateGraph[Cart]()
	g.AddNode("mint", "", cartMint)
	g.AddNode("check", "", cartCheck)
	g.AddNode("add", "", add)
	g.SetEntryPoint("mint")
	g.AddEdge("mint", "check")
	g.AddEdge("check", "add")
	g.AddEdge("add", graph.END)
	return g.Compile()
}
