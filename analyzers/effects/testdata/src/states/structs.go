package states

import (
	"context"
	"net/smtp"

	"github.com/cloudwego/eino/compose"
	"github.com/skewlint/skewlint/runtime/custody"
)

type shop struct {
	Basket string
	Record custody.Record
	Items  map[string]string
	Count  int
}

// state: struct 1 0
// writes: states.shop.Basket
// stores: create_basket.basket_id -> states.shop.Basket
func structOpen(ctx context.Context, s shop) (shop, error) {
	id, err := create(ctx)
	if err != nil {
		return s, err
	}
	s.Basket = id
	return s, nil
}

// state: struct 1 0
// writes: states.shop.Basket
// reads: states.shop.Count
func literal(ctx context.Context, s shop) (shop, error) {
	if s.Count > 3 {
		return shop{}, errEmpty
	}
	return shop{Basket: "x"}, nil
}

// state: struct 1 0
// spends: states.shop.Basket -> add_item.basket_id unchecked
// reads: states.shop.Basket
// writes: none
func structSpend(ctx context.Context, s shop) (shop, error) {
	return s, add(ctx, s.Basket)
}

// state: struct 1 0
// checks: states.shop.Record
// spends: states.shop.Record -> add_item.basket_id checked
func structChecked(ctx context.Context, s *shop) (*shop, error) {
	if custody.Check(ctx, s.Record, gate.Probe("get_basket", "basket_id")) != (custody.Result{}) {
		return nil, errEmpty
	}
	return s, add(ctx, s.Record.Value)
}

// state: any 1 0
// writes: states.shop.Basket; states.shop.Items
func assertedStruct(ctx context.Context, state any) (any, error) {
	s := state.(*shop)
	s.Basket = "x"
	s.Items["k"] = "v"
	return s, nil
}

func (s *shop) open(id string) { s.Basket = id }
func (s *shop) basket() string { return s.Basket }
func count(s *shop)            { s.Count++ }

// ProcessState gives a pointer to the state.
//
// stores: create_basket.basket_id -> states.shop.Basket
// writes: states.shop.Basket?; states.shop.Count?
// reads: states.shop.Count?
func process(ctx context.Context, in string) (string, error) {
	id, err := create(ctx)
	if err != nil {
		return "", err
	}
	err = compose.ProcessState(ctx, func(ctx context.Context, s *shop) error {
		s.open(id)
		count(s)
		return nil
	})
	return in, err
}

// What is taken out of the state in one section is spent outside of it.
//
// spends: states.shop.Basket -> add_item.basket_id unchecked
// reads: states.shop.Basket
// writes: none
func processSpend(ctx context.Context, in string) (string, error) {
	var id string
	err := compose.ProcessState(ctx, func(_ context.Context, s *shop) error {
		id = s.basket()
		return nil
	})
	if err != nil {
		return "", err
	}
	return in, add(ctx, id)
}

// Nothing is written: the struct is another one.
//
// writes: none
// reads: none
func processNothing(ctx context.Context, in string) (string, error) {
	mine := &shop{}
	err := compose.ProcessState(ctx, func(context.Context, *shop) error {
		mine.open("x")
		return nil
	})
	return in, err
}

func pre(ctx context.Context, in string, s *shop) (string, error) {
	s.Count++
	if err := smtp.SendMail("localhost:25", nil, "a", nil, nil); err != nil {
		return "", err
	}
	return s.Basket, nil
}

func post(ctx context.Context, out string, s *shop) (string, error) {
	s.Basket = out
	return out, nil
}

// Handlers are part of what the node does, in their order.
//
// runs before: pre
// runs after: post
// effects: mail write smtp.SendMail
// before: mail write smtp.SendMail < fine?
// writes: states.shop.Count; states.shop.Basket
// reads: states.shop.Count; states.shop.Basket
func handled(ctx context.Context, in string) (string, error) {
	return in, compose.Interrupt(ctx, "fine?")
}

// typed is a state of a generic graph.
type typed[T any] struct {
	Value  T
	Basket string
}

// state: struct 1 0
// writes: states.typed.Basket
// reads: states.typed.Value
func generic(ctx context.Context, s typed[int]) (typed[int], error) {
	if s.Value > 0 {
		return s, errEmpty
	}
	s.Basket = "x"
	return s, nil
}

// order is a struct in whose Update the state stands.
type order struct {
	Update any
	Goto   string
}

// state: any 1 0 Update
// writes: states.shop.Basket
func commandOfStruct(ctx context.Context, state any) (any, error) {
	return &order{Update: shop{Basket: "x"}, Goto: "next"}, nil
}

type embeds struct {
	shop
	Total int
}

// A promoted field is a part of the embedded one.
//
// state: struct 1 0
// writes: states.embeds.shop; states.embeds.Total
func promoted(ctx context.Context, s *embeds) (*embeds, error) {
	s.Basket = "x"
	s.Total = 1
	return s, nil
}

// state: struct 1 0
// writes: states.shop.Record
// stores: create_basket.payment_id -> states.shop.Record recorded
func mints(ctx context.Context, s shop) (shop, error) {
	rec, err := gate.Mint(ctx, "create_basket", nil, "payment_id", custody.Lifetime{})
	if err != nil {
		return s, err
	}
	s.Record = rec
	return s, nil
}

// A value in an interface, copied into a variable; written on both ways.
//
// state: any 1 0
// writes: states.shop.Basket
// reads: states.shop.Count; states.shop.Basket?
func assertedCopy(ctx context.Context, state any) (any, error) {
	s := state.(shop)
	if s.Count > 0 {
		s.Basket += "x"
	} else {
		s.Basket = "y"
	}
	return s, nil
}
