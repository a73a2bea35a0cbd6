package mcpgate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate/internal/observe"
	"github.com/skewlint/skewlint/runtime/mcpgate/retry"
)

// Source is one server of a [Gateway]. Give it one of Dial, Transport and Session.
type Source struct {
	// Name is what the server is called in prefixed names, records and errors: letters, digits, _, - and ., without "__"
	// and without "_" at its end.
	Name string
	// Dial makes a transport. It is called again when a connection broke for good.
	Dial func(ctx context.Context) (mcp.Transport, error)
	// Transport is used once; when its connection breaks, the source is gone.
	Transport mcp.Transport
	// Session is opened and closed by the caller. Make its client as for [New]. A gateway cannot hear of changed lists on
	// it, see [Gateway.Invalidate], and asks through it only what its client announced.
	Session *mcp.ClientSession
	// Required makes a discovery fail with this source. Without it a failing source costs its own tools only.
	Required bool
	// Trusted believes the annotations of the server's tools and shows its descriptions to a model as they are.
	Trusted bool
	// Timeout is the deadline of each request. Default: [DefaultTimeout].
	Timeout time.Duration
	Limits  Limits
	// Tools says what is known of the server's tools, by the server's own names.
	Tools map[string]ToolConfig
	// Handles are the classes of handles that the server mints.
	Handles []Handle
	// InferHandles adds those that the list of tools shows: a property of one tool's result that another tool requires
	// under the same name and of the same simple type, and that the first does not take itself. Look at what is found in
	// [Discovery.Handles]: a name that two tools use for two things is taken for a handle too.
	InferHandles bool
}

// ToolConfig is what the program knows of a tool. It goes before what the server says of it.
type ToolConfig struct {
	// ReadOnly and Idempotent allow a repetition after a failure that leaves open whether the tool ran.
	ReadOnly, Idempotent bool
	// IdempotencyKey is the argument by which the server recognises a repetition. With a value under it the call may be
	// repeated too.
	IdempotencyKey string
	// MayAsk says that the tool may ask a person before it finishes. Where no pause is possible such a call is refused
	// before it is made.
	MayAsk bool
}

// Config is what a gateway is made of.
type Config struct {
	Sources []Source
	// Approval decides about calls, by the prefixed name of the tool. A key that no tool has is an error of [Open].
	Approval map[string]Rule
	// Otherwise decides about the tools that Approval does not name. Default: they are allowed.
	Otherwise Rule
	// Pauser lets a call wait for a person. Without it the gateway announces to no server that one can be asked, and
	// whatever would need a person is refused.
	Pauser Pauser
	// Retry says how often a call is repeated. Default: never.
	Retry retry.Policy
	// Now is the clock. Default: the system's.
	Now func() time.Time

	// Logger, Tracer and Meter take what happened; nil takes nothing. Arguments and results are recorded by size and
	// digest only, unless Unredacted, which puts them on spans.
	Logger     *slog.Logger
	Tracer     trace.TracerProvider
	Meter      metric.MeterProvider
	Unredacted bool
	// Propagator joins requests to the trace in their metadata. Default: W3C trace context.
	Propagator propagation.TextMapPropagator
}

// ConfigError is a configuration that cannot be meant, such as a rule for a tool that does not exist.
type ConfigError struct {
	// Key is what is wrong, such as the name of a source or the key of a rule.
	Key, Problem string
}

func (e *ConfigError) Error() string {
	return fmt.Sprintf("mcpgate: configuration of %q: %s", e.Key, e.Problem)
}

// Gateway is the door to several servers. It is safe for concurrent use. The zero Gateway is of no use: see [Open].
type Gateway struct {
	*core
	agent string
	allow []func(Tool) bool
}

// core is what the views of a gateway share.
type core struct {
	cfg     Config
	sources []*source
	byName  map[string]*source
	observe *observe.Observer
	stop    context.CancelFunc
}

