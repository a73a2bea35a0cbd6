// Skewed is the research assistant as people first write it. It compiles and it finds what it should, and no error shows up
// where one would look. Run it and read who got which mail.
//
// Nine things are wrong with it, each common and each easy to overlook in a review. In brackets is the rule of skewlint that
// finds it today.
//
//   - The evidence has a reducer that appends. What is found twice, or submitted again, is there twice. (no rule yet:
//     unstablereducer)
//   - Two reviewers of one step write the same scalar, which has no reducer. (missingreducer)
//   - The readers are told of the report before it is approved, in the node that waits for the approval, which runs from
//     its first line again. (effectbeforepause)
//   - The approval and the sending share that node, and the report is built again after the pause, from what the servers
//     say by then. What is sent is not what was shown. (no rule yet: unboundapproval)
//   - The client tries three times, so does the node round it, and so does the program round that. (no rule yet: retrystorm)
//   - The searches fan out over whatever the model plans, with no limit. (unboundedfanout)
//   - What was found is put into the instruction of the model, and the model may name readers. A sentence in a document
//     gets itself a copy. (no rule yet: toolassystem)
//   - The mail has no action id. A crash after the sending and before the checkpoint sends it again. (no rule yet:
//     unkeyedeffect)
//   - The attempts are counted in the state, and the node at the head of the loop begins them anew. Only the engine's
//     limit of steps ends the loop. (no rule yet: endlesscycle)
//
// The program sound beside this one is the same flow done right.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/examples/internal/show"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/analyst"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/world"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	err := start(ctx)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "skewed:", err)
		os.Exit(1)
	}
}

// start plays the demo, or the part of the second process when the first one asks for it.
func start(ctx context.Context) error {
	if url, dir, ok := partOfChild(); ok {
		return playChild(ctx, url, dir)
	}
	return run(ctx, os.Stdout)
}

// program is the engine and the client that its nodes use.
type program struct {
	desk   *desk
	engine *stategraph.Engine
}

// lease is how long a process counts as living after it was last heard of. It is short, because
// processes die here for show, and another one waits for that before it goes on.
const lease = time.Second

func open(ctx context.Context, url, dir, file string, mailed func()) (*program, error) {
	d, err := dial(ctx, url)
	if err != nil {
		return nil, err
	}
	m, err := model.FromEnv(os.Getenv, analyst.Script{})
	if err != nil {
		return nil, errors.Join(err, d.close())
	}
	a := &assistant{desk: d, model: m, mailed: mailed}
	research, err := researchGraph(a)
	if err != nil {
		return nil, errors.Join(err, d.close())
	}
	opinion, err := opinionGraph(a)
	if err != nil {
		return nil, errors.Join(err, d.close())
	}
	engine, err := stategraph.Open(ctx, stategraph.Options{URL: "sqlite:" + filepath.Join(dir, file), Lease: lease}, research, opinion)
	if err != nil {
		return nil, errors.Join(err, d.close())
	}
	return &program{desk: d, engine: engine}, nil
}

func (p *program) close(ctx context.Context) error {
	err := p.engine.Close(ctx)
	_ = p.desk.close()
	return err
}

// run opens the servers, the clients and the engine, and plays the scenes.
func run(ctx context.Context, out io.Writer) (err error) {
	w, err := world.Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	dir, err := os.MkdirTemp("", "research-skewed-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	p, err := open(ctx, w.URL(), dir, "research.db", func() {})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close(ctx)) }()
	d := &demo{page: show.NewPage(out), world: w, dir: dir, program: p}
	d.page.Printf("research, skewed: it finds what it should\n")
	for _, scene := range []func(context.Context) error{d.approved, d.killed, d.opinions, d.retries, d.everything, d.noEnd} {
		if err := scene(ctx); err != nil {
			return err
		}
	}
	return d.page.Err()
}
