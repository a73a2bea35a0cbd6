package stategraph

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"
)

// panicError is a panic of user code, caught.
type panicError struct {
	value any
	stack string
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// Unwrap shows an error that was panicked with.
func (e *panicError) Unwrap() error {
	err, _ := e.value.(error)
	return err
}

// guard calls fn and turns a panic into an error.
func guard[T any](fn func() (T, error)) (out T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{value: p, stack: string(debug.Stack())}
		}
	}()
	return fn()
}

// scope is what the activations of one run share besides the graph.
type scope struct {
	ledger ledger
	tell   func(Event) // nil when nobody can watch
	prefix string      // of the subgraphs around, as in Result.Ran
}

// visit is one activation in its superstep.
type visit struct {
	scope
	graph *Compiled
	node  *compiledNode
	act   *activation
	state values // the snapshot of the superstep
	step  int
}

// run calls the node, again while its policy says so, and then its routers. It
// is the body of one durable step.
func (v *visit) run(ctx context.Context) outcome {
	if ctx.Err() != nil {
		return v.failed(ctx, context.Cause(ctx), 0) // not recorded when it is the engine that closes
	}
	policy, label := v.node.retry, v.act.label()
	failed := 0
	if policy.MaxAttempts > 1 {
		n, due, err := v.ledger.failed(ctx, v.step, label)
		if err != nil {
			return v.failed(ctx, err, 0)
		}
		if failed = n; !sleep(ctx, due) {
			return v.failed(ctx, context.Cause(ctx), failed)
		}
	}
	for {
		v.event(Event{Kind: NodeStarted, Attempt: failed + 1})
		out, err := v.once(ctx, attempt{n: failed + 1, of: policy.MaxAttempts})
		if err == nil {
			return v.settled(ctx, out, failed+1)
		}
		failed++
		again, err := v.again(ctx, err, failed)
		if !again {
			return v.failed(ctx, err, failed)
		}
	}
}

// again waits before another attempt. When there is none it returns the error
// that the node fails with.
func (v *visit) again(ctx context.Context, err error, failed int) (bool, error) {
	if ctx.Err() != nil {
		return false, err
	}
	var fatal *fatalError
	if errors.As(err, &fatal) {
		return false, fatal.error
	}
	again, err := v.node.retry.allows(err, failed)
	if !again {
		return false, err
	}
	due := time.Now().Add(v.node.retry.pause(failed))
	if lost := v.ledger.record(ctx, v.step, v.act.label(), failed, due); lost != nil {
		return false, errors.Join(err, lost)
	}
	v.event(Event{Kind: NodeRetrying, Attempt: failed, Err: err})
	return sleep(ctx, due), err
}

// fatalError is an error of a node that no policy retries.
type fatalError struct{ error }

// once is one attempt: the writes or the questions of the node. An error of the
// node is returned as it is, one that is not to be retried as a *fatalError.
func (v *visit) once(ctx context.Context, at attempt) (outcome, error) {
	rec := &recall{answers: v.act.Answers, dues: v.act.Dues}
	log := &misuseLog{}
	s := State{vals: v.state.overlay(v.act.Overlay), fields: v.graph.fields, log: log}
	nctx, cancel := v.context(ctx, rec, at)
	u, err := guard(func() (Update, error) { return v.node.fn(nctx, s) })
	late := v.node.timeout > 0 && nctx.Err() != nil && ctx.Err() == nil
	cancel()
	var p *panicError
	if errors.As(err, &p) {
		return outcome{}, &fatalError{err}
	}
	asks, lost := rec.verdict(err)
	switch {
	case len(asks) > 0:
		return outcome{Node: v.act.Node, Asks: asks}, nil
	case rec.misused() || log.first() != nil:
		return outcome{}, &fatalError{firstError(lost, log.first())}
	case err != nil && late:
		return outcome{}, &TimeoutError{After: v.node.timeout, Err: err}
	case err != nil:
		return outcome{}, err
	}
	writes, err := v.graph.fields.record(u)
	if err != nil {
		return outcome{}, &fatalError{err}
	}
	return outcome{Node: v.act.Node, Writes: writes}, nil
}

