package custody_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/quick"
	"time"

	"github.com/skewlint/skewlint/runtime/custody"
)

var noon = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return noon }

func record(principal string, age time.Duration, life custody.Lifetime) custody.Record {
	return custody.Record{Value: "bsk_1", Server: "shop", Tool: "create_basket",
		Principal: principal, MintedAt: noon.Add(-age), Lifetime: life}
}

func alive(context.Context, custody.Record) (bool, error)  { return true, nil }
func dead(context.Context, custody.Record) (bool, error)   { return false, nil }
func failed(context.Context, custody.Record) (bool, error) { return true, io.ErrUnexpectedEOF }
func failedFalse(context.Context, custody.Record) (bool, error) {
	return false, io.ErrUnexpectedEOF
}
func panics(context.Context, custody.Record) (bool, error) { panic(io.ErrClosedPipe) }

func TestCheck(t *testing.T) {
	hour, unknown := custody.Declared(time.Hour), custody.Undeclared()
	noAge := record("ann", 0, hour)
	noAge.MintedAt = time.Time{}
	tests := []struct {
		name    string
		run     string
		record  custody.Record
		probe   custody.Probe
		opts    []custody.Option
		want    custody.Verdict
		probed  bool
		wantErr error
	}{
		{name: "zero record", run: "ann", probe: alive, want: custody.Absent},
		{name: "every part but the value", run: "ann", record: custody.Record{Server: "shop", Principal: "ann"}, probe: alive, want: custody.Absent},
		{name: "absent before principal", record: custody.Record{Principal: "bob"}, probe: alive, want: custody.Absent},
		{name: "other principal", run: "bob", record: record("ann", 0, unknown), probe: alive, want: custody.Gone},
		{name: "other principal inside the lifetime", run: "bob", record: record("ann", 0, hour), probe: alive, want: custody.Gone},
		{name: "record without principal in a run with one", run: "bob", record: record("", 0, hour), probe: alive, want: custody.Gone},
		{name: "run without principal", record: record("ann", 0, hour), probe: dead, want: custody.Unknown, wantErr: custody.ErrNoPrincipal},
		{name: "no principals at all", record: record("", 0, unknown), probe: alive, want: custody.OK, probed: true},
		{name: "lifetime runs", run: "ann", record: record("ann", time.Minute, hour), probe: dead, want: custody.OK},
		{name: "lifetime runs, no probe", run: "ann", record: record("ann", time.Minute, hour), want: custody.OK},
		{name: "lifetime runs, always probe", run: "ann", record: record("ann", 0, hour), probe: dead, opts: []custody.Option{custody.AlwaysProbe()}, want: custody.Gone, probed: true},
		{name: "lifetime runs, always probe without one", run: "ann", record: record("ann", 0, hour), opts: []custody.Option{custody.AlwaysProbe()}, want: custody.Unknown, wantErr: custody.ErrNoProbe},
		{name: "lifetime ends now", run: "ann", record: record("ann", time.Hour, hour), probe: dead, want: custody.Gone, probed: true},
		{name: "lifetime passed, alive all the same", run: "ann", record: record("ann", 4*time.Hour, hour), probe: alive, want: custody.OK, probed: true},
		{name: "lifetime passed, no probe", run: "ann", record: record("ann", 4*time.Hour, hour), want: custody.Gone},
		{name: "lifetime of nothing", run: "ann", record: record("ann", 0, custody.Declared(0)), probe: dead, want: custody.Gone, probed: true},
		{name: "minted in the future", run: "ann", record: record("ann", -time.Hour, hour), probe: dead, want: custody.Gone, probed: true},
		{name: "minted in the future, no probe", run: "ann", record: record("ann", -time.Hour, hour), want: custody.Unknown, wantErr: custody.ErrNoProbe},
		{name: "minted at no known time", run: "ann", record: noAge, probe: alive, want: custody.OK, probed: true},
		{name: "undeclared, alive", run: "ann", record: record("ann", 0, unknown), probe: alive, want: custody.OK, probed: true},
		{name: "undeclared, dead", run: "ann", record: record("ann", 0, unknown), probe: dead, want: custody.Gone, probed: true},
		{name: "undeclared, no probe", run: "ann", record: record("ann", 0, unknown), want: custody.Unknown, wantErr: custody.ErrNoProbe},
		{name: "probe fails", run: "ann", record: record("ann", 0, unknown), probe: failed, want: custody.Unknown, probed: true, wantErr: io.ErrUnexpectedEOF},
		{name: "probe fails and says false", run: "ann", record: record("ann", 4*time.Hour, hour), probe: failedFalse, want: custody.Unknown, probed: true, wantErr: io.ErrUnexpectedEOF},
		{name: "probe panics", run: "ann", record: record("ann", 0, unknown), probe: panics, want: custody.Unknown, probed: true, wantErr: io.ErrClosedPipe},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := custody.WithPrincipal(context.Background(), tt.run)
			got := custody.Check(ctx, tt.record, tt.probe, append(tt.opts, custody.WithClock(clock))...)
			if got.Verdict != tt.want || got.Probed != tt.probed || !errors.Is(got.Err, tt.wantErr) {
				t.Errorf("got %+v, want verdict %s, probed %t, error %v", got, tt.want, tt.probed, tt.wantErr)
			}
			if got.Reason == "" {
				t.Error("a verdict without a reason")
			}
			if (got.Err != nil) != (got.Verdict == custody.Unknown) {
				t.Errorf("an error goes with unknown and only with it: %+v", got)
			}
		})
	}
}

func TestCheckCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cutShort := func(context.Context, custody.Record) (bool, error) {
		cancel()
		return false, nil
	}
	r := record("", 0, custody.Undeclared())
	if got := custody.Check(ctx, r, cutShort); got.Verdict != custody.Unknown || !errors.Is(got.Err, context.Canceled) {
		t.Errorf("cancelled while probing: got %+v", got)
	}
	if got := custody.Check(ctx, r, dead); got.Verdict != custody.Unknown || got.Probed {
		t.Errorf("cancelled before: got %+v", got)
	}
}

// TestCheckProperties holds for every record, clock and run: a probe that fails or panics never makes a handle gone, and
// a run of another principal never probes.
func TestCheckProperties(t *testing.T) {
	neverGone := func(value string, seconds int32, declared bool, life int32, always bool, how uint8) bool {
		lifetime := custody.Undeclared()
		if declared {
			lifetime = custody.Declared(time.Duration(life) * time.Second)
		}
		r := record("ann", time.Duration(seconds)*time.Second, lifetime)
		r.Value = value
		opts := []custody.Option{custody.WithClock(clock)}
		if always {
			opts = append(opts, custody.AlwaysProbe())
		}
		probe := []custody.Probe{failed, failedFalse, panics}[how%3]
		res := custody.Check(custody.WithPrincipal(context.Background(), "ann"), r, probe, opts...)
		return res.Verdict != custody.Gone
	}
	if err := quick.Check(neverGone, nil); err != nil {
		t.Error("a failing probe made a handle gone:", err)
	}
	neverAsked := func(owner, run string, declared bool, always bool) bool {
		if owner == run {
			return true
		}
		asked := false
		probe := func(context.Context, custody.Record) (bool, error) { asked = true; return true, nil }
		r := record(owner, 0, custody.Undeclared())
		if declared {
			r.Lifetime = custody.Declared(time.Hour)
		}
		opts := []custody.Option{custody.WithClock(clock)}
		if always {
			opts = append(opts, custody.AlwaysProbe())
		}
		res := custody.Check(custody.WithPrincipal(context.Background(), run), r, probe, opts...)
		return !asked && !res.Probed && res.Verdict != custody.OK
	}
	if err := quick.Check(neverAsked, nil); err != nil {
		t.Error("another principal's handle was probed or passed:", err)
	}
}

func TestPanicError(t *testing.T) {
	res := custody.Check(context.Background(), record("", 0, custody.Undeclared()),
		func(context.Context, custody.Record) (bool, error) { panic("no basket") })
	var p *custody.PanicError
	if !errors.As(res.Err, &p) || p.Value != "no basket" || p.Unwrap() != nil || p.Error() == "" {
		t.Errorf("got %v", res.Err)
	}
}

func TestPrincipal(t *testing.T) {
	if p, ok := custody.Principal(context.Background()); ok || p != "" {
		t.Errorf("a fresh context has principal %q", p)
	}
	if _, ok := custody.Principal(custody.WithPrincipal(context.Background(), "")); ok {
		t.Error("the empty principal counts as one")
	}
	if p, ok := custody.Principal(custody.WithPrincipal(context.Background(), "ann")); !ok || p != "ann" {
		t.Errorf("got %q, %t", p, ok)
	}
}
