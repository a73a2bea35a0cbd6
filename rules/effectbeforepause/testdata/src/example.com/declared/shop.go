// Package declared calls tools that its configuration knows better than their names tell.
package declared

import (
	"context"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var server *mcpgate.Gate

// oneNode is a graph of one node.
func oneNode(name string, fn stategraph.NodeFunc) *stategraph.Graph {
	g := stategraph.New(name)
	g.AddNode(name, fn)
	g.AddEdge(stategraph.Start, name)
	return g
}

func ask(ctx context.Context) error {
	_, err := stategraph.Interrupt[bool](ctx, "ask", "fine?")
	return err
}
