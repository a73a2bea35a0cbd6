package stategraph_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// exampleEngine opens an engine on a store of its own, for the examples.
func exampleEngine(graphs ...*stategraph.Compiled) (e *stategraph.Engine, done func(), err error) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		return nil, nil, err
	}
	ctx := context.Background()
	e, err = stategraph.Open(ctx, stategraph.Options{URL: "sqlite:" + filepath.Join(dir, "example.db")}, graphs...)
	return e, func() {
		e.Close(ctx)
		os.RemoveAll(dir)
	}, err
}

// A search that may be busy gets three attempts, each of at most a second. What
// is not transient and no timeout fails at once.
func ExampleRetry() {
	found := stategraph.NewField[string]("found")
	graph, err := stategraph.New("search", found).
		AddNode("web", func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			if n, _ := stategraph.Attempt(ctx); n < 3 {
				return nil, stategraph.WithKind(stategraph.KindTransient, errors.New("busy"))
			}
			return stategraph.Update{found.Set("a page")}, nil
		},
			stategraph.Retry(stategraph.RetryPolicy{MaxAttempts: 3, Initial: time.Millisecond, Jitter: 0.3}),
			stategraph.Timeout(time.Second)).
		AddEdge(stategraph.Start, "web").
		Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := graph.Run(context.Background(), nil)
	fmt.Println(found.Get(res.State), err)
	// Output: a page <nil>
}

// Progress is shown while the call waits; a node adds events of its own.
func ExampleOnEvent() {
	answer := stategraph.NewField[string]("answer")
	graph, err := stategraph.New("chat", answer).
		AddNode("model", func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			for _, part := range []string{"Good", "morning"} {
				stategraph.Emit(ctx, "token", part)
			}
			return stategraph.Update{answer.Set("Good morning")}, nil
		}).
		AddEdge(stategraph.Start, "model").
		Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = graph.Run(context.Background(), nil, stategraph.OnEvent(func(ev stategraph.Event) {
		if ev.Kind == stategraph.NodeEmitted {
			fmt.Println(ev.Node, ev.Name, ev.Data)
			return
		}
		fmt.Println(ev.Kind, ev.Node)
	}))
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// started model
	// model token Good
	// model token morning
	// finished model
	// ended
}

// A run that nobody wants any more is cancelled by its thread's name, from
// whatever process.
func ExampleEngine_Cancel() {
	entered := make(chan struct{})
	graph, err := stategraph.New("report").
		AddNode("write", func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			close(entered)
			<-ctx.Done() // a call that honours its context
			return nil, ctx.Err()
		}).
		AddEdge(stategraph.Start, "write").
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
	go func() {
		<-entered
		if err := engine.Cancel(ctx, "report-1", "the customer hung up"); err != nil {
			fmt.Println(err)
		}
	}()
	_, err = engine.Start(ctx, "report", "report-1", nil)
	fmt.Println(errors.Is(err, stategraph.ErrCancelled), err)
	// Output: true stategraph: cancelled at node "write", step 1: the customer hung up
}

// A dialogue of several rounds goes on with the round that is due instead of
// going through all of them again.
func ExampleAnswer() {
	order := stategraph.NewField[string]("order")
	questions := []string{"what?", "how many?", "where to?"}
	graph, err := stategraph.New("order", order).
		AddNode("dialogue", func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			said, round := "", 0
			for ; round < len(questions); round++ {
				answer, ok := stategraph.Answer[string](ctx, questions[round])
				if !ok {
					break
				}
				said += answer + " "
			}
			if round == len(questions) {
				return stategraph.Update{order.Set(said)}, nil
			}
			// Something that costs, once per round, belongs here.
			_, err := stategraph.Interrupt[string](ctx, questions[round], said)
			return nil, err
		}).
		AddEdge(stategraph.Start, "dialogue").
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
	res, err := engine.Start(ctx, "order", "customer-7", nil)
	for _, answer := range []string{"hats", "two", "Kiel"} {
		if err != nil {
			break
		}
		fmt.Println(string(res.Pauses[0].Ask), res.Pauses[0].Key)
		res, err = engine.Resume(ctx, "customer-7", res.Pauses[0].ID, answer)
	}
	fmt.Println(order.Get(res.State), res.Done, err)
	// Output:
	// "" what?
	// "hats " how many?
	// "hats two " where to?
	// hats two Kiel  true <nil>
}

// noCustomer is an error of another package, which does not import this one.
type noCustomer struct{}

func (noCustomer) Error() string     { return "no such customer" }
func (noCustomer) ErrorKind() string { return "business" }

// An error says itself whether another attempt can help. What nobody has
// classified is not repeated.
func ExampleKindOf() {
	fmt.Println(stategraph.KindOf(fmt.Errorf("find: %w", noCustomer{})))
	fmt.Println(stategraph.KindOf(context.DeadlineExceeded))
	fmt.Println(stategraph.KindOf(errors.New("connection reset")) == stategraph.KindUnknown)
	worthIt := stategraph.RetryOn(stategraph.KindTransient)
	fmt.Println(worthIt(stategraph.WithKind(stategraph.KindTransient, errors.New("connection reset"))))
	// Output:
	// business
	// timeout
	// true
	// true
}
