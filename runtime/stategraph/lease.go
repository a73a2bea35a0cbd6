package stategraph

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
	"github.com/dbos-inc/dbos-transact-golang/dbos/internals"
)

// DefaultLease is how long a process counts as living after it was last heard
// of, when Options.Lease is not set.
const DefaultLease = 15 * time.Second

// lease is the claim of this process to its executor ID. DBOS knows which
// executor a run belongs to and not whether it lives; the lease says that. Runs
// whose executor has no lease are taken over by whoever looks first: one UPDATE
// hands them to the queue of DBOS, and the token that DBOS gives to each
// execution refuses what the old one still wants to write.
type lease struct {
	store       *store
	root        dbos.Context
	app, id     string
	incarnation string
	length      time.Duration
	lost        atomic.Bool
}

// newExecutorID names a process: where it runs, for those who look at the
// tables, and a number that no other process has.
func newExecutorID() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s-%d-%s", host, os.Getpid(), rand.Text()[:8])
}

func newLease(s *store, root dbos.Context, app string, length time.Duration) *lease {
	return &lease{store: s, root: root, app: app, id: root.GetExecutorID(), incarnation: rand.Text(), length: length}
}

// claim takes the executor ID. When a process that is gone has it still, claim
// waits until its lease has run out; a living one renews it meanwhile, and
// claim fails.
func (l *lease) claim(ctx context.Context) error {
	var first int64
	for {
		n, err := l.store.exec(ctx, `INSERT INTO {t}executors (app, executor, incarnation, expires) VALUES ($1, $2, $3, {now} + $4)
			ON CONFLICT (app, executor) DO UPDATE SET incarnation = excluded.incarnation, expires = excluded.expires
			WHERE {t}executors.expires < {now}`, l.app, l.id, l.incarnation, l.length.Milliseconds())
		if err != nil || n > 0 {
			return err
		}
		var expires int64
		found, err := l.store.one(ctx, []any{&expires},
			`SELECT expires FROM {t}executors WHERE app = $1 AND executor = $2`, l.app, l.id)
		switch {
		case err != nil:
			return err
		case found && first != 0 && expires != first:
			return fmt.Errorf("%w: %q", ErrExecutorInUse, l.id)
		case found:
			first = expires
		}
		if !sleep(ctx, time.Now().Add(l.length/10)) {
			return fmt.Errorf("executor ID %q belongs to a process that was there a moment ago: %w", l.id, context.Cause(ctx))
		}
	}
}

// renew keeps the lease. A process that was not heard of for too long gets its
// lease back, unless another process has the ID now.
func (l *lease) renew(ctx context.Context) error {
	n, err := l.store.exec(ctx, `INSERT INTO {t}executors (app, executor, incarnation, expires) VALUES ($1, $2, $3, {now} + $4)
		ON CONFLICT (app, executor) DO UPDATE SET expires = excluded.expires
		WHERE {t}executors.incarnation = excluded.incarnation`, l.app, l.id, l.incarnation, l.length.Milliseconds())
	if err == nil && n == 0 {
		l.lost.Store(true)
	}
	return err
}

// release gives the lease up at once.
func (l *lease) release(ctx context.Context) error {
	_, err := l.store.exec(ctx, `DELETE FROM {t}executors WHERE app = $1 AND executor = $2 AND incarnation = $3`,
		l.app, l.id, l.incarnation)
	return err
}

// adopt takes over the runs of this application and version whose executor has
// no lease, and forgets leases that ran out long ago.
func (l *lease) adopt(ctx context.Context) error {
	var dead []string
	err := l.store.query(ctx, func(rows dbos.Rows) error {
		var id string
		err := rows.Scan(&id)
		dead = append(dead, id)
		return err
	}, `SELECT DISTINCT w.executor_id FROM {dbos}workflow_status w
		WHERE w.status = 'PENDING' AND w.name = $1 AND w.application_name = $2 AND w.application_version = $3
		AND NOT EXISTS (SELECT 1 FROM {t}executors x
			WHERE x.app = $2 AND x.executor = w.executor_id AND x.expires >= {now})`,
		workflowName, l.app, l.root.GetApplicationVersion())
	if err != nil || len(dead) == 0 {
		return err
	}
	rt, err := internals.RuntimeOf(l.root)
	if err != nil {
		return err
	}
	if _, err := rt.RecoverPendingWorkflows(dead); err != nil {
		return err
	}
	_, err = l.store.exec(ctx, `DELETE FROM {t}executors WHERE expires < {now} - $1`, 10*l.length.Milliseconds())
	return err
}

// keeper is the one goroutine of an engine: it renews the lease, adopts the runs
// of the dead and carries cancellations to the nodes they are for.
type keeper struct {
	stop context.CancelFunc
	done chan struct{}
}

// keep starts the keeper. What fails is logged and tried again at the next tick.
func (e *Engine) keep() *keeper {
	ctx, cancel := context.WithCancel(context.Background())
	k := &keeper{stop: cancel, done: make(chan struct{})}
	go func() {
		defer close(k.done)
		beat, poll := time.NewTicker(e.lease.length/3), time.NewTicker(cancelPoll)
		defer beat.Stop()
		defer poll.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-beat.C:
				e.noted(ctx, errors.Join(e.lease.renew(ctx), e.lease.adopt(ctx), e.forgetCancels(ctx)))
			case <-poll.C:
				e.noted(ctx, e.obeyCancels(ctx))
			}
		}
	}()
	return k
}

// noted logs what went wrong in the background.
func (e *Engine) noted(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		e.log.Warn("stategraph: background work failed, trying again", "error", err)
	}
}

func (k *keeper) end() {
	k.stop()
	<-k.done
}
