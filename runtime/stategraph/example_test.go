package stategraph_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// Two nodes run in one superstep and write one field; its reducer merges.
func Example() {
	found := stategraph.NewField("found", stategraph.WithReducer(stategraph.Append[string]))
	search := func(source string) stategraph.NodeFunc {
		return func(context.Context, stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{found.Set([]string{source})}, nil
		}
	}
	graph, err := stategraph.New("research", found).
		AddNode("web", search("a page")).
		AddNode("papers", search("an article")).
		AddEdge(stategraph.Start, "web").
		AddEdge(stategraph.Start, "papers").
		AddEdge("web", stategraph.End).
		AddEdge("papers", stategraph.End).
		Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := graph.Run(context.Background(), nil)
	fmt.Println(found.Get(res.State), res.Ran, err)
	// Output: [an article a page] [papers web] <nil>
}

// A run pauses for a human, is parked in the store, and goes on at the node
// that asked: the node before it does not run again.
func ExampleInterrupt() {
	amount := stategraph.NewField[int]("amount")
	status := stategraph.NewField[string]("status")
	graph, err := stategraph.New("refund", amount, status).
		AddNode("propose", func(context.Context, stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{amount.Set(40)}, nil
		}).
		AddNode("approve", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			ok, err := stategraph.Interrupt[bool](ctx, "ok", fmt.Sprintf("refund %d?", amount.Get(s)))
			if err != nil {
				return nil, err // ends the run with a pause
			}
			return stategraph.Update{status.Set(fmt.Sprintf("approved: %t", ok))}, nil
		}).
		AddEdge(stategraph.Start, "propose").
		AddEdge("propose", "approve").
		AddEdge("approve", stategraph.End).
		Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	ctx := context.Background()
	engine, err := stategraph.Open(ctx, stategraph.Options{URL: "sqlite:" + filepath.Join(dir, "refund.db")}, graph)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close(ctx)

	res, err := engine.Start(ctx, "refund", "customer-7", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	pause := res.Pauses[0]
	fmt.Println(res.Ran, "asks", string(pause.Ask))

	res, err = engine.Resume(ctx, "customer-7", pause.ID, true)
	fmt.Println(res.Ran, status.Get(res.State), res.Done, err)
	// Output:
	// [propose approve] asks "refund 40?"
	// [approve] approved: true true <nil>
}

// Evidence from several branches is merged by its source, and merging it once
// more changes nothing.
func ExampleUnionBy() {
	type finding struct{ Source, Title string }
	evidence := stategraph.NewField("evidence",
		stategraph.WithReducer(stategraph.UnionBy(func(f finding) string { return f.Source })))
	search := func(found ...finding) stategraph.NodeFunc {
		return func(context.Context, stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{evidence.Set(found)}, nil
		}
	}
	graph, err := stategraph.New("research", evidence).
		AddNode("web", search(finding{"doi:1", "Leases"}, finding{"url:2", "Handles"})).
		AddNode("papers", search(finding{"doi:1", "Leases"})).
		AddEdge(stategraph.Start, "web").
		AddEdge(stategraph.Start, "papers").
		Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := graph.Run(context.Background(), nil)
	fmt.Println(evidence.Get(res.State), err)
	// Output: [{doi:1 Leases} {url:2 Handles}] <nil>
}
