// want package:"builder code"

// Package lib wraps the framework for other packages.
package lib

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

// Node is a node function.
type Node[S any] func(ctx context.Context, state S) (S, error)

// Step is a row of a table.
type Step[S any] struct {
	Name string
	Run  Node[S]
	Next string
}

// Build makes a graph of a table.
func Build[S any](steps []Step[S], merge func(S, S) (S, error)) *graph.StateGraph[S] {
	g := graph.NewStateGraph[S]()
	var zero S
	g.SetSchema(graph.NewStructSchema(zero, merge))
	for i, s := range steps {
		g.AddNode(s.Name, s.Name, wrap(s.Run))
		if i == 0 {
			g.SetEntryPoint(s.Name)
		}
		g.AddEdge(s.Name, s.Next)
	}
	return g
}

func wrap[S any](next Node[S]) Node[S] {
	return func(ctx context.Context, state S) (S, error) { return next(ctx, state) }
}

// Flow hides the graph in a field and is generic itself.
type Flow[S any] struct {
	*graph.ListenableStateGraph[S]
}

// New makes a flow.
func New[S any]() *Flow[S] { return &Flow[S]{graph.NewListenableStateGraph[S]()} }

// Chain adds nodes one behind the other.
func (f *Flow[S]) Chain(names []string, fn func(ctx context.Context, state S) (S, error)) *Flow[S] {
	for i, n := range names {
		f.AddNode(n, n, fn)
		if i == 0 {
			f.SetEntryPoint(n)
			continue
		}
		f.AddEdge(names[i-1], n)
	}
	return f
}

// Route is a router in another package.
func Route(ctx context.Context, state map[string]any) string {
	if state["ok"] == true {
		return "done"
	}
	return graph.END
}
