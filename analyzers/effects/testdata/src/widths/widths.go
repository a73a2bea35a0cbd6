// Package widths shows how many activities are started.
package widths

import (
	"context"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

var (
	Items = stategraph.NewField[[]string]("items")
	Item  = stategraph.NewField[string]("item")
	gate  *mcpgate.Gate
)

func fetch(ctx context.Context, item string) { gate.Call(ctx, "add_item", map[string]any{"q": item}) }

// spawns: data: go statement in a loop, width from state field Items, does tool write add_item
func goInLoop(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	var wg sync.WaitGroup
	for _, item := range Items.Get(s) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			fetch(ctx, item)
		}()
	}
	wg.Wait()
	return nil, nil
}

// spawns: limited: go statement in a loop over items, does tool write add_item
func semaphore(ctx context.Context, items []string) {
	sem := make(chan struct{}, 4)
	for _, item := range items {
		sem <- struct{}{}
		go func() {
			defer func() { <-sem }()
			fetch(ctx, item)
		}()
	}
}

// spawns: const 3: go statement in a loop of constant length
func constant() {
	for range 3 {
		go func() {}()
	}
}

// spawns: limited: go statement in a loop over n, does tool write add_item
func pool(ctx context.Context, n int, jobs chan string) {
	for i := 0; i < n; i++ {
		go func() {
			for j := range jobs {
				fetch(ctx, j)
			}
		}()
	}
}

// spawns: limited: go statement in a loop
func cpus() {
	for i := 0; i < runtime.NumCPU(); i++ {
		go func() {}()
	}
}

// spawns: limited: (*Group).Go in a loop over items, does tool write add_item
func limitedGroup(ctx context.Context, items []string) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(5)
	for _, item := range items {
		g.Go(func() error { fetch(ctx, item); return nil })
	}
	return g.Wait()
}

// spawns: data: (*Group).Go in a loop over items, does tool write add_item
func group(ctx context.Context, items []string) error {
	var g errgroup.Group
	for _, item := range items {
		g.Go(func() error { fetch(ctx, item); return nil })
	}
	return g.Wait()
}

// spawns: unknown: (*Group).Go in a loop over items, does tool write add_item
func givenGroup(ctx context.Context, g *errgroup.Group, items []string) {
	for _, item := range items {
		g.Go(func() error { fetch(ctx, item); return nil })
	}
}

func start(ctx context.Context, item string) { go fetch(ctx, item) }

// spawns: data: go statement in a loop over items, does tool write add_item
func inHelper(ctx context.Context, items []string) {
	for _, item := range items {
		start(ctx, item)
	}
}

// width: data state field Items
func split(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
	var out []stategraph.Update
	for _, item := range Items.Get(s) {
		out = append(out, stategraph.Update{Item.Set(item)})
	}
	return out, nil
}

// width: limited 10
func splitCut(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
	var out []stategraph.Update
	items := Items.Get(s)
	for _, item := range items[:min(10, len(items))] {
		out = append(out, stategraph.Update{Item.Set(item)})
	}
	return out, nil
}

const maxItems = 8

// width: limited 8
func splitIf(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
	items := Items.Get(s)
	if len(items) > maxItems {
		items = items[:maxItems]
	}
	out := make([]stategraph.Update, len(items))
	for i, item := range items {
		out[i] = stategraph.Update{Item.Set(item)}
	}
	return out, nil
}

// width: const 2
func splitConst(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
	return []stategraph.Update{{Item.Set("a")}, {Item.Set("b")}}, nil
}

// width: data state field Items
func splitHelper(ctx context.Context, s stategraph.State) ([]stategraph.Update, error) {
	return split(ctx, s)
}

// Many are started, few call: each takes a place first.
//
// spawns: limited: go statement in a loop over items, does tool write add_item
func placeInside(ctx context.Context, items []string) {
	places := make(chan struct{}, 4)
	var all sync.WaitGroup
	for _, item := range items {
		all.Add(1)
		go func() {
			defer all.Done()
			places <- struct{}{}
			defer func() { <-places }()
			fetch(ctx, item)
		}()
	}
	all.Wait()
}

// The signal at the end is no place.
//
// spawns: data: go statement in a loop over items, does tool write add_item
func signalAtTheEnd(ctx context.Context, items []string) {
	done := make(chan struct{}, len(items))
	for _, item := range items {
		go func() {
			fetch(ctx, item)
			done <- struct{}{}
		}()
	}
	for range items {
		<-done
	}
}

// Each is waited for before the next is started.
//
// spawns: limited: go statement in a loop over items, does tool write add_item
func oneAtATime(ctx context.Context, items []string) {
	for _, item := range items {
		done := make(chan struct{})
		go func() {
			defer close(done)
			fetch(ctx, item)
		}()
		select {
		case <-done:
		case <-ctx.Done():
			return
		}
	}
}

// What is waited for is something else.
//
// spawns: data: go statement in a loop over items, does tool write add_item
func waitsForAClock(ctx context.Context, items []string, tick chan int) {
	for _, item := range items {
		go fetch(ctx, item)
		<-tick
	}
}

// One is skipped, and not waited for.
//
// spawns: data: go statement in a loop over items, does tool write add_item
func waitsSometimes(ctx context.Context, items []string) {
	for i, item := range items {
		done := make(chan struct{})
		go func() {
			defer close(done)
			fetch(ctx, item)
		}()
		if i > 0 {
			<-done
		}
	}
}
