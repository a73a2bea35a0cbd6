// Package app has nodes behind wrappers, interfaces and another package.
package app

import (
	"context"
	"net/smtp"

	"github.com/skewlint/skewlint/runtime/stategraph"
	"wrap/shop"
)

var Basket = stategraph.NewField[string]("basket")

type mailer interface{ Send(to string) error }

type smtpMailer struct{}

func (smtpMailer) Send(to string) error { return smtp.SendMail("", nil, "", []string{to}, nil) }

type app struct {
	shop *shop.Client
	mail mailer
	post func(to string) error
}

func newApp() *app { return &app{post: smtpMailer{}.Send} }

// stores: create_basket.basket_id -> app.Basket
// effects: tool write create_basket
func (a *app) create(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	b, err := a.shop.Create(ctx)
	if err != nil {
		return nil, err
	}
	return stategraph.Update{Basket.Set(b.ID)}, nil
}

// spends: app.Basket -> add_item.basket_id unchecked
// effects: tool write add_item
func (a *app) add(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, a.shop.Add(ctx, Basket.Get(s), "tea")
}

// spends: app.Basket -> add_item.basket_id unchecked
// lost: none
func (a *app) retried(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	id := Basket.Get(s)
	err := shop.Retry(func() error { return a.shop.Add(ctx, id, "tea") })
	return nil, err
}

// effects: mail write smtp.SendMail (likely)
func (a *app) throughInterface(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, a.mail.Send("x")
}

// effects: mail write smtp.SendMail (likely)
func (a *app) throughField(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, a.post("x")
}

type node = stategraph.NodeFunc

func logged(next node) node {
	// effects: mail write smtp.SendMail
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return next(ctx, s)
	}
}

func build(a *app) *stategraph.Graph {
	return stategraph.New("g", Basket).AddNode("n", logged(send))
}

func send(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, smtp.SendMail("", nil, "", nil, nil)
}

func generic[T any](ctx context.Context, f func(T) error, v T) error { return f(v) }

// effects: mail write smtp.SendMail
func throughGeneric(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, generic(ctx, smtpMailer{}.Send, "x")
}

type box[T any] struct{ v T }

func (b *box[T]) put(f func(T)) { f(b.v) }

// effects: mail write smtp.SendMail
func throughMethod(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	b := &box[string]{"x"}
	b.put(func(s string) { smtpMailer{}.Send(s) })
	return nil, nil
}

func retry(f func() error) error { return f() }

type job struct{}

func (job) run() error { return smtp.SendMail("", nil, "", nil, nil) }

func deliver(addr string, f func(string, smtp.Auth, string, []string, []byte) error) error {
	return f(addr, nil, "", nil, nil)
}

// effects: mail write smtp.SendMail
func libraryFunctionAsValue(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return nil, deliver("mail:25", smtp.SendMail)
}

// effects: mail write smtp.SendMail
func methodValue(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	var j job
	return nil, retry(j.run)
}
