package stategraph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"sync"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
)

// Where a thread stands, as the index says it.
const (
	standsDone    = "done"
	standsParked  = "parked"
	standsFailed  = "failed"
	standsDeleted = "deleted" // a deletion has begun
)

// index notes where a thread stands after a segment. It is written before DBOS
// records the end of the segment, so every thread that has ended one is in the
// index; readers ask the table of DBOS whether the entry is still, or already,
// true.
func (e *Engine) index(ctx context.Context, seg segment, cp *checkpoint) error {
	stands, due := standsDone, int64(0)
	var pauses []byte
	switch open := cp.pauses(); {
	case cp.Deleted:
		stands = standsDeleted
	case cp.Failure != nil:
		stands = standsFailed
	case len(open) > 0:
		stands = standsParked
		list := make([]indexed, 0, len(open))
		for _, p := range open {
			list = append(list, indexed{ID: p.ID, Node: p.Node, Key: p.Key, Due: p.due})
			if p.due > 0 && (due == 0 || p.due < due) {
				due = p.due
			}
		}
		var err error
		if pauses, err = json.Marshal(list); err != nil {
			return err
		}
	}
	thread, seq := seg.Thread, seqOf(seg.Run)
	_, err := e.store.exec(ctx, `INSERT INTO {t}threads (thread, seq, run, next, graph, stands, since, due, pauses)
		VALUES ($1, $2, $3, $4, $5, $6, {now}, $7, $8)
		ON CONFLICT (thread) DO UPDATE SET seq = excluded.seq, run = excluded.run, next = excluded.next, graph = excluded.graph,
			stands = excluded.stands, since = excluded.since, due = excluded.due, pauses = excluded.pauses
		WHERE {t}threads.seq <= excluded.seq`,
		thread, seq, seg.Run, runID(thread, seq+1), seg.Graph, stands, due, string(pauses))
	return err
}

// seqOf is the number of a segment in its thread.
func seqOf(run string) int {
	n := 0
	for i := len(run) - 1; i >= 0; i-- {
		if run[i] == '/' {
			n, _ = strconv.Atoi(run[i+1:])
			break
		}
	}
	return n
}

// indexed is a pause in the index.
type indexed struct {
	ID   string `json:"id"`
	Node string `json:"node"`
	Key  string `json:"key"`
	Due  int64  `json:"due,omitempty"`
}

// ParkedThread is a thread that waits for answers.
type ParkedThread struct {
	Thread string
	Graph  string
	Since  time.Time // when its last run ended, by the clock of the database
	// Pauses are the open questions, without Pause.Ask: Wait has it.
	Pauses []Pause

	run string
	seq int
}

// ParkedFilter chooses parked threads. The zero value chooses all.
type ParkedFilter struct {
	Graph     string        // threads of this graph
	Key       string        // with an open pause of this key
	OlderThan time.Duration // parked for at least that long
	Expired   bool          // with a pause whose deadline has passed
}

// pageSize is how many threads are read at once.
const pageSize = 500

// Parked lists the threads that are parked, the longest waiting first. It reads
// an index in pages and neither states nor questions, so it is cheap for many
// threads. What other processes do meanwhile may or may not be seen.
func (e *Engine) Parked(ctx context.Context, f ParkedFilter) iter.Seq2[ParkedThread, error] {
	return func(yield func(ParkedThread, error) bool) {
		for cursor := (position{}); ; {
			page, err := e.standing(ctx, standsParked, f, cursor)
			if err != nil {
				yield(ParkedThread{}, err)
				return
			}
			for _, t := range page {
				if f.matches(t) && !yield(t, nil) {
					return
				}
				cursor = position{since: t.Since.UnixMilli(), thread: t.Thread}
			}
			if len(page) < pageSize {
				return
			}
		}
	}
}

// position is a place in the order of the index.
type position struct {
	since  int64
	thread string
}

// standing reads one page of threads that stand so.
func (e *Engine) standing(ctx context.Context, stands string, f ParkedFilter, after position) ([]ParkedThread, error) {
	if e.closed.Load() {
		return nil, ErrClosed
	}
	query := `SELECT t.thread, t.graph, t.since, t.pauses, t.run, t.seq FROM {t}threads t
		WHERE t.stands = $1 AND (t.since > $2 OR t.since = $3 AND t.thread > $4) AND t.since <= {now} - $5
		AND EXISTS (SELECT 1 FROM {dbos}workflow_status w WHERE w.workflow_uuid = t.run AND w.status IN ('SUCCESS', 'ERROR'))
		AND NOT EXISTS (SELECT 1 FROM {dbos}workflow_status w WHERE w.workflow_uuid = t.next)`
	args := []any{stands, after.since, after.since, after.thread, f.OlderThan.Milliseconds()}
	if f.Graph != "" {
		args = append(args, f.Graph)
		query += fmt.Sprintf(" AND t.graph = $%d", len(args))
	}
	if f.Expired {
		query += " AND t.due > 0 AND t.due <= {now}"
	}
	query += fmt.Sprintf(" ORDER BY t.since, t.thread LIMIT %d", pageSize)
	var out []ParkedThread
	err := e.store.query(ctx, func(rows dbos.Rows) error {
		var t ParkedThread
		var since int64
		var pauses string
		if err := rows.Scan(&t.Thread, &t.Graph, &since, &pauses, &t.run, &t.seq); err != nil {
			return err
		}
		t.Since = time.UnixMilli(since)
		var err error
		t.Pauses, err = readPauses(pauses)
		out = append(out, t)
		return err
	}, query, args...)
	return out, err
}

