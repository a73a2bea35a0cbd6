package stategraph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
)

// The past of a thread is not stored a second time. A run segment has its
// beginning and what each activation led to in the tables of DBOS; running the
// supersteps over it, with the records in place of the nodes, gives every state
// in between. Reducers are pure, so it gives the same ones.

// Step is one point in the past of a thread: a superstep that is complete, or
// the beginning of a turn.
type Step struct {
	ID     string // for StateAt and Fork: the run segment and the number in it, as in "3.2"
	Number int    // superstep over the life of the thread; of a beginning, of the one before
	// Nodes are the activations of the superstep in merge order, as in Result.Ran
	// but with a subgraph as one. Empty for the beginning of a turn, whose input
	// is in State already.
	Nodes  []string
	Writes []StepWrite   // in merge order
	Next   []string      // who runs next; empty when the turn is done
	Time   time.Time     // when the last node was recorded; of a beginning, when the run began
	State  State         // after it
	acts   []*activation // of the next superstep
	graph  string
	schema string
}

// StepWrite is one write of one node.
type StepWrite struct {
	Node  string
	Field string
	Value json.RawMessage
}

// History lists the steps of a thread from its first turn on. A superstep that is
// not complete, because it runs, is paused or failed, is not among them: the
// Result of [Engine.Wait] shows it. It needs the graph as it was: when a node's
// record is not the one that the graph would make now, it ends with an error.
func (e *Engine) History(ctx context.Context, thread string) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		err := e.history(ctx, thread, func(s Step) bool { return yield(s, nil) })
		if err != nil && !errors.Is(err, errEnough) {
			yield(Step{}, &ThreadError{Thread: thread, Err: err})
		}
	}
}

// StateAt returns the state of a thread after a step of its [Engine.History].
func (e *Engine) StateAt(ctx context.Context, thread, step string) (State, error) {
	s, err := e.stepAt(ctx, thread, step)
	return s.State, err
}

// Fork begins a new thread at a step of another one, with changed laid over the
// state: it replaces values, reducers are not asked. The new thread enters at the
// nodes that ran next then, and returns as [Engine.Start] does; the old one stays
// as it is. Effects of the nodes happen again, so action ids that hold a thread's
// name do their work.
//
// It does not use the fork of DBOS, which copies a workflow's records and cannot
// change what they lead to. Errors: ErrUnknownThread, ErrUnknownStep,
// ErrThreadExists, *SchemaError, and what ends a run.
func (e *Engine) Fork(ctx context.Context, thread, step, newThread string, changed Update, opts ...CallOption) (Result, error) {
	h, err := e.fork(ctx, thread, step, newThread, changed, newWatcher(opts))
	if err != nil {
		return Result{Thread: newThread}, err
	}
	return e.finish(ctx, newThread, h)
}

func (e *Engine) fork(ctx context.Context, thread, step, newThread string, changed Update, w *watcher) (*handle, error) {
	s, err := e.stepAt(ctx, thread, step)
	if err != nil {
		return nil, err
	}
	cp := &checkpoint{Graph: s.graph, Schema: s.schema, Step: s.Number, State: s.State.vals, Acts: s.acts}
	if err := e.ready(ctx, cp); err != nil {
		return nil, &ThreadError{Thread: thread, Err: err}
	}
	writes, err := e.graphs[cp.Graph].fields.record(changed)
	if err != nil {
		return nil, fmt.Errorf("stategraph: Fork of thread %q: %w", thread, err)
	}
	over := values{}
	for _, w := range writes {
		over[w.Field] = w.Value
	}
	cp.State = cp.State.overlay(over)
	last, err := e.newest(newThread)
	if err == nil && last != nil {
		err = ErrThreadExists
	}
	if err != nil {
		return nil, &ThreadError{Thread: newThread, Err: err}
	}
	h, err := e.launch(ctx, newThread, nil, segment{From: cp, Forked: thread + "@" + step}, w)
	if errors.Is(err, dbos.ErrWorkflowIDInUse) {
		err = ErrThreadExists
	}
	if err != nil {
		return nil, &ThreadError{Thread: newThread, Err: err}
	}
	return h, nil
}

