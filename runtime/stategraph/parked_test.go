package stategraph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// approval asks with a deadline: after d the answer is "expired".
func approval(d time.Duration) stategraph.NodeFunc {
	return func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		a, err := stategraph.Interrupt[string](ctx, "approve", nil, stategraph.ExpiresAfter(d, "expired"))
		if err != nil {
			return nil, err
		}
		return stategraph.Update{trail.Set([]string{a})}, nil
	}
}

func approvalGraph(t testing.TB, name string, d time.Duration) *stategraph.Compiled {
	return compile(t, stategraph.New(name, trail).AddNode("n", approval(d)).AddEdge(stategraph.Start, "n"))
}

// parked lists the names of the parked threads.
func parked(t *testing.T, e *stategraph.Engine, f stategraph.ParkedFilter) []string {
	t.Helper()
	var out []string
	for p, err := range e.Parked(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Pauses) == 0 || p.Pauses[0].ID == "" || p.Since.IsZero() {
			t.Errorf("parked thread %+v", p)
		}
		out = append(out, p.Thread)
	}
	return out
}

func TestParked(t *testing.T) {
	t.Parallel()
	e := open(t, gateGraph(t), approvalGraph(t, "approval", time.Hour), approvalGraph(t, "late", -time.Second))
	ctx := t.Context()
	gate := must(t)(e.Start(ctx, "gate", "g1", nil))
	time.Sleep(5 * time.Millisecond) // another millisecond: they are listed by age
	ap := must(t)(e.Start(ctx, "approval", "a1", nil))
	if d := time.Until(ap.Pauses[0].Deadline); d < 59*time.Minute || d > time.Hour {
		t.Errorf("deadline in %v", d)
	}
	time.Sleep(5 * time.Millisecond)
	must(t)(e.Start(ctx, "late", "l1", nil))
	for _, tc := range []struct {
		filter stategraph.ParkedFilter
		want   []string
	}{
		{stategraph.ParkedFilter{}, []string{"g1", "a1", "l1"}},
		{stategraph.ParkedFilter{Graph: "gate"}, []string{"g1"}},
		{stategraph.ParkedFilter{Key: "approve"}, []string{"a1", "l1"}},
		{stategraph.ParkedFilter{Expired: true}, []string{"l1"}},
		{stategraph.ParkedFilter{OlderThan: time.Hour}, nil},
	} {
		if got := parked(t, e, tc.filter); !slices.Equal(got, tc.want) {
			t.Errorf("%+v: %q, want %q", tc.filter, got, tc.want)
		}
	}
	must(t)(e.Resume(ctx, "g1", gate.Pauses[0].ID, "yes"))
	if err := e.Cancel(ctx, "a1", ""); err != nil {
		t.Fatal(err)
	}
	if got := parked(t, e, stategraph.ParkedFilter{}); !slices.Equal(got, []string{"l1"}) {
		t.Errorf("after an answer and a cancellation: %q", got)
	}
}

func TestResumeParked(t *testing.T) {
	t.Parallel()
	url := storeURL(t)
	var engines []*stategraph.Engine
	for range 2 {
		engines = append(engines, openAt(t, stategraph.Options{URL: url}, gateGraph(t)))
	}
	const n = 20
	for i := range n {
		must(t)(engines[0].Start(t.Context(), "gate", fmt.Sprint("t", i), nil))
	}
	var mu sync.Mutex
	answered := 0
	var wg sync.WaitGroup
	for _, e := range engines { // both want them all
		wg.Go(func() {
			got, err := e.ResumeParked(t.Context(), stategraph.ParkedFilter{}, func(_ context.Context, p stategraph.ParkedThread, _ stategraph.Pause) (any, bool, error) {
				return "yes", p.Thread != "t3", nil
			})
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			answered += got
			mu.Unlock()
		})
	}
	wg.Wait()
	if answered != n-1 {
		t.Errorf("%d answers were taken, want %d", answered, n-1)
	}
	if got := parked(t, engines[0], stategraph.ParkedFilter{}); !slices.Equal(got, []string{"t3"}) {
		t.Errorf("still parked: %q", got)
	}
	boom := errors.New("boom")
	_, err := engines[0].ResumeParked(t.Context(), stategraph.ParkedFilter{}, func(context.Context, stategraph.ParkedThread, stategraph.Pause) (any, bool, error) {
		return nil, true, boom
	})
	if !errors.Is(err, boom) {
		t.Errorf("error of the function: %v", err)
	}
}

