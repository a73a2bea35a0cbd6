package stategraph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
)

// cancelPoll is how often an engine with work looks for cancellations that
// another process has ordered.
const cancelPoll = 500 * time.Millisecond

// cancellation is the *CancelError that ended ctx, or nil.
func cancellation(ctx context.Context) error {
	var c *CancelError
	if ctx.Err() != nil && errors.As(context.Cause(ctx), &c) {
		return c
	}
	return nil
}

// Cancel ends the run of a thread, wherever it runs, or the waiting of a thread
// that is paused. Nodes that run get their context cancelled with a
// [*CancelError] as cause; no node begins after that. The order is stored: it
// reaches another process within a second, and one that is dead when its run is
// recovered. Cancel does not wait, see [Engine.Wait].
//
// The turn then ends with a *CancelError and leaves the state before the
// superstep that was cancelled, as a failure does: [Engine.Retry] goes on from
// there, with the pauses that were open, and [Engine.Start] begins a new turn.
// A node that ignores its context is waited for. When it was the last one, the
// run is done and the cancellation came too late. A run that no living process
// can recover, because all have other graphs, is ended when one can. Cancelling the context of
// Start or Resume ends the waiting and not the run; what Cancel ends is the run.
//
// Errors: ErrUnknownThread, and ErrNotRunning when there is nothing to end.
func (e *Engine) Cancel(ctx context.Context, thread, reason string) error {
	if err := e.cancel(ctx, thread, reason); err != nil {
		return &ThreadError{Thread: thread, Err: err}
	}
	return nil
}

func (e *Engine) cancel(ctx context.Context, thread, reason string) error {
	for {
		last, err := e.last(thread)
		if err != nil {
			return err
		}
		if last == nil {
			return ErrUnknownThread
		}
		if last.running() {
			return e.orderCancel(ctx, last, reason)
		}
		cp, err := e.checkpoint(ctx, last)
		if err != nil {
			return err
		}
		if len(cp.pauses()) == 0 {
			return ErrNotRunning
		}
		// The segment that follows records the cancellation, so that a Resume
		// which comes at the same time either wins or loses.
		cp.Failure = &failure{Kind: kindCancel, Step: cp.Step + 1, Message: reason}
		h, err := e.launch(ctx, thread, last, segment{From: cp}, nil)
		if errors.Is(err, dbos.ErrWorkflowIDInUse) {
			continue
		}
		if err != nil {
			return err
		}
		_, err = e.await(ctx, h)
		return err
	}
}

// orderCancel stores that a run is to end, and ends it here if it is here.
func (e *Engine) orderCancel(ctx context.Context, r *run, reason string) error {
	_, err := e.store.exec(ctx, `INSERT INTO {t}cancels (run, reason) VALUES ($1, $2) ON CONFLICT (run) DO NOTHING`, r.id, reason)
	if err != nil {
		return fmt.Errorf("store the cancellation: %w", err)
	}
	e.live.stop(r.id, &CancelError{Reason: reason})
	return nil
}

// obeyCancels ends the runs of this process that somebody has cancelled.
func (e *Engine) obeyCancels(ctx context.Context) error {
	if len(e.live.ids()) == 0 {
		return nil
	}
	return e.store.query(ctx, func(rows dbos.Rows) error {
		var id, reason string
		if err := rows.Scan(&id, &reason); err != nil {
			return err
		}
		e.live.stop(id, &CancelError{Reason: reason})
		return nil
	}, `SELECT run, reason FROM {t}cancels`)
}

// obeyCancel is obeyCancels for a run that begins, or is recovered, here.
func (e *Engine) obeyCancel(ctx context.Context, run *liveRun) error {
	var reason string
	found, err := e.store.one(ctx, []any{&reason}, `SELECT reason FROM {t}cancels WHERE run = $1`, run.id)
	if found {
		run.cancel(&CancelError{Reason: reason})
	}
	return err
}

// forgetCancels deletes the orders whose run has ended.
func (e *Engine) forgetCancels(ctx context.Context) error {
	_, err := e.store.exec(ctx, `DELETE FROM {t}cancels WHERE NOT EXISTS (SELECT 1 FROM {dbos}workflow_status w
		WHERE w.workflow_uuid = run AND w.status IN ('PENDING', 'ENQUEUED', 'DELAYED'))`)
	return err
}