func readPauses(text string) ([]Pause, error) {
	if text == "" {
		return nil, nil
	}
	var list []indexed
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("index of threads: %w", err)
	}
	out := make([]Pause, 0, len(list))
	for _, p := range list {
		out = append(out, Pause{ID: p.ID, Node: p.Node, Key: p.Key, Deadline: deadline(p.Due)})
	}
	return out, nil
}

// deadline is the time of a pause in the index; 0 is none.
func deadline(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

func (f ParkedFilter) matches(t ParkedThread) bool {
	if f.Key == "" {
		return true
	}
	for _, p := range t.Pauses {
		if p.Key == f.Key {
			return true
		}
	}
	return false
}

// Answerer decides about one pause of a parked thread: the answer to resume it
// with, or false to leave it.
type Answerer func(ctx context.Context, t ParkedThread, p Pause) (answer any, ok bool, err error)

// parkedWorkers is how many parked threads are resumed at once.
const parkedWorkers = 8

// ResumeParked asks decide about every pause of the parked threads that f
// chooses, and resumes those that it answers. Several threads are worked on at
// once, so decide must be safe for concurrent use; it returns when their runs
// are done, paused again or failed. It is safe to call in several processes:
// of two answers to one pause one wins, and the other is not counted.
//
// It returns how many pauses it answered. An error of decide, or of a run, does
// not stop the others; all of them come joined.
func (e *Engine) ResumeParked(ctx context.Context, f ParkedFilter, decide Answerer) (int, error) {
	var mu sync.Mutex
	answered := 0
	var errs []error
	work := make(chan ParkedThread)
	var wg sync.WaitGroup
	for range parkedWorkers {
		wg.Go(func() {
			for t := range work {
				n, err := e.answerParked(ctx, f, t, decide)
				mu.Lock()
				answered += n
				errs = append(errs, err)
				mu.Unlock()
			}
		})
	}
	for t, err := range e.Parked(ctx, f) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			mu.Lock()
			errs = append(errs, err)
			mu.Unlock()
			break
		}
		work <- t
	}
	close(work)
	wg.Wait()
	return answered, errors.Join(errs...)
}

// answerParked is ResumeParked for one thread.
func (e *Engine) answerParked(ctx context.Context, f ParkedFilter, t ParkedThread, decide Answerer) (int, error) {
	n := 0
	for _, p := range t.Pauses {
		if f.Key != "" && p.Key != f.Key || f.Expired && (p.Deadline.IsZero() || p.Deadline.After(time.Now())) {
			continue
		}
		answer, ok, err := decide(ctx, t, p)
		if err != nil {
			return n, &ThreadError{Thread: t.Thread, Pause: p.ID, Err: err}
		}
		if !ok {
			continue
		}
		_, err = e.Resume(ctx, t.Thread, p.ID, answer)
		switch {
		case errors.Is(err, ErrAlreadyAnswered), errors.Is(err, ErrUnknownPause), errors.Is(err, ErrUnknownThread):
			continue // somebody was faster
		case err != nil:
			return n, err
		}
		n++
	}
	return n, nil
}

// Expire resumes the threads that have a pause whose deadline has passed, each
// with the answer that [ExpiresAfter] has declared for it. It returns how many
// it resumed, when their runs are done, paused again or failed. It is safe to
// call in several processes.
func (e *Engine) Expire(ctx context.Context) (int, error) {
	return e.ResumeParked(ctx, ParkedFilter{Expired: true}, func(ctx context.Context, t ParkedThread, p Pause) (any, bool, error) {
		if e.graphs[t.Graph] == nil {
			return nil, false, nil // the business of another process
		}
		last, err := e.last(t.Thread)
		if err != nil || last == nil || last.id != t.run {
			return nil, false, err
		}
		cp, err := e.checkpoint(ctx, last)
		if err != nil {
			return nil, false, err
		}
		for _, open := range cp.pauses() {
			if open.ID == p.ID && open.due > 0 {
				return open.expired, true, nil
			}
		}
		return nil, false, nil
	})
}

// ExpireEvery calls [Engine.Expire] at once and then each time the interval has
// passed, until ctx is done, whose error it returns. Errors of a sweep go to the
// logger; the next one tries again. A deadline is kept to the interval, not to
// the second.
func (e *Engine) ExpireEvery(ctx context.Context, interval time.Duration) error {
	for {
		_, err := e.Expire(ctx)
		if errors.Is(err, ErrClosed) {
			return err
		}
		e.noted(ctx, err)
		if !sleep(ctx, time.Now().Add(interval)) {
			return context.Cause(ctx)
		}
	}
}