func TestExpire(t *testing.T) {
	t.Parallel()
	e := open(t, approvalGraph(t, "soon", 20*time.Millisecond), approvalGraph(t, "later", time.Hour))
	ctx := t.Context()
	soon := must(t)(e.Start(ctx, "soon", "s", nil))
	must(t)(e.Start(ctx, "later", "l", nil))
	time.Sleep(40 * time.Millisecond)
	if n, err := e.Expire(ctx); n != 1 || err != nil {
		t.Fatalf("expired %d, %v; want 1", n, err)
	}
	wantTrail(t, must(t)(e.Wait(ctx, "s")), "expired")
	if _, err := e.Resume(ctx, "s", soon.Pauses[0].ID, "late"); !errors.Is(err, stategraph.ErrAlreadyAnswered) {
		t.Errorf("late answer: %v", err)
	}
	if n, err := e.Expire(ctx); n != 0 || err != nil {
		t.Errorf("second sweep: %d, %v", n, err)
	}
}

func TestExpireEvery(t *testing.T) {
	t.Parallel()
	e := open(t, approvalGraph(t, "soon", 30*time.Millisecond))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- e.ExpireEvery(ctx, 10*time.Millisecond) }()
	must(t)(e.Start(ctx, "soon", "s", nil))
	for i := 0; len(parked(t, e, stategraph.ParkedFilter{})) > 0; i++ {
		if i == 500 {
			t.Fatal("nobody answered")
		}
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("ExpireEvery: %v", err)
	}
	wantTrail(t, must(t)(e.Wait(t.Context(), "s")), "expired")
}

// TestDeadlineStays: a node that asks two things and gets one answer asks the
// other again, and its time goes on.
func TestDeadlineStays(t *testing.T) {
	t.Parallel()
	two := func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		_, errA := stategraph.Interrupt[string](ctx, "a", nil)
		_, errB := stategraph.Interrupt[string](ctx, "b", nil, stategraph.ExpiresAfter(time.Hour, "x"))
		return nil, errors.Join(errA, errB)
	}
	e := open(t, compile(t, stategraph.New("two").AddNode("n", two).AddEdge(stategraph.Start, "n")))
	res := must(t)(e.Start(t.Context(), "two", "t", nil))
	want := res.Pauses[1].Deadline
	time.Sleep(5 * time.Millisecond)
	res = must(t)(e.Resume(t.Context(), "t", res.Pauses[0].ID, "1"))
	if len(res.Pauses) != 1 || !res.Pauses[0].Deadline.Equal(want) || want.IsZero() {
		t.Errorf("pauses %v, want one with deadline %v", res.Pauses, want)
	}
}

func TestAnswerOfADeadlineMustFit(t *testing.T) {
	t.Parallel()
	ask := func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		_, err := stategraph.Interrupt[int](ctx, "k", nil, stategraph.ExpiresAfter(time.Hour, "no number"))
		return nil, err
	}
	e := open(t, oneNode(t, ask))
	_, err := e.Start(t.Context(), "one", "t", nil)
	wantText(t, err, `Interrupt "k"`, "the answer of ExpiresAfter does not decode")
}

func TestDeleteThread(t *testing.T) {
	t.Parallel()
	dir := storeDir(t)
	var runs []string
	e := openAt(t, storeIn(dir), longGraph(t, &runs), gateGraph(t))
	ctx := t.Context()
	if err := e.DeleteThread(ctx, "t"); !errors.Is(err, stategraph.ErrUnknownThread) {
		t.Errorf("unknown thread: %v", err)
	}
	res := must(t)(e.Start(ctx, "long", "t", nil))
	must(t)(e.Resume(ctx, "t", res.Pauses[0].ID, "yes"))
	must(t)(e.Start(ctx, "long", "t", nil)) // parked, with a subgraph in its past
	must(t)(e.Start(ctx, "gate", "bystander", nil))
	if err := e.DeleteThread(ctx, "t"); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Wait(ctx, "t"); !errors.Is(err, stategraph.ErrUnknownThread) {
		t.Errorf("Wait: %v", err)
	}
	for _, table := range []string{"workflow_status", "workflow_input", "workflow_output", "operation_outputs"} {
		if n := query(t, dir, "SELECT count(*) FROM "+table+" WHERE workflow_uuid NOT LIKE 'bystander/%'"); n != "0" {
			t.Errorf("%s rows of the thread are left in %s", n, table)
		}
	}
	if got := parked(t, e, stategraph.ParkedFilter{}); !slices.Equal(got, []string{"bystander"}) {
		t.Errorf("parked: %q", got)
	}
	wantTrail(t, must(t)(e.Start(ctx, "gate", "t", nil)), "gate") // the name is free
}

