package stategraph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
)

// DefaultURL is the store of an engine that is not given one: a SQLite file in
// the working directory.
const DefaultURL = "sqlite:stategraph.db"

// workflowName is the name of all run segments in the DBOS tables.
const workflowName = "stategraph"

// Options configures [Open]. The zero value is usable.
type Options struct {
	// URL names the store: "sqlite:order.db" (or an absolute path) for one
	// machine, "postgres://…" for many. Default: DefaultURL.
	URL string
	// Logger gets what DBOS logs. Default: nothing is logged.
	Logger *slog.Logger
	// ExecutorID names this process among those that share the store. Open
	// recovers the runs that a process with the same ID left behind, so an ID
	// must stay the same over restarts and belong to one living process at a
	// time: a second one takes over the runs of the first, and nodes that are
	// running there run again. Default: "local". The environment variable
	// DBOS__VMID overrides it.
	ExecutorID string
	// AppName is the application that the runs belong to: only processes of
	// that name recover them. Thread names are shared by all applications of a
	// store. Default: "stategraph". DBOS wants lower case letters, digits, - _.
	AppName string
	// Version overrides the application version. Runs are recovered only by a
	// process with the version that started them. Default: a hash of the
	// structure of the graphs (not of the binary). The environment variable
	// DBOS__APPVERSION overrides both.
	Version string
}

// Engine runs graphs durably. It is safe for concurrent use.
type Engine struct {
	dbos   dbos.Context
	graphs map[string]*Compiled
	closed atomic.Bool
}

