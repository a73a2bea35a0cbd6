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
	// ExecutorID names this process among those that share the store; the
	// environment variable DBOS__VMID overrides it. Default: a new name for each
	// engine, which is right unless somebody has to recognise the process. With
	// a name of your own Open waits until the lease of a process that had it
	// before has run out, and fails with ErrExecutorInUse when that one lives.
	ExecutorID string
	// Lease is how long this process counts as living after it was last heard
	// of; it reports three times as often. When it dies, another process with
	// the same AppName and Version, or the next one, goes on with its runs after
	// that time, and at once when it was closed. A process that is only slow, or
	// cut off from the database, loses its runs too: what it then wants to record
	// is refused, but nodes run twice. Default: DefaultLease.
	Lease time.Duration
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
	store  *store
	lease  *lease
	live   live
	keeper *keeper
	log    *slog.Logger
}

// Open connects to the store, creates its tables when they are missing, and
// recovers the runs that a dead process with the same graphs left behind: they
// go on in the background, see [Engine.Wait] and Options.Lease. Any number of
// processes may have one store open.
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
	if err := e.open(ctx, opts, opts.config(graphs)); err != nil {
		return nil, fmt.Errorf("stategraph: Open: %w", err)
	}
	return e, nil
}

// open starts DBOS once the executor ID is ours, and then what keeps it so.
func (e *Engine) open(ctx context.Context, opts Options, cfg dbos.Config) (err error) {
	var root dbos.Context
	err = alone(ctx, cfg.DatabaseURL, func() (err error) {
		if root, err = dbos.NewContext(context.Background(), cfg); err == nil { //nolint:contextcheck // the engine outlives the call that opens it
			e.store, err = openStore(ctx, root)
		}
		return err
	})
	if root == nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, dbos.Shutdown(root, time.Second))
		}
	}()
	if err != nil {
		return err
	}
	e.dbos, e.log, e.live.runs = root, cfg.Logger, map[string]*liveRun{}
	dbos.RegisterWorkflow(root, e.segment, dbos.WithWorkflowName(workflowName))
	if opts.Lease <= 0 {
		opts.Lease = DefaultLease
	}
	e.lease = newLease(e.store, root, cfg.AppName, opts.Lease)
	if err := e.saveSchemas(ctx); err != nil {
		return err
	}
	if err := e.lease.claim(ctx); err != nil {
		return err
	}
	if err = dbos.Launch(root); err == nil {
		err = e.lease.adopt(ctx)
	}
	if err != nil {
		return errors.Join(err, e.lease.release(context.WithoutCancel(ctx)))
	}
	e.keeper = e.keep() //nolint:contextcheck // runs until Close
	return nil
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
	if cfg.ExecutorID == "" {
		cfg.ExecutorID = newExecutorID()
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
// their runs stay in the store and go on in another process, or when an engine
// is opened again. Close waits for them until ctx is done, at most ten seconds
// when ctx has no deadline; what still runs then goes on elsewhere only when the
// lease has run out.
func (e *Engine) Close(ctx context.Context) error {
	if e.closed.Swap(true) {
		return nil
	}
	e.keeper.end()
	// The last segment that leaves is still counted by DBOS, so the pool is open
	// then. Giving the lease up earlier would have a segment run twice.
	e.live.whenIdle(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		e.noted(ctx, e.lease.release(ctx))
	})
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
func (e *Engine) Start(ctx context.Context, graph, thread string, in Update, opts ...CallOption) (Result, error) {
	c := e.graphs[graph]
	if c == nil {
		return Result{}, &ThreadError{Thread: thread, Err: fmt.Errorf("%w %q", ErrUnknownGraph, graph)}
	}
	last, err := e.newest(thread)
	if err == nil && last != nil && last.deleted() {
		err = ErrThreadDeleting
	}
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
	h, err := e.launch(ctx, thread, last, segment{From: cp}, newWatcher(opts))
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
	return prev, e.adapt(ctx, e.graphs[graph], prev)
}

// ready prepares a stored checkpoint for the graph that goes on with it.
func (e *Engine) ready(ctx context.Context, cp *checkpoint) error {
	c := e.graphs[cp.Graph]
	if c == nil {
		return fmt.Errorf("%w %q", ErrUnknownGraph, cp.Graph)
	}
	return e.adapt(ctx, c, cp)
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
func (e *Engine) Resume(ctx context.Context, thread, pauseID string, answer any, opts ...CallOption) (Result, error) {
	raw, err := json.Marshal(answer)
	if err != nil {
		return Result{Thread: thread}, &AnswerError{Pause: pauseID, Err: err}
	}
	for {
		h, err := e.resume(ctx, thread, pauseID, raw, newWatcher(opts))
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
func (e *Engine) resume(ctx context.Context, thread, pauseID string, raw json.RawMessage, w *watcher) (*handle, error) {
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
	if err := e.ready(ctx, cp); err != nil {
		return nil, err
	}
	return e.launch(ctx, thread, last, segment{From: cp, Answered: pauseID}, w)
}

// Retry runs the failed activations of a thread again and goes on from there.
// What else finished or paused in that superstep is kept. After a
// *StepLimitError it goes on with a new budget; a *ConflictError needs a graph
// with a reducer first. Errors: ErrUnknownThread, ErrNotFailed, and what ends
// a run.
func (e *Engine) Retry(ctx context.Context, thread string, opts ...CallOption) (Result, error) {
	h, err := e.retry(ctx, thread, newWatcher(opts))
	if errors.Is(err, dbos.ErrWorkflowIDInUse) {
		err = ErrThreadRunning
	}
	if err != nil {
		return Result{Thread: thread}, &ThreadError{Thread: thread, Err: err}
	}
	return e.finish(ctx, thread, h)
}

func (e *Engine) retry(ctx context.Context, thread string, w *watcher) (*handle, error) {
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
	if err := e.ready(ctx, cp); err != nil {
		return nil, err
	}
	return e.launch(ctx, thread, last, segment{From: cp}, w)
}

// Wait returns where the thread stands: at once when it is done, paused or
// failed, else when its run has ended, in whatever process that is. A run whose
// process died goes on when its lease has run out, in a process with the same
// graphs: bound the waiting with ctx. Result.Ran is that of the last call on the thread.
func (e *Engine) Wait(ctx context.Context, thread string, opts ...CallOption) (Result, error) {
	last, err := e.last(thread)
	if err == nil && last == nil {
		err = ErrUnknownThread
	}
	if err != nil {
		return Result{Thread: thread}, &ThreadError{Thread: thread, Err: err}
	}
	return e.finish(ctx, thread, e.follow(last, newWatcher(opts)))
}
