// Package custody is a stub of the real package: its exported names, no behaviour.
package custody

import (
	"context"
	"encoding/json"
	"time"
)

type Record struct {
	Value     string          `json:"value"`
	Server    string          `json:"server"`
	Tool      string          `json:"tool"`
	Principal string          `json:"principal"`
	MintedAt  time.Time       `json:"minted_at"`
	Lifetime  Lifetime        `json:"lifetime"`
	Inputs    json.RawMessage `json:"inputs"`
}

func (r Record) IsZero() bool { return r.Value == "" }

type Lifetime struct{ d time.Duration }

func Undeclared() Lifetime              { return Lifetime{} }
func Declared(d time.Duration) Lifetime { return Lifetime{d} }

type Verdict int

const (
	Unknown Verdict = iota
	OK
	Gone
	Absent
)

func (v Verdict) String() string { return "" }

type Probe func(ctx context.Context, r Record) (alive bool, err error)

type Result struct {
	Verdict Verdict
	Reason  string
	Probed  bool
	Err     error
}

type Option func()

func WithClock(now func() time.Time) Option { return nil }
func AlwaysProbe() Option                   { return nil }

func Check(ctx context.Context, r Record, probe Probe, opts ...Option) Result { return Result{} }

func WithPrincipal(ctx context.Context, principal string) context.Context { return ctx }
func Principal(ctx context.Context) (principal string, ok bool)           { return "", false }
