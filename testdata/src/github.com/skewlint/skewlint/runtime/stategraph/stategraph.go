// Package stategraph is a stub of the companion runtime's package for unit tests: its exported
// names and signatures, without behaviour.
package stategraph

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"log/slog"
	"time"
)

const (
	Start = "__start__"
	End   = "__end__"
)

type (
	Field[T any]       struct{ name string }
	Reducer[T any]     func(old, update T) T
	FieldOption[T any] func(*Field[T])
	AnyField           interface{ Name() string }
	State              struct{}
	Write              struct{}
	Update             []Write
	NodeFunc           func(ctx context.Context, s State) (Update, error)
	Router             func(ctx context.Context, s State) (string, error)
	Splitter           func(ctx context.Context, s State) ([]Update, error)
	Graph              struct{}
	Compiled           struct{}
	Engine             struct{}
	NodeOption         func(*Graph)
	FanOutOption       func(*Graph)
	CompileOption      func(*Graph)
	CallOption         func(*Graph)
	InterruptOption    func(*Graph)
	ErrorKind          string
	EventKind          string
	Answerer           func(ctx context.Context, t ParkedThread, p Pause) (answer any, ok bool, err error)
)

const (
	KindUnknown    ErrorKind = ""
	KindTransient  ErrorKind = "transient"
	KindTimeout    ErrorKind = "timeout"
	KindBusiness   ErrorKind = "business"
	KindPermission ErrorKind = "permission"

	NodeStarted  EventKind = "started"
	NodeFinished EventKind = "finished"
	NodePaused   EventKind = "paused"
	NodeFailed   EventKind = "failed"
	NodeRetrying EventKind = "retrying"
	NodeEmitted  EventKind = "emitted"
	RunEnded     EventKind = "ended"
)

func NewField[T any](name string, opts ...FieldOption[T]) Field[T] { return Field[T]{name: name} }
func WithReducer[T any](r Reducer[T]) FieldOption[T]               { return nil }

func (f Field[T]) Name() string             { return f.name }
func (f Field[T]) Get(s State) (v T)        { return v }
func (f Field[T]) Lookup(s State) (T, bool) { var v T; return v, false }
func (f Field[T]) Set(v T) Write            { return Write{} }

func Append[E any](old, update []E) []E                          { return append(old, update...) }
func UnionBy[E any, K comparable](key func(E) K) Reducer[[]E]    { return nil }
func Last[T any](old, update T) T                                { return update }
func Max[N cmp.Ordered](old, update N) N                         { return max(old, update) }
func MergeMaps[K comparable, V any](old, update map[K]V) map[K]V { return update }

func New(name string, fields ...AnyField) *Graph { return nil }

func (g *Graph) AddField(fields ...AnyField) *Graph                                     { return g }
func (g *Graph) AddNode(name string, fn NodeFunc, opts ...NodeOption) *Graph            { return g }
func (g *Graph) AddSubgraph(name string, sub *Graph, opts ...NodeOption) *Graph         { return g }
func (g *Graph) AddEdge(from, to string) *Graph                                         { return g }
func (g *Graph) AddConditionalEdge(from string, route Router, targets ...string) *Graph { return g }
func (g *Graph) AddFanOut(from string, s Splitter, to string, o ...FanOutOption) *Graph { return g }
func (g *Graph) Compile(opts ...CompileOption) (*Compiled, error)                       { return nil, nil }
func Limit(n int) FanOutOption                                                          { return nil }
func StepLimit(n int) CompileOption                                                     { return nil }

type RetryPolicy struct {
	MaxAttempts  int
	If           func(error) bool
	Initial, Max time.Duration
	Factor       float64
	Jitter       float64
	Rand         func() float64
}

type Stored struct {
	Graph, Version string
	State          map[string]json.RawMessage
}

