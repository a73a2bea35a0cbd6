package mcpgate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/skewlint/skewlint/runtime/custody"
)

// Handle is a class of handles that a server mints, declared once.
type Handle struct {
	// Mint says which tools return one, and under which key of the structured content (see [Result.Handles]).
	Mint map[string]string
	// Spend says which tools take one, and under which argument.
	Spend map[string]string
	// Probe is one of the tools under Spend that changes nothing; the server is asked through it whether a handle is
	// alive. Empty: there is none, and the call that spends is the first to know.
	Probe string
	// Reading are the options of the probe, see [Gate.Probe].
	Reading []ProbeOption
	// Lifetime is what the server declared. The zero value is unknown.
	Lifetime custody.Lifetime
	// AlwaysProbe asks the server even while the lifetime runs.
	AlwaysProbe bool
	// Inferred says that the class was taken from the list of tools.
	Inferred bool
}

// HandleError means that a call was not made because of a handle among its arguments, or that the server no longer knows
// a handle that it was made with. Route it by Result.Verdict: [custody.Gone] and [custody.Absent] mean that the handle
// cannot be spent, [custody.Unknown] says nothing about it.
type HandleError struct {
	Server, Tool string
	// Key is the argument.
	Key string
	// Result is what the check said.
	Result custody.Result
	// Err is the error of the call, when the call was made.
	Err error
}

func (e *HandleError) Error() string {
	text := fmt.Sprintf("mcpgate: %s: the handle in %q is %s: %s", where(e.Server, e.Tool), e.Key, e.Result.Verdict, e.Result.Reason)
	if e.Err != nil {
		return text + "; the tool was called and refused: " + e.Err.Error()
	}
	if e.Result.Err != nil {
		text += ": " + e.Result.Err.Error()
	}
	return text + "; the tool was not called"
}

// Unwrap returns the errors of the check and of the call.
func (e *HandleError) Unwrap() []error {
	return slices.DeleteFunc([]error{e.Result.Err, e.Err}, func(err error) bool { return err == nil })
}

// RawHandleError means that an argument which holds a handle was given as something else than a record. A handle without
// its record says nothing of whose it is.
type RawHandleError struct {
	Server, Tool, Key string
	// Got is the type of what was given.
	Got string
}

func (e *RawHandleError) Error() string {
	return fmt.Sprintf("mcpgate: %s: %q takes a handle and got a %s; pass the custody.Record that the mint returned; the tool was not called",
		where(e.Server, e.Tool), e.Key, e.Got)
}

// check looks for the tools and keys of a class in what the server lists.
func (h Handle) check(server string, l *list) error {
	wrong := func(tool, problem string) error {
		return &ConfigError{Key: Prefixed(server, tool), Problem: "declared for a handle, and " + problem}
	}
	if len(h.Mint) == 0 {
		return &ConfigError{Key: server, Problem: "a class of handles without a tool that mints"}
	}
	if h.Probe != "" && h.Spend[h.Probe] == "" {
		return wrong(h.Probe, "the probe is not among the tools that take the handle")
	}
	for _, tool := range keysOf(h.Mint) {
		t, ok := l.tools[tool]
		if !ok {
			return wrong(tool, "there is no such tool; the server has "+some(l.names))
		}
		if props := t.output.Properties(); len(props) > 0 && !hasPath(props, h.Mint[tool]) {
			return wrong(tool, fmt.Sprintf("its result has no %q, only %s", h.Mint[tool], some(keysOf(props))))
		}
	}
	for _, tool := range keysOf(h.Spend) {
		t, ok := l.tools[tool]
		if !ok {
			return wrong(tool, "there is no such tool; the server has "+some(l.names))
		}
		if props := t.input.Properties(); len(props) > 0 {
			if _, ok := props[h.Spend[tool]]; !ok {
				return wrong(tool, fmt.Sprintf("it takes no %q, only %s", h.Spend[tool], some(keysOf(props))))
			}
		}
	}
	return nil
}

