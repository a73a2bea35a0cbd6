package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// assistant holds what the nodes work with.
type assistant struct {
	office *officeClient
}

func (a *assistant) look(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	found, err := a.office.availability(ctx, day.Get(s))
	if err != nil {
		return nil, err
	}
	return stategraph.Update{slots.Set(found)}, nil
}

// check looks whether there is a room for one slot.
func (a *assistant) check(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if err := a.office.checkSlot(ctx, slot.Get(s)); err != nil {
		return nil, err
	}
	return stategraph.Update{free.Set([]int{slot.Get(s)})}, nil
}

func (a *assistant) hold(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if len(free.Get(s)) == 0 {
		return stategraph.Update{message.Set("There is no free slot.")}, nil
	}
	id, err := a.office.createHold(ctx, slices.Min(free.Get(s)))
	if err != nil {
		return nil, err
	}
	return stategraph.Update{holdID.Set(id)}, nil
}

func (a *assistant) approve(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	ok, err := stategraph.Interrupt[bool](ctx, "approve", free.Get(s))
	if err != nil {
		return nil, err
	}
	return stategraph.Update{approved.Set(ok)}, nil
}

func (a *assistant) book(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if !approved.Get(s) {
		return stategraph.Update{message.Set("The clerk said no.")}, nil
	}
	if err := a.office.confirmHold(ctx, holdID.Get(s)); err != nil {
		return nil, err
	}
	return stategraph.Update{message.Set("You are booked. See you soon!")}, nil
}

// refund calls the tool, which says what it wants to know, and asks the clerk.
func (a *assistant) refund(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	res, err := a.office.refund(ctx, invoiceID.Get(s), nil)
	if err != nil {
		return nil, err
	}
	if res.NeedsInput() {
		ok, err := stategraph.Interrupt[bool](ctx, "refund", invoiceID.Get(s))
		if err != nil {
			return nil, err
		}
		said := &mcp.ElicitResult{Action: "decline"}
		if ok {
			said.Action = "accept"
		}
		if res, err = a.office.refund(ctx, invoiceID.Get(s), said); err != nil {
			return nil, err
		}
	}
	return stategraph.Update{message.Set(text(res))}, nil
}

func (a *assistant) appointments(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
	left, err := a.office.availability(ctx, "monday")
	if err != nil {
		return nil, err
	}
	return stategraph.Update{summary.Set(fmt.Sprintf("%d appointments left on Monday", len(left)))}, nil
}

func (a *assistant) invoices(context.Context, stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{summary.Set("all invoices are sent")}, nil
}

func (a *assistant) report(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{message.Set("Today: " + summary.Get(s))}, nil
}
