package stategraph

import (
	"context"
	"sync"
	"time"
)

// EventKind says what happened.
type EventKind string

// The kinds of events.
const (
	NodeStarted  EventKind = "started"  // an attempt of an activation begins
	NodeFinished EventKind = "finished" // its writes are about to be recorded
	NodePaused   EventKind = "paused"   // it waits for an answer
	NodeFailed   EventKind = "failed"   // no attempt is left, see Event.Err
	NodeRetrying EventKind = "retrying" // an attempt failed and another one follows
	NodeEmitted  EventKind = "emitted"  // the node called Emit, see Event.Name and Event.Data
	RunEnded     EventKind = "ended"    // the last one: the run is done, paused or failed
)

// Event is one piece of progress of a run.
type Event struct {
	Kind    EventKind
	Time    time.Time
	Thread  string // "" in Compiled.Run
	Graph   string // the top graph
	Node    string // as in Result.Ran; "" for RunEnded
	Step    int    // superstep of the graph that the node belongs to
	Attempt int    // from 1
	Err     error  // of NodeFailed and NodeRetrying
	Name    string // of NodeEmitted
	Data    any    // of NodeEmitted: the value itself, not a copy
	// Dropped is how many events were lost just before this one, because the
	// function that got them was slower than the run.
	Dropped int
}

// CallOption configures one call of Run, Start, Resume, Retry, Fork or Wait.
type CallOption func(*callConfig)

type callConfig struct {
	onEvent func(Event)
	buffer  int
}

// DefaultEventBuffer is how many events wait for a slow [OnEvent] function.
const DefaultEventBuffer = 256

// OnEvent shows the progress of the run to fn while the call waits for it. fn is
// called one event at a time in the goroutine of the caller, and the last one,
// RunEnded, always arrives unless the call gave up. The run never waits for fn:
// between them is a buffer, and what does not fit is dropped and counted.
//
// Events are for eyes, not for decisions: they exist in this process only, are
// not stored, and are told by the process that runs the node. A call that waits
// for a run in another process sees none of them but RunEnded. A node that a
// crash interrupted is told of again, one that was recorded is not.
func OnEvent(fn func(Event)) CallOption {
	return func(c *callConfig) { c.onEvent = fn }
}

// EventBuffer changes the number of events that wait for the function of
// [OnEvent]. It is at least 1.
func EventBuffer(n int) CallOption {
	return func(c *callConfig) { c.buffer = max(n, 1) }
}

// Emit tells whoever watches the run that something happened inside of a node,
// for example a part of a model's answer. It never blocks and does nothing when
// nobody watches, or outside of a node. data is handed over as it is and must
// not be changed afterwards.
func Emit(ctx context.Context, name string, data any) {
	if tell, _ := ctx.Value(emitKey{}).(func(Event)); tell != nil {
		tell(Event{Kind: NodeEmitted, Name: name, Data: data})
	}
}

type emitKey struct{}

// watcher is the buffer between a run and the function that wants its events.
type watcher struct {
	fn func(Event)
	ch chan Event

	mu      sync.Mutex
	dropped int
}

// newWatcher returns nil when the call wants no events.
func newWatcher(opts []CallOption) *watcher {
	cfg := callConfig{buffer: DefaultEventBuffer}
	for _, opt := range opts {
		if opt != nil {
			opt(&cfg)
		}
	}
	if cfg.onEvent == nil {
		return nil
	}
	return &watcher{fn: cfg.onEvent, ch: make(chan Event, cfg.buffer)}
}

// send files an event or counts it as dropped. It does not block.
func (w *watcher) send(ev Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	ev.Dropped = w.dropped
	select {
	case w.ch <- ev:
		w.dropped = 0
	default:
		w.dropped++
	}
}

// events is the channel to read from; nil, which never delivers, for a nil w.
func (w *watcher) events() <-chan Event {
	if w == nil {
		return nil
	}
	return w.ch
}

// end delivers what is still in the buffer and then RunEnded.
func (w *watcher) end(thread, graph string) {
	if w == nil {
		return
	}
	for {
		select {
		case ev := <-w.ch:
			w.fn(ev)
			continue
		default:
		}
		break
	}
	w.mu.Lock()
	lost := w.dropped
	w.mu.Unlock()
	w.fn(Event{Kind: RunEnded, Time: time.Now(), Thread: thread, Graph: graph, Dropped: lost})
}

// watch calls run and shows its events to w meanwhile.
func watch[T any](w *watcher, run func() T) T {
	if w == nil {
		return run()
	}
	done := make(chan T, 1)
	go func() { done <- run() }()
	for {
		select {
		case ev := <-w.events():
			w.fn(ev)
		case out := <-done:
			return out
		}
	}
}
