// Fan-out edges without a limit, with splitters in the shapes in which people write them.

package research

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func splitterIsAFunction() *stategraph.Graph {
	g := stategraph.New("function", Queries, Query)
	g.AddNode("plan", plan)
	g.AddNode("search", search)
	g.AddEdge(start, "plan")
	g.AddFanOut("plan", perQuery, "search") // want `fan-out from "plan" to "search" has no limit, so .* decides how many run at once`
	return g
}

type planner struct{ field stategraph.Field[[]string] }

// split makes its tasks at once and fills them by index.
func (p planner) split(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
	queries := Queries.Get(s)
	tasks := make([]stategraph.Update, len(queries))
	for i, q := range queries {
		tasks[i] = stategraph.Update{Query.Set(q)}
	}
	return tasks, nil
}

func splitterIsAMethod() *stategraph.Graph {
	p := planner{field: Queries}
	g := stategraph.New("method", Queries, Query)
	g.AddNode("plan", plan)
	g.AddNode("search", search)
	g.AddEdge(start, "plan")
	g.AddFanOut("plan", p.split, "search") // want `fan-out from "plan" to "search" has no limit`
	return g
}

func splitterIsAClosure() *stategraph.Graph {
	prefix := "q: "
	g := stategraph.New("closure", Queries, Query)
	g.AddNode("plan", plan)
	g.AddNode("search", search)
	g.AddEdge(start, "plan")
	g.AddFanOut("plan", func(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) { // want `fan-out from "plan" to "search" has no limit`
		var tasks []stategraph.Update
		for _, q := range Queries.Get(s) {
			tasks = append(tasks, stategraph.Update{Query.Set(prefix + q)})
		}
		return tasks, nil
	}, "search")
	return g
}

// tasksOf is the helper in which the tasks are made.
func tasksOf(queries []string) []stategraph.Update {
	var tasks []stategraph.Update
	for _, q := range queries {
		tasks = append(tasks, stategraph.Update{Query.Set(q)})
	}
	return tasks
}

func splitterCallsAHelper() *stategraph.Graph {
	g := stategraph.New("helper", Queries, Query)
	g.AddNode("plan", plan)
	g.AddNode("search", search)
	g.AddEdge(start, "plan")
	split := func(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
		return tasksOf(Queries.Get(s)), nil
	}
	g.AddFanOut("plan", split, "search") // want `fan-out from "plan" to "search" has no limit`
	return g
}

// A constant that is larger than anyone would write as branches.
func hundredTasks() *stategraph.Graph {
	g := stategraph.New("hundred", Queries, Query)
	g.AddNode("plan", plan)
	g.AddNode("search", search)
	g.AddEdge(start, "plan")
	split := func(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
		var tasks [100]stategraph.Update
		return tasks[:], nil
	}
	g.AddFanOut("plan", split, "search") // want `fan-out from "plan" to "search" has no limit, so all 100 tasks run at once`
	return g
}