// stepAt finds one step. It reads the run segment that the step is in.
func (e *Engine) stepAt(ctx context.Context, thread, step string) (Step, error) {
	unknown := &ThreadError{Thread: thread, Err: fmt.Errorf("%w %q", ErrUnknownStep, step)}
	first, _, ok := strings.Cut(step, ".")
	seq, err := strconv.Atoi(first)
	if !ok || err != nil || seq < 1 {
		return Step{}, unknown
	}
	last, err := e.last(thread)
	if err == nil && last == nil {
		err = ErrUnknownThread
	}
	if err != nil {
		return Step{}, &ThreadError{Thread: thread, Err: err}
	}
	if seq > last.seq {
		return Step{}, unknown
	}
	found := Step{}
	err = e.segmentHistory(ctx, runID(thread, seq), seq, seq == last.seq && last.running(), func(s Step) bool {
		if s.ID == step {
			found = s
		}
		return s.ID != step
	})
	switch {
	case found.ID != "":
		return found, nil
	case err != nil:
		return Step{}, &ThreadError{Thread: thread, Err: err}
	}
	return Step{}, unknown
}

// errEnough ends a replay whose reader has seen enough.
var errEnough = errors.New("enough")

// errNoRecord ends a replay at the present: what follows is not recorded.
var errNoRecord = errors.New("not recorded")

func (e *Engine) history(ctx context.Context, thread string, yield func(Step) bool) error {
	last, err := e.last(thread)
	if err != nil {
		return err
	}
	if last == nil {
		return ErrUnknownThread
	}
	for seq := 1; seq <= last.seq; seq++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := e.segmentHistory(ctx, runID(thread, seq), seq, seq == last.seq && last.running(), yield); err != nil {
			return err
		}
	}
	return nil
}

// segmentHistory replays one run segment.
func (e *Engine) segmentHistory(ctx context.Context, run string, seq int, running bool, yield func(Step) bool) error {
	seg, began, err := e.loadSegment(ctx, run)
	if err != nil {
		return err
	}
	c := e.graphs[seg.Graph]
	if c == nil {
		return fmt.Errorf("%w %q", ErrUnknownGraph, seg.Graph)
	}
	if seg.From.Failure != nil {
		return nil // cancelled while it was parked: nothing ran
	}
	x := &replay{engine: e, ctx: ctx, graph: c, at: began}
	if x.records, err = e.loadRecords(ctx, run); err != nil {
		return err
	}
	schema := seg.From.Schema
	err = x.run(seg.From, seq, func(s Step) bool { //nolint:contextcheck // the executor carries the context
		s.schema = schema
		return yield(s)
	})
	if len(x.records) > 0 && !running && (err == nil || errors.Is(err, errNoRecord)) {
		err = fmt.Errorf("there is a record of %q where graph %q has none", x.records[0].name, c.name)
	}
	switch {
	case err == nil, errors.Is(err, errEnough):
		return err
	case errors.Is(err, errNoRecord):
		return nil // the present
	case schema != c.schemaHash:
		old, _ := e.loadSchema(ctx, schema) // only for its name
		return &SchemaError{Graph: c.name, From: old.label(schema), To: c.schema.label(c.schemaHash), Err: err}
	}
	return fmt.Errorf("run %s does not fit graph %q any more: %w", run, c.name, err)
}

// run goes through the supersteps of a segment, from where it began.
func (x *replay) run(from *checkpoint, seq int, yield func(Step) bool) error {
	if err := x.graph.fits(from); err != nil {
		return err
	}
	n := 0
	point := func(cp *checkpoint, done []*activation) error {
		s := x.graph.step(cp, done, x.at)
		s.ID = fmt.Sprintf("%d.%d", seq, n)
		n++
		if !yield(s) {
			return errEnough
		}
		return nil
	}
	if !from.entering() && seq > 1 {
		n = 1 // it began inside of a superstep, which is no point of its own
	} else if err := point(from, nil); err != nil {
		return err
	}
	m := &machine{graph: x.graph, ex: x, scope: scope{ledger: &memory{}}}
	m.stepped = func(cp *checkpoint, done []*activation) error {
		if len(done) == 1 && done[0].Node == Start {
			return nil // the edges that leave Start are no superstep
		}
		return point(cp, done)
	}
	_, err := guard(func() (struct{}, error) { return struct{}{}, m.run(from) })
	return err
}

// step is the public view of a point in a replay.
func (c *Compiled) step(cp *checkpoint, done []*activation, at time.Time) Step {
	s := Step{Number: cp.Step, Time: at, State: State{vals: cp.State, fields: c.fields}, graph: cp.Graph}
	for _, a := range done {
		s.Nodes = append(s.Nodes, a.label())
		for _, w := range a.Outcome.Writes {
			s.Writes = append(s.Writes, StepWrite{Node: a.label(), Field: w.Field, Value: w.Value})
		}
	}
	for _, a := range cp.Acts {
		if a.Node != Start {
			s.Next = append(s.Next, a.label())
		}
		fresh := *a
		s.acts = append(s.acts, &fresh) // the replay fills in the outcome
	}
	return s
}

