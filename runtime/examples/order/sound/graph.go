package main

import (
	"context"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

type offer struct {
	Item  string `json:"item"`
	Price int    `json:"price"`
}

// answer is what the clerk says.
type answer struct {
	OK bool `json:"ok"`
	// Extra is one more item for the order.
	Extra string `json:"extra"`
}

// outcome is what became of the handle in the last node that spent it.
type outcome struct {
	Verdict custody.Verdict `json:"verdict"`
	Reason  string          `json:"reason"`
}

var (
	orderNo  = stategraph.NewField[string]("order_no") // ours, not the shop's
	customer = stategraph.NewField[string]("customer")
	wishes   = stategraph.NewField[[]string]("wishes")
	wish     = stategraph.NewField[string]("wish")
	offers   = stategraph.NewField("offers", stategraph.WithReducer(stategraph.UnionBy(func(o offer) string { return o.Item })))
	basket   = stategraph.NewField[custody.Record]("basket")
	reply    = stategraph.NewField[answer]("reply")
	handle   = stategraph.NewField[outcome]("handle")
	message  = stategraph.NewField[string]("message")
	notes    = stategraph.NewField("notes", stategraph.WithReducer(stategraph.UnionBy(func(n string) string { return n })))
)

// widest is how many searches may run at one time, however much a customer wishes for.
const widest = 3

// orderGraph takes an order up to the confirmation. Each node that spends the handle checks it itself and then routes by
// the verdict.
func orderGraph(a *assistant) (*stategraph.Compiled, error) {
	g := stategraph.New("order", orderNo, customer, wishes, wish, offers, basket, reply, handle, message)
	g.AddNode("check_basket", a.checkBasket)
	g.AddNode("plan", a.plan)
	g.AddNode("search", a.search)
	g.AddNode("fill_basket", a.fillBasket)
	g.AddNode("approve", a.approve)
	g.AddNode("add_item", a.addItem)
	g.AddNode("checkout", a.checkout)
	g.AddNode("confirm", a.confirm)
	g.AddNode("handle_gone", a.handleGone)
	g.AddNode("try_later", a.tryLater)

	g.AddEdge(stategraph.Start, "check_basket")
	g.AddConditionalEdge("check_basket", anyWishes, "plan", "approve")
	g.AddFanOut("plan", eachWish, "search", stategraph.Limit(widest))
	g.AddEdge("search", "fill_basket")
	g.AddConditionalEdge("fill_basket", whenOK("approve"), "approve", "handle_gone", "try_later")
	g.AddConditionalEdge("approve", whenApproved, "add_item", stategraph.End)
	g.AddConditionalEdge("add_item", whenOK("checkout"), "checkout", "handle_gone", "try_later")
	g.AddConditionalEdge("checkout", whenOK("confirm"), "confirm", "handle_gone", "try_later")
	return g.Compile()
}

func anyWishes(_ context.Context, s stategraph.State) (string, error) {
	if len(wishes.Get(s)) == 0 {
		return "approve", nil
	}
	return "plan", nil
}

func eachWish(_ context.Context, s stategraph.State) ([]stategraph.Update, error) {
	var tasks []stategraph.Update
	for _, w := range wishes.Get(s) {
		tasks = append(tasks, stategraph.Update{wish.Set(w)})
	}
	return tasks, nil
}

func whenApproved(_ context.Context, s stategraph.State) (string, error) {
	if reply.Get(s).OK {
		return "add_item", nil
	}
	return stategraph.End, nil
}

// whenOK routes to next if the handle was good. A failed probe has its own way out: it says nothing about the handle.
func whenOK(next string) stategraph.Router {
	return func(_ context.Context, s stategraph.State) (string, error) {
		switch handle.Get(s).Verdict {
		case custody.OK:
			return next, nil
		case custody.Gone, custody.Absent:
			return "handle_gone", nil
		default:
			return "try_later", nil
		}
	}
}

// fulfilGraph packs the goods and writes the invoice at the same time; what both note down is merged.
func fulfilGraph(a *assistant) (*stategraph.Compiled, error) {
	return stategraph.New("fulfil", orderNo, customer, wishes, notes, message).
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
