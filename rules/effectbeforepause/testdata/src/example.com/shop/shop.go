// Package shop takes orders: the fields and helpers that the scenarios share.
package shop

import (
	"context"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	Order     = stategraph.NewField[string]("order")
	Confirmed = stategraph.NewField[bool]("confirmed")
)

// server is the door to the shop's MCP server.
var server *mcpgate.Gate

// ask pauses until a person answers.
func ask(ctx context.Context, question string) (bool, error) {
	return stategraph.Interrupt[bool](ctx, "confirm", question)
}

// oneNode is a graph of one node.
func oneNode(name string, fn stategraph.NodeFunc) *stategraph.Graph {
	g := stategraph.New(name, Order, Confirmed)
	g.AddNode(name, fn)
	g.AddEdge(stategraph.Start, name)
	return g
}