// attach notes at each tool which of its keys hold handles.
func attach(l *list) {
	for _, name := range l.names {
		t := l.tools[name]
		t.mints, t.spends = map[string]*Handle{}, map[string]*Handle{}
		for i := range l.handles {
			if key := l.handles[i].Mint[name]; key != "" {
				t.mints[key] = &l.handles[i]
			}
			if key := l.handles[i].Spend[name]; key != "" {
				t.spends[key] = &l.handles[i]
			}
		}
		t.Mints, t.Spends = keysOf(t.mints), keysOf(t.spends)
		l.tools[name] = t
	}
}

// infer finds classes in the list: a property of one tool's result that another tool requires, of the same name and the
// same simple type, and that the first tool does not itself take. What is declared already is left out.
func infer(l *list, declared []Handle) []Handle {
	byKey := map[string]*Handle{}
	for _, minting := range l.names {
		m := l.tools[minting]
		taken := m.input.Properties()
		for key, out := range m.output.Properties() {
			if _, takes := taken[key]; takes || out.Enum || (out.Type != "string" && out.Type != "integer") {
				continue
			}
			if slices.ContainsFunc(declared, func(h Handle) bool { return h.Mint[minting] == key }) {
				continue
			}
			for _, spending := range l.names {
				in, ok := l.tools[spending].input.Properties()[key]
				if !ok || spending == minting || !in.Required || in.Enum || in.Type != out.Type || in.Format != out.Format {
					continue
				}
				if slices.ContainsFunc(declared, func(h Handle) bool { return h.Spend[spending] == key }) {
					continue
				}
				if byKey[key] == nil {
					byKey[key] = &Handle{Mint: map[string]string{}, Spend: map[string]string{}, Inferred: true}
				}
				byKey[key].Mint[minting], byKey[key].Spend[spending] = key, key
			}
		}
	}
	var out []Handle
	for _, key := range keysOf(byKey) {
		out = append(out, *byKey[key])
	}
	return out
}

// spent is a handle among the arguments of a call.
type spent struct {
	key    string
	record custody.Record
	class  *Handle
}

// checkHandles asks about every handle that the call spends.
func (c *toolCall) checkHandles(ctx context.Context) error {
	for _, s := range c.spent {
		if res := c.verdict(ctx, s.record, s.class, false); !spendable(res) {
			return &HandleError{Server: c.tool.Server, Tool: c.tool.Local, Key: s.key, Result: res}
		}
	}
	return nil
}

// spend puts the values of handles in the place of their records.
func (c *toolCall) spend(args map[string]any) (map[string]any, error) {
	out := make(map[string]any, len(args))
	for _, key := range keysOf(args) {
		record, isRecord := recordOf(args[key])
		class := c.tool.spends[key]
		switch {
		case class == nil && isRecord:
			return nil, &ConfigError{Key: c.tool.Name, Problem: fmt.Sprintf(
				"%q got a custody record and is not declared to take a handle; it has %s", key, some(c.tool.Spends))}
		case class == nil:
			out[key] = args[key]
		case !isRecord:
			return nil, &RawHandleError{Server: c.tool.Server, Tool: c.tool.Local, Key: key, Got: fmt.Sprintf("%T", args[key])}
		default:
			c.spent = append(c.spent, spent{key, record, class})
			out[key] = c.wire(key, record.Value)
		}
	}
	return out, nil
}

func recordOf(v any) (custody.Record, bool) {
	switch v := v.(type) {
	case custody.Record:
		return v, true
	case *custody.Record:
		if v == nil {
			return custody.Record{}, true
		}
		return *v, true
	}
	return custody.Record{}, false
}

// spendable lets a handle through about which nothing speaks against it, and one that nobody can be asked about: then the
// call that spends is the first to know.
func spendable(res custody.Result) bool {
	return res.Verdict == custody.OK || (res.Verdict == custody.Unknown && errors.Is(res.Err, custody.ErrNoProbe))
}

