// Sound is the research assistant as it should be: the same flow as the program skewed beside it, and what goes wrong on
// the way does no harm.
//
//   - Three searches run in one step. What they find is merged by the id of the source, so that neither the order nor a
//     repetition changes the evidence; what to make of it is decided by one later node.
//   - The loop is bounded by a number in the state, which no entry begins anew, and a round has at most two queries.
//   - A node has one budget of repetitions and one deadline for all its calls, and nothing around it repeats.
//   - An optional source that fails costs its own hits, and the report says so. A required one fails the run, which can
//     be tried again from there.
//   - What servers say is quoted wherever it goes, and it decides neither what is done nor who hears of it.
//   - The approval shows exactly what is sent, with a digest, and does nothing else. An edit makes a new revision, which is
//     shown again. The sending is a node of its own and compares the digest.
//   - The mail has an action id, made of thread, revision and recipients. A crash after the sending and before the
//     checkpoint, and an answer that is lost, lead to one mail.
//
// The program shows these, one of them by killing a second process of itself with SIGKILL.
//
// What it leaves out: the budget holds for one node, so that a run may repeat as often as it has searches times that. And
// nobody signs in.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/examples/internal/show"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/analyst"
	"github.com/skewlint/skewlint/runtime/examples/research/internal/world"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/mcpgate/retry"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
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
		return part.play(ctx)
	}
	return run(ctx, os.Stdout)
}

// run opens the servers and a folder for the databases, and plays the scenes.
func run(ctx context.Context, out io.Writer) (err error) {
	w, err := world.Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	dir, err := os.MkdirTemp("", "research-sound-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	d := &demo{page: show.NewPage(out), world: w, dir: dir}
	d.page.Printf("research, sound: three searches at a time, a bounded loop, one mail\n")
	for _, scene := range []func(context.Context) error{d.approved, d.killed, d.failures} {
		if err := scene(ctx); err != nil {
			return err
		}
	}
	return d.page.Err()
}

// config is what a program is made of.
type config struct {
	url   string // where the servers are
	file  string // of the store
	model model.Model
	watch func(place string) // hears where the runs are
	// optional is how long a request to an optional source may take.
	optional time.Duration
}

// configured is the usual program on a world: a scripted model, unless the environment names another.
func configured(url, dir, file string) (config, error) {
	m, err := model.FromEnv(os.Getenv, analyst.Script{})
	return config{
		url: url, file: filepath.Join(dir, file), model: m, watch: func(string) {}, optional: 5 * time.Second,
	}, err
}

// program is the engine with its graph and the gateway that the nodes use.
type program struct {
	gate   *mcpgate.Gateway
	engine *stategraph.Engine
}

// lease is how long a process counts as living after it was last heard of. It is short, because
// processes die here for show, and another one waits for that before it goes on.
const lease = time.Second

func open(ctx context.Context, cfg config) (*program, error) {
	gate, err := mcpgate.Open(ctx, mcpgate.Config{
		Sources: sources(cfg),
		Retry:   retry.Policy{Attempts: 3, Base: 20 * time.Millisecond},
	})
	if err != nil {
		return nil, err
	}
	graph, err := researchGraph(&assistant{gate: gate, model: cfg.model, now: clock, watch: cfg.watch})
	if err != nil {
		return nil, errors.Join(err, gate.Close())
	}
	engine, err := stategraph.Open(ctx, stategraph.Options{URL: "sqlite:" + cfg.file, Lease: lease}, graph)
	if err != nil {
		return nil, errors.Join(err, gate.Close())
	}
	return &program{gate: gate, engine: engine}, nil
}

// sources are the servers, and what is known of their tools whatever they say.
func sources(cfg config) []mcpgate.Source {
	reads := map[string]mcpgate.ToolConfig{"search": {ReadOnly: true}}
	sends := map[string]mcpgate.ToolConfig{"send_report": {IdempotencyKey: "action_id"}}
	list := []mcpgate.Source{
		{Name: world.Web, Tools: reads, Timeout: cfg.optional},
		{Name: world.Papers, Tools: reads, Required: true},
		{Name: world.Documents, Tools: reads, Required: true, Limits: mcpgate.Limits{Schemes: []string{"docs"}}},
		{Name: world.Mail, Tools: sends, Required: true},
	}
	for i := range list {
		name := list[i].Name
		list[i].Dial = func(context.Context) (mcp.Transport, error) {
			return &mcp.StreamableClientTransport{Endpoint: cfg.url + name, MaxRetries: -1}, nil // the gateway repeats
		}
	}
	return list
}

// clock stands still, so that two runs can be compared.
func clock() time.Time { return time.Date(2026, time.November, 30, 9, 0, 0, 0, time.UTC) }

// close ends the engine before the gateway that its nodes use. The servers may be down on purpose.
func (p *program) close(ctx context.Context) error {
	err := p.engine.Close(ctx)
	_ = p.gate.Close()
	return err
}
