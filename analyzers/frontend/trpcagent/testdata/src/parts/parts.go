// want package:"builder code"

// Package parts holds builder code that other packages use.
package parts

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/graph"
)

// Builder wraps a graph, as programs with many nodes do.
type Builder struct {
	g    *graph.StateGraph
	opts []graph.Option
	last string
}

func NewBuilder(s *graph.StateSchema, opts ...graph.Option) *Builder {
	return &Builder{g: graph.NewStateGraph(s), opts: opts}
}

// Then adds a node behind the last one.
func (b *Builder) Then(name string, fn graph.NodeFunc) *Builder {
	b.g.AddNode(name, fn, b.opts...)
	if b.last == "" {
		b.g.SetEntryPoint(name)
	} else {
		b.g.AddEdge(b.last, name)
	}
	b.last = name
	return b
}

func (b *Builder) Build() (*graph.Graph, error) {
	b.g.SetFinishPoint(b.last)
	return b.g.Compile()
}

// Logged wraps a node function.
func Logged(next graph.NodeFunc) graph.NodeFunc {
	return func(ctx context.Context, s graph.State) (any, error) { return next(ctx, s) }
}

// Approve goes where the answer says.
func Approve(ctx context.Context, s graph.State) (any, error) {
	if ok, _ := s["ok"].(bool); ok {
		return &graph.Command{GoTo: "send"}, nil
	}
	return &graph.Command{GoTo: "drop"}, nil
}

type Step struct {
	Name string
	Fn   graph.NodeFunc
	Next []string
}

// Steps is a table of nodes.
func Steps(fn graph.NodeFunc) []Step {
	return []Step{{Name: "fetch", Fn: fn, Next: []string{"rank"}}, {"rank", fn, []string{graph.End}}}
}
