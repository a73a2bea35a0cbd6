package main

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

type offer struct {
	Item  string `json:"item"`
	Price int    `json:"price"`
}

var (
	customer = stategraph.NewField[string]("customer")
	wishes   = stategraph.NewField[[]string]("wishes")
	wish     = stategraph.NewField[string]("wish")
	offers   = stategraph.NewField("offers", stategraph.WithReducer(stategraph.Append[offer]))
	basketID = stategraph.NewField[string]("basket_id")
	approved = stategraph.NewField[bool]("approved")
	status   = stategraph.NewField[string]("status")
	message  = stategraph.NewField[string]("message")
)

// orderGraph takes an order up to the checkout.
func orderGraph(a *assistant) (*stategraph.Compiled, error) {
	g := stategraph.New("order", customer, wishes, wish, offers, basketID, approved, message)
	g.AddNode("check_basket", a.checkBasket)
	g.AddNode("search", a.search)
	g.AddNode("fill_basket", a.fillBasket)
	g.AddNode("approve", a.approve)
	g.AddNode("checkout", a.checkout)

	g.AddEdge(stategraph.Start, "check_basket")
	g.AddFanOut("check_basket", eachWish, "search")
	g.AddEdge("search", "fill_basket")
	g.AddEdge("fill_basket", "approve")
	g.AddEdge("approve", "checkout")
	g.AddEdge("checkout", stategraph.End)
	return g.Compile()
}

// eachWish makes one search for each wish.
func eachWish(_ context.Context, s stategraph.State) ([]stategraph.Update, error) {
	var tasks []stategraph.Update
	for _, w := range wishes.Get(s) {
		tasks = append(tasks, stategraph.Update{wish.Set(w)})
	}
	return tasks, nil
}

// fulfilGraph packs the goods and writes the invoice at the same time.
func fulfilGraph(a *assistant) (*stategraph.Compiled, error) {
	return stategraph.New("fulfil", customer, wishes, status, message).
		AddNode("pack", a.pack).
		AddNode("invoice", a.invoice).
		AddNode("ship", a.ship).
		AddEdge(stategraph.Start, "pack").
		AddEdge(stategraph.Start, "invoice").
		AddEdge("pack", "ship").
		AddEdge("invoice", "ship").
		AddEdge("ship", stategraph.End).
		Compile()
}
