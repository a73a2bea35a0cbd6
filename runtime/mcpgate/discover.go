package mcpgate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/mcpgate/internal/observe"
	"github.com/skewlint/skewlint/runtime/mcpgate/internal/schema"
	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

const listMethod = "tools/list"

// Tool is a tool as a gateway has it.
type Tool struct {
	// Name is the prefixed name; Server is the source and Local the server's own name.
	Name, Server, Local string
	// Title and Description are the server's words, even where the source is trusted.
	Title, Description untrusted.Text
	// InputSchema and OutputSchema are as the server sent them; OutputSchema may be nil.
	InputSchema, OutputSchema json.RawMessage
	Annotations               Annotations
	// Config is what the program declared of the tool.
	Config ToolConfig
	// Mints are the keys of the result, and Spends those of the arguments, that hold handles; both sorted.
	Mints, Spends []string

	input, output *schema.Schema
	mints, spends map[string]*Handle
}

// Annotations are what a server says of a tool. They are hints: only where Trusted is true may anything depend on them.
type Annotations struct {
	// ReadOnly, Destructive, Idempotent and OpenWorld have the defaults of the protocol where the server is silent: a tool
	// of which nothing is said writes and destroys, is not idempotent and reaches the open world.
	ReadOnly, Destructive, Idempotent, OpenWorld bool
	// Stated reports whether the server sent any.
	Stated bool
	// Trusted is that of the source.
	Trusted bool
}

func annotationsOf(a *mcp.ToolAnnotations, trusted bool) Annotations {
	out := Annotations{Destructive: true, OpenWorld: true, Trusted: trusted}
	if a == nil {
		return out
	}
	out.Stated, out.ReadOnly, out.Idempotent = true, a.ReadOnlyHint, a.IdempotentHint
	if a.DestructiveHint != nil {
		out.Destructive = *a.DestructiveHint
	}
	if a.OpenWorldHint != nil {
		out.OpenWorld = *a.OpenWorldHint
	}
	if out.ReadOnly {
		out.Destructive = false // the hint has no meaning for tools that only read
	}
	return out
}

// ReadsOnly reports whether the tool is known to change nothing: by declaration, or by the word of a trusted server.
func (t Tool) ReadsOnly() bool {
	return t.Config.ReadOnly || (t.Annotations.Trusted && t.Annotations.ReadOnly)
}

// Definition is what a model is told of a tool. The description of a server that is not trusted is quoted.
type Definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// Definition returns what to tell a model.
func (t Tool) Definition() Definition {
	d := Definition{Name: t.Name, InputSchema: t.InputSchema}
	switch {
	case t.Description.IsZero():
	case t.Annotations.Trusted:
		d.Description = t.Description.Unsafe()
	default:
		d.Description = t.Description.Quote()
	}
	return d
}

// Failure is a source that could not be discovered.
type Failure struct {
	Server string
	Err    error
}

// Dropped is a tool that cannot be offered, because its schema is none.
type Dropped struct {
	Name, Problem string
}

// Discovery is what the servers offer to one principal.
type Discovery struct {
	// Tools are sorted by name.
	Tools []Tool
	// Failed are the optional sources that cost their tools, in the order of the configuration.
	Failed []Failure
	// Dropped are sorted by name.
	Dropped []Dropped
	// Handles are the classes of handles in force, declared and inferred, by source.
	Handles map[string][]Handle
}

// Tool returns the tool of the prefixed name.
func (d *Discovery) Tool(name string) (Tool, bool) {
	i, ok := slices.BinarySearchFunc(d.Tools, name, func(t Tool, name string) int { return strings.Compare(t.Name, name) })
	if !ok {
		return Tool{}, false
	}
	return d.Tools[i], true
}

// SourceError means that a required source failed.
type SourceError struct {
	Server string
	Err    error
}

func (e *SourceError) Error() string {
	return fmt.Sprintf("mcpgate: the required source %q failed: %v", e.Server, e.Err)
}

// Unwrap returns Err.
func (e *SourceError) Unwrap() error { return e.Err }

