package stategraph

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
	"github.com/dbos-inc/dbos-transact-golang/dbos/internals"
	"github.com/jackc/pgx/v5"
)

// What DBOS has no place for is kept in tables of this package, beside those of
// DBOS and in their connection pool. None of them is needed to know what a
// thread is: they hold leases, counts and an index.
//
// The pool is reached through the package that DBOS keeps for its own add-ons.
// It may change with a release of DBOS; the compiler will say so.

// tables creates what is missing. Times are milliseconds of the database clock,
// except for due, which the process that waits has set.
var tables = []string{
	`CREATE TABLE IF NOT EXISTS {t}executors (app TEXT NOT NULL, executor TEXT NOT NULL, incarnation TEXT NOT NULL,
		expires BIGINT NOT NULL, PRIMARY KEY (app, executor))`,
	`CREATE TABLE IF NOT EXISTS {t}attempts (run TEXT NOT NULL, step BIGINT NOT NULL, label TEXT NOT NULL,
		failed BIGINT NOT NULL, due BIGINT NOT NULL, PRIMARY KEY (run, step, label))`,
	`CREATE TABLE IF NOT EXISTS {t}cancels (run TEXT PRIMARY KEY, reason TEXT NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS {t}threads (thread TEXT PRIMARY KEY, seq BIGINT NOT NULL, run TEXT NOT NULL, next TEXT NOT NULL,
		graph TEXT NOT NULL, stands TEXT NOT NULL, since BIGINT NOT NULL, due BIGINT NOT NULL, pauses TEXT NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS {i}threads_stands ON {t}threads (stands, since, thread)`,
	`CREATE INDEX IF NOT EXISTS {i}threads_due ON {t}threads (due) WHERE due > 0`,
	`CREATE TABLE IF NOT EXISTS {t}schemas (hash TEXT PRIMARY KEY, body TEXT NOT NULL)`,
}

// store is the database of an engine.
type store struct {
	db    internals.SystemDatabase
	names *strings.Replacer
}

// openStore takes the pool of DBOS and creates the tables.
func openStore(ctx context.Context, root dbos.Context) (*store, error) {
	rt, err := internals.RuntimeOf(root)
	if err != nil {
		return nil, err
	}
	db := rt.SystemDB()
	prefix := db.Dialect().SchemaPrefix(db.Schema())
	s := &store{db: db, names: strings.NewReplacer(
		"{t}", prefix+"stategraph_", "{i}", "stategraph_", "{dbos}", prefix, "{now}", db.Dialect().NowMsSQL())}
	return s, s.retry(ctx, func() error { return s.create(ctx) })
}

// alone calls fn, which may create tables, while no other process does so in the
// database. DBOS does not see to it, and on PostgreSQL two processes that create
// one name at once fail, perhaps in the middle of a migration. The lock is polled
// for: a statement that waits for it would hold a snapshot, and a migration that
// builds an index concurrently would wait for that one. Without a database to
// lock, fn goes on and says what is wrong.
func alone(ctx context.Context, url string, fn func() error) error {
	if strings.HasPrefix(url, "sqlite:") {
		return fn()
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fn()
	}
	defer conn.Close(context.WithoutCancel(ctx)) // gives the lock back, as the end of the process would
	for locked := false; !locked; {
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(7305816592)").Scan(&locked); err != nil {
			return fmt.Errorf("lock the database while tables are created: %w", err)
		}
		if !locked && !sleep(ctx, time.Now().Add(50*time.Millisecond)) {
			return context.Cause(ctx)
		}
	}
	return fn()
}

func (s *store) create(ctx context.Context) error {
	tx, err := s.db.Pool().BeginTx(ctx, dbos.TxOptions{})
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx) //nolint:errcheck // after Commit it has nothing to do
	for _, q := range tables {
		if _, err := tx.Exec(ctx, s.names.Replace(q)); err != nil {
			return fmt.Errorf("create tables: %w", err)
		}
	}
	return tx.Commit(ctx)
}

// retry repeats fn while the database is out of reach or busy, until ctx ends.
func (s *store) retry(ctx context.Context, fn func() error) error {
	return internals.Retry(ctx, func() error {
		for tries := 0; ; tries++ {
			err := fn()
			if err == nil || !s.db.IsContentionError(err) || tries == 10 {
				return err
			}
			if !sleep(ctx, time.Now().Add(time.Duration(tries+1)*10*time.Millisecond)) {
				return err
			}
		}
	})
}

func (s *store) sql(query string) string {
	return s.db.Dialect().RewriteQuery(s.names.Replace(query))
}

// exec runs a statement and returns how many rows it changed. Placeholders are
// $1, $2, …; {t} is the prefix of our tables, {dbos} that of DBOS, {now} the
// clock of the database.
func (s *store) exec(ctx context.Context, query string, args ...any) (int64, error) {
	var n int64
	err := s.retry(ctx, func() error {
		res, err := s.db.Pool().Exec(ctx, s.sql(query), args...)
		if err != nil {
			return err
		}
		n, err = res.RowsAffected()
		return err
	})
	return n, err
}

// query calls scan for every row.
func (s *store) query(ctx context.Context, scan func(dbos.Rows) error, query string, args ...any) error {
	rows, err := s.db.Pool().Query(ctx, s.sql(query), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// one scans a single row and reports whether there is one.
func (s *store) one(ctx context.Context, dest []any, query string, args ...any) (bool, error) {
	found := false
	err := s.retry(ctx, func() error {
		err := s.db.Pool().QueryRow(ctx, s.sql(query), args...).Scan(dest...)
		found = err == nil
		if errors.Is(err, dbos.ErrNoRows) {
			return nil
		}
		return err
	})
	return found, err
}

// attempts is the ledger of one run segment, or of a visit of a subgraph.
type attempts struct {
	store *store
	run   string
	used  atomic.Bool // there are rows
}

func (a *attempts) failed(ctx context.Context, step int, label string) (int, time.Time, error) {
	var n, due int64
	found, err := a.store.one(ctx, []any{&n, &due},
		`SELECT failed, due FROM {t}attempts WHERE run = $1 AND step = $2 AND label = $3`, a.run, step, label)
	if err != nil || !found {
		return 0, time.Time{}, err
	}
	a.used.Store(true)
	return int(n), time.UnixMilli(due), nil
}

func (a *attempts) record(ctx context.Context, step int, label string, n int, due time.Time) error {
	a.used.Store(true)
	_, err := a.store.exec(ctx, `INSERT INTO {t}attempts (run, step, label, failed, due) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (run, step, label) DO UPDATE SET failed = excluded.failed, due = excluded.due`,
		a.run, step, label, n, due.UnixMilli())
	return err
}

// forget deletes the counts of a segment that has ended: what remains of them is
// in its outcomes.
func (a *attempts) forget(ctx context.Context) error {
	if !a.used.Load() {
		return nil
	}
	_, err := a.store.exec(ctx, `DELETE FROM {t}attempts WHERE run = $1`, a.run)
	return err
}
