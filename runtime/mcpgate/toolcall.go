package mcpgate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate/internal/observe"
	"github.com/skewlint/skewlint/runtime/mcpgate/retry"
)

// CallOption changes one call.
type CallOption func(*toolCall)

// Key passes id under the argument that the tool is declared to recognise repetitions by. Make it of what stays the same
// when a node runs again: the thread, the action, a digest of what is done.
func Key(id string) CallOption { return func(c *toolCall) { c.idempotency = id } }

// CallID tells two calls apart that have the same tool and the same arguments and may wait at once, for instance by the
// id that a model gave each. It must be the same when the call is repeated.
func CallID(id string) CallOption { return func(c *toolCall) { c.id = id } }

// UnknownToolError means that there is no such tool for this caller. A view says the same of tools that it must not have.
type UnknownToolError struct {
	Name string
}

func (e *UnknownToolError) Error() string {
	return fmt.Sprintf("mcpgate: there is no tool %q here; names are server%stool as Discover lists them", oneLine(e.Name), Between)
}

// ArgumentError means that arguments do not fit the tool's schema. Nothing was sent.
type ArgumentError struct {
	Server, Tool string
	Problem      string // without the values
}

func (e *ArgumentError) Error() string {
	return fmt.Sprintf("mcpgate: %s: the arguments do not fit the tool's input schema: %s; nothing was sent", where(e.Server, e.Tool), oneLine(e.Problem))
}

// SchemaError means that the structured content does not fit the output schema that the server itself gave. The tool has
// run.
type SchemaError struct {
	Server, Tool string
	Problem      string
}

func (e *SchemaError) Error() string {
	return fmt.Sprintf("mcpgate: %s: the tool ran, and its result does not fit its own output schema: %s; do not use it",
		where(e.Server, e.Tool), oneLine(e.Problem))
}

// toolCall is one call of a tool through a gateway.
type toolCall struct {
	gw          *Gateway
	src         *source
	gate        *Gate // the connection that was there when the call began
	tool        Tool
	args        map[string]any // as they are sent
	spent       []spent
	begun       time.Time // before the first request: no lifetime is taken for longer than it is
	id          string
	idempotency string
	one         *string // takes the key of the one handle that is to be minted
}

// Call calls a tool by its prefixed name, after it has checked everything that can be: that the view has the tool, that
// the handles among the arguments may be spent, that the arguments fit the schema, that the policy allows it, that a
// person can be asked if one may have to be. Under the keys that hold handles the arguments are [custody.Record]s.
//
// A call that has to wait for a person fails with the error of the [Pauser], which the caller must return as it is; the
// call is made again, with the same arguments, when there is an answer. Every other failure is one of the typed errors of
// this package.
//
// The tool's definition is that of the last discovery for the same principal; without one the server is asked.
func (g *Gateway) Call(ctx context.Context, name string, args map[string]any, opts ...CallOption) (*Result, error) {
	c, err := g.prepare(ctx, name, args, opts)
	if err == nil {
		err = c.permitted(ctx)
	}
	if err != nil {
		g.notMade(ctx, name, err)
		return nil, err
	}
	c.begun = g.cfg.Now()
	res, err := c.run(ctx)
	if err != nil {
		return nil, c.afterSpending(ctx, err)
	}
	if err := c.fits(res); err != nil {
		return nil, err
	}
	if err := c.mint(ctx, res); err != nil {
		return nil, err
	}
	return res, nil
}

// notMade records a call that ended before it was made, for those who look into what an agent tried.
func (g *Gateway) notMade(ctx context.Context, name string, err error) {
	server, tool, _ := split(name)
	var unknown *UnknownToolError
	if errors.As(err, &unknown) { // a name that somebody made up is not for logs
		tool = ""
		if g.byName[server] == nil {
			server = ""
		}
	}
	g.observe.NotMade(ctx, observe.Request{Server: server, Tool: tool, Agent: g.agent}, refusal(err))
}

