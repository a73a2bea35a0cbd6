// Package fetch gets pages. It builds no graph.
package fetch

import (
	"context"
	"net/http"
	"sync"
)

// All gets all pages at once.
func All(ctx context.Context, pages []string) {
	var wait sync.WaitGroup
	for _, p := range pages {
		wait.Add(1)
		go one(&wait, p)
	}
	wait.Wait()
}

func one(wait *sync.WaitGroup, page string) {
	defer wait.Done()
	http.Get(page)
}
