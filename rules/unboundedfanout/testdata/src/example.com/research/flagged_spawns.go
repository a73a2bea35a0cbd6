// Nodes that start goroutines, one per item of what a model planned.

package research

import (
	"context"
	"net/http"
	"sync"

	"example.com/research/fetch"

	"github.com/skewlint/skewlint/runtime/stategraph"
	"golang.org/x/sync/errgroup"
)

func goInALoop() *stategraph.Graph {
	return oneNode("loop", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		var all sync.WaitGroup
		for _, q := range Queries.Get(s) {
			all.Add(1)
			go func() { defer all.Done(); http.Get("https://example.org/?q=" + q) }() // want `node "loop" starts network calls without limit, so .* decides how many run at once`
		}
		all.Wait()
		return nil, nil
	})
}

func errgroupWithoutLimit() *stategraph.Graph {
	return oneNode("group", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		group, ctx := errgroup.WithContext(ctx)
		for _, q := range Queries.Get(s) {
			group.Go(func() error { return get(ctx, q) }) // want `node "group" starts network calls without limit`
		}
		return nil, group.Wait()
	})
}

func get(ctx context.Context, q string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, q, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

type crawler struct{ sites []string }

func (c *crawler) crawl(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	c.all(ctx, Queries.Get(s))
	return nil, nil
}

// all is the helper in which the goroutines are started.
func (c *crawler) all(ctx context.Context, queries []string) {
	var wait sync.WaitGroup
	for _, q := range queries {
		wait.Go(func() { get(ctx, q) }) // want `node "crawl" starts network calls without limit`
	}
	wait.Wait()
}

func helperOfAMethod() *stategraph.Graph { return oneNode("crawl", new(crawler).crawl) }

// The goroutines are started in a package that builds no graph, so the finding stands at the call.
func helperInAnotherPackage() *stategraph.Graph {
	return oneNode("fetch", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		fetch.All(ctx, Queries.Get(s)) // want `node "fetch" starts network calls without limit`
		return nil, nil
	})
}
