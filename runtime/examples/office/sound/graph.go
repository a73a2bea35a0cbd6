package main

import (
	"context"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	request = stategraph.NewField[string]("request") // what the user says now
	said    = stategraph.NewField[[]model.Message]("said")
	rounds  = stategraph.NewField[int]("rounds") // how often the model was asked since the user spoke
	call    = stategraph.NewField[model.Call]("call")
	replies = stategraph.NewField("replies", stategraph.WithReducer(stategraph.UnionBy(func(m model.Message) string { return m.CallID })))
)

const (
	// mostRounds is how often the model may be asked for one message of the user.
	mostRounds = 8
	// widest is how many calls may run at one time, however many the model wants.
	widest = 3
)

// agentGraph asks the model, makes the calls that it wants, and asks again. A turn ends when the model wants none. Each
// call is a task of its own: one that waits for a person is repeated with its answer, and the others are not.
func agentGraph(name string, a *agent) (*stategraph.Compiled, error) {
	g := stategraph.New(name, request, said, rounds, call, replies)
	g.AddNode("hear", a.hear)
	g.AddNode("think", a.think)
	g.AddNode("act", a.act)
	g.AddNode("gather", a.gather)
	g.AddNode("stop", a.stop)

	g.AddEdge(stategraph.Start, "hear")
	g.AddEdge("hear", "think")
	g.AddFanOut("think", eachCall, "act", stategraph.Limit(widest))
	g.AddEdge("act", "gather")
	g.AddConditionalEdge("gather", whileAllowed, "think", "stop")
	g.AddEdge("stop", stategraph.End)
	return g.Compile()
}

// eachCall makes a task of each call that the model wants; none ends the turn.
func eachCall(_ context.Context, s stategraph.State) ([]stategraph.Update, error) {
	var tasks []stategraph.Update
	for _, c := range callsOf(s) {
		tasks = append(tasks, stategraph.Update{call.Set(c)})
	}
	return tasks, nil
}

// callsOf is the calls in the last message of the model.
func callsOf(s stategraph.State) []model.Call {
	all := said.Get(s)
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1].Calls
}

func whileAllowed(_ context.Context, s stategraph.State) (string, error) {
	if rounds.Get(s) < mostRounds {
		return "think", nil
	}
	return "stop", nil
}
