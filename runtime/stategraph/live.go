package stategraph

import (
	"context"
	"slices"
	"sync"
)

// live is the runs that have something to do in this process: a segment at
// work, or a call that watches one. It joins them to what reaches them from
// outside, which is a cancellation, and to what they tell, which is events.
type live struct {
	mu   sync.Mutex
	runs map[string]*liveRun // by the workflow ID of the top segment
	idle func()              // called when no segment is at work any more
	work int
}

// liveRun is one run.
type liveRun struct {
	id       string
	graph    string
	thread   string
	ctx      context.Context
	cancel   context.CancelCauseFunc
	refs     int
	mu       sync.Mutex
	watchers []*watcher
}

// hold returns the run with that ID; release gives it back.
func (l *live) hold(id string) *liveRun {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.runs[id]
	if r == nil {
		ctx, cancel := context.WithCancelCause(context.Background())
		r = &liveRun{id: id, ctx: ctx, cancel: cancel}
		l.runs[id] = r
	}
	r.refs++
	return r
}

func (l *live) release(r *liveRun) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.refs--; r.refs == 0 {
		delete(l.runs, r.id)
		r.cancel(nil)
	}
}

// enter is hold for a segment that works on the run.
func (l *live) enter(seg segment) *liveRun {
	r := l.hold(seg.Run)
	r.mu.Lock()
	r.graph, r.thread = seg.Graph, seg.Thread
	r.mu.Unlock()
	l.mu.Lock()
	l.work++
	l.mu.Unlock()
	return r
}

func (l *live) leave(r *liveRun) {
	l.release(r)
	l.mu.Lock()
	l.work--
	var idle func()
	if l.work == 0 {
		idle = l.idle
	}
	l.mu.Unlock()
	if idle != nil {
		idle()
	}
}

// whenIdle has fn called once no segment is at work, perhaps at once.
func (l *live) whenIdle(fn func()) {
	once := sync.OnceFunc(fn)
	l.mu.Lock()
	l.idle = once
	now := l.work == 0
	l.mu.Unlock()
	if now {
		once()
	}
}

// ids lists the runs, sorted.
func (l *live) ids() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]string, 0, len(l.runs))
	for id := range l.runs {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// stop cancels the nodes of a run that are at work here.
func (l *live) stop(id string, cause error) {
	l.mu.Lock()
	r := l.runs[id]
	l.mu.Unlock()
	if r != nil {
		r.cancel(cause)
	}
}

// watch adds a watcher, which may be nil, and returns how to take it away.
func (l *live) watch(id string, w *watcher) func() {
	if w == nil {
		return func() {}
	}
	r := l.hold(id)
	r.mu.Lock()
	r.watchers = append(r.watchers, w)
	r.mu.Unlock()
	return func() {
		r.mu.Lock()
		r.watchers = slices.DeleteFunc(r.watchers, func(o *watcher) bool { return o == w })
		r.mu.Unlock()
		l.release(r)
	}
}

// tell hands an event to all watchers.
func (r *liveRun) tell(ev Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ev.Graph, ev.Thread = r.graph, r.thread
	for _, w := range r.watchers {
		w.send(ev)
	}
}

// join is ctx, cancelled also when the run is. It keeps what ctx carries.
func (r *liveRun) join(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(r.ctx, func() { cancel(context.Cause(r.ctx)) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