// refusal names the class of an error for records.
func refusal(err error) string {
	var policy *PolicyError
	var handle *HandleError
	switch {
	case errors.As(err, &policy):
		return string(policy.Why)
	case errors.As(err, &handle):
		return "handle " + handle.Result.Verdict.String()
	}
	var raw *RawHandleError
	var args *ArgumentError
	var unknown *UnknownToolError
	switch {
	case errors.As(err, &raw):
		return "handle without record"
	case errors.As(err, &args):
		return "arguments"
	case errors.As(err, &unknown):
		return "no such tool"
	}
	return "paused or failed"
}

// prepare finds the tool and turns the arguments into what is sent.
func (g *Gateway) prepare(ctx context.Context, name string, args map[string]any, opts []CallOption) (*toolCall, error) {
	server, local, ok := split(name)
	src := g.byName[server]
	if !ok || src == nil {
		return nil, &UnknownToolError{Name: name}
	}
	l, err := src.listed(ctx, false)
	if err != nil {
		return nil, err
	}
	tool, ok := l.tools[local]
	if !ok || !g.visible(tool) {
		return nil, &UnknownToolError{Name: name}
	}
	c := &toolCall{gw: g, src: src, tool: tool}
	for _, opt := range opts {
		opt(c)
	}
	if c.one != nil {
		if len(tool.Mints) != 1 {
			return nil, &ConfigError{Key: name, Problem: fmt.Sprintf(
				"it is declared to mint %d handles and Mint wants one; it was not called", len(tool.Mints))}
		}
		*c.one = tool.Mints[0]
	}
	if c.gate, err = src.connected(ctx); err != nil {
		return nil, err
	}
	if c.args, err = c.spend(args); err != nil {
		return nil, err
	}
	if c.idempotency != "" {
		if tool.Config.IdempotencyKey == "" {
			return nil, &ConfigError{Key: name, Problem: "a key was given for the call, and no IdempotencyKey is declared to pass it under"}
		}
		c.args[tool.Config.IdempotencyKey] = c.idempotency
	}
	return c, c.validate()
}

// validate checks the arguments against the tool's schema.
func (c *toolCall) validate() error {
	raw, err := json.Marshal(c.args)
	if err != nil {
		return &ArgumentError{Server: c.tool.Server, Tool: c.tool.Local, Problem: "they are no JSON"}
	}
	var decoded map[string]any
	if err := json.Unmarshal(raw, &decoded); err != nil {
		return &ArgumentError{Server: c.tool.Server, Tool: c.tool.Local, Problem: "they are no JSON object"}
	}
	if err := c.tool.input.Validate(decoded); err != nil {
		return &ArgumentError{Server: c.tool.Server, Tool: c.tool.Local, Problem: redact(err.Error(), c.args)}
	}
	return nil
}

// fits checks the result against the tool's schema.
func (c *toolCall) fits(res *Result) error {
	if c.tool.output == nil {
		return nil
	}
	wrong := &SchemaError{Server: c.tool.Server, Tool: c.tool.Local}
	if res.Structured == nil {
		wrong.Problem = "there is no structured content"
		return wrong
	}
	if err := c.tool.output.Validate(res.Structured); err != nil {
		wrong.Problem = redact(err.Error(), c.args)
		return wrong
	}
	return nil
}

// repeatable reports whether the call may be made again when nobody knows whether the tool ran.
func (c *toolCall) repeatable() bool {
	cfg, hints := c.tool.Config, c.tool.Annotations
	if c.tool.ReadsOnly() || cfg.Idempotent || (hints.Trusted && hints.Idempotent) {
		return true
	}
	key, _ := c.args[cfg.IdempotencyKey].(string)
	return cfg.IdempotencyKey != "" && key != ""
}

// again says whether an error allows another attempt. A tool's own error, a refusal and whatever says that the tool ran
// are final.
func (c *toolCall) again(err error) bool {
	var asked *InputRequiredError
	var broken *TransportError
	var late *TimeoutError
	switch {
	case errors.As(err, &asked):
		return len(asked.Requests) == 0 // the server is busy and says so: it has done nothing
	case errors.As(err, &broken), errors.As(err, &late):
		return c.repeatable()
	}
	return false
}

