// The calls to which -fix appends a limit, and those that it leaves alone; see the golden file.

package research

import (
	"context"

	sg "github.com/skewlint/skewlint/runtime/stategraph"
)

func callOnSeveralLines() *sg.Graph {
	return sg.New("lines", Queries, Query).
		AddNode("plan", plan).
		AddNode("search", search).
		AddEdge(start, "plan").
		AddFanOut( // want `fan-out from "plan" to "search" has no limit`
			"plan",
			perQuery,
			"search", // each query
		)
}

func splitterInTheCall() *sg.Graph {
	g := sg.New("inside", Queries, Query)
	g.AddNode("plan", plan)
	g.AddNode("search", search)
	g.AddEdge(start, "plan")
	g.AddFanOut("plan", func(_ context.Context, s sg.State) ([]sg.Update, error) { // want `fan-out from "plan" to "search" has no limit`
		return tasksOf(Queries.Get(s)), nil
	}, "search")
	return g
}

// The name of the package means something else here, so no fix is offered.
func nameIsHidden() *sg.Graph {
	g := sg.New("hidden", Queries, Query)
	g.AddNode("plan", plan)
	g.AddNode("search", search)
	g.AddEdge(start, "plan")
	sg := "hidden"
	g.AddFanOut("plan", perQuery, "search") // want `fan-out from "plan" to "search" has no limit`
	_ = sg
	return g
}

// One call, two edges: one limit.
func callInALoop() *sg.Graph {
	g := sg.New("loop", Queries, Query)
	g.AddNode("plan", plan)
	g.AddNode("replan", plan)
	g.AddNode("search", search)
	g.AddEdge(start, "plan")
	g.AddEdge(start, "replan")
	for _, from := range []string{"plan", "replan"} {
		g.AddFanOut(from, perQuery, "search") // want `fan-out from "plan" to "search" has no limit` `fan-out from "replan" to "search" has no limit`
	}
	return g
}
