// What the rule does not see.

package basket

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// Person answers questions, somewhere.
type Person interface {
	Ask(ctx context.Context, question string) (string, error)
}

// Who stands behind the interface is decided elsewhere, so nobody knows that it pauses.
func pauseBehindAnInterface(p Person) *stategraph.Graph {
	g := stategraph.New("interface", Basket, Answer, Verdict)
	g.AddNode("open", open)
	g.AddNode("gate", gate)
	g.AddNode("ask", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		answer, err := p.Ask(ctx, "which item?")
		return stategraph.Update{Answer.Set(answer)}, err
	})
	g.AddNode("add", add)
	g.AddEdge(start, "open").AddEdge("open", "gate").AddEdge("gate", "ask").AddEdge("ask", "add")
	return g
}
