// Package retry repeats what may be repeated, within a budget that a whole chain of calls shares.
//
// Retries multiply: five attempts in each of three nodes under five outer ones are seventy-five calls. The one idea is a
// budget that travels in the context. Every repetition anywhere below takes one from it, and from every budget around
// it; when there is none left, the first error is the last.
//
// # Limits
//
// The package does not know what is safe to repeat; that is for the caller of [Do] to say by its function again. A
// budget lives in memory and is not carried over a crash: the run that is recovered starts with what its code gives it.
package retry

import (
	"context"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// Policy says how often and at what pace. The zero value never repeats.
type Policy struct {
	// Attempts is how often one call may be tried, the first time included; less than 2 never repeats.
	Attempts int
	// Base is how long to wait at most before the first repetition; it doubles each time up to Max. Defaults: 100 ms, 5 s.
	Base, Max time.Duration
	// Jitter returns a number in [0, 1); the wait is that part of the longest. Default: a random one.
	Jitter func() float64
	// Now and Sleep are the clock; the default is the real one. Sleep returns early with an error when ctx ends.
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error
}

// Budget is how many repetitions are left to all that share it.
type Budget struct {
	left   atomic.Int64
	parent *Budget
}

// Left says how many repetitions are left, taking the budgets around it into account.
func (b *Budget) Left() int {
	left := b.left.Load()
	for p := b.parent; p != nil; p = p.parent {
		left = min(left, p.left.Load())
	}
	return int(max(left, 0))
}

// take spends one repetition of b and of all around it, or none.
func (b *Budget) take() bool {
	for at := b; at != nil; at = at.parent {
		if at.left.Add(-1) < 0 {
			for undo := b; ; undo = undo.parent { // give back what was taken on the way here, and here
				undo.left.Add(1)
				if undo == at {
					return false
				}
			}
		}
	}
	return true
}

type budgetKey struct{}

// WithBudget lets everything that is called with the returned context repeat n times altogether. A budget that ctx
// already has stays in force: the new one can only be narrower.
func WithBudget(ctx context.Context, n int) (context.Context, *Budget) {
	b := &Budget{parent: BudgetOf(ctx)}
	b.left.Store(int64(max(n, 0)))
	return context.WithValue(ctx, budgetKey{}, b), b
}

// BudgetOf returns the budget of ctx, nil when it has none.
func BudgetOf(ctx context.Context) *Budget {
	b, _ := ctx.Value(budgetKey{}).(*Budget)
	return b
}

// Do calls try until it returns nil, again says no, the policy or the budget is used up, or the deadline of ctx would
// pass while waiting. It returns the error of the last try and how often it tried. Without a budget in ctx only the
// policy counts.
func (p Policy) Do(ctx context.Context, again func(error) bool, try func(ctx context.Context) error) (attempts int, err error) {
	for attempts = 1; ; attempts++ {
		err = try(ctx)
		if err == nil || attempts >= p.Attempts || ctx.Err() != nil || !again(err) {
			return attempts, err
		}
		wait := p.wait(attempts)
		if deadline, ok := ctx.Deadline(); ok && deadline.Sub(p.now()) <= wait {
			return attempts, err
		}
		if b := BudgetOf(ctx); b != nil && !b.take() {
			return attempts, err
		}
		if p.sleep(ctx, wait) != nil {
			return attempts, err
		}
	}
}

// wait is how long to wait after the given number of attempts: full jitter, so that clients that failed together do not
// come back together.
func (p Policy) wait(attempts int) time.Duration {
	base, most := p.Base, p.Max
	if base <= 0 {
		base = 100 * time.Millisecond
	}
	if most <= 0 {
		most = 5 * time.Second
	}
	longest := math.Min(float64(base)*math.Pow(2, float64(attempts-1)), float64(most))
	jitter := rand.Float64
	if p.Jitter != nil {
		jitter = p.Jitter
	}
	return time.Duration(longest * jitter())
}

func (p Policy) now() time.Time {
	if p.Now != nil {
		return p.Now()
	}
	return time.Now()
}

func (p Policy) sleep(ctx context.Context, d time.Duration) error {
	if p.Sleep != nil {
		return p.Sleep(ctx, d)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
