// What the rule does not see.

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
