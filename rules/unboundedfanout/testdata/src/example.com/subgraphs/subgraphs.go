// Package subgraphs has nodes that run other graphs and agents, one for each item of what a model
// planned.
package subgraphs

import (
	"context"
	"sync"

	"github.com/cloudwego/eino/compose"
	"github.com/smallnest/langgraphgo/graph"
	"golang.org/x/sync/errgroup"
)

type state map[string]any

func topics(s state) []string {
	list, _ := s["topics"].([]string)
	return list
}

type supervisor struct {
	researcher *graph.StateRunnable[state]
	chain      compose.Runnable[string, string]
}

func (v *supervisor) invoke(ctx context.Context, s state) (state, error) {
	var all sync.WaitGroup
	for _, t := range topics(s) {
		all.Add(1)
		go func() { // want `node "invoke" starts runs of an agent or graph without limit, so state field "topics" decides how many run at once`
			defer all.Done()
			v.researcher.Invoke(ctx, state{"topic": t})
		}()
	}
	all.Wait()
	return nil, nil
}

func (v *supervisor) eino(ctx context.Context, s state) (state, error) {
	group, ctx := errgroup.WithContext(ctx)
	for _, t := range topics(s) {
		group.Go(func() error { // want `node "eino" starts runs of an agent or graph without limit`
			_, err := v.chain.Invoke(ctx, t)
			return err
		})
	}
	return nil, group.Wait()
}

// At most four at once.
func (v *supervisor) limited(ctx context.Context, s state) (state, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for _, t := range topics(s) {
		group.Go(func() error {
			_, err := v.researcher.Invoke(ctx, state{"topic": t})
			return err
		})
	}
	return nil, group.Wait()
}

// The list is cut first.
func (v *supervisor) cut(ctx context.Context, s state) (state, error) {
	list := topics(s)
	if len(list) > 4 {
		list = list[:4]
	}
	var all sync.WaitGroup
	for _, t := range list {
		all.Go(func() { v.researcher.Invoke(ctx, state{"topic": t}) })
	}
	all.Wait()
	return nil, nil
}

// One after the other.
func (v *supervisor) inTurn(ctx context.Context, s state) (state, error) {
	for _, t := range topics(s) {
		if _, err := v.researcher.Invoke(ctx, state{"topic": t}); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func build(v *supervisor) (*graph.StateRunnable[state], error) {
	g := graph.NewStateGraph[state]()
	g.AddNode("invoke", "", v.invoke)
	g.AddNode("eino", "", v.eino)
	g.AddNode("limited", "", v.limited)
	g.AddNode("cut", "", v.cut)
	g.AddNode("in-turn", "", v.inTurn)
	g.SetEntryPoint("invoke")
	g.AddEdge("invoke", "eino")
	g.AddEdge("eino", "limited")
	g.AddEdge("limited", "cut")
	g.AddEdge("cut", "in-turn")
	g.AddEdge("in-turn", graph.END)
	return g.Compile()
}
