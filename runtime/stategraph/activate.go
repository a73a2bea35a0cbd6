package stategraph

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
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

// visit is one activation in its superstep.
type visit struct {
	graph *Compiled
	node  *compiledNode
	act   *activation
	state values // the snapshot of the superstep
	step  int
}

// run calls the node and then its routers. It is the body of one durable step.
func (v *visit) run(ctx context.Context) outcome {
	if ctx.Err() != nil {
		return v.failed(context.Cause(ctx)) // not recorded when it is the engine that closes
	}
	rec := &recall{answers: v.act.Answers}
	log := &misuseLog{}
	s := State{vals: v.state.overlay(v.act.Overlay), fields: v.graph.fields, log: log}
	u, err := guard(func() (Update, error) {
		return v.node.fn(context.WithValue(ctx, recallKey{}, rec), s)
	})
	var p *panicError
	if !errors.As(err, &p) {
		var asks []ask
		asks, err = rec.verdict(err)
		if len(asks) > 0 {
			return outcome{Node: v.act.Node, Asks: asks}
		}
	}
	if err = firstError(err, log.first()); err != nil {
		return v.failed(err)
	}
	writes, err := v.graph.fields.record(u)
	if err != nil {
		return v.failed(err)
	}
	return v.route(ctx, outcome{Node: v.act.Node, Writes: writes})
}

func firstError(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

func (v *visit) failed(err error) outcome {
	return outcome{Node: v.act.Node, Failure: nodeFailure(v.act.label(), v.step, err)}
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
			return v.failed(err)
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
