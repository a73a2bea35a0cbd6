package main

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	question   = stategraph.NewField[string]("question")
	recipients = stategraph.NewField[[]string]("recipients")
	attempts   = stategraph.NewField[int]("attempts")
	queries    = stategraph.NewField[[]string]("queries")
	server     = stategraph.NewField[string]("server")
	query      = stategraph.NewField[string]("query")
	evidence   = stategraph.NewField("evidence", stategraph.WithReducer(stategraph.Append[source]))
	missing    = stategraph.NewField[string]("missing")
	enough     = stategraph.NewField[bool]("enough")
	outcome    = stategraph.NewField[string]("outcome")
)

const (
	// mostAttempts is how often may be searched.
	mostAttempts = 3
	// stepLimit is where the engine ends a run that does not end by itself.
	stepLimit = 40
)

// researchGraph answers a question and sends the report.
func researchGraph(a *assistant) (*stategraph.Compiled, error) {
	g := stategraph.New("research", question, recipients, attempts, queries, server, query, evidence, missing, outcome)
	g.AddNode("plan", a.plan)
	g.AddNode("search", a.search)
	g.AddNode("review", a.review)
	g.AddNode("publish", a.publish)

	g.AddEdge(stategraph.Start, "plan")
	g.AddFanOut("plan", eachQuery, "search")
	g.AddEdge("search", "review")
	g.AddConditionalEdge("review", whenReviewed, "plan", "publish", stategraph.End)
	g.AddEdge("publish", stategraph.End)
	return g.Compile(stategraph.StepLimit(stepLimit))
}

// eachQuery searches every server for every query.
func eachQuery(_ context.Context, s stategraph.State) ([]stategraph.Update, error) {
	var tasks []stategraph.Update
	for _, name := range servers {
		for _, q := range queries.Get(s) {
			tasks = append(tasks, stategraph.Update{server.Set(name), query.Set(q)})
		}
	}
	return tasks, nil
}

func whenReviewed(_ context.Context, s stategraph.State) (string, error) {
	switch {
	case missing.Get(s) != "" && attempts.Get(s) < mostAttempts:
		return "plan", nil
	case len(recipients.Get(s)) == 0:
		return stategraph.End, nil
	}
	return "publish", nil
}

// opinionGraph has two reviewers look at the evidence at the same time.
func opinionGraph(a *assistant) (*stategraph.Compiled, error) {
	return stategraph.New("opinion", question, enough, outcome).
		AddNode("librarian", a.librarian).
		AddNode("engineer", a.engineer).
		AddNode("conclude", a.conclude).
		AddEdge(stategraph.Start, "librarian").
		AddEdge(stategraph.Start, "engineer").
		AddEdge("librarian", "conclude").
		AddEdge("engineer", "conclude").
		AddEdge("conclude", stategraph.End).
		Compile()
}
