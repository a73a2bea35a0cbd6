// want package:"builder code"

// Package lib holds builder code that other packages use: a wrapper type, a table, a complete
// graph of its own, and one that depends on its caller.
package lib

import (
	"context"

	sg "github.com/skewlint/skewlint/runtime/stategraph"
)

// Builder wraps a graph, as teams do to set defaults.
type Builder struct {
	g    *sg.Graph
	opts []sg.NodeOption
	last string
}

// NewBuilder starts a graph.
func NewBuilder(name string, fields ...sg.AnyField) *Builder {
	return &Builder{g: sg.New(name, fields...), last: sg.Start}
}

// Then adds a node behind the last one.
func (b *Builder) Then(name string, fn sg.NodeFunc) *Builder {
	b.g.AddNode(name, fn, b.opts...)
	b.g.AddEdge(b.last, name)
	b.last = name
	return b
}

// Build ends the chain.
func (b *Builder) Build() *sg.Graph { return b.g.AddEdge(b.last, sg.End) }

// Step is a row of a table of nodes.
type Step struct {
	Name string
	Fn   sg.NodeFunc
	Next []string
}

// Steps is such a table.
func Steps() []Step {
	return []Step{
		{Name: "fetch", Fn: Fetch, Next: []string{"rank"}},
		{"rank", Rank, []string{sg.End}},
	}
}

func Fetch(ctx context.Context, s sg.State) (sg.Update, error) { return nil, nil }
func Rank(ctx context.Context, s sg.State) (sg.Update, error)  { return nil, nil }

// Query is a field that other packages use.
var Query = sg.NewField[string]("query")

// Standard is complete: it is reported where it stands, not at its callers.
func Standard() *sg.Graph {
	g := sg.New("standard", Query)
	g.AddNode("fetch", Fetch)
	return g.AddEdge(sg.Start, "fetch").AddEdge("fetch", sg.End)
}

// Custom depends on its caller.
func Custom(name string, fn sg.NodeFunc) *sg.Graph {
	g := sg.New("custom")
	g.AddNode(name, fn)
	return g.AddEdge(sg.Start, name).AddEdge(name, sg.End)
}

// WithRetry wraps a node.
func WithRetry(next sg.NodeFunc) sg.NodeFunc {
	return func(ctx context.Context, s sg.State) (sg.Update, error) {
		if u, err := next(ctx, s); err == nil {
			return u, nil
		}
		return next(ctx, s)
	}
}

// Reviewer is a node as a struct: it says its name and does its work.
type Reviewer struct{}

func (*Reviewer) Name() string                                            { return "reviewer" }
func (*Reviewer) Work(ctx context.Context, s sg.State) (sg.Update, error) { return nil, nil }

// Named is a node that is told its name.
type Named struct{ ID string }

func (n Named) Name() string                                            { return n.ID }
func (n Named) Work(ctx context.Context, s sg.State) (sg.Update, error) { return nil, nil }