// send makes one request with retries. said and state belong to the round.
func (c *toolCall) send(ctx context.Context, r request) (*Result, error) {
	var res *Result
	attempt := 0
	policy := c.gw.cfg.Retry
	if policy.Now == nil {
		policy.Now = c.gw.cfg.Now
	}
	_, err := policy.Do(ctx, c.again, func(ctx context.Context) error {
		attempt++
		gate, err := c.src.connected(ctx)
		if err != nil {
			return err
		}
		res, err = c.once(ctx, gate, r, attempt)
		var asked *InputRequiredError
		if errors.As(err, &asked) && len(asked.Requests) == 0 {
			r.state = asked.State // a server that is busy wants its state back, too
		}
		return err
	})
	return res, err
}

// once makes one request and records it.
func (c *toolCall) once(ctx context.Context, gate *Gate, r request, attempt int) (res *Result, err error) {
	raw, _ := json.Marshal(c.args) // was marshalled before
	ctx, end := c.gw.observe.Start(ctx, observe.Request{
		Method: "tools/call", Server: c.tool.Server, Tool: c.tool.Local, Agent: c.gw.agent, Protocol: gate.protocol(),
		Attempt: attempt, Arguments: raw,
	})
	defer func() {
		out := outcome(err)
		if res != nil {
			out.Result, _ = json.Marshal(res.Structured)
		}
		end(out)
	}()
	r.tool, r.args, r.meta, r.repeatable = c.tool.Local, maps.Clone(c.args), c.gw.observe.Meta(ctx), c.repeatable()
	res, err = gate.send(ctx, r)
	if err != nil {
		c.src.lost(gate, err)
	}
	return res, err
}

// outcome names the class of an error for records, as the conventions want it.
func outcome(err error) observe.Outcome {
	var (
		tool     *ToolError
		protocol *ProtocolError
		asked    *InputRequiredError
		broken   *TransportError
		late     *TimeoutError
	)
	switch {
	case err == nil, errors.As(err, &asked): // a question is no failure
		return observe.Outcome{}
	case errors.As(err, &tool):
		return observe.Outcome{Type: "tool_error"}
	case errors.As(err, &protocol):
		code := strconv.FormatInt(protocol.Code, 10)
		return observe.Outcome{Type: code, Code: code}
	case errors.As(err, &late):
		return observe.Outcome{Type: "timeout"}
	case errors.As(err, &broken):
		return observe.Outcome{Type: "transport_error"}
	case errors.Is(err, context.Canceled):
		return observe.Outcome{Type: "cancelled"}
	default:
		return observe.Outcome{Type: "_OTHER"}
	}
}

// Mint calls a tool that mints one handle, as it is declared, and returns the record.
func (g *Gateway) Mint(ctx context.Context, name string, args map[string]any, opts ...CallOption) (custody.Record, error) {
	one := ""
	opts = append(slices.Clone(opts), func(c *toolCall) { c.one = &one })
	res, err := g.Call(ctx, name, args, opts...)
	if err != nil {
		return custody.Record{}, err
	}
	return res.Records[one], nil
}

// Retries lets everything that is called with the returned context repeat n times altogether; see [retry.WithBudget].
func Retries(ctx context.Context, n int) context.Context {
	ctx, _ = retry.WithBudget(ctx, n)
	return ctx
}

// protocol is the revision that was agreed on with the server.
func (g *Gate) protocol() string {
	if g.session == nil {
		return ""
	}
	if init := g.session.InitializeResult(); init != nil {
		return init.ProtocolVersion
	}
	return ""
}

// marshal gives the arguments as JSON, with null for none.
func marshal(args map[string]any) (json.RawMessage, error) { return json.Marshal(args) }

// keysOf are the keys of a map, sorted.
func keysOf[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