// Open connects to the store, creates its tables when they are missing, and
// recovers the runs that a process with the same executor ID and the same
// graphs left behind: they go on in the background, see [Engine.Wait].
//
// ctx bounds the start only. A node's context never carries values of it.
func Open(ctx context.Context, opts Options, graphs ...*Compiled) (*Engine, error) {
	e := &Engine{graphs: map[string]*Compiled{}}
	for _, c := range graphs {
		if c == nil {
			return nil, errors.New("stategraph: Open: nil graph")
		}
		if e.graphs[c.name] != nil {
			return nil, fmt.Errorf("stategraph: Open: two graphs named %q", c.name)
		}
		e.graphs[c.name] = c
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	root, err := dbos.NewContext(context.Background(), opts.config(graphs)) //nolint:contextcheck // the engine outlives the call that opens it
	if err != nil {
		return nil, fmt.Errorf("stategraph: Open: %w", err)
	}
	e.dbos = root
	dbos.RegisterWorkflow(root, e.segment, dbos.WithWorkflowName(workflowName))
	if err := dbos.Launch(root); err != nil {
		return nil, fmt.Errorf("stategraph: Open: %w", err)
	}
	return e, nil
}

func (o Options) config(graphs []*Compiled) dbos.Config {
	cfg := dbos.Config{
		DatabaseURL: o.URL, Logger: o.Logger, ExecutorID: o.ExecutorID,
		AppName: o.AppName, ApplicationVersion: o.Version,
	}
	if cfg.DatabaseURL == "" {
		cfg.DatabaseURL = DefaultURL
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.AppName == "" {
		cfg.AppName = "stategraph"
	}
	if cfg.ApplicationVersion == "" {
		sorted := slices.Clone(graphs)
		slices.SortFunc(sorted, func(a, b *Compiled) int {
			if a.name < b.name {
				return -1
			}
			return 1
		})
		cfg.ApplicationVersion = version(sorted)
	}
	return cfg
}

// Close stops the engine. Nodes that are running get their context cancelled;
// their runs stay in the store and go on when the executor opens an engine
// again. Close waits for them until ctx is done, at most ten seconds when ctx
// has no deadline.
func (e *Engine) Close(ctx context.Context) error {
	e.closed.Store(true)
	timeout := 10 * time.Second
	if d, ok := ctx.Deadline(); ok {
		timeout = max(time.Until(d), time.Millisecond)
	}
	if err := dbos.Shutdown(e.dbos, timeout); err != nil {
		return fmt.Errorf("stategraph: Close: %w", err)
	}
	return nil
}

// Start begins a new turn on the thread: it enters at Start, with the state
// that earlier turns left and with in merged into it. It returns when the turn
// is done, paused or failed.
//
// Cancelling ctx ends the waiting and not the run; see [Engine.Wait]. Errors:
// ErrUnknownGraph, ErrThreadPaused, ErrThreadRunning, and what ends a run
// (*NodeError, *ConflictError, *StepLimitError). A turn that failed leaves the
// state before the superstep that failed; the next Start goes on from there.
func (e *Engine) Start(ctx context.Context, graph, thread string, in Update) (Result, error) {
	c := e.graphs[graph]
	if c == nil {
		return Result{}, &ThreadError{Thread: thread, Err: fmt.Errorf("%w %q", ErrUnknownGraph, graph)}
	}
	last, err := e.last(thread)
	if err != nil {
		return Result{Thread: thread}, &ThreadError{Thread: thread, Err: err}
	}
	prev := &checkpoint{Graph: graph}
	if last != nil {
		if prev, err = e.restart(ctx, last, graph); err != nil {
			return Result{Thread: thread}, &ThreadError{Thread: thread, Err: err}
		}
	}
	cp, err := c.begin(prev, in)
	if err != nil {
		return Result{Thread: thread}, err
	}
	h, err := e.launch(ctx, thread, last, segment{From: cp})
	if errors.Is(err, dbos.ErrWorkflowIDInUse) {
		err = ErrThreadRunning
	}
	if err != nil {
		return Result{Thread: thread}, &ThreadError{Thread: thread, Err: err}
	}
	return e.finish(ctx, thread, h)
}

// restart returns the checkpoint that a new turn on a thread builds on.
func (e *Engine) restart(ctx context.Context, last *run, graph string) (*checkpoint, error) {
	if last.running() {
		return nil, ErrThreadRunning
	}
	prev, err := e.checkpoint(ctx, last)
	switch {
	case err != nil:
		return nil, err
	case prev.Graph != graph:
		return nil, fmt.Errorf("belongs to graph %q, not %q", prev.Graph, graph)
	case len(prev.pauses()) > 0:
		return nil, ErrThreadPaused
	}
	prev.Acts = nil
	return prev, e.graphs[graph].fits(prev)
}

// Resume answers one pause and returns when the thread is done, paused or
// failed again. It enters at the node that paused, not at Start, and runs that
// activation only; other pauses stay open. When the last pause of a superstep
// is answered the run goes on behind it.
//
// The answer is stored as JSON. Of several Resumes of one pause, in whatever
// process, one wins; the others get ErrAlreadyAnswered. A Resume of another
// pause of a running thread waits for its turn. Other errors: ErrUnknownThread,
// ErrUnknownPause, *AnswerError, and what ends a run.
func (e *Engine) Resume(ctx context.Context, thread, pauseID string, answer any) (Result, error) {
	raw, err := json.Marshal(answer)
	if err != nil {
		return Result{Thread: thread}, &AnswerError{Pause: pauseID, Err: err}
	}
	for {
		h, err := e.resume(ctx, thread, pauseID, raw)
		if errors.Is(err, dbos.ErrWorkflowIDInUse) {
			continue // another call was faster: look what it answered
		}
		if err != nil {
			return Result{Thread: thread}, &ThreadError{Thread: thread, Pause: pauseID, Err: err}
		}
		res, err := e.finish(ctx, thread, h)
		return res, firstError(err, h.refusal(pauseID))
	}
}

// resume starts the segment that carries the answer.
func (e *Engine) resume(ctx context.Context, thread, pauseID string, raw json.RawMessage) (*handle, error) {
	last, err := e.last(thread)
	if err != nil {
		return nil, err
	}
	if last == nil {
		return nil, ErrUnknownThread
	}
	if last.running() && last.answers() == pauseID {
		return nil, ErrAlreadyAnswered
	}
	cp, err := e.checkpoint(ctx, last) // waits for a running one
	if err != nil {
		return nil, err
	}
	if cp.Failure != nil || !cp.answer(pauseID, raw) {
		return nil, e.whyNot(thread, last, cp, pauseID)
	}
	if c := e.graphs[cp.Graph]; c == nil {
		return nil, fmt.Errorf("%w %q", ErrUnknownGraph, cp.Graph)
	} else if err := c.fits(cp); err != nil {
		return nil, err
	}
	return e.launch(ctx, thread, last, segment{From: cp, Answered: pauseID})
}

// Retry runs the failed activations of a thread again and goes on from there.
// What else finished or paused in that superstep is kept. After a
// *StepLimitError it goes on with a new budget; a *ConflictError needs a graph
// with a reducer first. Errors: ErrUnknownThread, ErrNotFailed, and what ends
// a run.
func (e *Engine) Retry(ctx context.Context, thread string) (Result, error) {
	h, err := e.retry(ctx, thread)
	if errors.Is(err, dbos.ErrWorkflowIDInUse) {
		err = ErrThreadRunning
	}
	if err != nil {
		return Result{Thread: thread}, &ThreadError{Thread: thread, Err: err}
	}
	return e.finish(ctx, thread, h)
}

func (e *Engine) retry(ctx context.Context, thread string) (*handle, error) {
	last, err := e.last(thread)
	if err != nil {
		return nil, err
	}
	if last == nil {
		return nil, ErrUnknownThread
	}
	if last.running() {
		return nil, ErrThreadRunning
	}
	cp, err := e.checkpoint(ctx, last)
	if err != nil {
		return nil, err
	}
	if cp.Failure == nil {
		return nil, ErrNotFailed
	}
	cp.retry()
	if c := e.graphs[cp.Graph]; c == nil {
		return nil, fmt.Errorf("%w %q", ErrUnknownGraph, cp.Graph)
	} else if err := c.fits(cp); err != nil {
		return nil, err
	}
	return e.launch(ctx, thread, last, segment{From: cp})
}

// Wait returns where the thread stands: at once when it is done, paused or
// failed, else when its run has ended, in whatever process that is. A run whose
// process died goes on when its executor ID is opened again, not before: bound
// the waiting with ctx. Result.Ran is that of the last call on the thread.
func (e *Engine) Wait(ctx context.Context, thread string) (Result, error) {
	last, err := e.last(thread)
	if err == nil && last == nil {
		err = ErrUnknownThread
	}
	if err != nil {
		return Result{Thread: thread}, &ThreadError{Thread: thread, Err: err}
	}
	return e.finish(ctx, thread, e.follow(last))
}
