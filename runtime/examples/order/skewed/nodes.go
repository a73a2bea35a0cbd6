package main

import (
	"context"
	"fmt"

	"github.com/skewlint/skewlint/runtime/examples/internal/show"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// assistant holds what the nodes work with.
type assistant struct {
	shop *shopClient
}

// checkBasket makes sure that the thread has a basket that the shop knows.
func (a *assistant) checkBasket(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if id := basketID.Get(s); id != "" {
		exists, err := a.shop.basketExists(ctx, id)
		if err != nil || exists {
			return nil, err
		}
	}
	id, err := a.shop.createBasket(ctx)
	if err != nil {
		return nil, err
	}
	return stategraph.Update{basketID.Set(id)}, nil
}

// search looks up one wish.
func (a *assistant) search(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	item := wish.Get(s)
	price, err := a.shop.price(ctx, item)
	if err != nil {
		return nil, err
	}
	return stategraph.Update{offers.Set([]offer{{Item: item, Price: price}})}, nil
}

func (a *assistant) fillBasket(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	for _, o := range offers.Get(s) {
		if err := a.shop.addItem(ctx, basketID.Get(s), o.Item); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// approve tells the customer what is coming and waits for the clerk.
func (a *assistant) approve(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if err := a.announce(ctx, s); err != nil {
		return nil, err
	}
	ok, err := stategraph.Interrupt[bool](ctx, "approve", offers.Get(s))
	if err != nil {
		return nil, err
	}
	return stategraph.Update{approved.Set(ok)}, nil
}

func (a *assistant) announce(ctx context.Context, s stategraph.State) error {
	subject := fmt.Sprintf("We received your order of %d items", len(offers.Get(s)))
	return a.shop.sendMail(ctx, customer.Get(s), subject)
}

func (a *assistant) checkout(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if !approved.Get(s) {
		return stategraph.Update{message.Set("Your order was declined.")}, nil
	}
	items, total, err := a.shop.checkout(ctx, basketID.Get(s))
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return stategraph.Update{message.Set("Your basket is empty, there is nothing to order.")}, nil
	}
	return stategraph.Update{message.Set(fmt.Sprintf("You ordered %d items for %s.", len(items), show.Money(total)))}, nil
}

func (a *assistant) pack(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{status.Set(fmt.Sprintf("%d items packed", len(wishes.Get(s))))}, nil
}

func (a *assistant) invoice(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	if err := a.shop.sendMail(ctx, customer.Get(s), "Your invoice"); err != nil {
		return nil, err
	}
	return stategraph.Update{status.Set("invoice sent")}, nil
}

func (a *assistant) ship(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{message.Set("On its way: " + status.Get(s))}, nil
}