// Open makes a gateway and discovers its tools once, for the principal of ctx: a required source that fails, and a key
// of the configuration that no tool has, are errors. Keys of optional sources that failed are checked when their source
// answers. The values of ctx are used for connecting, its cancellation ends Open only.
func Open(ctx context.Context, cfg Config) (*Gateway, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Sources = slices.Clone(cfg.Sources)
	cfg.Approval = maps.Clone(cfg.Approval)
	obs, err := observe.New(observe.Config{
		Tracer: cfg.Tracer, Meter: cfg.Meter, Propagator: cfg.Propagator, Logger: cfg.Logger,
		Unredacted: cfg.Unredacted, Now: cfg.Now,
	})
	if err != nil {
		return nil, fmt.Errorf("mcpgate: metrics: %w", err)
	}
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	c := &core{cfg: cfg, byName: map[string]*source{}, observe: obs, stop: stop}
	for _, s := range cfg.Sources {
		if err := c.add(life, s); err != nil {
			stop()
			return nil, err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(cfg.Approval)) {
		server, _, ok := split(key)
		if c.byName[server] == nil || !ok {
			stop()
			return nil, &ConfigError{Key: key, Problem: "no source has this prefix, so the rule would never be asked; " +
				"name the tool as server" + Between + "tool"}
		}
	}
	g := &Gateway{core: c}
	if _, err := g.Discover(ctx); err != nil {
		_ = g.Close()
		return nil, err
	}
	return g, nil
}

// add checks a source and takes it in.
func (c *core) add(life context.Context, s Source) error {
	if err := checkSource(s.Name); err != nil {
		return &ConfigError{Key: s.Name, Problem: "no name for a source: " + err.Error()}
	}
	if c.byName[s.Name] != nil {
		return &ConfigError{Key: s.Name, Problem: "two sources have this name"}
	}
	given := 0
	for _, is := range []bool{s.Dial != nil, s.Transport != nil, s.Session != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		return &ConfigError{Key: s.Name, Problem: "a source needs exactly one of Dial, Transport and Session"}
	}
	src := newSource(life, s, c)
	c.sources = append(c.sources, src)
	c.byName[s.Name] = src
	return nil
}

// Close ends the sessions that the gateway opened. A run that is resumed later needs a gateway that is still open, or a
// new one.
func (g *Gateway) Close() error {
	defer g.stop()
	var errs []error
	for _, s := range g.sources {
		if err := s.close(); err != nil {
			errs = append(errs, fmt.Errorf("mcpgate: %s: closing: %w", s.cfg.Name, err))
		}
	}
	return errors.Join(errs...)
}

// Invalidate forgets what a source listed, for programs that brought their own session and hear of a change there.
func (g *Gateway) Invalidate(server string) {
	if s := g.byName[server]; s != nil {
		s.invalidate()
	}
}

// Scope returns a view of the gateway for one agent, in which only the allowed tools exist: they are not listed, and a
// call of another is a call of an unknown tool. A view of a view has what both allow. It shares the sessions; closing it
// closes the gateway.
func (g *Gateway) Scope(agent string, allow func(Tool) bool) *Gateway {
	return &Gateway{core: g.core, agent: agent, allow: append(slices.Clone(g.allow), allow)}
}

// Only is [Gateway.Scope] with a list of prefixed names. A name that no tool has is an error, unless its source failed.
func (g *Gateway) Only(ctx context.Context, agent string, names ...string) (*Gateway, error) {
	found, err := g.Discover(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		server, _, _ := split(name)
		known := slices.ContainsFunc(found.Tools, func(t Tool) bool { return t.Name == name })
		down := slices.ContainsFunc(found.Failed, func(f Failure) bool { return f.Server == server })
		if !known && !down {
			return nil, &ConfigError{Key: name, Problem: "agent " + agent + " is allowed a tool that does not exist"}
		}
	}
	names = slices.Clone(names)
	return g.Scope(agent, func(t Tool) bool { return slices.Contains(names, t.Name) }), nil
}

// visible reports whether the view has the tool.
func (g *Gateway) visible(t Tool) bool {
	for _, allow := range g.allow {
		if !allow(t) {
			return false
		}
	}
	return true
}

// principal is on whose behalf ctx acts; empty in programs that know only one.
func principal(ctx context.Context) string {
	p, _ := custody.Principal(ctx)
	return p
}
