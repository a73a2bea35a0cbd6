// Package graphpause lets the calls of a gateway wait in a graph: a question becomes a pause of the node that made the
// call, and rows in the graph's store.
//
// The one idea is that a paused call is nothing but the pause. The node returns the error that [mcpgate.Gateway.Call]
// gave it; whoever shows the pause to a person reads the question out of it with [Question], and resumes the thread with
// the [ask.Answers] that [ask.Question.Answer] makes. The node then runs again from its first line, makes the same call,
// and the call finds its answers.
//
// # Limits
//
// A graph cannot be asked for an answer without being paused, so a repeated call asks the server once more before it
// goes on with the state and the answers that are stored; see [mcpgate.Recaller]. Two calls in one node with the same
// tool and the same arguments need a [mcpgate.CallID] each.
package graphpause

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// Pauser is the [mcpgate.Pauser] for nodes of package stategraph.
type Pauser struct{}

var _ mcpgate.Pauser = Pauser{}

// Pause interrupts the node of ctx.
func (Pauser) Pause(ctx context.Context, key string, q ask.Question) (ask.Answers, error) {
	return stategraph.Interrupt[ask.Answers](ctx, key, q)
}

// Question reads the question out of a pause that a call made.
func Question(p stategraph.Pause) (ask.Question, error) {
	var q ask.Question
	if err := json.Unmarshal(p.Ask, &q); err != nil || q.Name == "" {
		return ask.Question{}, fmt.Errorf("graphpause: the pause %q of %s is not of a tool call", p.Key, p.Node)
	}
	return q, nil
}
