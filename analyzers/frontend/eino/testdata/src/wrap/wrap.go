// want package:"builder code"

// Package wrap holds what teams put round Eino: a builder type that embeds the graph, a function
// that registers nodes from a table, an agent that decorates another one.
package wrap

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/compose"
)

// State is the state of the graphs of this module.
type State struct {
	Basket string
	Notes  []string
}

// Builder embeds the graph, so that its methods are promoted twice.
type Builder[I, O any] struct {
	*compose.Graph[I, O]
	last string
	opts []compose.GraphAddNodeOpt
}

// New starts a graph with state.
func New[I, O any](opts ...compose.GraphAddNodeOpt) *Builder[I, O] {
	return &Builder[I, O]{
		Graph: compose.NewGraph[I, O](compose.WithGenLocalState(func(context.Context) *State { return &State{} })),
		last:  compose.START,
		opts:  opts,
	}
}

// Step adds a node behind the last one.
func (b *Builder[I, O]) Step(name string, l *compose.Lambda) *Builder[I, O] {
	_ = b.AddLambdaNode(name, l, b.opts...)
	_ = b.AddEdge(b.last, name)
	b.last = name
	return b
}

// Done ends the graph and compiles it.
func (b *Builder[I, O]) Done(ctx context.Context, opts ...compose.GraphCompileOption) (compose.Runnable[I, O], error) {
	if err := b.AddEdge(b.last, compose.END); err != nil {
		return nil, err
	}
	return b.Compile(ctx, opts...)
}

// Agents of other packages are decorated here.
type quiet struct{ adk.Agent }

func (q *quiet) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) *adk.AsyncIterator[*adk.AgentEvent] {
	return q.Agent.Run(ctx, in, opts...)
}

func (q *quiet) Name(ctx context.Context) string { return "quiet" }

// Quiet wraps an agent.
func Quiet(a adk.Agent) adk.Agent { return &quiet{a} }
