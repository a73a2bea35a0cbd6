package stategraph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
	"github.com/dbos-inc/dbos-transact-golang/dbos/internals"
)

// attrDeleted marks the segment with which a deletion begins.
const attrDeleted = "deleted"

func (r *run) deleted() bool {
	gone, _ := r.attrs[attrDeleted].(bool)
	return gone
}

// DeleteThread removes a thread: all its runs, states and answers, whether it
// is done, failed or parked. A thread of that name can be started again and
// knows nothing of this one. A running thread is not deleted, [Engine.Cancel] it
// first. What the nodes did elsewhere stays.
//
// A deletion first takes the thread's next run for itself, as a Start or Resume
// would, so nobody can go on with what is about to vanish; then all rows go in
// one transaction. When the process dies between the two, the thread is unknown
// to all calls but Start, which says ErrThreadDeleting; DeleteThread, or the next
// DeleteOlder, finishes the work.
//
// Errors: ErrUnknownThread, ErrThreadRunning.
func (e *Engine) DeleteThread(ctx context.Context, thread string) error {
	if err := e.delete(ctx, thread, ""); err != nil {
		return &ThreadError{Thread: thread, Err: err}
	}
	return nil
}

// delete removes a thread. With an expected run it does so only while that is
// the last one, and is silent otherwise.
func (e *Engine) delete(ctx context.Context, thread, expected string) error {
	last, err := e.newest(thread)
	switch {
	case err != nil:
		return err
	case last == nil && expected != "":
		return nil
	case last == nil:
		return ErrUnknownThread
	case expected != "" && last.id != expected:
		return nil
	}
	if !last.deleted() {
		if last.running() {
			return ErrThreadRunning
		}
		stone, err := e.bury(ctx, thread, last)
		if errors.Is(err, dbos.ErrWorkflowIDInUse) {
			if expected != "" {
				return nil
			}
			return ErrThreadRunning
		}
		if err != nil {
			return err
		}
		last = stone
	}
	return e.erase(ctx, thread, last)
}

// bury takes the next run of the thread for the deletion.
func (e *Engine) bury(ctx context.Context, thread string, last *run) (*run, error) {
	graph, _ := last.attrs["graph"].(string)
	seg := segment{From: &checkpoint{Graph: graph, Deleted: true}}
	h, err := e.launch(ctx, thread, last, seg, nil)
	if err != nil {
		return nil, err
	}
	if _, err := e.await(ctx, h); err != nil {
		return nil, err
	}
	return &run{id: last.next(thread), seq: last.seq + 1}, nil
}

// erase deletes the rows of a thread up to the segment that buried it, if that
// is still there: another process may have erased it, and a new thread of the
// name may have begun.
func (e *Engine) erase(ctx context.Context, thread string, stone *run) error {
	return e.store.retry(ctx, func() error {
		tx, err := e.store.db.Pool().BeginTx(ctx, dbos.TxOptions{})
		if err != nil {
			return err
		}
		defer tx.Rollback(ctx) //nolint:errcheck // after Commit it has nothing to do
		// The row lock makes a second deletion wait and then find nothing.
		res, err := tx.Exec(ctx, e.store.sql(`UPDATE {dbos}workflow_status SET updated_at = {now} WHERE workflow_uuid = $1`), stone.id)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		ids := make([]string, 0, stone.seq)
		for seq := 1; seq <= stone.seq; seq++ {
			ids = append(ids, runID(thread, seq))
		}
		in := internals.DeleteWorkflowsInput{WorkflowIDs: ids, DeleteChildren: true, Tx: tx}
		if err := e.store.db.DeleteWorkflows(ctx, in); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, e.store.sql(`DELETE FROM {t}threads WHERE thread = $1 AND seq <= $2`), thread, stone.seq); err != nil {
			return err
		}
		return tx.Commit(ctx)
	})
}

// Retention says after how long threads may go, by where they stand and since
// when. Zero keeps them for ever.
type Retention struct {
	Done   time.Duration
	Failed time.Duration // cancelled ones too
	// Parked threads still wait for an answer: whoever sets this gives up on it.
	Parked time.Duration
	// Graph restricts it to the threads of one graph.
	Graph string
}

// DeleteOlder deletes the threads that have stood as they are for longer than r
// allows, and returns how many. A thread that somebody goes on with meanwhile is
// left alone. It is safe to call in several processes.
func (e *Engine) DeleteOlder(ctx context.Context, r Retention) (int, error) {
	if r.Done < 0 || r.Failed < 0 || r.Parked < 0 {
		return 0, fmt.Errorf("stategraph: DeleteOlder: a negative age: %+v", r)
	}
	n := 0
	var errs []error
	for _, class := range []struct {
		stands string
		age    time.Duration
	}{{standsDone, r.Done}, {standsFailed, r.Failed}, {standsParked, r.Parked}, {standsDeleted, time.Millisecond}} {
		if class.age == 0 {
			continue
		}
		deleted, err := e.deleteClass(ctx, class.stands, ParkedFilter{Graph: r.Graph, OlderThan: class.age})
		n += deleted
		errs = append(errs, err)
	}
	return n, errors.Join(errs...)
}

// deleteClass deletes the threads that stand so.
func (e *Engine) deleteClass(ctx context.Context, stands string, f ParkedFilter) (int, error) {
	n := 0
	var errs []error
	for cursor := (position{}); ctx.Err() == nil; {
		page, err := e.standing(ctx, stands, f, cursor)
		if err != nil {
			return n, errors.Join(append(errs, err)...)
		}
		for _, t := range page {
			cursor = position{since: t.Since.UnixMilli(), thread: t.Thread}
			if err := e.delete(ctx, t.Thread, t.run); err != nil {
				errs = append(errs, &ThreadError{Thread: t.Thread, Err: err})
				continue
			}
			n++
		}
		if len(page) < pageSize {
			break
		}
	}
	return n, errors.Join(append(errs, ctx.Err())...)
}