// context is what the node gets.
func (v *visit) context(ctx context.Context, rec *recall, at attempt) (context.Context, context.CancelFunc) {
	ctx = context.WithValue(ctx, recallKey{}, rec)
	ctx = context.WithValue(ctx, attemptKey{}, at)
	if v.tell != nil {
		ctx = context.WithValue(ctx, emitKey{}, func(ev Event) {
			ev.Attempt = at.n
			v.event(ev)
		})
	}
	if v.node.timeout > 0 {
		return context.WithTimeout(ctx, v.node.timeout)
	}
	return ctx, func() {}
}

// settled ends an activation whose node did not fail.
func (v *visit) settled(ctx context.Context, out outcome, n int) outcome {
	if err := cancellation(ctx); err != nil && out.paused() {
		return v.failed(ctx, err, n) // or the thread would be parked
	}
	if out.paused() {
		v.event(Event{Kind: NodePaused, Attempt: n})
		return out
	}
	if out = v.route(ctx, out); out.Failure == nil {
		v.event(Event{Kind: NodeFinished, Attempt: n})
	}
	return out
}

// event tells those who watch, if any.
func (v *visit) event(ev Event) {
	if v.tell == nil {
		return
	}
	ev.Time, ev.Node, ev.Step = time.Now(), v.prefix+v.act.label(), v.step
	v.tell(ev)
}

func firstError(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// failed ends an activation; n is how many attempts were made. The error of a
// run that was cancelled is the cancellation, whatever the node made of it.
func (v *visit) failed(ctx context.Context, err error, n int) outcome {
	if c := cancellation(ctx); c != nil {
		err = c
	}
	f := nodeFailure(v.act.label(), v.step, err)
	f.Attempts = n
	v.event(Event{Kind: NodeFailed, Attempt: n, Err: err})
	return outcome{Node: v.act.Node, Failure: f}
}

// route follows the edges that leave the node and adds where they lead to out.
func (v *visit) route(ctx context.Context, out outcome) outcome {
	s := State{vals: v.state.overlay(v.act.Overlay), fields: v.graph.fields, log: &misuseLog{}}
	if v.node.routed {
		var fail *failure
		if s.vals, fail = v.graph.apply(s.vals, v.act, out.Writes, v.step); fail != nil {
			return outcome{Node: v.act.Node, Failure: fail}
		}
	}
	for _, e := range v.node.out {
		var err error
		switch {
		case e.route != nil:
			err = out.choose(ctx, e, s)
		case e.split != nil:
			err = out.split(ctx, e, s, v.graph.fields)
		default:
			out.Goto = append(out.Goto, e.to[0])
		}
		if err = firstError(err, s.log.first()); err != nil {
			return v.failed(ctx, err, 0)
		}
	}
	return out
}

func (o *outcome) choose(ctx context.Context, e *edge, s State) error {
	to, err := guard(func() (string, error) { return e.route(ctx, s) })
	if err != nil {
		return fmt.Errorf("router of %q (%s): %w", e.from, e.pos, err)
	}
	if !slices.Contains(e.to, to) {
		return fmt.Errorf("router of %q (%s) returned %q, which is not among its declared targets %q",
			e.from, e.pos, to, e.to)
	}
	o.Goto = append(o.Goto, to)
	return nil
}

func (o *outcome) split(ctx context.Context, e *edge, s State, fields fieldSet) error {
	updates, err := guard(func() ([]Update, error) { return e.split(ctx, s) })
	if err != nil {
		return fmt.Errorf("splitter of %q (%s): %w", e.from, e.pos, err)
	}
	set := taskSet{Target: e.to[0], Overlays: make([]values, 0, len(updates))}
	for i, u := range updates {
		writes, err := fields.record(u)
		if err != nil {
			return fmt.Errorf("splitter of %q (%s), task %d: %w", e.from, e.pos, i, err)
		}
		over := values{}
		for _, w := range writes {
			over[w.Field] = w.Value
		}
		set.Overlays = append(set.Overlays, over)
	}
	o.Tasks = append(o.Tasks, set)
	return nil
}
