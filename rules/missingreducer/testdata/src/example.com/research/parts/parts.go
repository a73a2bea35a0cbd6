// Package parts builds a graph that another package uses as a subgraph.
package parts

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

var Verdict = stategraph.NewField[string]("verdict")

// Build makes a graph of one node that writes the verdict.
func Build() *stategraph.Graph {
	g := stategraph.New("parts", Verdict)
	g.AddNode("judge", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Verdict.Set("ok")}, nil
	})
	g.AddEdge(stategraph.Start, "judge")
	return g
}
