package stategraph

import (
	"errors"
	"fmt"
	"time"
)

// The kinds of a failure, which are also the error names in the DBOS tables.
const (
	kindNode     = "NodeError"
	kindConflict = "ConflictError"
	kindLimit    = "StepLimitError"
	kindCancel   = "CancelError"
	kindRun      = "RunError" // not the graph's doing: a graph that Open was not given, a bug
)

// failure is the storable form of the typed errors that end a segment.
type failure struct {
	Kind    string   `json:"kind"`
	Node    string   `json:"node,omitempty"`
	Step    int      `json:"step,omitempty"`
	Message string   `json:"message,omitempty"`
	Stack   string   `json:"stack,omitempty"`
	Field   string   `json:"field,omitempty"`
	Second  string   `json:"second,omitempty"`
	Graph   string   `json:"graph,omitempty"`
	Limit   int      `json:"limit,omitempty"`
	Next    []string `json:"next,omitempty"`

	Attempts int           `json:"attempts,omitempty"`
	Class    ErrorKind     `json:"class,omitempty"`
	After    time.Duration `json:"after,omitempty"` // of a node that timed out

	cause error // the original, in the process that saw it happen
}

func nodeFailure(node string, step int, err error) *failure {
	f := &failure{Kind: kindNode, Node: node, Step: step, Message: err.Error(), Class: KindOf(err), cause: err}
	var p *panicError
	var late *TimeoutError
	var c *CancelError
	switch {
	case errors.As(err, &p):
		f.Stack = p.stack
	case errors.As(err, &late):
		f.After, f.Message = late.After, late.Err.Error()
	case errors.As(err, &c):
		f.Kind, f.Message = kindCancel, c.Reason
	}
	return f
}

// err rebuilds the typed error.
func (f *failure) err() error {
	switch f.Kind {
	case kindConflict:
		return &ConflictError{Field: f.Field, First: f.Node, Second: f.Second, Step: f.Step}
	case kindLimit:
		return &StepLimitError{Graph: f.Graph, Limit: f.Limit, Next: f.Next}
	case kindCancel:
		return &CancelError{Node: f.Node, Step: f.Step, Reason: f.Message}
	case kindRun:
		return fmt.Errorf("stategraph: the run cannot go on: %s%s", f.Message, f.Stack)
	}
	cause := f.cause
	if cause == nil {
		cause = errors.New(f.Message)
		if f.After > 0 {
			cause = &TimeoutError{After: f.After, Err: cause}
		}
	}
	return &NodeError{Node: f.Node, Step: f.Step, Attempts: max(f.Attempts, 1), Kind: f.Class, Err: cause, Stack: f.Stack}
}

// within is the failure as the parent of the subgraph at label sees it.
func (f *failure) within(label string) *failure {
	g := *f
	if g.Node != "" {
		g.Node = label + "/" + g.Node
	}
	if g.Second != "" {
		g.Second = label + "/" + g.Second
	}
	return &g
}
