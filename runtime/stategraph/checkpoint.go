package stategraph

import (
	"encoding/json"
	"fmt"
)

// checkpoint is everything a thread is between two calls: the state, and the
// superstep that is to run or half done. It is stored as JSON, so its field
// names are part of the storage format.
type checkpoint struct {
	Graph string        `json:"graph"`
	Step  int           `json:"step"` // supersteps completed, over the thread's life
	State values        `json:"state"`
	Done  bool          `json:"done"`
	Acts  []*activation `json:"activations,omitempty"` // of superstep Step+1, in merge order
	Ran   []string      `json:"ran,omitempty"`         // activations of this segment
	// Writes is the log of a subgraph: what its nodes wrote to shared fields.
	Writes  []write  `json:"writes,omitempty"`
	Failure *failure `json:"failure,omitempty"`
	Schema  string   `json:"schema,omitempty"`  // hash of the schema it was written under
	Deleted bool     `json:"deleted,omitempty"` // nothing but the beginning of a deletion
}

// activation is one visit of one node in one superstep.
type activation struct {
	Node    string                     `json:"node"`
	Task    *int                       `json:"task,omitempty"` // index of a fan-out task
	From    string                     `json:"from,omitempty"` // the node that fanned out
	Overlay values                     `json:"overlay,omitempty"`
	Answers map[string]json.RawMessage `json:"answers,omitempty"`
	Dues    map[string]int64           `json:"dues,omitempty"`    // deadlines of earlier visits, by pause key
	Sub     *checkpoint                `json:"sub,omitempty"`     // where a subgraph goes on
	Outcome *outcome                   `json:"outcome,omitempty"` // nil: has to run
}

// outcome is what one activation led to, recorded as one durable step.
type outcome struct {
	Node    string      `json:"node"` // set by every finished activation
	Writes  []write     `json:"writes,omitempty"`
	Goto    []string    `json:"goto,omitempty"`
	Tasks   []taskSet   `json:"tasks,omitempty"`
	Asks    []ask       `json:"asks,omitempty"`
	Ran     []string    `json:"ran,omitempty"` // inside a subgraph
	Sub     *checkpoint `json:"sub,omitempty"` // of a subgraph that paused or failed
	Failure *failure    `json:"failure,omitempty"`
}

type write struct {
	Field string          `json:"field"`
	Value json.RawMessage `json:"value"`
}

// taskSet is what one splitter decided.
type taskSet struct {
	Target   string   `json:"target"`
	Overlays []values `json:"overlays"`
}

func (a *activation) label() string {
	if a.Task == nil {
		return a.Node
	}
	return fmt.Sprintf("%s#%d", a.Node, *a.Task)
}

func (o *outcome) paused() bool {
	return o.Failure == nil && (len(o.Asks) > 0 || o.Sub != nil)
}

// base is the part of a pause ID that tells the activation apart. Node names
// contain none of the separators, so two activations never share one.
func (cp *checkpoint) base(prefix string, a *activation) string {
	return fmt.Sprintf("%s%d.%s", prefix, cp.Step+1, a.label())
}

// pending is a pause with what the public type does not show.
type pending struct {
	Pause
	refused string
	due     int64           // deadline in Unix milliseconds, or 0
	expired json.RawMessage // the answer once it has passed
}

// pauses lists what the thread waits for, in merge order.
func (cp *checkpoint) pauses() []pending {
	if cp.Failure != nil {
		return nil
	}
	return cp.collect("", "", nil)
}

func (cp *checkpoint) collect(idPrefix, nodePrefix string, out []pending) []pending {
	for _, a := range cp.Acts {
		if a.Outcome == nil || !a.Outcome.paused() {
			continue
		}
		base, name := cp.base(idPrefix, a), nodePrefix+a.label()
		for _, q := range a.Outcome.Asks {
			p := Pause{ID: base + ":" + q.Key, Node: name, Key: q.Key, Ask: q.Ask, Deadline: deadline(q.Due)}
			out = append(out, pending{Pause: p, refused: q.Refused, due: q.Due, expired: q.Expired})
		}
		if a.Outcome.Sub != nil {
			out = a.Outcome.Sub.collect(base+"/", name+"/", out)
		}
	}
	return out
}

// answer files the answer with the activation that asked and marks it, and the
// subgraphs around it, as to be run. All others stay as they are.
func (cp *checkpoint) answer(id string, value json.RawMessage) bool {
	return cp.answerIn("", id, value)
}

func (cp *checkpoint) answerIn(prefix, id string, value json.RawMessage) bool {
	for _, a := range cp.Acts {
		if a.Outcome == nil || !a.Outcome.paused() {
			continue
		}
		base := cp.base(prefix, a)
		for _, q := range a.Outcome.Asks {
			if base+":"+q.Key == id {
				if a.Answers == nil {
					a.Answers = map[string]json.RawMessage{}
				}
				a.Answers[q.Key] = value
				a.keepDues()
				a.Outcome = nil
				return true
			}
		}
		if sub := a.Outcome.Sub; sub != nil && sub.answerIn(base+"/", id, value) {
			a.Sub, a.Outcome = sub, nil
			return true
		}
	}
	return false
}

// keepDues remembers the deadlines of what the activation asks: it will ask the
// rest again, and time goes on.
func (a *activation) keepDues() {
	for _, q := range a.Outcome.Asks {
		if q.Due == 0 {
			continue
		}
		if a.Dues == nil {
			a.Dues = map[string]int64{}
		}
		a.Dues[q.Key] = q.Due
	}
}

// retry marks the failed activations as to be run.
func (cp *checkpoint) retry() {
	cp.Failure = nil
	for _, a := range cp.Acts {
		if a.Outcome == nil || a.Outcome.Failure == nil {
			continue
		}
		if sub := a.Outcome.Sub; sub != nil {
			sub.retry()
			a.Sub = sub
		}
		a.Outcome = nil
	}
}

// fresh prepares a stored checkpoint for a new segment: Ran counts per call.
func (cp *checkpoint) fresh() {
	cp.Ran = nil
	for _, a := range cp.Acts {
		if a.Sub != nil {
			a.Sub.fresh()
		}
		if a.Outcome != nil && a.Outcome.Sub != nil {
			a.Outcome.Sub.fresh()
		}
	}
}
