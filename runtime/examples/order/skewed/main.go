// Skewed is the order assistant as people first write it. It compiles, its first turn works, and no error shows up where
// one would look. Run it and read what the customer hears.
//
// Six things are wrong with it, each common and each easy to overlook in a review:
//
//   - The basket handle lies in the state as a bare string. Nothing says which server minted it, when, or for whom.
//   - The checkout spends the handle hours after it was minted and does not ask first whether the shop still has it.
//   - The one check stands in the first node. A resumed run enters at the node that was paused and never comes by it.
//   - The approval sends a mail and then pauses. On resume the node runs again from its first line, and so does the mail.
//   - The searches fan out over whatever the customer wishes, with no limit.
//   - Two nodes of one step write the same field, which has no reducer.
//
// The shop answers a forgotten handle with an error result, as the protocol asks. The client looks at the Go error only,
// so that the result reads as an order without items. The program sound beside this one is the same flow done right.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/skewlint/skewlint/runtime/examples/internal/show"
	"github.com/skewlint/skewlint/runtime/examples/order/internal/shop"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	err := run(ctx, os.Stdout)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "skewed:", err)
		os.Exit(1)
	}
}

// demo is what the scenes share.
type demo struct {
	page   *show.Page
	shop   *shop.Server
	engine *stategraph.Engine
}

// run opens a shop, the client and the engine, and plays the scenes.
func run(ctx context.Context, out io.Writer) (err error) {
	server, err := shop.Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	client, err := dialShop(ctx, server.URL(), shop.Token("ann"))
	if err != nil {
		return err
	}
	defer func() { _ = client.close() }()
	dir, err := os.MkdirTemp("", "order-skewed-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	engine, err := open(ctx, dir, &assistant{shop: client})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close(ctx)) }()
	return (&demo{page: show.NewPage(out), shop: server, engine: engine}).scenes(ctx)
}

// lease is how long a process counts as living after it was last heard of. It is short, because
// processes die here for show, and another one waits for that before it goes on.
const lease = time.Second

func open(ctx context.Context, dir string, a *assistant) (*stategraph.Engine, error) {
	order, err := orderGraph(a)
	if err != nil {
		return nil, err
	}
	fulfil, err := fulfilGraph(a)
	if err != nil {
		return nil, err
	}
	return stategraph.Open(ctx, stategraph.Options{URL: "sqlite:" + filepath.Join(dir, "order.db"), Lease: lease}, order, fulfil)
}

func (d *demo) scenes(ctx context.Context) error {
	d.page.Printf("order, skewed: the basket handle is a plain string in the state\n")
	pause, err := d.firstTurn(ctx)
	if err != nil {
		return err
	}
	if err := d.resume(ctx, pause); err != nil {
		return err
	}
	if err := d.fulfil(ctx); err != nil {
		return err
	}
	return d.page.Err()
}

var order = stategraph.Update{
	customer.Set("ann@example.org"),
	wishes.Set([]string{"tent", "lamp", "stove", "mat", "rope", "knife", "map"}),
}

func (d *demo) firstTurn(ctx context.Context) (pauseID string, err error) {
	res, err := d.engine.Start(ctx, "order", "ann-1", order)
	if err != nil {
		return "", err
	}
	if len(res.Pauses) != 1 {
		return "", fmt.Errorf("the order did not pause: %s", show.Ran(res.Ran))
	}
	d.page.Title("12:00  Ann orders %d things", len(wishes.Get(res.State)))
	d.page.Line("ran", "%s (paused)", show.Ran(res.Ran))
	d.page.Line("searches", "%d at one time", d.shop.PeakSearches())
	d.page.Line("mails", "%d", len(d.shop.Mails()))
	return res.Pauses[0].ID, nil
}

func (d *demo) resume(ctx context.Context, pauseID string) error {
	d.shop.Forget()
	res, err := d.engine.Resume(ctx, "ann-1", pauseID, true)
	if err != nil {
		return err
	}
	d.page.Title("16:00  the clerk approves; at 12:30 the shop forgot the basket")
	d.page.Line("ran", "%s (%s)", show.Ran(res.Ran), show.WhetherRan("check_basket", res.Ran))
	d.page.Line("error", "none")
	d.page.Line("Ann hears", "%q", message.Get(res.State))
	mails := d.shop.Mails()
	d.page.Line("mails", "%d, %q was sent twice", len(mails), mails[len(mails)-1].Subject)
	return nil
}

// fulfil ends in the error that the runtime reports for two writers.
func (d *demo) fulfil(ctx context.Context) error {
	_, err := d.engine.Start(ctx, "fulfil", "ann-2", order)
	var conflict *stategraph.ConflictError
	if !errors.As(err, &conflict) {
		return errors.Join(errors.New("two writes of one field went through"), err)
	}
	d.page.Title("17:00  another order is packed and invoiced")
	d.page.Line("error", "%v", conflict)
	d.page.Line("mails", "%d, the invoice is out, the order is stuck", len(d.shop.Mails()))
	return nil
}
