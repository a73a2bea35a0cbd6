package mcpgate

import (
	"context"
	"errors"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/mcpgate/internal/observe"
	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

const readMethod = "resources/read"

// Read reads a resource of a source, for the principal of ctx. What comes is untrusted and limited as the parts of a
// result are, and is kept for nobody. A view reads only from servers that it has a tool of; for others there is no such
// source. A failed read is repeated as the policy says, since reading changes nothing.
func (g *Gateway) Read(ctx context.Context, server, uri string) ([]Part, error) {
	src, err := g.readable(ctx, server)
	if err != nil {
		return nil, err
	}
	policy := g.cfg.Retry
	if policy.Now == nil {
		policy.Now = g.cfg.Now
	}
	var parts []Part
	attempt := 0
	_, err = policy.Do(ctx, passing, func(ctx context.Context) error {
		attempt++
		gate, err := src.connected(ctx)
		if err == nil {
			parts, err = g.readOnce(ctx, src, gate, uri, attempt)
		}
		return err
	})
	return parts, err
}

// passing reports whether an error may be gone the next time.
func passing(err error) bool {
	var broken *TransportError
	var late *TimeoutError
	return errors.As(err, &broken) || errors.As(err, &late)
}

// readable finds the source, where the view may read from it.
func (g *Gateway) readable(ctx context.Context, server string) (*source, error) {
	src := g.byName[server]
	if src == nil {
		return nil, &UnknownToolError{Name: server}
	}
	if len(g.allow) == 0 {
		return src, nil
	}
	l, err := src.listed(ctx, false)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(l.names, func(name string) bool { return g.visible(l.tools[name]) }) {
		return nil, &UnknownToolError{Name: server}
	}
	return src, nil
}

// readOnce makes one request and records it.
func (g *Gateway) readOnce(ctx context.Context, src *source, gate *Gate, uri string, attempt int) (parts []Part, err error) {
	ctx, cancel := context.WithTimeout(ctx, gate.timeout)
	defer cancel()
	ctx, end := g.observe.Start(ctx, observe.Request{
		Method: readMethod, Server: src.cfg.Name, Agent: g.agent, Protocol: gate.protocol(), Attempt: attempt,
	})
	defer func() { end(outcome(err)) }()
	res, err := await(ctx, func() (*mcp.ReadResourceResult, error) {
		params := &mcp.ReadResourceParams{Meta: g.observe.Meta(ctx), URI: uri}
		if src.cfg.Session != nil { // past the session's own cache, which knows no principals
			return mcp.CallCustomMethod[*mcp.ReadResourceParams, *mcp.ReadResourceResult](ctx, gate.session, readMethod, params)
		}
		return gate.session.ReadResource(ctx, params)
	}, func(*mcp.ReadResourceResult) {})
	if err != nil {
		err = gate.classify(ctx, readMethod, map[string]any{"uri": uri}, err)
		src.lost(gate, err)
		return nil, err
	}
	if res.NeedsInput() || len(res.InputRequests) > 0 || res.RequestState != "" {
		return nil, &InputRequiredError{Server: src.cfg.Name, Tool: readMethod, Requests: res.InputRequests, State: res.RequestState}
	}
	return src.contents(res.Contents, uri)
}

// contents turns what was read into parts, or refuses it.
func (s *source) contents(contents []*mcp.ResourceContents, uri string) ([]Part, error) {
	limits := s.cfg.Limits
	if len(contents) > limits.Parts {
		return nil, &LimitError{Server: s.cfg.Name, Tool: readMethod, What: "parts", Got: len(contents), Limit: limits.Parts}
	}
	size := 0
	parts := make([]Part, 0, len(contents))
	for i, c := range contents {
		if c == nil {
			continue
		}
		if size += len(c.URI) + len(c.Text) + len(c.Blob); size > limits.ResultBytes {
			return nil, &LimitError{Server: s.cfg.Name, Tool: readMethod, What: "bytes", Got: size, Limit: limits.ResultBytes}
		}
		var err error
		if c.URI != uri { // what the program asked for by name may have any scheme
			err = limits.address(c.URI)
		}
		if err == nil && c.MIMEType != "" {
			_, err = limits.allowed(c.MIMEType)
		}
		if err != nil {
			return nil, &ContentError{Server: s.cfg.Name, Tool: readMethod, Part: i, Problem: err.Error()}
		}
		origin := where(s.cfg.Name, c.URI)
		parts = append(parts, Part{Kind: ResourcePart, URI: c.URI, MIME: c.MIMEType, Data: c.Blob, Text: untrusted.From(origin, c.Text)})
	}
	return parts, nil
}
