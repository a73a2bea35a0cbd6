package stategraph_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func TestExecutorIDBelongsToOneLivingProcess(t *testing.T) {
	t.Parallel()
	// Long enough that a busy machine does not make the first one miss it.
	opts := stategraph.Options{URL: storeURL(t), ExecutorID: "one", Lease: 6 * time.Second}
	openAt(t, opts, gateGraph(t))
	e, err := stategraph.Open(t.Context(), opts, gateGraph(t))
	if !errors.Is(err, stategraph.ErrExecutorInUse) {
		t.Fatalf("second engine of that ID: %v", err)
	}
	if e != nil {
		t.Error("an engine came with the error")
	}
}

func TestOpenWaitsForADeadExecutor(t *testing.T) {
	t.Parallel()
	dir := storeDir(t)
	opts := storeIn(dir)
	opts.ExecutorID, opts.Lease = "one", time.Second
	e, err := stategraph.Open(t.Context(), opts, gateGraph(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(t.Context()); err != nil { // to have the tables
		t.Fatal(err)
	}
	alter(t, dir, `INSERT INTO stategraph_executors VALUES ('stategraph', 'one', 'killed', 9e15)`)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := stategraph.Open(ctx, opts, gateGraph(t)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Open before the lease has run out: %v", err)
	}
	alter(t, dir, `UPDATE stategraph_executors SET expires = 1`)
	must(t)(openAt(t, opts, gateGraph(t)).Start(t.Context(), "gate", "t", nil))
}

func TestLostExecutorStopsStarting(t *testing.T) {
	t.Parallel()
	dir := storeDir(t)
	opts := storeIn(dir)
	opts.ExecutorID, opts.Lease = "one", 150*time.Millisecond
	e := openAt(t, opts, gateGraph(t))
	alter(t, dir, `UPDATE stategraph_executors SET incarnation = 'thief', expires = 9e15`)
	for i := 0; ; i++ {
		_, err := e.Start(t.Context(), "gate", "t"+string(rune('A'+i%26)), nil)
		if errors.Is(err, stategraph.ErrExecutorLost) {
			break
		}
		if err != nil && !errors.Is(err, stategraph.ErrThreadPaused) || i == 200 {
			t.Fatalf("after %d starts: %v, want ErrExecutorLost", i, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestReapedExecutorComesBack has its lease deleted, as happens to a process
// that was suspended for long: nobody has its ID, so it goes on.
func TestReapedExecutorComesBack(t *testing.T) {
	t.Parallel()
	dir := storeDir(t)
	opts := storeIn(dir)
	opts.Lease = 150 * time.Millisecond
	e := openAt(t, opts, gateGraph(t))
	alter(t, dir, `DELETE FROM stategraph_executors`)
	for i := 0; query(t, dir, `SELECT count(*) FROM stategraph_executors`) != "1"; i++ {
		if i == 500 {
			t.Fatal("the lease did not come back")
		}
		time.Sleep(20 * time.Millisecond)
	}
	must(t)(e.Start(t.Context(), "gate", "t", nil))
}

// TestSurvivorAdoptsTheRunsOfTheDead has an engine that is open already when
// the other process is killed.
func TestSurvivorAdoptsTheRunsOfTheDead(t *testing.T) {
	t.Parallel()
	dir := storeDir(t)
	p := probe{dir: dir}
	survivor := openAt(t, shortLease(dir), p.graph(t), p.failing(t), p.asking(t))
	crash(t, dir, "first", childGraph+"=failing")
	_, err := survivor.Wait(t.Context(), "t")
	if stategraph.KindOf(err) != stategraph.KindTransient {
		t.Errorf("got %v, want the failure of node n", err)
	}
	wantText(t, err, `node "n"`)
}

// alter changes the store behind the engine's back.
func alter(t *testing.T, dir, q string) {
	t.Helper()
	db, err := sql.Open("sqlite", dir+"/graph.db?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(q); err != nil {
		t.Fatal(err)
	}
}
