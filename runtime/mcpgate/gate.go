package mcpgate

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// DefaultTimeout is the deadline of a call, and of connecting, unless [WithTimeout] says otherwise.
const DefaultTimeout = 30 * time.Second

// Gate calls the tools of one server. It is safe for concurrent use.
type Gate struct {
	server  string
	session *mcp.ClientSession
	timeout time.Duration
	now     func() time.Time
	limits  Limits
	close   func() error
}

// Option changes how a gate works.
type Option func(*Gate)

// WithTimeout sets how long a call may take; a deadline of the caller's context that comes earlier wins. A duration that
// is not positive leaves [DefaultTimeout], since a call that nothing ends is what the gate exists to prevent.
func WithTimeout(d time.Duration) Option {
	return func(g *Gate) {
		if d > 0 {
			g.timeout = d
		}
	}
}

// WithClock sets where [Gate.Mint] takes the time from.
func WithClock(now func() time.Time) Option { return func(g *Gate) { g.now = now } }

// WithLimits sets what a result may be; see [Limits].
func WithLimits(l Limits) Option { return func(g *Gate) { g.limits = l.withDefaults() } }

// Connect opens a session over t; use t for nothing else. server is the name that records and errors use. The session
// outlives the deadline of connecting, but a transport may keep a stream on ctx: pass one that lives as long as the gate.
// It fails with a [TransportError] or a [TimeoutError].
func Connect(ctx context.Context, server string, t mcp.Transport, opts ...Option) (*Gate, error) {
	return connect(ctx, server, t, dialing{}, opts)
}

// dialing is what differs between a lone gate and a source of a gateway.
type dialing struct {
	asks    bool             // announce that a person can be asked
	changed func()           // called when the server's list of tools changes
	between []mcp.Middleware // around what is sent
}

func (d dialing) client() *mcp.Client {
	options := &mcp.ClientOptions{
		Capabilities:   &mcp.ClientCapabilities{},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}, // a question must reach the caller, not be answered here
	}
	if d.asks {
		options.Capabilities.Elicitation = &mcp.ElicitationCapabilities{
			Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{},
		}
	}
	if d.changed != nil {
		options.ToolListChangedHandler = func(context.Context, *mcp.ToolListChangedRequest) { d.changed() }
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "skewlint-mcpgate", Version: "v0"}, options)
	client.AddSendingMiddleware(d.between...)
	return client
}

func connect(ctx context.Context, server string, t mcp.Transport, d dialing, opts []Option) (*Gate, error) {
	g := New(server, nil, opts...)
	// Not WithTimeout: that would cut streams that hang on the context when connecting is long done.
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(g.timeout, func() { cancel(context.DeadlineExceeded) })
	client := d.client()
	session, err := await(ctx, func() (*mcp.ClientSession, error) { return client.Connect(ctx, t, nil) }, discard)
	if err == nil && !timer.Stop() {
		discard(session)
		err = context.DeadlineExceeded
	}
	if err != nil {
		timer.Stop()
		defer cancel(nil)
		return nil, g.classify(ctx, "", nil, err)
	}
	g.session = session
	g.close = func() error {
		defer cancel(nil)
		return session.Close()
	}
	return g, nil
}

// discard closes a session that came too late; there is nobody left to tell.
func discard(s *mcp.ClientSession) { _ = s.Close() }

// New makes a gate for a session that the caller opened and closes. Make its client with
// MultiRoundTripOptions{Disabled: true}; otherwise the SDK answers a server's questions by itself, or fails with an error
// that the gate can only report as a [TransportError].
func New(server string, s *mcp.ClientSession, opts ...Option) *Gate {
	g := &Gate{server: server, session: s, timeout: DefaultTimeout, now: time.Now, limits: Limits{}.withDefaults(), close: func() error { return nil }}
	for _, opt := range opts {
		opt(g)
	}
	return g
}

// Server returns the name that records and errors use for the server.
func (g *Gate) Server() string { return g.server }

// Close ends the session if [Connect] opened it. A run that is resumed later needs a gate that is still open.
func (g *Gate) Close() error { return g.close() }
