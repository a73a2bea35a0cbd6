package stategraph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

var errBusy = stategraph.WithKind(stategraph.KindTransient, errors.New("server is busy"))

// quick is a policy without waiting worth mentioning.
func quick(attempts int) stategraph.RetryPolicy {
	return stategraph.RetryPolicy{MaxAttempts: attempts, Initial: time.Millisecond}
}

// oneNode is a graph of one node with options.
func oneNode(t testing.TB, fn stategraph.NodeFunc, opts ...stategraph.NodeOption) *stategraph.Compiled {
	return compile(t, stategraph.New("one", trail, count).AddNode("n", fn, opts...).AddEdge(stategraph.Start, "n"))
}

// flaky fails that many times and then writes the number of its attempt.
func flaky(calls *atomic.Int32, fails int, err error) stategraph.NodeFunc {
	return func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		if int(calls.Add(1)) <= fails {
			return stategraph.Update{count.Set(-1)}, err
		}
		n, _ := stategraph.Attempt(ctx)
		return stategraph.Update{count.Set(n)}, nil
	}
}

func TestRetry(t *testing.T) {
	t.Parallel()
	business := stategraph.WithKind(stategraph.KindBusiness, errors.New("no such customer"))
	for name, tc := range map[string]struct {
		policy stategraph.RetryPolicy
		fails  int
		err    error
		calls  int32
		fine   bool
	}{
		"transient":                {policy: quick(3), fails: 2, err: errBusy, calls: 3, fine: true},
		"too often":                {policy: quick(3), fails: 9, err: errBusy, calls: 3},
		"one attempt":              {policy: quick(1), fails: 1, err: errBusy, calls: 1},
		"business is not retried":  {policy: quick(3), fails: 2, err: business, calls: 1},
		"unknown is not retried":   {policy: quick(3), fails: 2, err: errors.New("?"), calls: 1},
		"a deadline is a timeout":  {policy: quick(3), fails: 1, err: fmt.Errorf("call: %w", context.DeadlineExceeded), calls: 2, fine: true},
		"predicate":                {policy: with(quick(3), func(error) bool { return true }), fails: 2, err: business, calls: 3, fine: true},
		"predicate that panics":    {policy: with(quick(3), func(error) bool { panic("oops") }), fails: 2, err: errBusy, calls: 1},
		"predicate made of kinds":  {policy: with(quick(3), stategraph.RetryOn(stategraph.KindBusiness)), fails: 1, err: business, calls: 2, fine: true},
		"wrapped kinds are kept":   {policy: quick(2), fails: 1, err: fmt.Errorf("search: %w", errBusy), calls: 2, fine: true},
		"the first error is fatal": {policy: quick(2), fails: 1, err: stategraph.WithKind(stategraph.KindPermission, errBusy), calls: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			c := oneNode(t, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
				return flaky(&calls, tc.fails, tc.err)(ctx, s)
			}, stategraph.Retry(tc.policy))
			res, err := open(t, c).Start(t.Context(), "one", "t", nil)
			if (err == nil) != tc.fine || calls.Load() != tc.calls {
				t.Fatalf("%d calls, error %v; want %d calls, fine %t", calls.Load(), err, tc.calls, tc.fine)
			}
			if tc.fine {
				wantRan(t, res, "n")
				if got := count.Get(res.State); got != int(tc.calls) {
					t.Errorf("state says %d: the write of the attempt that succeeded counts, it was number %d", got, tc.calls)
				}
				return
			}
			var ne *stategraph.NodeError
			if !errors.As(err, &ne) || ne.Attempts != int(tc.calls) || !errors.Is(err, tc.err) {
				t.Errorf("got %#v, want a NodeError with %d attempts", err, tc.calls)
			}
		})
	}
}

func with(p stategraph.RetryPolicy, f func(error) bool) stategraph.RetryPolicy {
	p.If = f
	return p
}

func TestRetryInMemoryAndInSubgraph(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	sub := stategraph.New("inner", count).
		AddNode("n", flaky(&calls, 1, errBusy), stategraph.Retry(quick(2))).AddEdge(stategraph.Start, "n")
	c := compile(t, stategraph.New("outer", count).AddSubgraph("sub", sub).AddEdge(stategraph.Start, "sub"))
	must(t)(c.Run(t.Context(), nil))
	if calls.Load() != 2 {
		t.Errorf("%d calls in memory, want 2", calls.Load())
	}
	calls.Store(0)
	must(t)(open(t, c).Start(t.Context(), "outer", "t", nil))
	if calls.Load() != 2 {
		t.Errorf("%d calls with a store, want 2", calls.Load())
	}
}

