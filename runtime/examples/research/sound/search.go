package main

import (
	"context"
	"errors"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// need says what becomes of a run without a source.
type need bool

const (
	required need = true  // the run fails, and can be tried again
	optional need = false // the report says so
)

// searcher makes the node that searches one server. It writes what it found and what it could not get, and nothing that
// another search writes without a reducer.
func (a *assistant) searcher(server string, is need) stategraph.NodeFunc {
	return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		ctx, cancel := limited(ctx)
		defer cancel()
		var found []source
		var missed []gap
		for _, query := range queries.Get(s) {
			some, refused, err := a.search(ctx, server, query)
			why, bearable := failure(err)
			if err != nil && (is == required || !bearable) {
				return nil, err
			}
			if err != nil {
				missed = append(missed, gap{Server: server, Why: why})
			}
			found = append(found, some...) // also what was found before a failure
			missed = append(missed, refused...)
		}
		return stategraph.Update{evidence.Set(found), gaps.Set(missed)}, nil
	}
}

// search makes sources of what a server finds for a query. A hit that cannot be used costs itself only. With an error it
// returns what it has.
func (a *assistant) search(ctx context.Context, server, query string) (found []source, refused []gap, err error) {
	res, err := a.gate.Call(ctx, mcpgate.Prefixed(server, "search"), map[string]any{"query": query})
	if err != nil {
		return nil, nil, err
	}
	var out struct{ Hits []hit }
	if err := res.Decode(&out); err != nil {
		return nil, nil, err
	}
	for _, h := range out.Hits {
		src, err := sourceOf(server, h, a.now())
		if err != nil {
			refused = append(refused, gap{Server: server, Why: err.Error()})
			continue
		}
		if h.Excerpt == "" {
			if src, err = a.read(ctx, src); err != nil {
				return found, refused, err
			}
		}
		found = append(found, src)
	}
	return found, refused, nil
}

// read takes the excerpt from the resource that the source names. It is somebody else's text as well.
func (a *assistant) read(ctx context.Context, src source) (source, error) {
	parts, err := a.gate.Read(ctx, src.Server, src.URI)
	if err != nil {
		return src, err
	}
	if len(parts) == 0 {
		return src, errors.New(src.ID + " is empty")
	}
	src.Excerpt = parts[0].Text
	return src, nil
}

// failure says in our own words what a server failed with, and whether a run can go on without it. A run that was
// cancelled and a mistake of this program cannot be borne.
func failure(err error) (why string, bearable bool) {
	var late *mcpgate.TimeoutError
	var broken *mcpgate.TransportError
	var refused *mcpgate.ToolError
	var protocol *mcpgate.ProtocolError
	var large *mcpgate.LimitError
	var content *mcpgate.ContentError
	var schema *mcpgate.SchemaError
	switch {
	case errors.As(err, &late):
		return "it did not answer in time", true
	case errors.As(err, &broken):
		return "it could not be reached", true
	case errors.As(err, &refused), errors.As(err, &protocol):
		return "it refused", true
	case errors.As(err, &large), errors.As(err, &content), errors.As(err, &schema):
		return "what it sent cannot be used", true
	}
	return "", false
}
