// Package stategraph is a stub of the companion runtime's package for unit tests: its exported
// names and signatures, without behaviour.
package stategraph

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
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

func Interrupt[A any](ctx context.Context, key string, ask any) (a A, err error) { return a, nil }
func Resumed(ctx context.Context) bool                                           { return false }

type Options struct {
	URL    string
	Logger *slog.Logger
}

type Pause struct {
	ID, Node, Key string
	Ask           json.RawMessage
}

type Result struct {
	Thread string
	State  State
	Pauses []Pause
	Done   bool
	Ran    []string
}

func (c *Compiled) Run(ctx context.Context, in Update) (Result, error) { return Result{}, nil }

func Open(ctx context.Context, opts Options, graphs ...*Compiled) (*Engine, error) { return nil, nil }

func (e *Engine) Start(ctx context.Context, graph, thread string, in Update) (Result, error) {
	return Result{}, nil
}
func (e *Engine) Resume(ctx context.Context, thread, pauseID string, answer any) (Result, error) {
	return Result{}, nil
}
func (e *Engine) Wait(ctx context.Context, thread string) (Result, error) { return Result{}, nil }
func (e *Engine) Close(ctx context.Context) error                         { return nil }
