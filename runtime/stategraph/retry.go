package stategraph

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// RetryPolicy says when a node that failed runs again by itself, inside its
// superstep. Its siblings do not wait for it and do not run again.
//
// The failures that were counted are recorded in the store before the pause
// between two attempts: a process that dies does not start the count anew, and
// what is left of the pause is kept. An attempt that the crash interrupted is
// no failure and does not count. The count is per run segment: [Engine.Retry],
// and the answer to a pause, begin with a new one.
//
// Never retried, whatever the policy says: a pause, a panic, a cancelled run, a
// write that the graph does not declare, an error of a router or splitter. What
// the failed attempt did to the world happens again, so give the effect an
// action id. Retries inside of a node multiply with those of its policy; a node
// that retries by itself can ask [Attempt].
type RetryPolicy struct {
	// MaxAttempts is the number of runs, with the first; at least 1.
	MaxAttempts int
	// If decides which errors are worth it. Default: RetryOn(KindTransient,
	// KindTimeout).
	If func(error) bool
	// Initial is the pause before the second attempt, Factor what it is
	// multiplied with from then on, Max its bound. Defaults: 200 milliseconds,
	// 2, 30 seconds.
	Initial, Max time.Duration
	Factor       float64
	// Jitter shortens each pause by a random part of up to this much of it,
	// from 0 (none) to 1.
	Jitter float64
	// Rand is where the jitter comes from: numbers in [0, 1). It must be safe
	// for concurrent use. Default: rand.Float64 of math/rand/v2.
	Rand func() float64
}

// Retry gives a node a policy for its failures.
func Retry(p RetryPolicy) NodeOption {
	return func(n *node) { n.retry = &p }
}

// Timeout bounds each attempt of a node to d: its context is cancelled then, and
// an error that it returns after that becomes a [*TimeoutError], of
// [KindTimeout]. Go cannot stop a function: a node that ignores its context is
// waited for, and what it returns in the end without an error is taken, since
// its work is done. Its routers are not under the timeout.
func Timeout(d time.Duration) NodeOption {
	return func(n *node) { n.timeout, n.timed = d, true }
}

// TimeoutError is the failure of an attempt that took longer than the node's
// [Timeout]. It is a context.DeadlineExceeded too.
type TimeoutError struct {
	After time.Duration
	Err   error // what the node returned
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("timed out after %v: %v", e.After, e.Err)
}

// Unwrap returns what the node returned, and context.DeadlineExceeded.
func (e *TimeoutError) Unwrap() []error { return []error{e.Err, context.DeadlineExceeded} }

// ErrorKind is KindTimeout, whatever the node made of it.
func (e *TimeoutError) ErrorKind() string { return string(KindTimeout) }

// Attempt is the number of the attempt that ctx belongs to, from 1, and how many
// the node's policy allows. Outside of a node both are 0.
func Attempt(ctx context.Context) (n, of int) {
	a, _ := ctx.Value(attemptKey{}).(attempt)
	return a.n, a.of
}

type attemptKey struct{}

type attempt struct{ n, of int }

// check returns what is wrong with the policy, or "".
func (p *RetryPolicy) check() string {
	switch {
	case p.MaxAttempts < 1:
		return fmt.Sprintf("MaxAttempts is %d, want at least 1", p.MaxAttempts)
	case p.Initial < 0 || p.Max < 0:
		return "a pause is negative"
	case p.Factor != 0 && p.Factor < 1:
		return fmt.Sprintf("Factor is %g, want at least 1", p.Factor)
	case p.Jitter < 0 || p.Jitter > 1:
		return fmt.Sprintf("Jitter is %g, want 0 to 1", p.Jitter)
	}
	return ""
}

// completed is the policy with its defaults. The policy of a node without one
// allows one attempt.
func (p *RetryPolicy) completed() RetryPolicy {
	if p == nil {
		return RetryPolicy{MaxAttempts: 1}
	}
	q := *p
	if q.If == nil {
		q.If = RetryOn(KindTransient, KindTimeout)
	}
	if q.Initial == 0 {
		q.Initial = 200 * time.Millisecond
	}
	if q.Max == 0 {
		q.Max = 30 * time.Second
	}
	if q.Factor == 0 {
		q.Factor = 2
	}
	if q.Rand == nil {
		q.Rand = rand.Float64
	}
	return q
}

// pause is how long to wait after the failed attempt with that number.
func (p *RetryPolicy) pause(failed int) time.Duration {
	d := float64(p.Initial) * math.Pow(p.Factor, float64(failed-1))
	d = min(d, float64(p.Max))
	return time.Duration(d * (1 - p.Jitter*p.Rand()))
}

// allows reports whether err, the failure of that attempt, is worth another.
func (p *RetryPolicy) allows(err error, failed int) (bool, error) {
	if failed >= p.MaxAttempts {
		return false, err
	}
	again, panicked := guard(func() (bool, error) { return p.If(err), nil })
	if panicked != nil {
		return false, errors.Join(err, fmt.Errorf("RetryPolicy.If: %w", panicked))
	}
	return again, err
}

// ledger counts the failed attempts of activations, in the store when there is
// one. due is when the next attempt may begin.
type ledger interface {
	failed(ctx context.Context, step int, label string) (n int, due time.Time, err error)
	record(ctx context.Context, step int, label string, n int, due time.Time) error
}

// sleep waits until due, or reports that ctx was done before.
func sleep(ctx context.Context, due time.Time) bool {
	d := time.Until(due)
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
