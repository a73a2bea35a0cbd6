package stategraph

import (
	"context"
	"errors"
)

// execute runs the activations of the superstep that have no outcome yet. It
// starts nodes before subgraphs and waits in merge order.
func (m *machine) execute(cp *checkpoint) error {
	var todo []*activation
	for _, a := range cp.Acts {
		if a.Outcome == nil {
			todo = append(todo, a)
		}
	}
	waits, err := m.startNodes(cp, todo)
	if err != nil {
		return err
	}
	subErr := m.runSubgraphs(cp, todo)
	for i, a := range todo {
		if waits[i] == nil {
			continue
		}
		out, err := waits[i]()
		if err != nil {
			subErr = errors.Join(subErr, err)
			continue
		}
		m.settle(cp, a, out)
	}
	if subErr != nil {
		return subErr
	}
	for _, a := range todo {
		cp.Ran = append(cp.Ran, ran(a)...)
	}
	return nil
}

// ran is how an activation shows in Result.Ran.
func ran(a *activation) []string {
	switch {
	case a.Node == Start:
		return nil
	case a.Outcome.Ran != nil:
		return a.Outcome.Ran
	}
	return []string{a.label()}
}

// settle files an outcome. An answer that was refused is forgotten, so that
// the pause can be answered again.
func (m *machine) settle(cp *checkpoint, a *activation, out outcome) {
	if out.Node == "" {
		err := errors.New("the node ended its goroutine instead of returning")
		out = outcome{Node: a.Node, Failure: nodeFailure(a.label(), cp.Step+1, err)}
	}
	for _, q := range out.Asks {
		if q.Refused != "" {
			delete(a.Answers, q.Key)
		}
	}
	a.Outcome = &out
}

// startNodes starts every activation that is not a subgraph.
func (m *machine) startNodes(cp *checkpoint, todo []*activation) ([]func() (outcome, error), error) {
	waits := make([]func() (outcome, error), len(todo))
	gates := map[string]chan struct{}{}
	for i, a := range todo {
		v := m.visit(cp, a)
		switch {
		case v.node.sub != nil:
			continue
		case v.node.fn == nil && !v.node.routed:
			a.Outcome = ptr(v.route(context.Background(), outcome{Node: a.Node}))
			continue
		}
		body := v.run
		if v.node.fn == nil {
			body = func(ctx context.Context) outcome { return v.route(ctx, outcome{Node: a.Node}) }
		}
		wait, err := m.ex.node(a.label(), gated(m.gate(gates, a), body))
		if err != nil {
			return nil, err
		}
		waits[i] = wait
	}
	return waits, nil
}

func ptr[T any](v T) *T { return &v }

func (m *machine) visit(cp *checkpoint, a *activation) *visit {
	return &visit{scope: m.scope, graph: m.graph, node: m.graph.node(a.Node), act: a, state: cp.State, step: cp.Step + 1}
}

// gate returns the semaphore of the fan-out edge that a belongs to, or nil.
func (m *machine) gate(gates map[string]chan struct{}, a *activation) chan struct{} {
	n := m.graph.fanLimit(a)
	if n == 0 {
		return nil
	}
	key := a.From + "/" + a.Node
	if gates[key] == nil {
		gates[key] = make(chan struct{}, n)
	}
	return gates[key]
}

func gated(gate chan struct{}, body func(context.Context) outcome) func(context.Context) outcome {
	if gate == nil {
		return body
	}
	return func(ctx context.Context) outcome {
		select {
		case gate <- struct{}{}:
			defer func() { <-gate }()
		case <-ctx.Done(): // body sees it too and does not run the node
		}
		return body(ctx)
	}
}

// subRun is a subgraph activation under way.
type subRun struct {
	act  *activation
	wait func() (*checkpoint, error)
}

// runSubgraphs runs the subgraph activations: all at once, or for a fan-out
// with a limit in a window that slides in task order. The window is stricter
// than the limit asks for, but the order of starts and waits stays the same
// each time, which the durable executor depends on.
func (m *machine) runSubgraphs(cp *checkpoint, todo []*activation) error {
	var open []*subRun
	running := map[string][]*subRun{}
	for _, a := range todo {
		n := m.graph.node(a.Node)
		if n.sub == nil {
			continue
		}
		key := a.From + "/" + a.Node
		if limit := m.graph.fanLimit(a); limit > 0 && len(running[key]) >= limit {
			if err := m.finish(running[key][0]); err != nil {
				return err
			}
			running[key] = running[key][1:]
		}
		from := a.Sub
		if from == nil {
			from = n.enter(cp.State.overlay(a.Overlay))
		}
		wait, err := m.ex.subgraph(a.Node, a.label(), from)
		if err != nil {
			return err
		}
		r := &subRun{act: a, wait: wait}
		open, running[key] = append(open, r), append(running[key], r)
	}
	for _, r := range open {
		if err := m.finish(r); err != nil {
			return err
		}
	}
	return m.routeSubgraphs(cp, open)
}

// finish waits for a subgraph and turns its checkpoint into an outcome.
func (m *machine) finish(r *subRun) error {
	if r.act.Outcome != nil {
		return nil
	}
	sub, err := r.wait()
	if err != nil {
		return err
	}
	label := r.act.label()
	out := outcome{Node: r.act.Node, Ran: make([]string, 0, len(sub.Ran))}
	for _, name := range sub.Ran {
		out.Ran = append(out.Ran, label+"/"+name)
	}
	switch {
	case sub.Failure != nil:
		out.Sub, out.Failure = sub, sub.Failure.within(label)
	case sub.Done:
		out.Writes = sub.Writes
	default:
		out.Sub = sub
	}
	r.act.Outcome, r.act.Sub = &out, nil
	return nil
}

// routeSubgraphs follows the edges that leave finished subgraphs. Where a
// router has to be asked it is a durable step of its own.
func (m *machine) routeSubgraphs(cp *checkpoint, open []*subRun) error {
	for _, r := range open {
		out := *r.act.Outcome
		if out.Failure != nil || out.paused() {
			continue
		}
		v := m.visit(cp, r.act)
		if !v.node.routed {
			r.act.Outcome = ptr(v.route(context.Background(), out))
			continue
		}
		wait, err := m.ex.node(r.act.label()+" (edges)", func(ctx context.Context) outcome { return v.route(ctx, out) })
		if err != nil {
			return err
		}
		routed, err := wait()
		if err != nil {
			return err
		}
		routed.Ran = out.Ran
		m.settle(cp, r.act, routed)
	}
	return nil
}
