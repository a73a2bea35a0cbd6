// Package graphpause lets the calls of a gateway wait in a graph: a question becomes a pause of the node that made the
// call, and rows in the graph's store.
//
// The one idea is that a paused call is nothing but the pause. The node returns the error that [mcpgate.Gateway.Call]
// gave it; whoever shows the pause to a person reads the question out of it with [Question], and resumes the thread with
// the [ask.Answers] that [ask.Question.Answer] makes. The node then runs again from its first line, makes the same call,
// and the call finds its answers: it goes on with the last round that was answered and does not ask the server for the
// rounds before, so that a server may accept each of its states once.
//
// # Limits
//
// A state that the server accepts once is spent when it is sent: where the process dies after that and before the node's
// step is recorded, the call sends it a second time, and the server's error is what the node gets. While another call of
// the same node waits, a call that has no answer yet asks anew each time the node runs. Two calls in one node with the
// same tool and the same arguments need a [mcpgate.CallID] each.
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

var (
	_ mcpgate.Pauser   = Pauser{}
	_ mcpgate.Recaller = Pauser{}
)

// Pause interrupts the node of ctx.
func (Pauser) Pause(ctx context.Context, key string, q ask.Question) (ask.Answers, error) {
	return stategraph.Interrupt[ask.Answers](ctx, key, q)
}

// Recall looks for the answers that the node of ctx has been resumed with. Answers that cannot be read are none: Pause
// refuses them, and the pause stays.
func (Pauser) Recall(ctx context.Context, key string) (ask.Answers, bool, error) {
	answers, ok := stategraph.Answer[ask.Answers](ctx, key)
	return answers, ok, nil
}

// Question reads the question out of a pause that a call made.
func Question(p stategraph.Pause) (ask.Question, error) {
	var q ask.Question
	if err := json.Unmarshal(p.Ask, &q); err != nil || q.Name == "" {
		return ask.Question{}, fmt.Errorf("graphpause: the pause %q of %s is not of a tool call", p.Key, p.Node)
	}
	return q, nil
}