func TestPauseIsNotRetried(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	policy := with(quick(5), func(error) bool { return true })
	c := oneNode(t, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		calls.Add(1)
		return asker("k")(ctx, s)
	}, stategraph.Retry(policy))
	e := open(t, c)
	res := must(t)(e.Start(t.Context(), "one", "t", nil))
	wantPauses(t, res, "n")
	must(t)(e.Resume(t.Context(), "t", res.Pauses[0].ID, "x"))
	if calls.Load() != 2 {
		t.Errorf("%d calls, want one to ask and one to take the answer", calls.Load())
	}
}

// TestMisuseIsNotRetried has a policy for all errors, and errors of the program.
func TestMisuseIsNotRetried(t *testing.T) {
	t.Parallel()
	other := stategraph.NewField[int]("other")
	for name, fn := range map[string]stategraph.NodeFunc{
		"panic": func(context.Context, stategraph.State) (stategraph.Update, error) { panic("oops") },
		"write": func(context.Context, stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{other.Set(1)}, nil
		},
		"read": func(_ context.Context, s stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{count.Set(other.Get(s))}, errBusy
		},
		"lost pause": func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			_, _ = stategraph.Interrupt[int](ctx, "k", nil)
			return nil, errBusy
		},
	} {
		var calls atomic.Int32
		c := oneNode(t, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			calls.Add(1)
			return fn(ctx, s)
		}, stategraph.Retry(with(quick(3), func(error) bool { return true })))
		if _, err := c.Run(t.Context(), nil); err == nil || calls.Load() != 1 {
			t.Errorf("%s: %d calls, error %v; want 1 and an error", name, calls.Load(), err)
		}
	}
}

func TestBackOff(t *testing.T) {
	t.Parallel()
	var at []time.Time
	p := stategraph.RetryPolicy{
		MaxAttempts: 4, Initial: 20 * time.Millisecond, Factor: 3, Max: 40 * time.Millisecond,
		Jitter: 0.5, Rand: func() float64 { return 0 },
	}
	c := oneNode(t, func(context.Context, stategraph.State) (stategraph.Update, error) {
		at = append(at, time.Now())
		return nil, errBusy
	}, stategraph.Retry(p))
	if _, err := c.Run(t.Context(), nil); !errors.Is(err, errBusy) {
		t.Fatal(err)
	}
	for i, want := range []time.Duration{20, 40, 40} {
		if got := at[i+1].Sub(at[i]); got < want*time.Millisecond {
			t.Errorf("pause %d took %v, want at least %dms", i+1, got, want)
		}
	}
}

// TestJitterComesFromThePolicy has pauses of a minute that the jitter takes away.
func TestJitterComesFromThePolicy(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	p := stategraph.RetryPolicy{MaxAttempts: 2, Initial: time.Minute, Max: time.Minute, Jitter: 1, Rand: func() float64 { return 1 }}
	c := oneNode(t, flaky(&calls, 1, errBusy), stategraph.Retry(p))
	must(t)(c.Run(t.Context(), nil))
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	hang := func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		calls.Add(1)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	c := oneNode(t, hang, stategraph.Timeout(10*time.Millisecond), stategraph.Retry(quick(2)))
	e := open(t, c)
	check := func(err error) {
		t.Helper()
		var late *stategraph.TimeoutError
		var ne *stategraph.NodeError
		if !errors.As(err, &late) || late.After != 10*time.Millisecond || !errors.As(err, &ne) ||
			ne.Attempts != 2 || ne.Kind != stategraph.KindTimeout || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	}
	_, err := e.Start(t.Context(), "one", "t", nil)
	check(err)
	_, err = e.Wait(t.Context(), "t") // read from the store, as another process would
	check(err)
	if calls.Load() != 2 {
		t.Errorf("%d attempts, want 2: a timeout is worth another", calls.Load())
	}
}

func TestLateSuccessCounts(t *testing.T) {
	t.Parallel()
	c := oneNode(t, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		<-ctx.Done()
		return mark("n")(ctx, s)
	}, stategraph.Timeout(time.Millisecond))
	wantTrail(t, must(t)(c.Run(t.Context(), nil)), "n")
}

