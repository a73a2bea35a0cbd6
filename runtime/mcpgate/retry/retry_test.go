package retry_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/mcpgate/retry"
)

var errDown = errors.New("down")

func always(error) bool { return true }

// quick waits for nothing and notes what it would have waited.
func quick(waits *[]time.Duration) retry.Policy {
	return retry.Policy{
		Attempts: 5, Base: time.Second, Max: 4 * time.Second,
		Jitter: func() float64 { return 0.5 },
		Sleep: func(_ context.Context, d time.Duration) error {
			*waits = append(*waits, d)
			return nil
		},
	}
}

func TestDoBacksOffAndEnds(t *testing.T) {
	var waits []time.Duration
	tries := 0
	n, err := quick(&waits).Do(t.Context(), always, func(context.Context) error { tries++; return errDown })
	if n != 5 || tries != 5 || !errors.Is(err, errDown) {
		t.Fatalf("got %d, %d, %v", n, tries, err)
	}
	if got := fmt.Sprint(waits); got != "[500ms 1s 2s 2s]" {
		t.Errorf("waited %s", got)
	}
	n, err = quick(&waits).Do(t.Context(), func(error) bool { return false }, func(context.Context) error { return errDown })
	if n != 1 || err == nil {
		t.Errorf("repeated what must not be: %d, %v", n, err)
	}
	if n, err := (retry.Policy{}).Do(t.Context(), always, func(context.Context) error { return errDown }); n != 1 || err == nil {
		t.Errorf("the zero policy: %d, %v", n, err)
	}
}

func TestBudgetIsShared(t *testing.T) {
	var waits []time.Duration
	p := quick(&waits)
	ctx, budget := retry.WithBudget(t.Context(), 4)
	calls := 0
	// Three nodes under an outer loop: without a shared budget these are 5 times 3 times 5 calls.
	_, _ = p.Do(ctx, always, func(ctx context.Context) error {
		for range 3 {
			inner, _ := retry.WithBudget(ctx, 100) // cannot widen what is around it
			_, _ = p.Do(inner, always, func(context.Context) error { calls++; return errDown })
		}
		return errDown
	})
	if calls != 3+4 || budget.Left() != 0 {
		t.Errorf("%d calls, %d left", calls, budget.Left())
	}
	narrow, b := retry.WithBudget(t.Context(), 9)
	narrow, inner := retry.WithBudget(narrow, 1)
	n, _ := p.Do(narrow, always, func(context.Context) error { return errDown })
	if n != 2 || inner.Left() != 0 || b.Left() != 8 {
		t.Errorf("%d attempts, %d and %d left", n, inner.Left(), b.Left())
	}
}

func TestBudgetUnderConcurrency(t *testing.T) {
	p := retry.Policy{Attempts: 100, Sleep: func(context.Context, time.Duration) error { return nil }}
	outer, _ := retry.WithBudget(t.Context(), 1000)
	ctx, budget := retry.WithBudget(outer, 50)
	var calls atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			_, _ = p.Do(ctx, always, func(context.Context) error { calls.Add(1); return errDown })
		})
	}
	wg.Wait()
	if calls.Load() != 8+50 || budget.Left() != 0 || retry.BudgetOf(outer).Left() != 950 {
		t.Errorf("%d calls, %d left, %d outside", calls.Load(), budget.Left(), retry.BudgetOf(outer).Left())
	}
}

func TestDeadlineIsRespected(t *testing.T) {
	var waits []time.Duration
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if n, err := quick(&waits).Do(ctx, always, func(context.Context) error { return errDown }); n != 1 || err == nil || len(waits) != 0 {
		t.Errorf("waited into the deadline: %d, %v, %v", n, err, waits)
	}
	stopped, stop := context.WithCancel(t.Context())
	slow := retry.Policy{Attempts: 3, Base: time.Hour, Max: time.Hour, Jitter: func() float64 { return 0.9 }}
	time.AfterFunc(10*time.Millisecond, stop)
	if n, err := slow.Do(stopped, always, func(context.Context) error { return errDown }); n != 1 || !errors.Is(err, errDown) {
		t.Errorf("a cancelled wait: %d, %v", n, err)
	}
}

// Everything below shares one budget, however deep the calls are nested.
func ExampleWithBudget() {
	policy := retry.Policy{Attempts: 5, Base: time.Microsecond}
	ctx, budget := retry.WithBudget(context.Background(), 3)
	for range 2 {
		n, err := policy.Do(ctx, func(error) bool { return true }, func(context.Context) error { return errDown })
		fmt.Println(n, err, budget.Left())
	}
	// Output:
	// 4 down 0
	// 1 down 0
}
