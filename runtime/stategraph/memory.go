package stategraph

import (
	"context"
	"fmt"
	"time"
)

// Run runs one turn in memory, from Start to the end, without a store: for
// unit tests of graphs. Nodes get ctx with its values and its cancellation. A
// node that pauses fails with [ErrNoStore].
//
// On an error the result holds the state before the superstep that failed.
func (c *Compiled) Run(ctx context.Context, in Update, opts ...CallOption) (Result, error) {
	cp, err := c.begin(&checkpoint{}, in)
	if err != nil {
		return Result{}, err
	}
	w := newWatcher(opts)
	x := &memory{ctx: ctx, graph: c}
	if w != nil {
		x.tell = func(ev Event) {
			ev.Graph = c.name
			w.send(ev)
		}
	}
	err = watch(w, func() error { return x.machine(nil).run(cp) }) //nolint:contextcheck // the executor carries the context
	w.end("", c.name)
	if err != nil {
		return Result{}, err
	}
	if ps := cp.pauses(); len(ps) > 0 {
		err := fmt.Errorf("key %q: %w", ps[0].Key, ErrNoStore)
		cp.Failure = nodeFailure(ps[0].Node, cp.Step+1, err)
	}
	return c.result("", cp)
}

// begin makes the checkpoint with which a new turn enters: what the thread had
// before, with the input merged in as if Start had written it.
func (c *Compiled) begin(prev *checkpoint, in Update) (*checkpoint, error) {
	writes, err := c.fields.record(in)
	if err != nil {
		return nil, fmt.Errorf("stategraph: graph %q, input: %w", c.name, err)
	}
	start := &activation{Node: Start}
	state, fail := c.apply(prev.State, start, writes, prev.Step+1)
	if fail != nil {
		return nil, fail.err()
	}
	return &checkpoint{Graph: c.name, Schema: c.schemaHash, Step: prev.Step, State: state, Acts: entry()}, nil
}

// memory is the executor without a store.
type memory struct {
	ctx    context.Context
	graph  *Compiled
	tell   func(Event)
	prefix string
}

func (x *memory) machine(shared map[string]bool) *machine {
	return &machine{graph: x.graph, ex: x, shared: shared, scope: scope{ledger: x, tell: x.tell, prefix: x.prefix}}
}

// failed has nothing to tell: what happens in memory ends with it.
func (x *memory) failed(context.Context, int, string) (int, time.Time, error) {
	return 0, time.Time{}, nil
}

func (x *memory) record(context.Context, int, string, int, time.Time) error { return nil }

func (x *memory) node(_ string, fn func(context.Context) outcome) (func() (outcome, error), error) {
	ch := make(chan outcome, 1)
	go func() {
		defer close(ch) // without a value when the node ends the goroutine
		ch <- fn(x.ctx)
	}()
	return func() (outcome, error) { return <-ch, nil }, nil
}

func (x *memory) subgraph(name, at string, from *checkpoint) (func() (*checkpoint, error), error) {
	n := x.graph.node(name)
	sub := &memory{ctx: x.ctx, graph: n.sub, tell: x.tell, prefix: x.prefix + at + "/"}
	done := make(chan error, 1)
	go func() { done <- sub.machine(n.shared).run(from) }()
	return func() (*checkpoint, error) { return from, <-done }, nil
}
