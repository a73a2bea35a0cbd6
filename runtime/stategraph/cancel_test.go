package stategraph_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// hanging is a -> hang -> z, with hang waiting for its context.
func hanging(t testing.TB, entered chan<- struct{}, cause *error) *stategraph.Compiled {
	hang := func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		entered <- struct{}{}
		select {
		case <-ctx.Done():
			if cause != nil {
				*cause = context.Cause(ctx)
			}
			return nil, ctx.Err()
		case <-time.After(50 * time.Second):
			return nil, errors.New("nobody cancelled")
		}
	}
	return compile(t, stategraph.New("hang", trail).
		AddNode("a", mark("a")).AddNode("hang", hang).AddNode("z", mark("z")).
		AddEdge(stategraph.Start, "a").AddEdge("a", "hang").AddEdge("hang", "z"))
}

func TestCancel(t *testing.T) {
	t.Parallel()
	for name, other := range map[string]bool{"same process": false, "other process": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := storeURL(t)
			entered := make(chan struct{}, 9)
			var cause error
			c := hanging(t, entered, &cause)
			e := openAt(t, stategraph.Options{URL: url}, c)
			from := e
			if other {
				from = openAt(t, stategraph.Options{URL: url}, c)
			}
			done := make(chan error, 1)
			go func() {
				_, err := e.Start(t.Context(), "hang", "t", nil)
				done <- err
			}()
			<-entered
			if err := from.Cancel(t.Context(), "t", "wrong customer"); err != nil {
				t.Fatal(err)
			}
			err := <-done
			var ce *stategraph.CancelError
			if !errors.As(err, &ce) || ce.Node != "hang" || ce.Reason != "wrong customer" || !errors.Is(err, stategraph.ErrCancelled) {
				t.Fatalf("Start: %v", err)
			}
			if !errors.Is(cause, stategraph.ErrCancelled) {
				t.Errorf("the node's context ended by %v", cause)
			}
			res, err := from.Wait(t.Context(), "t")
			if !errors.Is(err, stategraph.ErrCancelled) {
				t.Errorf("Wait: %v", err)
			}
			wantTrail(t, res, "a")
			if err := from.Cancel(t.Context(), "t", ""); !errors.Is(err, stategraph.ErrNotRunning) {
				t.Errorf("second Cancel: %v", err)
			}
		})
	}
}

func TestCancelIsNotRetriedAndRetryGoesOn(t *testing.T) {
	t.Parallel()
	entered := make(chan struct{}, 9)
	first := true
	node := func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if !first {
			return mark("n")(ctx, s)
		}
		first = false
		entered <- struct{}{}
		<-ctx.Done()
		return nil, errBusy
	}
	sub := stategraph.New("sub", trail).AddNode("n", node, stategraph.Retry(quick(5))).AddEdge(stategraph.Start, "n")
	e := open(t, compile(t, stategraph.New("top", trail).AddSubgraph("sub", sub).AddEdge(stategraph.Start, "sub")))
	done := make(chan error, 1)
	go func() {
		_, err := e.Start(t.Context(), "top", "t", nil)
		done <- err
	}()
	<-entered
	if err := e.Cancel(t.Context(), "t", "stop"); err != nil {
		t.Fatal(err)
	}
	var ce *stategraph.CancelError
	if err := <-done; !errors.As(err, &ce) || ce.Node != "sub/n" {
		t.Fatalf("got %v", err)
	}
	wantTrail(t, must(t)(e.Retry(t.Context(), "t")), "n")
}

func TestCancelParkedThread(t *testing.T) {
	t.Parallel()
	e := open(t, gateGraph(t))
	ctx := t.Context()
	if err := e.Cancel(ctx, "none", ""); !errors.Is(err, stategraph.ErrUnknownThread) {
		t.Errorf("unknown thread: %v", err)
	}
	pause := must(t)(e.Start(ctx, "gate", "t", nil)).Pauses[0].ID
	if err := e.Cancel(ctx, "t", "too old"); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Wait(ctx, "t"); !errors.Is(err, stategraph.ErrCancelled) {
		t.Errorf("Wait: %v", err)
	}
	if _, err := e.Resume(ctx, "t", pause, "yes"); !errors.Is(err, stategraph.ErrUnknownPause) {
		t.Errorf("Resume: %v", err)
	}
	res := must(t)(e.Retry(ctx, "t")) // brings the question back
	wantPauses(t, res, "work")
	if err := e.Cancel(ctx, "t", ""); err != nil {
		t.Fatal(err)
	}
	res = must(t)(e.Start(ctx, "gate", "t", nil))
	wantTrail(t, res, "gate", "gate")
}

// TestCancelWhilePausing cancels a node that then asks: the thread must not be
// left waiting for an answer.
func TestCancelWhilePausing(t *testing.T) {
	t.Parallel()
	entered := make(chan struct{})
	e := open(t, oneNode(t, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if !stategraph.Resumed(ctx) {
			close(entered)
			<-ctx.Done()
		}
		return asker("k")(ctx, s)
	}))
	done := make(chan error, 1)
	go func() {
		_, err := e.Start(t.Context(), "one", "t", nil)
		done <- err
	}()
	<-entered
	if err := e.Cancel(t.Context(), "t", ""); err != nil {
		t.Fatal(err)
	}
	if err := <-done; !errors.Is(err, stategraph.ErrCancelled) {
		t.Errorf("got %v", err)
	}
}
