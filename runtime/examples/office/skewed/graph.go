package main

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	day       = stategraph.NewField[string]("day")
	slots     = stategraph.NewField[[]int]("slots")
	slot      = stategraph.NewField[int]("slot")
	free      = stategraph.NewField("free", stategraph.WithReducer(stategraph.Append[int]))
	holdID    = stategraph.NewField[string]("hold_id")
	approved  = stategraph.NewField[bool]("approved")
	invoiceID = stategraph.NewField[int]("invoice_id")
	summary   = stategraph.NewField[string]("summary")
	message   = stategraph.NewField[string]("message")
)

// bookingGraph finds a slot, holds it, and books it when the clerk has said yes.
func bookingGraph(a *assistant) (*stategraph.Compiled, error) {
	g := stategraph.New("booking", day, slots, slot, free, holdID, approved, message)
	g.AddNode("look", a.look)
	g.AddNode("check", a.check)
	g.AddNode("hold", a.hold)
	g.AddNode("approve", a.approve)
	g.AddNode("book", a.book)

	g.AddEdge(stategraph.Start, "look")
	g.AddFanOut("look", eachSlot, "check")
	g.AddEdge("check", "hold")
	g.AddEdge("hold", "approve")
	g.AddEdge("approve", "book")
	g.AddEdge("book", stategraph.End)
	return g.Compile()
}

// eachSlot makes one check for each slot.
func eachSlot(_ context.Context, s stategraph.State) ([]stategraph.Update, error) {
	var tasks []stategraph.Update
	for _, id := range slots.Get(s) {
		tasks = append(tasks, stategraph.Update{slot.Set(id)})
	}
	return tasks, nil
}

// refundGraph refunds an invoice when the clerk has said yes.
func refundGraph(a *assistant) (*stategraph.Compiled, error) {
	return stategraph.New("refund", invoiceID, message).
		AddNode("refund", a.refund).
		AddEdge(stategraph.Start, "refund").
		AddEdge("refund", stategraph.End).
		Compile()
}

// closingGraph sums up the day, appointments and invoices at the same time.
func closingGraph(a *assistant) (*stategraph.Compiled, error) {
	return stategraph.New("closing", summary, message).
		AddNode("appointments", a.appointments).
		AddNode("invoices", a.invoices).
		AddNode("report", a.report).
		AddEdge(stategraph.Start, "appointments").
		AddEdge(stategraph.Start, "invoices").
		AddEdge("appointments", "report").
		AddEdge("invoices", "report").
		AddEdge("report", stategraph.End).
		Compile()
}
