// Package basket keeps a shopping basket on an MCP server: the fields and nodes that the
// scenarios share.
package basket

import (
	"context"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

const start = stategraph.Start

// server is the door to the shop's MCP server.
var server *mcpgate.Gate

// mintAndSpend is a graph in which one node mints a handle and a later one spends it.
func mintAndSpend(name string, mint, spend stategraph.NodeFunc, fields ...stategraph.AnyField) *stategraph.Graph {
	g := stategraph.New(name, fields...)
	g.AddNode(name, mint)
	g.AddNode("add", spend)
	g.AddEdge(start, name).AddEdge(name, "add")
	return g
}

// create mints a basket and gives its handle.
func create(ctx context.Context) (string, error) {
	res, err := server.Call(ctx, "create_basket", nil)
	if err != nil {
		return "", err
	}
	ids, err := res.Handles("basket_id")
	if err != nil {
		return "", err
	}
	return ids["basket_id"], nil
}

// put spends the handle that it is given.
func put(ctx context.Context, id string) error {
	_, err := server.Call(ctx, "add_item", map[string]any{"basket_id": id})
	return err
}
