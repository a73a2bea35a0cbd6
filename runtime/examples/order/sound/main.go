// Sound is the order assistant with its handle in custody: the same flow as the program skewed beside it, and no order
// lost.
//
//   - The state holds the record of the basket and not its bare handle.
//   - Each node that spends the handle checks it first, in the same node, and reads the error of the call as well.
//   - The verdict is routed: gone, absent and another's handle to handle_gone, a failed probe to try_later.
//   - The approval only asks. What must happen once comes after it, under an action id that a repetition carries too.
//   - The searches have a limit, and the field that two nodes write has a reducer.
//
// The program shows each of these, one of them by killing a second process of itself with SIGKILL while its run is
// paused, and resuming that run.
//
// What it leaves out: it opens no new basket by itself when the old one is gone. That needs a person's word, since the
// new one is empty.
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
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	err := start(ctx)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "sound:", err)
		os.Exit(1)
	}
}

// start plays the demo, or the part of the second process when the first one asks for it.
func start(ctx context.Context) error {
	if part, ok := partOfChild(); ok {
		return part.play(ctx, os.Stdout)
	}
	return run(ctx, os.Stdout)
}

// run opens a shop and a folder for the databases, and plays the scenes.
func run(ctx context.Context, out io.Writer) (err error) {
	server, err := shop.Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	dir, err := os.MkdirTemp("", "order-sound-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	d := &demo{page: show.NewPage(out), shop: server, dir: dir}
	d.page.Printf("order, sound: the basket handle is in custody\n")
	for _, scene := range []func(context.Context) error{d.handles, d.killed, d.fulfilment} {
		if err := scene(ctx); err != nil {
			return err
		}
	}
	return d.page.Err()
}

// program is the engine with its graphs and the gate that their nodes use.
type program struct {
	gate   *mcpgate.Gate
	engine *stategraph.Engine
}

// open connects to the shop at url and opens the database file in dir.
func open(ctx context.Context, url, dir, file string) (*program, error) {
	gate, err := dial(ctx, url)
	if err != nil {
		return nil, err
	}
	engine, err := openEngine(ctx, &assistant{gate: gate}, filepath.Join(dir, file))
	if err != nil {
		return nil, errors.Join(err, gate.Close())
	}
	return &program{gate: gate, engine: engine}, nil
}

// lease is how long a process counts as living after it was last heard of. It is short, because
// processes die here for show, and another one waits for that before it goes on.
const lease = time.Second

func openEngine(ctx context.Context, a *assistant, file string) (*stategraph.Engine, error) {
	order, err := orderGraph(a)
	if err != nil {
		return nil, err
	}
	fulfil, err := fulfilGraph(a)
	if err != nil {
		return nil, err
	}
	return stategraph.Open(ctx, stategraph.Options{URL: "sqlite:" + file, Lease: lease}, order, fulfil)
}

// close ends the engine before the gate that its nodes use. The gate may be broken on purpose.
func (p *program) close(ctx context.Context) error {
	err := p.engine.Close(ctx)
	_ = p.gate.Close()
	return err
}
