// Callers that start few tool calls at once, or as many as somebody chose.
package callers

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"
)

func (a *agent) limited(ctx context.Context, calls []string) error {
	var g errgroup.Group
	g.SetLimit(8)
	for _, name := range calls {
		g.Go(func() error { return a.call(ctx, name) })
	}
	return g.Wait()
}

func (a *agent) semaphore(ctx context.Context, calls []string) {
	sem := make(chan struct{}, 8)
	for _, name := range calls {
		sem <- struct{}{}
		go func() {
			defer func() { <-sem }()
			_ = a.call(ctx, name)
		}()
	}
}

func (a *agent) oneByOne(ctx context.Context, calls []string) {
	for _, name := range calls {
		_ = a.call(ctx, name)
	}
}

// How many there are, the program says.
func fixed(ctx context.Context, a *agent) { a.these(ctx, []string{"search", "papers"}) }

func (a *agent) these(ctx context.Context, names []string) {
	for _, name := range names {
		go a.call(ctx, name)
	}
}

// Servers are configured, not counted by data.
func everywhere(ctx context.Context, servers map[string]*mcp.ClientSession) {
	for _, s := range servers {
		go s.CallTool(ctx, &mcp.CallToolParams{Name: "search"})
	}
}

func everyAgent(ctx context.Context, agents []*agent) {
	for _, a := range agents {
		go a.call(ctx, "search")
	}
}

// Whoever fills the field knows how long it is.
func (a *agent) own(ctx context.Context) {
	for _, name := range a.names {
		go a.call(ctx, name)
	}
}

// No tool is called. (In a node of a graph this would count.)
func pages(urls []string) {
	for _, u := range urls {
		go http.Get(u)
	}
}
