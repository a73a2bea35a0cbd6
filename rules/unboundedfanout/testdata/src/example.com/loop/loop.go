// Package loop researches in a hand-written loop: the handlers of its steps are the nodes.
package loop

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"
)

// State is what the handlers share.
type State struct {
	Phase string
	URLs  []string
}

var session *mcp.ClientSession

func fetch(ctx context.Context, url string) error {
	_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "fetch", Arguments: map[string]any{"url": url}})
	return err
}

func search(ctx context.Context, s *State) error {
	res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "search"})
	if err != nil {
		return err
	}
	s.URLs, _ = res.StructuredContent.([]string)
	s.Phase = "read"
	return nil
}

// read starts one goroutine for each address that the search found.
func read(ctx context.Context, s *State) error {
	var wg sync.WaitGroup
	for _, url := range s.URLs {
		wg.Add(1)
		go func() { // want `node "read" starts tool calls without limit, so state field URLs decides how many run at once`
			defer wg.Done()
			_ = fetch(ctx, url)
		}()
	}
	wg.Wait()
	s.Phase = "check"
	return nil
}

// check is the twin: no more than eight at a time.
func check(ctx context.Context, s *State) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for _, url := range s.URLs {
		g.Go(func() error { return fetch(ctx, url) })
	}
	s.Phase = "done"
	return g.Wait()
}

func run(ctx context.Context) error {
	s := &State{Phase: "search"}
	phases := map[string]func(context.Context, *State) error{"search": search, "read": read, "check": check}
	for s.Phase != "done" {
		if err := phases[s.Phase](ctx, s); err != nil {
			return err
		}
	}
	return nil
}
