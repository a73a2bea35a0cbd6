// Package research is a research assistant: the fields and nodes that the scenarios share.
package research

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

const start = stategraph.Start

var (
	Queries = stategraph.NewField[[]string]("queries")
	Query   = stategraph.NewField[string]("query")
)

func plan(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{Queries.Set([]string{"a", "b"})}, nil
}

func search(ctx context.Context, s stategraph.State) (stategraph.Update, error) { return nil, nil }

// perQuery makes one task per query that the model planned.
func perQuery(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
	var tasks []stategraph.Update
	for _, q := range Queries.Get(s) {
		tasks = append(tasks, stategraph.Update{Query.Set(q)})
	}
	return tasks, nil
}

// oneNode is a graph of one node.
func oneNode(name string, fn stategraph.NodeFunc) *stategraph.Graph {
	g := stategraph.New(name, Queries, Query)
	g.AddNode(name, fn)
	g.AddEdge(start, name)
	return g
}
