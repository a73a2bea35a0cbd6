package stategraph

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
	"github.com/skewlint/skewlint/runtime/custody"
)

// The workflows of a thread are "thread/1", "thread/2", … without a gap. That
// makes the last one findable by primary key, and makes the database decide
// when two processes want to go on with one thread: the ID exists once.

// run is one segment of a thread as the store knows it.
type run struct {
	id     string
	seq    int
	status dbos.WorkflowStatusType
	attrs  map[string]any
}

// attrPause is the workflow attribute with the pause that a segment answers.
const attrPause = "pause"

func (r *run) answers() string {
	id, _ := r.attrs[attrPause].(string)
	return id
}

func (r *run) running() bool {
	switch r.status {
	case dbos.WorkflowStatusPending, dbos.WorkflowStatusEnqueued, dbos.WorkflowStatusDelayed:
		return true
	}
	return false
}

// next is the workflow ID of the segment behind r, which may be nil.
func (r *run) next(thread string) string {
	if r == nil {
		return runID(thread, 1)
	}
	return runID(thread, r.seq+1)
}

func runID(thread string, seq int) string { return thread + "/" + strconv.Itoa(seq) }

// lookahead is how many of the numbers behind the greatest known one are asked
// for in one query; behind them come powers of two.
const lookahead = 32

// last finds the newest segment of a thread that was not deleted, or nil.
func (e *Engine) last(thread string) (*run, error) {
	r, err := e.newest(thread)
	if err != nil || r == nil || r.deleted() {
		return nil, err
	}
	return r, nil
}

// newest finds the newest segment of a thread, or nil. It gallops: most threads
// need one query, a long one at most a query per binary digit of its length.
func (e *Engine) newest(thread string) (*run, error) {
	if thread == "" {
		return nil, errors.New("empty thread name")
	}
	var best *run
	for known := 0; ; known = best.seq {
		var seqs []int
		for i := 1; i <= lookahead; i++ {
			seqs = append(seqs, known+i)
		}
		for step := 2 * lookahead; step <= 1<<24; step *= 2 {
			seqs = append(seqs, known+step)
		}
		runs, err := e.runs(thread, seqs)
		if err != nil {
			return nil, err
		}
		if len(runs) == 0 {
			return best, nil
		}
		for _, r := range runs {
			if best == nil || r.seq > best.seq {
				best = r
			}
		}
		if best.seq < known+lookahead {
			return best, nil // the numbers behind it were asked for
		}
	}
}

// runs reads segments by number, without their inputs and outputs.
func (e *Engine) runs(thread string, seqs []int) ([]*run, error) {
	if e.closed.Load() {
		return nil, ErrClosed
	}
	ids := make([]string, len(seqs))
	seqOf := make(map[string]int, len(seqs))
	for i, seq := range seqs {
		ids[i] = runID(thread, seq)
		seqOf[ids[i]] = seq
	}
	list, err := dbos.ListWorkflows(e.dbos, dbos.WithFilterWorkflowIDs(ids...),
		dbos.WithFilterLoadInput(false), dbos.WithFilterLoadOutput(false))
	if err != nil {
		return nil, err
	}
	out := make([]*run, 0, len(list))
	for _, w := range list {
		if w.Name != workflowName {
			return nil, fmt.Errorf("workflow %s is not of this package", w.ID)
		}
		out = append(out, &run{id: w.ID, seq: seqOf[w.ID], status: w.Status, attrs: w.Attributes})
	}
	return out, nil
}

// whyNot explains why a checkpoint has no such pause to answer.
func (e *Engine) whyNot(thread string, last *run, cp *checkpoint, pauseID string) error {
	for from := 1; from <= last.seq; from += 500 {
		var seqs []int
		for seq := from; seq <= last.seq && seq < from+500; seq++ {
			seqs = append(seqs, seq)
		}
		runs, err := e.runs(thread, seqs)
		if err != nil {
			return err
		}
		for _, r := range runs {
			if r.answers() == pauseID {
				return ErrAlreadyAnswered
			}
		}
	}
	if cp.Failure != nil {
		return fmt.Errorf("%w: the thread failed, Retry it first", ErrUnknownPause)
	}
	return ErrUnknownPause
}

