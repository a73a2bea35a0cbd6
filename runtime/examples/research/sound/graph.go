package main

import (
	"context"

	"github.com/skewlint/skewlint/runtime/examples/research/internal/world"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// verdict is what the review says.
type verdict struct {
	Enough bool `json:"enough"`
	// Missing are the queries that would find more.
	Missing []string `json:"missing"`
}

// decision is the answer of the person who is asked whether to send.
type decision struct {
	OK bool `json:"ok"`
	// Digest is that of the letter which was shown.
	Digest string `json:"digest"`
	// Edit replaces the text of the letter, which is then another one and is shown again.
	Edit string `json:"edit"`
}

// receipt is what the mail service said.
type receipt struct {
	Action    string `json:"action"`
	MessageID string `json:"message_id"`
}

var (
	threadID   = stategraph.NewField[string]("thread")
	question   = stategraph.NewField[string]("question")
	recipients = stategraph.NewField[[]string]("recipients") // nobody: nothing is sent

	topic    = stategraph.NewField[string]("topic")
	round    = stategraph.NewField[int]("round") // how often was searched
	queries  = stategraph.NewField[[]string]("queries")
	evidence = stategraph.NewField("evidence", stategraph.WithReducer(union(sourceID, fuller)))
	gaps     = stategraph.NewField("gaps", stategraph.WithReducer(union(gapKey, sameGap)))
	review   = stategraph.NewField[verdict]("review")
	report   = stategraph.NewField[draft]("report")
	approval = stategraph.NewField[decision]("approval")
	sent     = stategraph.NewField[receipt]("sent")
)

const (
	// mostRounds is how often is searched, the first time included.
	mostRounds = 3
	// mostQueries is how many queries one round has, whatever the model plans.
	mostQueries = 2
)

// researchGraph answers a question and, if there are recipients, sends the report after an approval.
func researchGraph(a *assistant) (*stategraph.Compiled, error) {
	g := stategraph.New("research", threadID, question, recipients, topic, round, queries, evidence, gaps, review, report,
		approval, sent)
	g.AddNode("normalise", a.watched("normalise", a.normalise))
	g.AddNode("plan", a.watched("plan", a.plan))
	g.AddNode("search_web", a.watched("search_web", a.searcher(world.Web, optional)))
	g.AddNode("search_papers", a.watched("search_papers", a.searcher(world.Papers, required)))
	g.AddNode("search_documents", a.watched("search_documents", a.searcher(world.Documents, required)))
	g.AddNode("review", a.watched("review", a.review))
	g.AddNode("refine", a.watched("refine", a.refine))
	g.AddNode("write", a.watched("write", a.write))
	g.AddNode("approve", a.watched("approve", a.approve))
	g.AddNode("revise", a.watched("revise", a.revise))
	g.AddNode("send", a.watched("send", a.send))

	g.AddEdge(stategraph.Start, "normalise")
	g.AddEdge("normalise", "plan")
	for _, search := range []string{"search_web", "search_papers", "search_documents"} {
		g.AddEdge("plan", search)
		g.AddEdge("refine", search)
		g.AddEdge(search, "review")
	}
	g.AddConditionalEdge("review", whenReviewed, "refine", "write")
	g.AddConditionalEdge("write", whenWritten, "approve", stategraph.End)
	g.AddConditionalEdge("approve", whenDecided, "send", "revise", "approve", stategraph.End)
	g.AddEdge("revise", "approve")
	g.AddEdge("send", stategraph.End)
	return g.Compile()
}

// whenReviewed leaves the loop when there is enough, or when the rounds that the state counts are used up.
func whenReviewed(_ context.Context, s stategraph.State) (string, error) {
	if v := review.Get(s); v.Enough || len(v.Missing) == 0 || round.Get(s) >= mostRounds {
		return "write", nil
	}
	return "refine", nil
}

func whenWritten(_ context.Context, s stategraph.State) (string, error) {
	if len(recipients.Get(s)) == 0 {
		return stategraph.End, nil
	}
	return "approve", nil
}

// whenDecided sends nothing but the letter that the person saw. An answer to another one is none, and the person is asked
// again.
func whenDecided(_ context.Context, s stategraph.State) (string, error) {
	said := approval.Get(s)
	switch {
	case said.Digest != letterOf(s).digest():
		return "approve", nil
	case said.Edit != "":
		return "revise", nil
	case said.OK:
		return "send", nil
	}
	return stategraph.End, nil
}
