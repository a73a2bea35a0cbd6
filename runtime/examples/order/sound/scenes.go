package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/examples/internal/show"
	"github.com/skewlint/skewlint/runtime/examples/order/internal/shop"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// demo is what the scenes share.
type demo struct {
	page *show.Page
	shop *shop.Server
	dir  string
}

// situation is what a paused run finds when it is resumed.
type situation struct {
	name   string
	wishes []string
	answer string // who answers
	befall func(*shop.Server)
}

func situations() []situation {
	some := []string{"tent", "lamp", "stove"}
	nothing := func(*shop.Server) {}
	return []situation{
		{"live", some, "ann", nothing},
		{"forgotten by the shop", some, "ann", (*shop.Server).Forget},
		{"forgotten after the check", some, "ann", (*shop.Server).ForgetAfterRead},
		{"no handle", nil, "ann", nothing},
		{"Ann's, and Bob answers", some, "bob", nothing},
		{"shop does not answer", some, "ann", func(s *shop.Server) { s.SetDown(true) }},
	}
}

// handles plays one order for each situation.
func (d *demo) handles(ctx context.Context) (err error) {
	p, err := open(ctx, d.shop.URL(), d.dir, "handles.db")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close(ctx)) }()
	defer d.shop.SetDown(false)
	d.page.Title("the clerk answers hours later, and the handle is ...")
	for i, sit := range situations() {
		res, err := p.resumeIn(ctx, fmt.Sprintf("order-%d", i+1), sit, d.shop)
		if err != nil {
			return fmt.Errorf("%s: %w", sit.name, err)
		}
		d.page.Printf("  %-26s %-8s %s\n  %-35s %q\n", sit.name, handle.Get(res.State).Verdict, show.Ran(res.Ran), "", message.Get(res.State))
	}
	return nil
}

// resumeIn starts an order for Ann, lets the situation befall it while it is paused, and resumes it.
func (p *program) resumeIn(ctx context.Context, thread string, sit situation, s *shop.Server) (stategraph.Result, error) {
	res, err := p.firstTurn(ctx, thread, sit.wishes)
	if err != nil {
		return res, err
	}
	sit.befall(s)
	return p.resume(ctx, res, sit.answer)
}

func (p *program) firstTurn(ctx context.Context, thread string, wanted []string) (stategraph.Result, error) {
	ctx = custody.WithPrincipal(ctx, "ann")
	return p.engine.Start(ctx, "order", thread, stategraph.Update{
		orderNo.Set(thread), customer.Set("ann@example.org"), wishes.Set(wanted),
	})
}

// resume answers the one pause of a run as who.
func (p *program) resume(ctx context.Context, paused stategraph.Result, who string) (stategraph.Result, error) {
	if len(paused.Pauses) != 1 {
		return paused, fmt.Errorf("expected one pause, got %d after %s", len(paused.Pauses), show.Ran(paused.Ran))
	}
	ctx = custody.WithPrincipal(ctx, who)
	return p.engine.Resume(ctx, paused.Thread, paused.Pauses[0].ID, answer{OK: true, Extra: "map"})
}

// killed lets a second process take an order, die while it is paused, and resumes the order in this one.
func (d *demo) killed(ctx context.Context) (err error) {
	before := len(d.shop.Mails())
	first, err := d.runChild(ctx)
	if err != nil {
		return err
	}
	p, err := open(ctx, d.shop.URL(), d.dir, childFile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close(ctx)) }()
	paused, err := p.engine.Wait(ctx, childThread)
	if err != nil {
		return err
	}
	res, err := p.resume(ctx, paused, "ann")
	if err != nil {
		return err
	}
	d.page.Title("a run is killed while it is paused, and another process resumes it")
	d.page.Line("first turn", "%s (paused)", first.ran)
	d.page.Line("", "process %d, ended by: %s", first.pid, first.end)
	d.page.Line("resume", "%s (%s)", show.Ran(res.Ran), show.WhetherRan("check_basket", res.Ran))
	d.page.Line("", "process %d", os.Getpid())
	d.page.Line("Ann hears", "%q", message.Get(res.State))
	d.page.Line("mails", "%d", len(d.shop.Mails())-before)
	d.page.Line("searches", "%d at one time, for %d wishes", d.shop.PeakSearches(), len(childWishes))
	return nil
}

// fulfilment runs the graph in which two nodes of one step write one field.
func (d *demo) fulfilment(ctx context.Context) (err error) {
	p, err := open(ctx, d.shop.URL(), d.dir, "fulfil.db")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close(ctx)) }()
	res, err := p.engine.Start(custody.WithPrincipal(ctx, "ann"), "fulfil", "fulfil-1", stategraph.Update{
		orderNo.Set("fulfil-1"), customer.Set("ann@example.org"), wishes.Set([]string{"tent", "lamp"}),
	})
	if err != nil {
		return err
	}
	d.page.Title("two nodes of one step write one field")
	d.page.Line("ran", "%s", show.Ran(res.Ran))
	d.page.Line("notes", "%q", notes.Get(res.State))
	return nil
}
