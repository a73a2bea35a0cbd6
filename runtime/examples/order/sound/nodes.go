package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/examples/internal/show"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// assistant holds what the nodes work with.
type assistant struct {
	gate *mcpgate.Gate
}

// checkBasket opens a basket when there is something to put in and none to put it. It is a convenience for new turns:
// a resumed run does not come by, so that no other node relies on it.
func (a *assistant) checkBasket(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if len(wishes.Get(s)) == 0 {
		return nil, nil
	}
	switch res := custody.Check(ctx, basket.Get(s), a.probe()); res.Verdict {
	case custody.OK:
		return nil, nil
	case custody.Gone, custody.Absent:
		return a.openBasket(ctx)
	default:
		return nil, fmt.Errorf("cannot tell whether the basket is there: %w", res.Err)
	}
}

// openBasket mints a basket. The shop states a retention for people to read and no field declares one, so that the
// lifetime is unknown.
func (a *assistant) openBasket(ctx context.Context) (stategraph.Update, error) {
	record, err := a.gate.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	if err != nil {
		return nil, err
	}
	return stategraph.Update{basket.Set(record)}, nil
}

// plan orders the wishes, so that tasks and action ids are the same however they were typed.
func (a *assistant) plan(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	list := slices.Clone(wishes.Get(s))
	slices.Sort(list)
	return stategraph.Update{wishes.Set(slices.Compact(list))}, nil
}

// search looks up one wish.
func (a *assistant) search(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	item := wish.Get(s)
	res, err := a.gate.Call(ctx, "search_catalogue", map[string]any{"query": item})
	if err != nil {
		return nil, err
	}
	var found struct {
		Price int `json:"price"`
	}
	if err := res.Decode(&found); err != nil {
		return nil, err
	}
	return stategraph.Update{offers.Set([]offer{{Item: item, Price: found.Price}})}, nil
}

func (a *assistant) fillBasket(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	record := basket.Get(s)
	if res := custody.Check(ctx, record, a.probe()); res.Verdict != custody.OK {
		return stop(res), nil
	}
	for _, o := range offers.Get(s) {
		if err := a.put(ctx, record, "wish", o.Item); err != nil {
			return a.refused(ctx, record, err)
		}
	}
	return spent(), nil
}

// put adds an item under an action id made of what does not change, so that a node that runs again adds nothing twice.
// why tells apart the same item for different reasons.
func (a *assistant) put(ctx context.Context, record custody.Record, why, item string) error {
	_, err := a.gate.Call(ctx, "add_item", map[string]any{
		"basket_id": record.Value,
		"item":      item,
		"action_id": why + "/" + item,
	})
	return err
}

// approve waits for the clerk and does nothing else, because it runs from its first line again.
func (a *assistant) approve(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	said, err := stategraph.Interrupt[answer](ctx, "approve", offers.Get(s))
	if err != nil {
		return nil, err
	}
	return stategraph.Update{reply.Set(said)}, nil
}

func (a *assistant) addItem(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	record := basket.Get(s)
	if res := custody.Check(ctx, record, a.probe()); res.Verdict != custody.OK {
		return stop(res), nil
	}
	if err := a.put(ctx, record, "extra", reply.Get(s).Extra); err != nil {
		return a.refused(ctx, record, err)
	}
	return spent(message.Set(reply.Get(s).Extra + " added.")), nil
}

func (a *assistant) checkout(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	record := basket.Get(s)
	if res := custody.Check(ctx, record, a.probe()); res.Verdict != custody.OK {
		return stop(res), nil
	}
	res, err := a.gate.Call(ctx, "checkout", map[string]any{"basket_id": record.Value})
	if err != nil {
		return a.refused(ctx, record, err)
	}
	var order struct {
		Items []string `json:"items"`
		Total int      `json:"total"`
	}
	if err := res.Decode(&order); err != nil {
		return nil, err
	}
	text := fmt.Sprintf("%s You ordered %d items for %s.", message.Get(s), len(order.Items), show.Money(order.Total))
	return spent(message.Set(text)), nil
}

// confirm sends the mail behind the approval, under an id that a repetition carries too.
func (a *assistant) confirm(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, a.mail(ctx, s, "confirm", "Your order is confirmed")
}

func (a *assistant) mail(ctx context.Context, s stategraph.State, action, subject string) error {
	_, err := a.gate.Call(ctx, "send_mail", map[string]any{
		"to":        customer.Get(s),
		"subject":   subject,
		"action_id": action + "/" + orderNo.Get(s),
	})
	return err
}

// handleGone is where every handle ends that this run cannot spend. It says so; it does not open an empty basket instead.
func (a *assistant) handleGone(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	if handle.Get(s).Verdict == custody.Absent {
		return stategraph.Update{message.Set("There is no basket yet. Shall we start one?")}, nil
	}
	return stategraph.Update{message.Set("The shop no longer holds your basket. Shall we fill a new one?")}, nil
}

// tryLater keeps the handle: nobody said that it is gone.
func (a *assistant) tryLater(context.Context, stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{message.Set("The shop does not answer. Your basket is kept.")}, nil
}

func (a *assistant) pack(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{notes.Set([]string{fmt.Sprintf("%d items packed", len(wishes.Get(s)))})}, nil
}

func (a *assistant) invoice(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if err := a.mail(ctx, s, "invoice", "Your invoice"); err != nil {
		return nil, err
	}
	return stategraph.Update{notes.Set([]string{"invoice sent"})}, nil
}

func (a *assistant) ship(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{message.Set(fmt.Sprintf("On its way: %d notes.", len(notes.Get(s))))}, nil
}