func TestNodeOptionMistakes(t *testing.T) {
	t.Parallel()
	sub := stategraph.New("sub").AddNode("x", set0).AddEdge(stategraph.Start, "x")
	_, err := stategraph.New("bad").
		AddNode("a", set0, stategraph.Retry(stategraph.RetryPolicy{})).
		AddNode("b", set0, stategraph.Retry(stategraph.RetryPolicy{MaxAttempts: 2, Jitter: 2})).
		AddNode("c", set0, stategraph.Retry(stategraph.RetryPolicy{MaxAttempts: 2, Factor: 0.5})).
		AddNode("d", set0, stategraph.Retry(stategraph.RetryPolicy{MaxAttempts: 2, Initial: -1})).
		AddNode("e", set0, stategraph.Timeout(0)).
		AddSubgraph("f", sub, stategraph.Timeout(time.Second)).
		AddEdge(stategraph.Start, "a").AddEdge("a", "b").AddEdge("b", "c").AddEdge("c", "d").AddEdge("d", "e").AddEdge("e", "f").
		Compile()
	wantText(t, err, `node "a", Retry: MaxAttempts is 0`, `"b", Retry: Jitter is 2`, `"c", Retry: Factor is 0.5`,
		`"d", Retry: a pause is negative`, `node "e": Timeout(0s)`, `subgraph "f" has Retry or Timeout`, "retry_test.go:")
}

// slowKind is how a package that does not know stategraph classifies.
type slowKind struct{}

func (slowKind) Error() string     { return "slow" }
func (slowKind) ErrorKind() string { return "timeout" }

func TestKindOf(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		err  error
		want stategraph.ErrorKind
	}{
		{errors.New("x"), stategraph.KindUnknown},
		{nil, stategraph.KindUnknown},
		{errBusy, stategraph.KindTransient},
		{fmt.Errorf("a: %w", slowKind{}), stategraph.KindTimeout},
		{context.DeadlineExceeded, stategraph.KindTimeout},
		{context.Canceled, stategraph.KindUnknown},
		{stategraph.WithKind(stategraph.KindBusiness, context.DeadlineExceeded), stategraph.KindBusiness},
	} {
		if got := stategraph.KindOf(tc.err); got != tc.want {
			t.Errorf("%v is %q, want %q", tc.err, got, tc.want)
		}
	}
	if stategraph.WithKind(stategraph.KindBusiness, nil) != nil {
		t.Error("no error became one")
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	work := func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		stategraph.Emit(ctx, "token", "hello")
		return flaky(&calls, 1, errBusy)(ctx, s)
	}
	sub := stategraph.New("inner", count, trail).AddNode("work", work, stategraph.Retry(quick(2))).
		AddNode("ask", asker("k")).AddEdge(stategraph.Start, "work").AddEdge("work", "ask")
	c := compile(t, stategraph.New("outer", count, trail).AddSubgraph("sub", sub).AddNode("bad", func(context.Context, stategraph.State) (stategraph.Update, error) {
		return nil, errors.New("broken")
	}).AddEdge(stategraph.Start, "sub").AddEdge("sub", "bad"))
	e := open(t, c)
	var got []string
	seen := func(ev stategraph.Event) {
		if ev.Thread != "t" || ev.Graph != "outer" || ev.Time.IsZero() {
			t.Errorf("event %+v", ev)
		}
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %d %s", ev.Kind, ev.Node, ev.Attempt, ev.Name)))
	}
	res := must(t)(e.Start(t.Context(), "outer", "t", nil, stategraph.OnEvent(seen)))
	want := []string{
		"started sub/work 1", "emitted sub/work 1 token", "retrying sub/work 1",
		"started sub/work 2", "emitted sub/work 2 token", "finished sub/work 2",
		"started sub/ask 1", "paused sub/ask 1", "ended  0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	got = nil
	if _, err := e.Resume(t.Context(), "t", res.Pauses[0].ID, "yes", stategraph.OnEvent(seen)); err == nil {
		t.Error("no error")
	}
	want = []string{"started sub/ask 1", "finished sub/ask 1", "started bad 1", "failed bad 1", "ended  0"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestSlowWatcherDoesNotBlock(t *testing.T) {
	t.Parallel()
	ran, release := make(chan struct{}), make(chan struct{})
	c := oneNode(t, func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		for i := range 100 {
			stategraph.Emit(ctx, "n", i)
		}
		close(ran)
		return nil, nil
	})
	go func() {
		<-ran // the node has finished while the watcher still holds its first event
		close(release)
	}()
	seen, dropped := 0, 0
	must(t)(c.Run(t.Context(), nil, stategraph.EventBuffer(4), stategraph.OnEvent(func(ev stategraph.Event) {
		<-release
		seen++
		dropped += ev.Dropped
	})))
	if total := 100 + 2 + 1; seen+dropped != total || dropped < 90 {
		t.Errorf("%d seen, %d dropped; want %d together", seen, dropped, total)
	}
}

func TestEmitOutsideOfANode(t *testing.T) {
	t.Parallel()
	stategraph.Emit(t.Context(), "x", 1) // does nothing
	if n, of := stategraph.Attempt(t.Context()); n != 0 || of != 0 {
		t.Errorf("attempt %d of %d", n, of)
	}
}