// Discover lists the tools of all sources for the principal of ctx, all at once and all pages. What a server listed
// before is served again while the server allows it, to nobody but those whom it allows. It fails with a [SourceError]
// where a source is required, and with a [ConfigError] when a key of the configuration fits no tool.
func (g *Gateway) Discover(ctx context.Context) (*Discovery, error) {
	lists := make([]*list, len(g.sources))
	errs := make([]error, len(g.sources))
	var wg sync.WaitGroup
	for i, s := range g.sources {
		wg.Go(func() { lists[i], errs[i] = s.listed(ctx, true) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("mcpgate: discovery ended by the caller: %w", context.Cause(ctx))
	}
	found := &Discovery{Handles: map[string][]Handle{}}
	for i, s := range g.sources {
		var config *ConfigError
		switch err := errs[i]; {
		case errors.As(err, &config):
			return nil, err
		case err != nil && s.cfg.Required:
			return nil, &SourceError{Server: s.cfg.Name, Err: err}
		case err != nil:
			found.Failed = append(found.Failed, Failure{Server: s.cfg.Name, Err: err})
			continue
		}
		g.collect(found, s.cfg.Name, lists[i])
	}
	slices.SortFunc(found.Tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(found.Dropped, func(a, b Dropped) int { return strings.Compare(a.Name, b.Name) })
	return found, nil
}

// collect adds what the view has of a list.
func (g *Gateway) collect(found *Discovery, server string, l *list) {
	for _, name := range l.names {
		if t := l.tools[name]; g.visible(t) {
			found.Tools = append(found.Tools, t)
		}
	}
	if len(g.allow) == 0 { // a view is not told of tools that it may not have
		found.Dropped = append(found.Dropped, l.dropped...)
	}
	for _, h := range l.handles {
		if h = g.seen(h, l); len(h.Mint)+len(h.Spend) > 0 {
			found.Handles[server] = append(found.Handles[server], h)
		}
	}
}

// seen is the class without the tools that the view does not have.
func (g *Gateway) seen(h Handle, l *list) Handle {
	hidden := func(tool, _ string) bool { return !g.visible(l.tools[tool]) }
	h.Mint, h.Spend = maps.Clone(h.Mint), maps.Clone(h.Spend)
	maps.DeleteFunc(h.Mint, hidden)
	maps.DeleteFunc(h.Spend, hidden)
	if h.Spend[h.Probe] == "" {
		h.Probe = ""
	}
	return h
}

// check looks for the keys of the configuration in the first list that the source gives.
func (s *source) check(l *list) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.checked {
		return nil
	}
	known := func(tool string) bool {
		_, ok := l.tools[tool]
		return ok || slices.ContainsFunc(l.dropped, func(d Dropped) bool { return d.Name == Prefixed(s.cfg.Name, tool) })
	}
	for _, key := range slices.Sorted(maps.Keys(s.core.cfg.Approval)) {
		if server, tool, _ := split(key); server == s.cfg.Name && !known(tool) {
			return &ConfigError{Key: key, Problem: "no such tool, so the rule would never be asked; the server has " + some(l.names)}
		}
	}
	for _, tool := range slices.Sorted(maps.Keys(s.cfg.Tools)) {
		if !known(tool) {
			return &ConfigError{Key: Prefixed(s.cfg.Name, tool), Problem: "declared and no such tool; the server has " + some(l.names)}
		}
	}
	for _, h := range s.cfg.Handles {
		if err := h.check(s.cfg.Name, l); err != nil {
			return err
		}
	}
	s.checked = true
	return nil
}

// some shows a few names.
func some(names []string) string {
	if len(names) > 10 {
		return strings.Join(names[:10], ", ") + fmt.Sprintf(" and %d more", len(names)-10)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// fetch asks the server for all pages.
func (s *source) fetch(ctx context.Context) (l *list, public bool, err error) {
	gate, err := s.connected(ctx)
	if err != nil {
		return nil, false, err
	}
	ctx, cancel := context.WithTimeout(ctx, gate.timeout)
	defer cancel()
	ctx, end := s.core.observe.Start(ctx, observe.Request{Method: listMethod, Server: s.cfg.Name, Protocol: gate.protocol()})
	defer func() { end(outcome(err)) }()
	p := pages{source: s, gate: gate, public: true}
	if err := p.all(ctx); err != nil {
		s.lost(gate, err)
		return nil, false, err
	}
	l, err = s.index(p.tools)
	if err != nil {
		return nil, false, err
	}
	l.expires = s.core.cfg.Now().Add(p.life)
	return l, p.public, nil
}

// pages collects the pages of one list. The list lives as long as the shortest of them, and is private if one is.
type pages struct {
	source *source
	gate   *Gate
	tools  []*mcp.Tool
	life   time.Duration
	public bool
}

func (p *pages) all(ctx context.Context) error {
	limits := p.source.cfg.Limits
	seen := map[string]bool{}
	cursor := ""
	for n := 1; ; n++ {
		if n > limits.Pages {
			return &LimitError{Server: p.gate.server, Tool: listMethod, What: "pages of tools", Got: n, Limit: limits.Pages}
		}
		page, hint, err := p.one(ctx, cursor)
		if err != nil {
			return p.gate.classify(ctx, listMethod, nil, err)
		}
		p.tools = append(p.tools, page.Tools...)
		if len(p.tools) > limits.Tools {
			return &LimitError{Server: p.gate.server, Tool: listMethod, What: "tools", Got: len(p.tools), Limit: limits.Tools}
		}
		if hint.life < p.life || n == 1 {
			p.life = max(hint.life, 0)
		}
		p.public = p.public && hint.public
		cursor = page.NextCursor
		if cursor == "" {
			return nil
		}
		if seen[cursor] {
			return &ProtocolError{Server: p.gate.server, Tool: listMethod, Message: "the list of tools leads back to a page that it had"}
		}
		seen[cursor] = true
	}
}

// one asks for a page.
func (p *pages) one(ctx context.Context, cursor string) (*mcp.ListToolsResult, hint, error) {
	meta := mcp.Meta(p.source.core.observe.Meta(ctx))
	params := &mcp.ListToolsParams{Meta: meta, Cursor: cursor}
	var h hint
	page, err := await(ctx, func() (*mcp.ListToolsResult, error) {
		if p.source.cfg.Session != nil {
			// By this way the session's own cache is left out, which knows no principals.
			return mcp.CallCustomMethod[*mcp.ListToolsParams, *mcp.ListToolsResult](ctx, p.gate.session, listMethod, params)
		}
		return p.gate.session.ListTools(context.WithValue(ctx, hintKey{}, &h), params)
	}, func(*mcp.ListToolsResult) {})
	if err != nil {
		return nil, hint{}, err
	}
	if p.source.cfg.Session != nil {
		h = hintOf(page)
	}
	return page, h, nil
}

// hint is what a server says of how long and for whom a list is good.
type hint struct {
	life   time.Duration
	public bool
}

type hintKey struct{}

// longestLife keeps a server from fixing a list for ever.
const longestLife = 24 * time.Hour

// hintOf reads the hint. Whatever is not plainly public is private.
func hintOf(page *mcp.ListToolsResult) hint {
	life := time.Duration(min(int64(page.TTLMs), longestLife.Milliseconds())) * time.Millisecond
	return hint{life: life, public: page.CacheScope == "public"}
}

// nothingShared takes the hint out of lists and resources before the SDK's session sees them: its cache would serve to
// every principal what the server sent for one.
func nothingShared(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if read, ok := res.(*mcp.ReadResourceResult); ok && err == nil && read != nil {
			read.TTLMs = 0
		}
		page, ok := res.(*mcp.ListToolsResult)
		if err != nil || !ok || page == nil {
			return res, err
		}
		if h, ok := ctx.Value(hintKey{}).(*hint); ok {
			*h = hintOf(page)
		}
		page.TTLMs = 0
		return page, nil
	}
}

// noOldQuestions tells no older server that a person can be asked: it would ask in the middle of a call, and a call that
// is under way cannot wait for weeks.
func noOldQuestions(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if p, ok := req.GetParams().(*mcp.InitializeParams); ok && p != nil && p.Capabilities != nil {
			p.Capabilities.Elicitation = nil
		}
		return next(ctx, method, req)
	}
}

// index turns what was listed into tools, or refuses it.
func (s *source) index(tools []*mcp.Tool) (*list, error) {
	l := &list{tools: map[string]Tool{}}
	folded := map[string]string{}
	for _, t := range tools {
		if t == nil {
			continue
		}
		name := &NameError{Server: s.cfg.Name, Tool: t.Name}
		if err := checkTool(s.cfg.Name, t.Name); err != nil {
			name.Problem = err.Error()
			return nil, name
		}
		if other, ok := folded[strings.ToLower(t.Name)]; ok {
			name.Problem = fmt.Sprintf("another tool is called %q", other)
			return nil, name
		}
		folded[strings.ToLower(t.Name)] = t.Name
		tool, problem := s.tool(t)
		if problem != "" {
			l.dropped = append(l.dropped, Dropped{Name: tool.Name, Problem: problem})
			continue
		}
		l.tools[t.Name] = tool
	}
	l.names = slices.Sorted(maps.Keys(l.tools))
	l.handles = slices.Clone(s.cfg.Handles)
	if s.cfg.InferHandles {
		l.handles = append(l.handles, infer(l, s.cfg.Handles)...)
	}
	attach(l)
	return l, nil
}

// tool makes a tool of what a server sent; problem says why it cannot be offered.
func (s *source) tool(t *mcp.Tool) (tool Tool, problem string) {
	origin := Prefixed(s.cfg.Name, t.Name)
	tool = Tool{
		Name: origin, Server: s.cfg.Name, Local: t.Name,
		Title: untrusted.From(origin, t.Title), Description: untrusted.From(origin, t.Description),
		Annotations: annotationsOf(t.Annotations, s.cfg.Trusted), Config: s.cfg.Tools[t.Name],
	}
	if n := len(t.Description) + len(t.Title); n > s.cfg.Limits.DescriptionBytes {
		return tool, fmt.Sprintf("its description has %d bytes, at most %d are allowed", n, s.cfg.Limits.DescriptionBytes)
	}
	var err error
	if tool.input, err = schema.Compile(t.InputSchema); err != nil {
		return tool, "its input schema is none: " + err.Error()
	}
	if tool.output, err = schema.Compile(t.OutputSchema); err != nil {
		return tool, "its output schema is none: " + err.Error()
	}
	tool.InputSchema, tool.OutputSchema = tool.input.Raw(), tool.output.Raw()
	return tool, ""
}

// NameError means that a server calls a tool what no tool may be called. The whole list is refused: a server that does
// this once is not to be trusted with the rest.
type NameError struct {
	Server, Tool string
	Problem      string
}

func (e *NameError) Error() string {
	return fmt.Sprintf("mcpgate: %s: the name %q of a tool is refused: %s", e.Server, oneLine(e.Tool), e.Problem)
}