func TestDeleteRunningThreadIsRefused(t *testing.T) {
	t.Parallel()
	entered := make(chan struct{}, 1)
	e := open(t, hanging(t, entered, nil))
	done := make(chan error, 1)
	go func() {
		_, err := e.Start(t.Context(), "hang", "t", nil)
		done <- err
	}()
	<-entered
	if err := e.DeleteThread(t.Context(), "t"); !errors.Is(err, stategraph.ErrThreadRunning) {
		t.Errorf("got %v", err)
	}
	if err := e.Cancel(t.Context(), "t", ""); err != nil {
		t.Fatal(err)
	}
	if err := <-done; !errors.Is(err, stategraph.ErrCancelled) {
		t.Errorf("Start: %v", err)
	}
	if err := e.DeleteThread(t.Context(), "t"); err != nil {
		t.Errorf("after Cancel: %v", err)
	}
}

func TestDeleteOlder(t *testing.T) {
	t.Parallel()
	failing := compile(t, stategraph.New("failing").AddNode("n", func(context.Context, stategraph.State) (stategraph.Update, error) {
		return nil, errFlaky
	}).AddEdge(stategraph.Start, "n"))
	done := compile(t, stategraph.New("done").AddNode("n", set0).AddEdge(stategraph.Start, "n"))
	e := open(t, failing, done, gateGraph(t))
	ctx := t.Context()
	must(t)(e.Start(ctx, "done", "d", nil))
	must(t)(e.Start(ctx, "gate", "p", nil))
	_, _ = e.Start(ctx, "failing", "f", nil)
	gone := func(thread string) bool {
		_, err := e.Wait(ctx, thread)
		return errors.Is(err, stategraph.ErrUnknownThread)
	}
	sweep := func(r stategraph.Retention, n int, threads ...string) {
		t.Helper()
		time.Sleep(5 * time.Millisecond)
		got, err := e.DeleteOlder(ctx, r)
		if err != nil || got != n {
			t.Errorf("%+v deleted %d, %v; want %d", r, got, err, n)
		}
		for _, name := range []string{"d", "f", "p"} {
			if gone(name) != slices.Contains(threads, name) {
				t.Errorf("after %+v: thread %s gone %t", r, name, gone(name))
			}
		}
	}
	sweep(stategraph.Retention{}, 0)
	sweep(stategraph.Retention{Done: time.Hour, Failed: time.Hour, Parked: time.Hour}, 0)
	sweep(stategraph.Retention{Done: 1, Graph: "gate"}, 0)
	sweep(stategraph.Retention{Done: 1}, 1, "d")
	sweep(stategraph.Retention{Done: 1, Failed: 1}, 1, "d", "f")
	sweep(stategraph.Retention{Done: 1, Failed: 1, Parked: time.Millisecond}, 1, "d", "f", "p")
	if _, err := e.DeleteOlder(ctx, stategraph.Retention{Done: -1}); err == nil {
		t.Error("a negative age: no error")
	}
}

// TestInterruptedDeletion has the mark of a deletion and not its end.
func TestInterruptedDeletion(t *testing.T) {
	t.Parallel()
	dir := storeDir(t)
	e := openAt(t, storeIn(dir), gateGraph(t))
	ctx := t.Context()
	must(t)(e.Start(ctx, "gate", "t", nil))
	must(t)(e.Start(ctx, "gate", "u", nil))
	for _, name := range []string{"t", "u"} { // the second run of each is only the mark
		res := must(t)(e.Wait(ctx, name))
		must(t)(e.Resume(ctx, name, res.Pauses[0].ID, "x"))
		alter(t, dir, `UPDATE workflow_status SET attributes = '{"thread":"`+name+`","graph":"gate","deleted":true}' WHERE workflow_uuid = '`+name+`/2'`)
		alter(t, dir, `UPDATE stategraph_threads SET stands = 'deleted' WHERE thread = '`+name+`'`)
	}
	if _, err := e.Wait(ctx, "t"); !errors.Is(err, stategraph.ErrUnknownThread) {
		t.Errorf("Wait: %v", err)
	}
	if _, err := e.Start(ctx, "gate", "t", nil); !errors.Is(err, stategraph.ErrThreadDeleting) {
		t.Errorf("Start: %v", err)
	}
	if err := e.DeleteThread(ctx, "t"); err != nil {
		t.Fatal(err)
	}
	must(t)(e.Start(ctx, "gate", "t", nil))
	time.Sleep(5 * time.Millisecond)
	if n, err := e.DeleteOlder(ctx, stategraph.Retention{}); n != 1 || err != nil {
		t.Errorf("DeleteOlder finished %d deletions, %v; want 1", n, err)
	}
	must(t)(e.Start(ctx, "gate", "u", nil))
}
