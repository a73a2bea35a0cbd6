package stategraph

import (
	"encoding/json"
	"time"
)

// Result is where a thread stands after a call.
type Result struct {
	Thread string
	// State is the state after the last complete superstep. Read it with
	// Field.Get.
	State State
	// Pauses are the questions that are open, in merge order. Each is answered
	// by its own ID.
	Pauses []Pause
	// Done says that the turn has ended: no branch is left.
	Done bool
	// Ran is the activations of this call by superstep and name: "worker#2" is
	// a fan-out task, "sub/inner" a node of a subgraph. A node that paused ran.
	Ran []string
}

// Pause is one question that waits for an answer.
type Pause struct {
	ID   string          // for Resume; opaque, unique per visit of the node in the thread
	Node string          // who asks, as in Result.Ran
	Key  string          // the key of the Interrupt
	Ask  json.RawMessage // what the node asks

	// Deadline is when the pause expires, see ExpiresAfter; zero for never.
	Deadline time.Time
}

// result is the public view of a checkpoint, and the error that it holds.
func (c *Compiled) result(thread string, cp *checkpoint) (Result, error) {
	res := Result{Thread: thread, State: State{vals: cp.State, fields: c.fields}, Done: cp.Done, Ran: cp.Ran}
	if cp.Failure != nil {
		return res, cp.Failure.err()
	}
	for _, p := range cp.pauses() {
		res.Pauses = append(res.Pauses, p.Pause)
	}
	return res, nil
}
