// Skewed is the clerk as people first write it. Almost every scene ends without an error where one would look, and with
// something in the books that nobody wanted. Run it and read both.
//
// What is wrong with it, and the rule of skewlint that says so:
//
//   - The tool issue_refund writes a credit note and then asks, so that it writes one more with every answer:
//     effectbeforepause.
//   - The node refund calls that tool and then pauses. On resume it calls it again: effectbeforepause.
//   - A hold that the office minted lies in the state as a bare string: rawhandle.
//   - The hold is spent hours later, and nobody asks first whether the office still has it: uncheckedspend.
//   - The checks fan out over whatever slots are free, with no limit: unboundedfanout.
//   - Two nodes of one step write the same field, which has no reducer: missingreducer.
//   - The error flag of a result is not read, so that a dead hold reads as a booking: no rule yet (ignorederror).
//   - The tool issue_refund takes any answer for one to its question, also one that a client made up: no rule yet
//     (forgeableinput).
//   - The tool cancel_booking asks over a back channel that a stateless connection does not have: no rule yet
//     (deadelicit). The model reads the failure and tells a story.
//   - Approvals are listed under names without the prefix that the tools have, so that none is ever asked for: no rule yet
//     (trustedhint).
//   - A graph that pauses is run without a store: no rule yet (nocheckpointer).
//   - A slot is looked at and then booked, in two steps, so that two customers get it: no rule; the database has to say it.
//
// The program sound beside this one does the same work without them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
	"github.com/skewlint/skewlint/runtime/examples/office/internal/desk"
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

// demo is what the scenes share. It tells into memory, and run prints.
type demo struct {
	server *server
	office *officeClient
	engine *stategraph.Engine
	told   strings.Builder
}

func (d *demo) tell(format string, args ...any) { fmt.Fprintf(&d.told, format+"\n", args...) }

// run opens an office in a temporary folder and plays the scenes.
func run(ctx context.Context, out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "office-skewed-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b, err := books.New(ctx, filepath.Join(dir, "office.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	s := &server{books: b, holds: map[string]int{}}
	tools, err := s.tools(ctx)
	if err != nil {
		return err
	}
	url, web, err := desk.Serve(ctx, tools)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, web.Close()) }()
	office, err := dialOffice(ctx, url, "clara")
	if err != nil {
		return err
	}
	defer func() { _ = office.session.Close() }()
	engine, err := open(ctx, dir, &assistant{office: office})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close(ctx)) }()
	d := &demo{server: s, office: office, engine: engine}
	err = d.scenes(ctx)
	_, printErr := io.WriteString(out, d.told.String())
	return errors.Join(err, printErr)
}

// lease is how long a process counts as living after it was last heard of. It is short, because
// processes die here for show, and another one waits for that before it goes on.
const lease = time.Second

func open(ctx context.Context, dir string, a *assistant) (*stategraph.Engine, error) {
	booking, err := bookingGraph(a)
	if err != nil {
		return nil, err
	}
	refund, err := refundGraph(a)
	if err != nil {
		return nil, err
	}
	closing, err := closingGraph(a)
	if err != nil {
		return nil, err
	}
	return stategraph.Open(ctx, stategraph.Options{URL: "sqlite:" + filepath.Join(dir, "runs.db"), Lease: lease}, booking, refund, closing)
}
