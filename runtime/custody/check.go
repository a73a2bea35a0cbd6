package custody

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrNoProbe is the Err of a [Result] when only the server could tell and no probe was given. Some servers have no safe
// probe, because every call that touches the handle changes it; then the spending call is the first to know.
var ErrNoProbe = errors.New("custody: no probe to ask the server with")

// Probe asks the server whether a handle is alive. It must not change anything. An error means that the question could
// not be answered; false without an error means that the server answered no.
type Probe func(ctx context.Context, r Record) (alive bool, err error)

// PanicError is the Err of a [Result] when the probe panicked.
type PanicError struct {
	// Value is what the probe panicked with.
	Value any
}

func (e *PanicError) Error() string { return fmt.Sprintf("custody: the probe panicked: %v", e.Value) }

// Unwrap returns the panic value when it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Option changes how one check works.
type Option func(*check)

// WithClock takes the time from now instead of the system clock.
func WithClock(now func() time.Time) Option { return func(c *check) { c.now = now } }

// AlwaysProbe asks the server even while a declared lifetime runs, for handles that may be revoked early.
func AlwaysProbe() Option { return func(c *check) { c.always = true } }

type check struct {
	now    func() time.Time
	always bool
}

// Check says whether the run of ctx may spend the handle of r. Call it in the node that spends. In this order:
//
//   - a record without a value is [Absent]
//   - a record of another principal than the run's is [Gone], without a round trip; a record with a principal in a run
//     without one is [Unknown] with [ErrNoPrincipal]
//   - while a declared lifetime runs, the verdict is [OK] without a probe, unless [AlwaysProbe]
//   - otherwise the probe decides between OK and Gone; a probe that fails, panics or is cancelled gives Unknown
//   - without a probe, a lifetime that has passed is Gone and anything else Unknown with [ErrNoProbe]
//
// A record that was minted later than now, or at no known time, has no age: its lifetime spares no probe.
func Check(ctx context.Context, r Record, probe Probe, opts ...Option) Result {
	c := check{now: time.Now}
	for _, opt := range opts {
		opt(&c)
	}
	if r.IsZero() {
		return Result{Verdict: Absent, Reason: "no handle in the record"}
	}
	if res, decided := byPrincipal(ctx, r); decided {
		return res
	}
	left, known := c.remaining(r)
	if known && left > 0 && !c.always {
		return Result{Verdict: OK, Reason: fmt.Sprintf("declared lifetime of %s runs for %s more", r.Lifetime, left.Round(time.Second))}
	}
	if probe == nil {
		return withoutProbe(r, known && left <= 0)
	}
	return ask(ctx, r, probe)
}

// byPrincipal decides what needs no clock and no server: whose handle it is.
func byPrincipal(ctx context.Context, r Record) (Result, bool) {
	run, ok := Principal(ctx)
	switch {
	case r.Principal == run:
		return Result{}, false
	case !ok:
		return Result{Verdict: Unknown, Reason: "the run has no principal", Err: ErrNoPrincipal}, true
	default:
		return Result{Verdict: Gone, Reason: "minted for another principal"}, true
	}
}

// remaining returns how much of the declared lifetime is left; known is false when nothing was declared or the age of
// the record makes no sense.
func (c *check) remaining(r Record) (left time.Duration, known bool) {
	life, declared := r.Lifetime.Duration()
	if !declared || r.MintedAt.IsZero() {
		return 0, false
	}
	age := c.now().Sub(r.MintedAt)
	if age < 0 {
		return 0, false
	}
	return life - age, true
}

func withoutProbe(r Record, passed bool) Result {
	if passed {
		return Result{Verdict: Gone, Reason: fmt.Sprintf("declared lifetime of %s has passed", r.Lifetime)}
	}
	return Result{Verdict: Unknown, Reason: "nothing tells whether it is alive", Err: ErrNoProbe}
}

// ask runs the probe. Only a plain "no" of a probe that was given the time to finish is [Gone].
func ask(ctx context.Context, r Record, probe Probe) Result {
	if err := ctx.Err(); err != nil {
		return Result{Verdict: Unknown, Reason: "cancelled before the probe", Err: err}
	}
	alive, err := protected(ctx, r, probe)
	if err == nil && !alive {
		err = ctx.Err() // a probe that was cut short may report false
	}
	switch {
	case err != nil:
		return Result{Verdict: Unknown, Reason: "the probe failed", Probed: true, Err: err}
	case !alive:
		return Result{Verdict: Gone, Reason: "the server does not know it", Probed: true}
	default:
		return Result{Verdict: OK, Reason: "the server knows it", Probed: true}
	}
}

func protected(ctx context.Context, r Record, probe Probe) (alive bool, err error) {
	defer func() {
		if v := recover(); v != nil {
			alive, err = false, &PanicError{Value: v}
		}
	}()
	return probe(ctx, r)
}