// record is one recorded step of a workflow.
type record struct {
	name   string
	output string
	child  string
	at     time.Time
}

// replay is the executor that has records in place of nodes.
type replay struct {
	engine  *Engine
	ctx     context.Context
	graph   *Compiled
	records []record
	at      time.Time // of the newest record that was used
}

// take returns the record of the next call with that name. Nodes of one
// superstep are recorded as they finish, so one that still runs is missing in
// the middle.
func (x *replay) take(match func(record) bool) (record, error) {
	i := slices.IndexFunc(x.records, match)
	if i < 0 {
		return record{}, errNoRecord
	}
	r := x.records[i]
	x.records = slices.Delete(x.records, i, i+1)
	if r.at.After(x.at) {
		x.at = r.at
	}
	return r, nil
}

func (x *replay) node(label string, _ func(context.Context) outcome) (func() (outcome, error), error) {
	r, err := x.take(func(r record) bool { return r.name == label && r.child == "" })
	if err != nil {
		return nil, err
	}
	var out outcome
	if err := json.Unmarshal([]byte(r.output), &out); err != nil {
		return nil, fmt.Errorf("record of node %q: %w", label, err)
	}
	if err := x.graph.fitsActivation(&activation{Node: out.Node, Outcome: &out}); err != nil {
		return nil, err
	}
	return func() (outcome, error) { return out, nil }, nil
}

func (x *replay) subgraph(_, _ string, _ *checkpoint) (func() (*checkpoint, error), error) {
	r, err := x.take(func(r record) bool { return r.child != "" })
	if err != nil {
		return nil, err
	}
	cp, err := x.engine.loadOutcome(x.ctx, r.child)
	return func() (*checkpoint, error) { return cp, err }, err
}

// loadSegment reads the stored input of a run, and when it began.
func (e *Engine) loadSegment(ctx context.Context, run string) (segment, time.Time, error) {
	var text string
	var began int64
	found, err := e.store.one(ctx, []any{&text, &began}, `SELECT i.inputs, w.created_at FROM {dbos}workflow_input i
		JOIN {dbos}workflow_status w ON w.workflow_uuid = i.workflow_uuid WHERE i.workflow_uuid = $1`, run)
	if err == nil && !found {
		err = ErrUnknownThread
	}
	if err != nil {
		return segment{}, time.Time{}, fmt.Errorf("run %s: %w", run, err)
	}
	var args struct {
		Positional []segment `json:"positionalArgs"`
	}
	if err := json.Unmarshal([]byte(text), &args); err != nil {
		return segment{}, time.Time{}, fmt.Errorf("input of run %s: %w", run, err)
	}
	if len(args.Positional) != 1 || args.Positional[0].From == nil {
		return segment{}, time.Time{}, fmt.Errorf("run %s has no checkpoint in its input", run)
	}
	return args.Positional[0], time.UnixMilli(began), nil
}

// loadRecords reads the recorded steps of a run in the order of their calls.
func (e *Engine) loadRecords(ctx context.Context, run string) ([]record, error) {
	var out []record
	err := e.store.query(ctx, func(rows dbos.Rows) error {
		var r record
		var at int64
		if err := rows.Scan(&r.name, &r.output, &r.child, &at); err != nil {
			return err
		}
		r.at = time.UnixMilli(at)
		if !strings.HasPrefix(r.name, "DBOS.") { // those of DBOS itself: waiting for a child
			out = append(out, r)
		}
		return nil
	}, `SELECT function_name, COALESCE(output, ''), COALESCE(child_workflow_id, ''), COALESCE(completed_at_epoch_ms, 0)
		FROM {dbos}operation_outputs WHERE workflow_uuid = $1 ORDER BY function_id`, run)
	return out, err
}

// loadOutcome reads where the visit of a subgraph ended.
func (e *Engine) loadOutcome(ctx context.Context, run string) (*checkpoint, error) {
	var text string
	found, err := e.store.one(ctx, []any{&text}, `SELECT COALESCE(output, '') FROM {dbos}workflow_output WHERE workflow_uuid = $1`, run)
	if err != nil {
		return nil, err
	}
	if !found || text == "" {
		return nil, errNoRecord
	}
	cp := &checkpoint{}
	if err := json.Unmarshal([]byte(text), cp); err != nil {
		return nil, fmt.Errorf("result of run %s: %w", run, err)
	}
	return cp, nil
}