func Retry(p RetryPolicy) NodeOption                                            { return nil }
func Timeout(d time.Duration) NodeOption                                        { return nil }
func SchemaVersion(v string) CompileOption                                      { return nil }
func Migrate(fn func(Stored) (map[string]json.RawMessage, error)) CompileOption { return nil }
func RetryOn(kinds ...ErrorKind) func(error) bool                               { return nil }
func WithKind(kind ErrorKind, err error) error                                  { return err }
func KindOf(err error) ErrorKind                                                { return "" }
func Attempt(ctx context.Context) (n, of int)                                   { return 0, 0 }
func Emit(ctx context.Context, name string, data any)                           {}
func OnEvent(fn func(Event)) CallOption                                         { return nil }
func EventBuffer(n int) CallOption                                              { return nil }
func ExpiresAfter(d time.Duration, answer any) InterruptOption                  { return nil }
func Resumed(ctx context.Context) bool                                          { return false }

func Answer[A any](ctx context.Context, key string) (a A, ok bool) { return a, false }

func Interrupt[A any](ctx context.Context, key string, ask any, opts ...InterruptOption) (a A, err error) {
	return a, nil
}

type Event struct {
	Kind                EventKind
	Time                time.Time
	Thread, Graph, Node string
	Step, Attempt       int
	Err                 error
	Name                string
	Data                any
	Dropped             int
}

type Options struct {
	URL                          string
	Logger                       *slog.Logger
	ExecutorID, AppName, Version string
	Lease                        time.Duration
}

type Pause struct {
	ID, Node, Key string
	Ask           json.RawMessage
	Deadline      time.Time
}

type ParkedThread struct {
	Thread, Graph string
	Since         time.Time
	Pauses        []Pause
}

type ParkedFilter struct {
	Graph, Key string
	OlderThan  time.Duration
	Expired    bool
}

type Retention struct {
	Done, Failed, Parked time.Duration
	Graph                string
}

type Step struct {
	ID          string
	Number      int
	Nodes, Next []string
	Writes      []StepWrite
	Time        time.Time
	State       State
}

type StepWrite struct {
	Node, Field string
	Value       json.RawMessage
}

type Result struct {
	Thread string
	State  State
	Pauses []Pause
	Done   bool
	Ran    []string
}

func (c *Compiled) Run(ctx context.Context, in Update, opts ...CallOption) (Result, error) {
	return Result{}, nil
}

func Open(ctx context.Context, opts Options, graphs ...*Compiled) (*Engine, error) { return nil, nil }

func (e *Engine) Start(ctx context.Context, graph, thread string, in Update, opts ...CallOption) (Result, error) {
	return Result{}, nil
}
func (e *Engine) Resume(ctx context.Context, thread, pauseID string, answer any, opts ...CallOption) (Result, error) {
	return Result{}, nil
}
func (e *Engine) Retry(ctx context.Context, thread string, opts ...CallOption) (Result, error) {
	return Result{}, nil
}
func (e *Engine) Fork(ctx context.Context, thread, step, newThread string, changed Update, opts ...CallOption) (Result, error) {
	return Result{}, nil
}
func (e *Engine) Wait(ctx context.Context, thread string, opts ...CallOption) (Result, error) {
	return Result{}, nil
}
func (e *Engine) Cancel(ctx context.Context, thread, reason string) error { return nil }
func (e *Engine) Parked(ctx context.Context, f ParkedFilter) iter.Seq2[ParkedThread, error] {
	return nil
}
func (e *Engine) ResumeParked(ctx context.Context, f ParkedFilter, decide Answerer) (int, error) {
	return 0, nil
}
func (e *Engine) Expire(ctx context.Context) (int, error)                       { return 0, nil }
func (e *Engine) ExpireEvery(ctx context.Context, interval time.Duration) error { return nil }
func (e *Engine) History(ctx context.Context, thread string) iter.Seq2[Step, error] {
	return nil
}
func (e *Engine) StateAt(ctx context.Context, thread, step string) (State, error) {
	return State{}, nil
}
func (e *Engine) DeleteThread(ctx context.Context, thread string) error     { return nil }
func (e *Engine) DeleteOlder(ctx context.Context, r Retention) (int, error) { return 0, nil }
func (e *Engine) Close(ctx context.Context) error                           { return nil }
