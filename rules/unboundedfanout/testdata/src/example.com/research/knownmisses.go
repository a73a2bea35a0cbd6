// What the rule does not see, and where it sees too much.

package research

import (
	"context"
	"net/http"
	"sync"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// Each call starts two more.
func recursion() *stategraph.Graph {
	return oneNode("recursion", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		var all sync.WaitGroup
		halves(&all, Queries.Get(s))
		all.Wait()
		return nil, nil
	})
}

func halves(all *sync.WaitGroup, queries []string) {
	if len(queries) == 1 {
		http.Get(queries[0])
		return
	}
	for _, half := range [][]string{queries[:len(queries)/2], queries[len(queries)/2:]} {
		all.Add(1)
		go func() {
			defer all.Done()
			halves(all, half)
		}()
	}
}

// No server bears so many.
func limitThatIsTooLarge() *stategraph.Graph {
	g := planAndSearch("too-large")
	return g.AddFanOut("plan", perQuery, "search", stategraph.Limit(100_000))
}

// The place is taken inside the goroutine: many are started, few call. A false alarm.
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
			}() // want `node "inside" starts network calls without limit`
		}
		all.Wait()
		return nil, nil
	})
}

// Each item is waited for before the next one is started: a false alarm.
func oneAtATime() *stategraph.Graph {
	return oneNode("one-at-a-time", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		for _, q := range Queries.Get(s) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				http.Get(q)
			}() // want `node "one-at-a-time" starts network calls without limit`
			<-done
		}
		return nil, nil
	})
}
