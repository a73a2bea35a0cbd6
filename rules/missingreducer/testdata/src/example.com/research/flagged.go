// Branches that meet in one step: side by side, long and short, through a fan-out, and out of two
// routers of one node.

package research

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func twoBranchesOfOneNode() *stategraph.Graph {
	g := stategraph.New("two-branches", Question, Sources)
	g.AddNode("plan", plan)
	g.AddNode("web", searchWeb)
	g.AddNode("papers", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Sources.Set([]string{"paper"})}, nil // want `nodes "web" and "papers" write field "sources" in one step without a reducer, so the run fails`
	})
	g.AddEdge(start, "plan")
	g.AddEdge("plan", "web")
	g.AddEdge("plan", "papers")
	return g
}

// The branches part at the start, two steps before their writers meet.
func equalLengthFarFromTheFork() *stategraph.Graph {
	g := stategraph.New("far", Question, Sources)
	for _, name := range []string{"a", "b"} {
		g.AddNode(name, idle)
		g.AddEdge(start, name)
	}
	g.AddNode("web", searchWeb)
	g.AddNode("papers", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Sources.Set(nil)}, nil // want `nodes "web" and "papers" write field "sources" in one step`
	})
	g.AddEdge("a", "web").AddEdge("b", "papers")
	return g
}

// A cycle makes the short branch as long as the long one.
func shortBranchThatLoops() *stategraph.Graph {
	g := stategraph.New("loops", Question, Sources)
	g.AddNode("plan", plan)
	g.AddNode("refine", idle)
	g.AddNode("web", searchWeb)
	g.AddNode("papers", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Sources.Set(nil)}, nil // want `nodes "web" and "papers" write field "sources" in one step`
	})
	g.AddEdge(start, "plan")
	g.AddEdge("plan", "refine")
	g.AddEdge("plan", "web")
	g.AddConditionalEdge("web", route, "web", stategraph.End)
	g.AddEdge("refine", "papers")
	return g
}

func everyTaskOfAFanOut() *stategraph.Graph {
	g := stategraph.New("fan-out", Question, Status)
	g.AddNode("plan", plan)
	g.AddNode("search", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Status.Set("found")}, nil // want `node "search" writes field "status" in each task of its fan-out without a reducer, so the run fails`
	})
	g.AddEdge(start, "plan")
	g.AddFanOut("plan", perQuery, "search", stategraph.Limit(4))
	return g
}

// Two routers of one node choose independently.
func twoRoutersOfOneNode() *stategraph.Graph {
	g := stategraph.New("two-routers", Question, Sources)
	g.AddNode("plan", plan)
	g.AddNode("web", searchWeb)
	g.AddNode("papers", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{Sources.Set(nil)}, nil // want `nodes "web" and "papers" write field "sources" in one step`
	})
	g.AddEdge(start, "plan")
	g.AddConditionalEdge("plan", route, "web", end)
	g.AddConditionalEdge("plan", route, "papers", end)
	return g
}
