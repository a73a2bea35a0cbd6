// What the rule does not see, and where it sees too much.

package research

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// The conditions exclude each other, but nobody evaluates them: a false alarm.
func conditionsThatExcludeEachOther() *stategraph.Graph {
	g := stategraph.New("conditions", Question, Status)
	g.AddNode("yes", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if Question.Get(s) != "" {
			return stategraph.Update{Status.Set("yes")}, nil
		}
		return nil, nil
	})
	g.AddNode("no", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if Question.Get(s) == "" {
			return stategraph.Update{Status.Set("no")}, nil // want `nodes "yes" and "no" write field "status" in one step`
		}
		return nil, nil
	})
	g.AddEdge(start, "yes").AddEdge(start, "no")
	return g
}

// One activation writes the field twice. The framework refuses it, the rule says nothing.
func twoWritesOfOneActivation() *stategraph.Graph {
	g := stategraph.New("twice", Status)
	g.AddNode("judge", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Status.Set("draft"), Status.Set("final")}, nil
	})
	g.AddEdge(start, "judge")
	return g
}
