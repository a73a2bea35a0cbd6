package stategraph_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func TestCloseLeavesTheRunForTheNextEngine(t *testing.T) {
	t.Parallel()
	opts := storeIn(storeDir(t))
	entered := make(chan struct{})
	var finished, interrupted, tasks atomic.Int32
	c := compile(t, stategraph.New("long", trail, item).
		AddNode("first", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			finished.Add(1)
			return mark("first")(ctx, s)
		}).
		AddNode("task", func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			tasks.Add(1)
			if interrupted.Add(1) == 1 {
				close(entered)
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return nil, nil
		}).
		AddEdge(stategraph.Start, "first").
		AddFanOut("first", func(context.Context, stategraph.State) ([]stategraph.Update, error) {
			return make([]stategraph.Update, 3), nil
		}, "task", stategraph.Limit(1)))
	e, err := stategraph.Open(t.Context(), opts, c)
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan error, 1)
	go func() {
		_, err := e.Start(t.Context(), "long", "t", nil)
		got <- err
	}()
	<-entered
	if err := e.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-got; !errors.Is(err, stategraph.ErrClosed) {
		t.Errorf("Start in a closed engine: %v", err)
	}
	if _, err := e.Start(t.Context(), "long", "t2", nil); !errors.Is(err, stategraph.ErrClosed) {
		t.Errorf("Start after Close: %v", err)
	}
	if tasks.Load() != 1 {
		t.Errorf("%d tasks ran before Close returned, want 1: the others waited at the limit", tasks.Load())
	}
	res := must(t)(openAt(t, opts, c).Wait(t.Context(), "t"))
	wantPauses(t, res)
	if finished.Load() != 1 || tasks.Load() != 4 {
		t.Errorf("first ran %d times, tasks %d; want 1 and 4", finished.Load(), tasks.Load())
	}
}

func TestCancelledRunInMemory(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c := compile(t, stategraph.New("g", trail).
		AddNode("a", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			cancel()
			return mark("a")(ctx, s)
		}).AddNode("b", mark("b")).AddEdge(stategraph.Start, "a").AddEdge("a", "b"))
	res, err := c.Run(ctx, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantTrail(t, res, "a")
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	c := gateGraph(t)
	for name, open := range map[string]func() (*stategraph.Engine, error){
		"two graphs of one name": func() (*stategraph.Engine, error) {
			return stategraph.Open(t.Context(), storeIn(t.TempDir()), c, c)
		},
		"nil graph": func() (*stategraph.Engine, error) { return stategraph.Open(t.Context(), storeIn(t.TempDir()), nil) },
		"unknown store": func() (*stategraph.Engine, error) {
			return stategraph.Open(t.Context(), stategraph.Options{URL: "mysql://x"}, c)
		},
	} {
		if e, err := open(); err == nil {
			t.Errorf("%s: no error", name)
			_ = e.Close(t.Context())
		}
	}
}
