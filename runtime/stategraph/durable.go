package stategraph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
	"github.com/skewlint/skewlint/runtime/custody"
)

// pollInterval is how often a run that another execution works on is looked at.
const pollInterval = 20 * time.Millisecond

// segment is the stored input of one DBOS workflow: a run from entry or resume
// until pause or end, or one visit of a subgraph.
type segment struct {
	Thread    string      `json:"thread"`
	Path      []string    `json:"path,omitempty"` // subgraph nodes, from the top
	Principal string      `json:"principal,omitempty"`
	Answered  string      `json:"answered,omitempty"` // the pause that From has the answer of
	From      *checkpoint `json:"from"`
	Graph     string      `json:"graph"`            // of the top
	Run       string      `json:"run"`              // workflow ID of the top
	At        string      `json:"at,omitempty"`     // like Path, but as in Result.Ran
	Forked    string      `json:"forked,omitempty"` // thread@step that From was taken from
}

// segment is the workflow function. Its result is the checkpoint where the run
// ended, for a failed one too; the error is for those who look at the tables.
func (e *Engine) segment(ctx dbos.Context, seg segment) (*checkpoint, error) {
	cp, top := seg.From, len(seg.Path) == 0
	run := e.live.enter(seg)
	defer e.live.leave(run)
	if top {
		e.noted(ctx, e.obeyCancel(ctx, run))
	}
	// With a failure from the start, the thread was cancelled while it was parked.
	if cp.Failure == nil && !cp.Deleted {
		if err := e.advance(ctx, run, seg); err != nil {
			if ctx.Err() != nil || !cp.abandon(err) {
				return nil, err
			}
		}
	}
	if top {
		e.noted(ctx, e.index(ctx, seg, cp))
	}
	if f := cp.Failure; f != nil {
		return cp, &dbos.PortableWorkflowError{Name: f.Kind, Message: f.err().Error()}
	}
	return cp, nil
}

// advance runs the graph of the segment on its checkpoint.
func (e *Engine) advance(ctx dbos.Context, run *liveRun, seg segment) error {
	_, err := guard(func() (struct{}, error) {
		c, shared, err := e.resolve(seg)
		if err != nil {
			return struct{}{}, &runError{err}
		}
		id, err := dbos.GetWorkflowID(ctx)
		if err != nil {
			return struct{}{}, err
		}
		m := &machine{graph: c, ex: &durable{engine: e, ctx: ctx, seg: seg, run: run}, shared: shared}
		counts := &attempts{store: e.store, run: id}
		m.scope = scope{ledger: counts, tell: run.tell, prefix: seg.At}
		if err := m.run(seg.From); err != nil {
			return struct{}{}, err
		}
		e.noted(ctx, counts.forget(ctx))
		return struct{}{}, nil
	})
	return err
}

// runError is an error that lies neither in the graph nor in the database.
type runError struct{ error }

// abandon files an error that would otherwise leave the thread without a
// checkpoint, so that a later Retry finds one. It reports false for the errors
// of DBOS, which has its own ways to deal with them.
func (cp *checkpoint) abandon(err error) bool {
	var p *panicError
	var r *runError
	switch {
	case errors.As(err, &p):
		cp.Failure = &failure{Kind: kindRun, Message: p.Error(), Stack: "\n" + p.stack}
	case errors.As(err, &r):
		cp.Failure = &failure{Kind: kindRun, Message: r.Error()}
	default:
		return false
	}
	return true
}

// resolve finds the graph that a segment runs.
func (e *Engine) resolve(seg segment) (*Compiled, map[string]bool, error) {
	c := e.graphs[seg.Graph]
	if c == nil {
		return nil, nil, fmt.Errorf("%w %q", ErrUnknownGraph, seg.Graph)
	}
	var shared map[string]bool
	for _, name := range seg.Path {
		n := c.nodes[name]
		if n == nil || n.sub == nil {
			return nil, nil, fmt.Errorf("graph %q has no subgraph %q", c.name, name)
		}
		c, shared = n.sub, n.shared
	}
	return c, shared, nil
}

// durable is the executor on DBOS: an activation is a step, a subgraph a child
// workflow. Steps are numbered in the order of the calls.
type durable struct {
	engine *Engine
	ctx    dbos.Context
	seg    segment
	run    *liveRun
}

func (x *durable) node(label string, fn func(context.Context) outcome) (func() (outcome, error), error) {
	ch, err := dbos.Go(x.ctx, func(ctx context.Context) (outcome, error) {
		ctx, done := x.run.join(custody.WithPrincipal(ctx, x.seg.Principal))
		defer done()
		return fn(ctx), nil
	}, dbos.WithStepName(label))
	if err != nil {
		return nil, err
	}
	return func() (outcome, error) {
		r := <-ch
		return r.Result, r.Err
	}, nil
}

func (x *durable) subgraph(name, at string, from *checkpoint) (func() (*checkpoint, error), error) {
	child := x.seg
	child.Path = append(append([]string(nil), x.seg.Path...), name)
	child.From, child.At = from, x.seg.At+at+"/"
	h, err := dbos.RunWorkflow(x.ctx, x.engine.segment, child, dbos.WithPortableWorkflow())
	if err != nil {
		return nil, err
	}
	return func() (*checkpoint, error) { return outcomeOf(h) }, nil
}

// outcomeOf waits for a segment. The recorded error of a failed one repeats
// what its checkpoint says.
func outcomeOf(h dbos.WorkflowHandle[*checkpoint]) (*checkpoint, error) {
	cp, err := h.GetResult(dbos.WithHandlePollingInterval(pollInterval))
	var failed *dbos.PortableWorkflowError
	if errors.As(err, &failed) && cp != nil && cp.Failure != nil {
		return cp, nil
	}
	if err == nil && cp == nil {
		err = fmt.Errorf("stategraph: run %s has no result", h.GetWorkflowID())
	}
	return cp, err
}