// verdict checks a record. A record of another server or another class is no handle for this call.
func (c *toolCall) verdict(ctx context.Context, r custody.Record, class *Handle, always bool) custody.Result {
	if !r.IsZero() && r.Server != c.tool.Server {
		return custody.Result{Verdict: custody.Absent, Reason: fmt.Sprintf("it was minted by the server %q", r.Server)}
	}
	if !r.IsZero() && class.Mint[r.Tool] == "" {
		return custody.Result{Verdict: custody.Absent, Reason: fmt.Sprintf("it was minted by %q, which mints other handles", r.Tool)}
	}
	opts := []custody.Option{custody.WithClock(c.gw.cfg.Now)}
	if always || class.AlwaysProbe {
		opts = append(opts, custody.AlwaysProbe())
	}
	return custody.Check(ctx, r, c.probe(class), opts...)
}

// probe is how the server is asked; nil where there is no tool for it, or where the call is itself the probe.
func (c *toolCall) probe(class *Handle) custody.Probe {
	if class.Probe == "" || class.Probe == c.tool.Local {
		return nil
	}
	return c.src.probe(class)
}

func (s *source) probe(class *Handle) custody.Probe {
	return func(ctx context.Context, r custody.Record) (bool, error) {
		gate, err := s.connected(ctx)
		if err != nil {
			return false, err
		}
		return gate.Probe(class.Probe, class.Spend[class.Probe], class.Reading...)(ctx, r)
	}
}

// wire gives the value of a handle the type that the tool's schema wants.
func (c *toolCall) wire(key, value string) any {
	if c.tool.input.Properties()[key].Type == "integer" {
		return numberOf(value)
	}
	return value
}

// afterSpending asks once more about the handles of a call that the tool refused: between check and spend there is a gap,
// and an error result can mean anything.
func (c *toolCall) afterSpending(ctx context.Context, err error) error {
	var refused *ToolError
	if !errors.As(err, &refused) {
		return err
	}
	for _, s := range c.spent {
		if s.class.Probe == "" || s.class.Probe == c.tool.Local {
			continue
		}
		if res := c.verdict(ctx, s.record, s.class, true); res.Verdict == custody.Gone {
			return &HandleError{Server: c.tool.Server, Tool: c.tool.Local, Key: s.key, Result: res, Err: err}
		}
	}
	return err
}

// mint wraps the handles of a result.
func (c *toolCall) mint(ctx context.Context, res *Result) error {
	if len(c.tool.Mints) == 0 {
		return nil
	}
	found, err := res.Handles(c.tool.Mints...)
	if err != nil {
		return err
	}
	raw, err := marshal(c.args)
	if err != nil {
		return err
	}
	res.Records = make(map[string]custody.Record, len(found))
	for key, value := range found {
		res.Records[key] = custody.Record{
			Value: value, Server: c.tool.Server, Tool: c.tool.Local, Principal: principal(ctx),
			MintedAt: c.begun.UTC(), Lifetime: c.tool.mints[key].Lifetime, Inputs: raw,
		}
	}
	return nil
}

// Check says whether the run of ctx may spend a handle that this gateway minted, as [custody.Check] does, with the probe
// that its class declares. [Gateway.Call] does the same for what it spends; use Check to route before.
func (g *Gateway) Check(ctx context.Context, r custody.Record) custody.Result {
	var probe custody.Probe
	opts := []custody.Option{custody.WithClock(g.cfg.Now)}
	if src := g.byName[r.Server]; src != nil && !r.IsZero() {
		l, err := src.listed(ctx, false)
		if err != nil {
			return custody.Result{Verdict: custody.Unknown, Reason: "the server's tools are not known", Err: err}
		}
		for i := range l.handles {
			class := &l.handles[i]
			if class.Mint[r.Tool] == "" {
				continue
			}
			if class.Probe != "" {
				probe = src.probe(class)
			}
			if class.AlwaysProbe {
				opts = append(opts, custody.AlwaysProbe())
			}
		}
	}
	return custody.Check(ctx, r, probe, opts...)
}
