package mcpgate

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// source is a server of a gateway: its connection, and what it listed for whom.
type source struct {
	cfg  Source
	core *core
	life context.Context // ends with the gateway; connections hang on it

	dialing chan struct{} // holds one token; whoever has it may connect

	mu      sync.Mutex
	gate    *Gate
	used    error // why the transport cannot be used again
	checked bool  // the keys of the configuration were found in a list
	lists   map[audience]*list
	flights map[string]*flight
	age     int // counts invalidations
}

// audience is whom a list may be served to: everybody, or one principal.
type audience struct {
	public    bool
	principal string
}

// list is what a server listed.
type list struct {
	tools   map[string]Tool // by the server's own name
	names   []string        // sorted
	expires time.Time
	dropped []Dropped
	handles []Handle
}

// flight is a request for a list that several callers of one principal wait for.
type flight struct {
	done chan struct{}
	list *list
	err  error
}

// mostLists is how many lists of one server are kept. Beyond, those of other principals are forgotten.
const mostLists = 1000

func newSource(life context.Context, cfg Source, c *core) *source {
	cfg.Tools = maps.Clone(cfg.Tools)
	cfg.Handles = slices.Clone(cfg.Handles)
	cfg.Limits = cfg.Limits.withDefaults()
	s := &source{
		cfg: cfg, core: c, life: life, dialing: make(chan struct{}, 1),
		lists: map[audience]*list{}, flights: map[string]*flight{},
	}
	s.dialing <- struct{}{}
	if cfg.Session != nil {
		s.gate = New(cfg.Name, cfg.Session, s.options()...)
	}
	return s
}

func (s *source) options() []Option {
	return []Option{WithTimeout(s.cfg.Timeout), WithLimits(s.cfg.Limits), WithClock(s.core.cfg.Now)}
}

// connected returns the gate, and opens it when there is none.
func (s *source) connected(ctx context.Context) (*Gate, error) {
	if gate := s.current(); gate != nil {
		return gate, nil
	}
	select {
	case <-s.dialing:
	case <-ctx.Done():
		return nil, s.lone().classify(ctx, "", nil, context.Cause(ctx))
	}
	defer func() { s.dialing <- struct{}{} }()
	if gate := s.current(); gate != nil {
		return gate, nil
	}
	transport, err := s.transport(ctx)
	if err != nil {
		return nil, err
	}
	//nolint:contextcheck // a connection outlives the call that opened it
	gate, err := connect(s.life, s.cfg.Name, transport, dialing{
		asks: s.core.cfg.Pauser != nil, changed: s.invalidate, between: []mcp.Middleware{nothingShared, noOldQuestions},
	}, s.options())
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cfg.Transport != nil {
		s.used = err
	}
	s.gate = gate
	return gate, err
}

// lone is a gate without a session, to make errors with.
func (s *source) lone() *Gate { return New(s.cfg.Name, nil, s.options()...) }

func (s *source) current() *Gate {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gate
}

func (s *source) transport(ctx context.Context) (mcp.Transport, error) {
	s.mu.Lock()
	used := s.used
	s.mu.Unlock()
	switch {
	case used != nil:
		return nil, used
	case s.cfg.Dial == nil:
		return s.cfg.Transport, nil
	}
	t, err := s.cfg.Dial(ctx)
	if err != nil {
		return nil, &TransportError{Server: s.cfg.Name, Err: err, Repeatable: true}
	}
	return t, nil
}

// lost drops a connection that the SDK has given up, so that the next request opens another where that is possible.
func (s *source) lost(gate *Gate, err error) {
	broken := errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, mcp.ErrSessionMissing) || errors.Is(err, io.ErrClosedPipe)
	if s.cfg.Dial == nil || !broken {
		return
	}
	s.mu.Lock()
	mine := s.gate == gate
	if mine {
		s.gate = nil
	}
	s.mu.Unlock()
	if mine {
		go func() { _ = gate.Close() }() // it is broken already, and may wait for requests that do not know yet
	}
}

func (s *source) close() error {
	s.mu.Lock()
	gate := s.gate
	s.mu.Unlock()
	if gate == nil {
		return nil
	}
	return gate.Close()
}

// invalidate forgets all lists; a request that is under way is not kept.
func (s *source) invalidate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.lists)
	clear(s.flights) // whoever comes now does not join a request that was sent before
	s.age++
}

// listed returns what the server lists for the principal of ctx. Unless fresh is asked for, what it listed last will do.
// Callers of one principal share a request, which goes on when one of them gives up.
func (s *source) listed(ctx context.Context, fresh bool) (*list, error) {
	who := principal(ctx)
	s.mu.Lock()
	if l := s.kept(who, fresh); l != nil {
		s.mu.Unlock()
		return l, nil
	}
	f := s.flights[who]
	if f == nil {
		f = &flight{done: make(chan struct{})}
		s.flights[who] = f
		go s.fly(context.WithoutCancel(ctx), who, s.age, f)
	}
	s.mu.Unlock()
	select {
	case <-f.done:
		return f.list, f.err
	case <-ctx.Done():
		return nil, s.lone().classify(ctx, listMethod, nil, context.Cause(ctx))
	}
}

// kept returns the list that may be served to who.
func (s *source) kept(who string, fresh bool) *list {
	for _, a := range []audience{{public: true}, {principal: who}} {
		if l := s.lists[a]; l != nil && (!fresh || s.core.cfg.Now().Before(l.expires)) {
			return l
		}
	}
	return nil
}

// fly requests the list and keeps it for those whom it may be served to.
func (s *source) fly(ctx context.Context, who string, age int, f *flight) {
	l, public, err := s.fetch(ctx)
	if err == nil {
		err = s.check(l)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.flights[who] == f {
		delete(s.flights, who)
	}
	f.list, f.err = l, err
	if err != nil {
		f.list = nil
	} else if age == s.age {
		delete(s.lists, audience{public: true})
		delete(s.lists, audience{principal: who})
		s.makeRoom()
		s.lists[audience{public: public, principal: ifNot(public, who)}] = l
	}
	close(f.done)
}

// ifNot returns who for a private list.
func ifNot(public bool, who string) string {
	if public {
		return ""
	}
	return who
}

// makeRoom forgets all lists that have expired when there are too many, and then all.
func (s *source) makeRoom() {
	if len(s.lists) < mostLists {
		return
	}
	now := s.core.cfg.Now()
	maps.DeleteFunc(s.lists, func(_ audience, l *list) bool { return !now.Before(l.expires) })
	if len(s.lists) >= mostLists {
		clear(s.lists)
	}
}
