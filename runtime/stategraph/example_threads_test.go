package stategraph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// Every step of a thread can be looked at, and a new thread can begin at one of
// them with other values.
func ExampleEngine_Fork() {
	plan := stategraph.NewField[string]("plan")
	report := stategraph.NewField[string]("report")
	graph, err := stategraph.New("report", plan, report).
		AddNode("plan", func(context.Context, stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{plan.Set("three sources")}, nil
		}).
		AddNode("write", func(_ context.Context, s stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{report.Set("a report from " + plan.Get(s))}, nil
		}).
		AddEdge(stategraph.Start, "plan").
		AddEdge("plan", "write").
		Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, done, err := exampleEngine(graph)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer done()

	ctx := context.Background()
	if _, err := engine.Start(ctx, "report", "t1", nil); err != nil {
		fmt.Println(err)
		return
	}
	for step, err := range engine.History(ctx, "t1") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(step.ID, step.Nodes, "next", step.Next)
	}
	res, err := engine.Fork(ctx, "t1", "1.1", "t2", stategraph.Update{plan.Set("five sources")})
	fmt.Println(res.Ran, report.Get(res.State), err)
	// Output:
	// 1.0 [] next []
	// 1.1 [plan] next [write]
	// 1.2 [write] next []
	// [write] a report from five sources <nil>
}

// A question that nobody answers in time is answered by a sweep. A program runs
// ExpireEvery in a goroutine; any number of processes may.
func ExampleExpiresAfter() {
	status := stategraph.NewField[string]("status")
	graph, err := stategraph.New("refund", status).
		AddNode("approve", func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			answer, err := stategraph.Interrupt[string](ctx, "ok", "refund 40?",
				stategraph.ExpiresAfter(time.Millisecond, "nobody answered"))
			if err != nil {
				return nil, err
			}
			return stategraph.Update{status.Set(answer)}, nil
		}).
		AddEdge(stategraph.Start, "approve").
		Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, done, err := exampleEngine(graph)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer done()

	ctx := context.Background()
	if _, err := engine.Start(ctx, "refund", "customer-7", nil); err != nil {
		fmt.Println(err)
		return
	}
	time.Sleep(5 * time.Millisecond)
	n, err := engine.Expire(ctx)
	fmt.Println(n, err)
	res, err := engine.Wait(ctx, "customer-7")
	fmt.Println(status.Get(res.State), res.Done, err)
	// Output:
	// 1 <nil>
	// nobody answered true <nil>
}

// All threads that wait for one thing are answered at once.
func ExampleEngine_ResumeParked() {
	status := stategraph.NewField[string]("status")
	graph, err := stategraph.New("delivery", status).
		AddNode("wait", func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			news, err := stategraph.Interrupt[string](ctx, "depot", nil)
			if err != nil {
				return nil, err
			}
			return stategraph.Update{status.Set(news)}, nil
		}).
		AddEdge(stategraph.Start, "wait").
		Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, done, err := exampleEngine(graph)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer done()

	ctx := context.Background()
	for _, thread := range []string{"parcel-1", "parcel-2"} {
		if _, err := engine.Start(ctx, "delivery", thread, nil); err != nil {
			fmt.Println(err)
			return
		}
	}
	n, err := engine.ResumeParked(ctx, stategraph.ParkedFilter{Graph: "delivery", Key: "depot"},
		func(context.Context, stategraph.ParkedThread, stategraph.Pause) (any, bool, error) {
			return "the depot is open again", true, nil
		})
	fmt.Println(n, err)
	// Output: 2 <nil>
}

// A field has changed its type since the thread was parked: the new program says
// how to read the old state.
func ExampleMigrate() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	store := stategraph.Options{URL: "sqlite:" + filepath.Join(dir, "example.db")}
	ask := func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		_, err := stategraph.Interrupt[bool](ctx, "ok", nil)
		return nil, err
	}

	// The program of last year keeps an amount as text.
	text := stategraph.NewField[string]("amount")
	old, err := stategraph.New("refund", text).AddNode("ask", ask).AddEdge(stategraph.Start, "ask").
		Compile(stategraph.SchemaVersion("1"))
	if err != nil {
		fmt.Println(err)
		return
	}
	before, err := stategraph.Open(ctx, store, old)
	if err != nil {
		fmt.Println(err)
		return
	}
	parked, err := before.Start(ctx, "refund", "customer-7", stategraph.Update{text.Set("40")})
	before.Close(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}

	// That of today has a number.
	amount := stategraph.NewField[int]("amount")
	graph, err := stategraph.New("refund", amount).AddNode("ask", ask).AddEdge(stategraph.Start, "ask").
		Compile(stategraph.SchemaVersion("2"), stategraph.Migrate(func(s stategraph.Stored) (map[string]json.RawMessage, error) {
			var text string
			if err := json.Unmarshal(s.State["amount"], &text); err != nil {
				return nil, err
			}
			s.State["amount"] = json.RawMessage(text)
			return s.State, nil
		}))
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, err := stategraph.Open(ctx, store, graph)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close(ctx)
	res, err := engine.Resume(ctx, "customer-7", parked.Pauses[0].ID, true)
	fmt.Println(amount.Get(res.State), res.Done, err)
	// Output: 40 true <nil>
}

// Threads that are done go after a month, failed ones after a year. Parked ones
// stay until somebody answers or asks for their deletion.
func ExampleEngine_DeleteOlder() {
	graph, err := stategraph.New("mail").
		AddNode("send", func(context.Context, stategraph.State) (stategraph.Update, error) { return nil, nil }).
		AddEdge(stategraph.Start, "send").
		Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, done, err := exampleEngine(graph)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer done()

	ctx := context.Background()
	if _, err := engine.Start(ctx, "mail", "letter-1", nil); err != nil {
		fmt.Println(err)
		return
	}
	const day = 24 * time.Hour
	n, err := engine.DeleteOlder(ctx, stategraph.Retention{Done: 30 * day, Failed: 365 * day})
	fmt.Println(n, err)
	// Output: 0 <nil>
}
