// Sound is a clerk who works with tools: it finds customers, books appointments and refunds invoices, and nothing of it
// happens before the person who has to say yes has said so.
//
//   - The tools come from the server by discovery, under names with the server in front. A rule for a tool that does not
//     exist is an error at the start, and not a rule that never matches.
//   - A refund asks a person by ending the call. The run pauses, rows in a database and nothing else; the call is made
//     again with the answer, and the server refuses an answer that was not given to this question.
//   - A booking waits for a person too, by a rule of this program. The slot may be gone by then: the database decides.
//   - Each call of a tool is an activation of its own, so that one that waits repeats no other.
//   - The model is asked at most so many times for each message of the user. The count is in the state.
//   - The scheduler is a second agent on the same connection. It is never told that there are refunds, and a call of one
//     is a call of an unknown tool.
//   - What happened is read from the books, where no agent can write a story.
//
// A script stands where a model would; set EXAMPLES_MODEL_URL, EXAMPLES_MODEL_NAME and EXAMPLES_MODEL_KEY to talk to one
// with an OpenAI-compatible API. The tests of this package kill the program at each step and go on in another process.
//
// What it leaves out: the office mints no handles (see the order example for those), and the conversation grows for ever.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
	"github.com/skewlint/skewlint/runtime/examples/office/internal/desk"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	err := run(ctx, os.Stdout)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "sound:", err)
		os.Exit(1)
	}
}

// run opens an office in a temporary folder and plays the scenes. What was told before an error is printed too.
func run(ctx context.Context, out io.Writer) (err error) {
	mind, err := model.FromEnv(os.Getenv, script())
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "office-sound-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b, err := books.New(ctx, filepath.Join(dir, "office.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	server := desk.New(b, nil)
	if err := server.Start(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	p, err := open(ctx, server.URL(), dir, mind, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close(ctx)) }()
	d := &demo{program: p, books: b}
	err = d.scenes(custody.WithPrincipal(ctx, "clara"))
	_, printErr := io.WriteString(out, strings.TrimLeft(d.told.String(), "\n"))
	return errors.Join(err, printErr)
}

// program is the engine with its graphs and the gateway that their nodes use.
type program struct {
	engine           *stategraph.Engine
	gw               *mcpgate.Gateway
	clerk, scheduler *agent
}

// open connects to the office at url and opens the store of the runs in dir.
func open(ctx context.Context, url, dir string, mind model.Model, log *slog.Logger) (*program, error) {
	gw, err := connect(ctx, url, log)
	if err != nil {
		return nil, err
	}
	p, err := openEngine(ctx, gw, dir, mind, log)
	if err != nil {
		return nil, errors.Join(err, gw.Close())
	}
	return p, nil
}

// lease is how long a process counts as living after it was last heard of. It is short, because
// processes die here for show, and another one waits for that before it goes on.
const lease = time.Second

func openEngine(ctx context.Context, gw *mcpgate.Gateway, dir string, mind model.Model, log *slog.Logger) (*program, error) {
	view, err := gw.Only(ctx, "scheduler", findCustomer, listAvailability, bookSlot)
	if err != nil {
		return nil, err
	}
	p := &program{gw: gw, clerk: &agent{mind, gw, log}, scheduler: &agent{mind, view, log}}
	clerk, err := agentGraph("clerk", p.clerk)
	if err != nil {
		return nil, err
	}
	scheduler, err := agentGraph("scheduler", p.scheduler)
	if err != nil {
		return nil, err
	}
	p.engine, err = stategraph.Open(ctx, stategraph.Options{URL: "sqlite:" + filepath.Join(dir, "runs.db"), Lease: lease}, clerk, scheduler)
	return p, err
}

// close ends the engine before the gateway that its nodes use.
func (p *program) close(ctx context.Context) error {
	return errors.Join(p.engine.Close(ctx), p.gw.Close())
}
