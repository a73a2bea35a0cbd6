package stategraph

import (
	"errors"
	"fmt"
)

// Errors to compare with errors.Is. Those about a thread come wrapped in a
// [*ThreadError].
var (
	// ErrNoStore is the cause of the NodeError for a pause in [Compiled.Run],
	// which has no place to keep it.
	ErrNoStore = errors.New("stategraph: a pause needs a store: run the graph with an Engine")
	// ErrUnknownGraph means that Open was not given a graph of that name.
	ErrUnknownGraph = errors.New("unknown graph")
	// ErrUnknownThread means that no run was ever started on the thread.
	ErrUnknownThread = errors.New("unknown thread")
	// ErrUnknownPause means that the thread never had a pause with that ID.
	ErrUnknownPause = errors.New("unknown pause")
	// ErrAlreadyAnswered means that the pause was answered before, perhaps a
	// moment ago by another process. This answer was not used.
	ErrAlreadyAnswered = errors.New("pause already answered")
	// ErrThreadPaused means that a new turn was started on a thread that waits
	// for an answer.
	ErrThreadPaused = errors.New("thread is paused")
	// ErrThreadRunning means that a new turn was started on a thread that
	// another call or process runs, or that a killed process left behind.
	ErrThreadRunning = errors.New("thread is running")
	// ErrNotFailed means that Retry was called on a thread that did not fail.
	ErrNotFailed = errors.New("thread has not failed")
	// ErrPauseLost is the cause of the NodeError for a node that called
	// Interrupt and did not return its error.
	ErrPauseLost = errors.New("the error of Interrupt was not returned: return it unchanged or wrapped with %w")
	// ErrThreadExists means that Fork was given the name of a thread that is there.
	ErrThreadExists = errors.New("thread exists already")
	// ErrUnknownStep means that the thread has no step with that ID.
	ErrUnknownStep = errors.New("unknown step")
	// ErrThreadDeleting means that a deletion of the thread has begun and did
	// not end: call DeleteThread again.
	ErrThreadDeleting = errors.New("thread is being deleted")
	// ErrCancelled is what errors.Is finds in a [*CancelError].
	ErrCancelled = errors.New("cancelled")
	// ErrNotRunning means that Cancel found nothing to stop: the thread is done,
	// or failed.
	ErrNotRunning = errors.New("thread is neither running nor paused")
	// ErrExecutorInUse means that a living process has the executor ID that Open
	// was given.
	ErrExecutorInUse = errors.New("executor ID is in use")
	// ErrExecutorLost means that this process was not heard of for longer than
	// its lease and another one has taken its executor ID. Open a new engine.
	ErrExecutorLost = errors.New("executor ID was taken over by another process")
	// ErrClosed means that the engine was closed while the call waited. The
	// run goes on when its thread's executor opens an engine again.
	ErrClosed = errors.New("stategraph: engine is closed")
)

// ThreadError is an error about a thread, or about one of its pauses.
type ThreadError struct {
	Thread string
	Pause  string // the pause ID of a Resume, else ""
	Err    error
}

func (e *ThreadError) Error() string {
	if e.Pause != "" {
		return fmt.Sprintf("stategraph: thread %q, pause %q: %v", e.Thread, e.Pause, e.Err)
	}
	return fmt.Sprintf("stategraph: thread %q: %v", e.Thread, e.Err)
}

// Unwrap returns the cause.
func (e *ThreadError) Unwrap() error { return e.Err }

// NodeError is the failure of one activation: the node returned an error,
// panicked, wrote what the graph does not declare, lost a pause, or one of its
// routers or splitters failed.
type NodeError struct {
	Node  string // "sub/inner" for a node of a subgraph, "worker#2" for a fan-out task
	Step  int    // superstep of the graph that the node belongs to, from 1 over the whole thread
	Err   error  // its Go type is kept in the process that ran the node
	Stack string // of a panic, else ""

	Attempts int       // how often the node ran, see Retry
	Kind     ErrorKind // of Err, kept over a restart
}

func (e *NodeError) Error() string {
	if e.Attempts > 1 {
		return fmt.Sprintf("stategraph: node %q, step %d, after %d attempts: %v", e.Node, e.Step, e.Attempts, e.Err)
	}
	return fmt.Sprintf("stategraph: node %q, step %d: %v", e.Node, e.Step, e.Err)
}

// ErrorKind is what [KindOf] finds.
func (e *NodeError) ErrorKind() string { return string(e.Kind) }

// Unwrap returns the cause.
func (e *NodeError) Unwrap() error { return e.Err }

// CancelError says that the run was ended by [Engine.Cancel]. It is also the
// cause of the context of the nodes that ran then.
type CancelError struct {
	Node   string // who was to run, or ran, when the cancellation arrived; "" for a parked thread
	Step   int
	Reason string // as given to Cancel
}

func (e *CancelError) Error() string {
	s := "stategraph: cancelled"
	if e.Node != "" {
		s += fmt.Sprintf(" at node %q, step %d", e.Node, e.Step)
	}
	if e.Reason != "" {
		s += ": " + e.Reason
	}
	return s
}

// Is reports that the error is ErrCancelled.
func (e *CancelError) Is(target error) bool { return target == ErrCancelled }

// ConflictError says that a field without a reducer was written twice in one
// superstep. Nothing of that superstep was applied.
type ConflictError struct {
	Field         string
	First, Second string // the two nodes in merge order; equal when one node wrote twice
	Step          int
}

func (e *ConflictError) Error() string {
	if e.First == e.Second {
		return fmt.Sprintf("stategraph: node %q writes field %q twice in step %d, and the field has no reducer",
			e.First, e.Field, e.Step)
	}
	return fmt.Sprintf("stategraph: nodes %q and %q both write field %q in step %d, and the field has no reducer",
		e.First, e.Second, e.Field, e.Step)
}

// StepLimitError says that one call ran the greatest allowed number of
// supersteps and the graph still had something to do. [Engine.Retry] goes on
// with a new budget.
type StepLimitError struct {
	Graph string
	Limit int
	Next  []string // who would have run
}

func (e *StepLimitError) Error() string {
	return fmt.Sprintf("stategraph: graph %q is not done after %d steps, next would be %v", e.Graph, e.Limit, e.Next)
}

// AnswerError says that an answer did not decode into the type that the node
// asked for. The pause is still there, with the same ID.
type AnswerError struct {
	Pause string
	Err   error
}

func (e *AnswerError) Error() string {
	return fmt.Sprintf("stategraph: pause %q: answer refused: %v", e.Pause, e.Err)
}

// Unwrap returns the cause.
func (e *AnswerError) Unwrap() error { return e.Err }

// BuildError is one mistake in the construction of a graph. Compile joins all
// of them.
type BuildError struct {
	Graph string
	Pos   string // file:line of the builder call
	Msg   string
}

func (e *BuildError) Error() string {
	return fmt.Sprintf("%s: graph %q: %s", e.Pos, e.Graph, e.Msg)
}
