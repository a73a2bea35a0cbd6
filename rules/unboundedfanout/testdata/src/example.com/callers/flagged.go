// Package callers calls MCP tools and builds no graph.
package callers

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/client"
	community "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"
)

type agent struct {
	session *mcp.ClientSession
	names   []string
}

func (a *agent) call(ctx context.Context, name string) error {
	_, err := a.session.CallTool(ctx, &mcp.CallToolParams{Name: name})
	return err
}

// One call for each that the caller asks for.
func (a *agent) callAll(ctx context.Context, calls []string) {
	var wait sync.WaitGroup
	for _, name := range calls {
		wait.Add(1)
		go func() { // want `function callAll starts tool calls without limit, so the length of calls decides how many run at once`
			defer wait.Done()
			_ = a.call(ctx, name)
		}()
	}
	wait.Wait()
}

// An errgroup without a limit is no better.
func (a *agent) grouped(ctx context.Context, calls []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, name := range calls {
		g.Go(func() error { return a.call(ctx, name) }) // want `function grouped starts tool calls without limit`
	}
	return g.Wait()
}

// The server decides how many tools it has.
func callEach(ctx context.Context, session *mcp.ClientSession) error {
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	for _, t := range tools.Tools {
		go session.CallTool(ctx, &mcp.CallToolParams{Name: t.Name}) // want `function callEach starts tool calls without limit, so the length of Tools decides`
	}
	return nil
}

// The loop calls a helper that starts one.
func inAHelper(ctx context.Context, a *agent, calls []string) {
	for _, name := range calls {
		start(ctx, a, name)
	}
}

func start(ctx context.Context, a *agent, name string) {
	go a.call(ctx, name) // want `function inAHelper starts tool calls without limit`
}

// The caller in this package passes on what it was given.
func passesOn(ctx context.Context, a *agent, calls []string) { a.given(ctx, calls[1:]) }

func (a *agent) given(ctx context.Context, calls []string) {
	for _, name := range calls {
		go a.call(ctx, name) // want `function given starts tool calls without limit`
	}
}

func byValue(ctx context.Context, c *client.Client, queries []string) {
	for _, q := range queries {
		go func() { // want `function byValue starts tool calls without limit`
			var req community.CallToolRequest
			req.Params.Name = "search"
			req.Params.Arguments = map[string]any{"q": q}
			_, _ = c.CallTool(ctx, req)
		}()
	}
}