// handle is a segment that somebody waits for.
type handle struct {
	wait    func() (*checkpoint, error)
	cancel  func()
	watcher *watcher    // or nil
	cp      *checkpoint // once finished
}

// launch starts the segment that follows last, in this process. It fails with
// dbos.ErrWorkflowIDInUse when somebody else was faster.
func (e *Engine) launch(ctx context.Context, thread string, last *run, seg segment, w *watcher) (*handle, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.closed.Load() {
		return nil, ErrClosed
	}
	if e.lease.lost.Load() {
		return nil, ErrExecutorLost
	}
	seg.Thread, seg.Graph, seg.Run = thread, seg.From.Graph, last.next(thread)
	seg.Principal, _ = custody.Principal(ctx)
	seg.From.fresh()
	attrs := map[string]any{"thread": seg.Thread, "graph": seg.Graph}
	if seg.Answered != "" {
		attrs[attrPause] = seg.Answered
	}
	if seg.Forked != "" {
		attrs["forked"] = seg.Forked
	}
	if seg.From.Deleted {
		attrs[attrDeleted] = true
	}
	unwatch := e.live.watch(seg.Run, w)
	h, err := dbos.RunWorkflow(e.dbos, e.segment, seg,
		dbos.WithWorkflowID(seg.Run), dbos.WithWorkflowIDReusePolicy(dbos.WorkflowIDReusePolicyReject),
		dbos.WithPortableWorkflow(), dbos.WithWorkflowAttributes(attrs),
		dbos.WithAuthenticatedUser(seg.Principal))
	if err != nil {
		unwatch()
		return nil, err
	}
	return &handle{wait: func() (*checkpoint, error) { return outcomeOf(h) }, cancel: unwatch, watcher: w}, nil
}

// follow waits for a segment that is recorded already.
func (e *Engine) follow(r *run, w *watcher) *handle {
	ctx, cancel := dbos.WithCancel(e.dbos)
	unwatch := e.live.watch(r.id, w)
	wait := func() (*checkpoint, error) {
		h, err := dbos.RetrieveWorkflow[*checkpoint](ctx, r.id)
		if err != nil {
			return nil, err
		}
		return outcomeOf(h)
	}
	return &handle{wait: wait, watcher: w, cancel: func() {
		cancel()
		unwatch()
	}}
}

// checkpoint reads where a segment ended; it waits for one that runs.
func (e *Engine) checkpoint(ctx context.Context, r *run) (*checkpoint, error) {
	return e.await(ctx, e.follow(r, nil))
}

// await waits for the end of a segment or of ctx.
func (e *Engine) await(ctx context.Context, h *handle) (*checkpoint, error) {
	defer h.cancel()
	type ended struct {
		cp  *checkpoint
		err error
	}
	ch := make(chan ended, 1)
	go func() {
		cp, err := h.wait()
		ch <- ended{cp, err}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case ev := <-h.watcher.events():
			h.watcher.fn(ev)
		case r := <-ch:
			if r.err != nil && e.closed.Load() {
				return nil, ErrClosed
			}
			h.cp = r.cp
			return r.cp, r.err
		}
	}
}

// finish waits for a segment and makes its public result.
func (e *Engine) finish(ctx context.Context, thread string, h *handle) (Result, error) {
	cp, err := e.await(ctx, h)
	if err != nil {
		return Result{Thread: thread}, &ThreadError{Thread: thread, Err: err}
	}
	h.watcher.end(thread, cp.Graph)
	c := e.graphs[cp.Graph]
	if c == nil {
		return Result{Thread: thread}, &ThreadError{Thread: thread, Err: fmt.Errorf("%w %q", ErrUnknownGraph, cp.Graph)}
	}
	return c.result(thread, cp)
}

// refusal reports that the answer to the pause was not taken.
func (h *handle) refusal(pauseID string) error {
	if h.cp == nil {
		return nil
	}
	for _, p := range h.cp.pauses() {
		if p.ID == pauseID && p.refused != "" {
			return &AnswerError{Pause: pauseID, Err: errors.New(p.refused)}
		}
	}
	return nil
}
