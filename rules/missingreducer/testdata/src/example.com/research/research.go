// Package research is a research assistant: the fields and nodes that the scenarios share.
package research

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

const (
	start = stategraph.Start
	end   = stategraph.End
)

var (
	Question = stategraph.NewField[string]("question")
	Status   = stategraph.NewField[string]("status")
	Sources  = stategraph.NewField[[]string]("sources")
	Evidence = stategraph.NewField[[]string]("evidence", stategraph.WithReducer(stategraph.Append[string]))
)

// plan writes nothing that the scenarios are about.
func plan(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{Question.Set("why")}, nil
}

// idle writes nothing.
func idle(ctx context.Context, s stategraph.State) (stategraph.Update, error) { return nil, nil }

// searchWeb writes the sources.
func searchWeb(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{Sources.Set([]string{"web"})}, nil
}

// perQuery makes one task per word of the question.
func perQuery(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
	var tasks []stategraph.Update
	for _, r := range Question.Get(s) {
		tasks = append(tasks, stategraph.Update{Question.Set(string(r))})
	}
	return tasks, nil
}

func route(ctx context.Context, s stategraph.State) (string, error) {
	if Question.Get(s) == "" {
		return "papers", nil
	}
	return "web", nil
}
