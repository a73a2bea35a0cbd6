// Package graph is a stub of github.com/tmc/langgraphgo/graph: names and signatures only.
package graph

import (
	"context"

	"github.com/tmc/langchaingo/llms"
)

// END is the name of the end.
const END = "END"

// MessageGraph is a graph over messages.
type MessageGraph struct{}

// NewMessageGraph makes a graph.
func NewMessageGraph() *MessageGraph { panic("stub") }

func (g *MessageGraph) AddNode(name string, fn func(ctx context.Context, state []llms.MessageContent) ([]llms.MessageContent, error)) {
}
func (g *MessageGraph) AddEdge(from, to string)     {}
func (g *MessageGraph) SetEntryPoint(name string)   {}
func (g *MessageGraph) Compile() (*Runnable, error) { panic("stub") }

// Runnable runs a graph.
type Runnable struct{}

func (r *Runnable) Invoke(ctx context.Context, messages []llms.MessageContent) ([]llms.MessageContent, error) {
	panic("stub")
}
