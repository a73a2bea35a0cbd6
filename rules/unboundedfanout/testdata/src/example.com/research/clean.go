// A twin for each line of "Silent when".

package research

import (
	"context"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/skewlint/skewlint/runtime/stategraph"
	"golang.org/x/sync/errgroup"
)

func planAndSearch(name string) *stategraph.Graph {
	g := stategraph.New(name, Queries, Query)
	g.AddNode("plan", plan)
	g.AddNode("search", search)
	g.AddEdge(start, "plan")
	return g
}

func edgeWithLimit() *stategraph.Graph {
	g := planAndSearch("limit")
	return g.AddFanOut("plan", perQuery, "search", stategraph.Limit(8))
}

func edgeWithLimitFromConfiguration(atOnce int) *stategraph.Graph {
	g := planAndSearch("configured")
	return g.AddFanOut("plan", perQuery, "search", stategraph.Limit(atOnce))
}

// Whether there is a limit is up to the caller.
func edgeWithOptionsThatAreNotKnown(opts ...stategraph.FanOutOption) *stategraph.Graph {
	g := planAndSearch("options")
	return g.AddFanOut("plan", perQuery, "search", opts...)
}

func constantNumberOfTasks() *stategraph.Graph {
	g := planAndSearch("three")
	split := func(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
		return []stategraph.Update{{Query.Set("a")}, {Query.Set("b")}, {Query.Set("c")}}, nil
	}
	return g.AddFanOut("plan", split, "search")
}

func tasksAreCut() *stategraph.Graph {
	g := planAndSearch("cut")
	split := func(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
		tasks := tasksOf(Queries.Get(s))
		if len(tasks) > 5 {
			tasks = tasks[:5]
		}
		return tasks, nil
	}
	return g.AddFanOut("plan", split, "search")
}

// How many tasks the splitter makes is not known.
func widthIsNotKnown(split stategraph.Splitter) *stategraph.Graph {
	g := planAndSearch("unknown")
	return g.AddFanOut("plan", split, "search")
}

func errgroupWithLimit() *stategraph.Graph {
	return oneNode("set-limit", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(4)
		for _, q := range Queries.Get(s) {
			group.Go(func() error { return get(ctx, q) })
		}
		return nil, group.Wait()
	})
}

func semaphore() *stategraph.Graph {
	return oneNode("semaphore", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		places := make(chan struct{}, 4)
		var all sync.WaitGroup
		for _, q := range Queries.Get(s) {
			places <- struct{}{}
			all.Add(1)
			go func() {
				defer func() { <-places; all.Done() }()
				http.Get(q)
			}()
		}
		all.Wait()
		return nil, nil
	})
}

// A pool of workers takes items from a channel.
func workers() *stategraph.Graph {
	return oneNode("workers", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		items := make(chan string)
		var all sync.WaitGroup
		for range 32 {
			all.Add(1)
			go func() {
				defer all.Done()
				for q := range items {
					http.Get(q)
				}
			}()
		}
		for _, q := range Queries.Get(s) {
			items <- q
		}
		close(items)
		all.Wait()
		return nil, nil
	})
}

// What is started only computes.
func onlyComputes() *stategraph.Graph {
	return oneNode("compute", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		queries := Queries.Get(s)
		var all sync.WaitGroup
		for i := range queries {
			all.Add(1)
			go func() {
				defer all.Done()
				queries[i] = strings.ToUpper(queries[i])
			}()
		}
		all.Wait()
		return nil, nil
	})
}

func oneGoroutineWithoutLoop() *stategraph.Graph {
	return oneNode("one", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			http.Get("https://example.org")
		}()
		<-done
		return nil, nil
	})
}

// Items are taken in batches, and each batch is waited for.
func batches() *stategraph.Graph {
	return oneNode("batches", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		for batch := range slices.Chunk(Queries.Get(s), 4) {
			var all sync.WaitGroup
			for _, q := range batch {
				all.Go(func() { http.Get(q) })
			}
			all.Wait()
		}
		return nil, nil
	})
}

// As many workers as processors.
func workersPerProcessor() *stategraph.Graph {
	return oneNode("processors", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		items := make(chan string)
		var all sync.WaitGroup
		for range runtime.NumCPU() {
			all.Go(func() {
				for q := range items {
					http.Get(q)
				}
			})
		}
		for _, q := range Queries.Get(s) {
			items <- q
		}
		close(items)
		all.Wait()
		return nil, nil
	})
}

// The queries are cut before the goroutines are started.
func queriesAreCut() *stategraph.Graph {
	return oneNode("cut-queries", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		queries := Queries.Get(s)
		if len(queries) > 8 {
			queries = queries[:8]
		}
		var all sync.WaitGroup
		for _, q := range queries {
			all.Go(func() { http.Get(q) })
		}
		all.Wait()
		return nil, nil
	})
}

// The list is written down in the program.
func fixedList() *stategraph.Graph {
	sites := []string{"https://a.example", "https://b.example"}
	return oneNode("fixed", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		var all sync.WaitGroup
		for _, site := range sites {
			all.Go(func() { http.Get(site) })
		}
		all.Wait()
		return nil, nil
	})
}

// The place is taken inside the goroutine: many are started, few call.
func semaphoreInsideTheGoroutine() *stategraph.Graph {
	return oneNode("inside", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		places := make(chan struct{}, 4)
		var all sync.WaitGroup
		for _, q := range Queries.Get(s) {
			all.Add(1)
			go func() {
				defer all.Done()
				places <- struct{}{}
				defer func() { <-places }()
				http.Get(q)
			}()
		}
		all.Wait()
		return nil, nil
	})
}

// Each item is waited for before the next one is started.
func oneAtATime() *stategraph.Graph {
	return oneNode("one-at-a-time", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		for _, q := range Queries.Get(s) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				http.Get(q)
			}()
			<-done
		}
		return nil, nil
	})
}
