package stategraph_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// gateGraph is the trace of the gate: a check at Start, a pause behind it.
func gateGraph(t testing.TB) *stategraph.Compiled {
	return compile(t, stategraph.New("gate", trail, count).
		AddNode("gate", mark("gate")).
		AddNode("work", asker("go")).
		AddEdge(stategraph.Start, "gate").
		AddEdge("gate", "work").
		AddEdge("work", stategraph.End))
}

func TestResumeSkipsTheGate(t *testing.T) {
	t.Parallel()
	e := open(t, gateGraph(t))
	ctx := t.Context()
	res := must(t)(e.Start(ctx, "gate", "t", nil))
	wantRan(t, res, "gate", "work")
	wantPauses(t, res, "work")
	if got := string(res.Pauses[0].Ask); got != `{"question":"go"}` {
		t.Errorf("asked %s", got)
	}
	res = must(t)(e.Resume(ctx, "t", res.Pauses[0].ID, "yes"))
	wantRan(t, res, "work")
	wantPauses(t, res)
	wantTrail(t, res, "gate", "go=yes")

	res = must(t)(e.Start(ctx, "gate", "t", nil))
	wantRan(t, res, "gate", "work")
	wantTrail(t, res, "gate", "go=yes", "gate")
}

func TestThreadErrors(t *testing.T) {
	t.Parallel()
	e := open(t, gateGraph(t))
	ctx := t.Context()
	if _, err := e.Wait(ctx, "none"); !errors.Is(err, stategraph.ErrUnknownThread) {
		t.Errorf("Wait: %v", err)
	}
	if _, err := e.Resume(ctx, "none", "1.x:y", 1); !errors.Is(err, stategraph.ErrUnknownThread) {
		t.Errorf("Resume: %v", err)
	}
	if _, err := e.Start(ctx, "nograph", "t", nil); !errors.Is(err, stategraph.ErrUnknownGraph) {
		t.Errorf("Start: %v", err)
	}
	if _, err := e.Start(ctx, "gate", "", nil); err == nil {
		t.Error("Start without a thread name: no error")
	}
	first := must(t)(e.Start(ctx, "gate", "t", nil))
	if _, err := e.Start(ctx, "gate", "t", nil); !errors.Is(err, stategraph.ErrThreadPaused) {
		t.Errorf("Start on a paused thread: %v", err)
	}
	if _, err := e.Retry(ctx, "t"); !errors.Is(err, stategraph.ErrNotFailed) {
		t.Errorf("Retry: %v", err)
	}
	if _, err := e.Resume(ctx, "t", "9.work:go", 1); !errors.Is(err, stategraph.ErrUnknownPause) {
		t.Errorf("Resume: %v", err)
	}
	must(t)(e.Resume(ctx, "t", first.Pauses[0].ID, "yes"))
	if _, err := e.Resume(ctx, "t", first.Pauses[0].ID, "again"); !errors.Is(err, stategraph.ErrAlreadyAnswered) {
		t.Errorf("second answer: %v", err)
	}
	second := must(t)(e.Start(ctx, "gate", "t", nil))
	if second.Pauses[0].ID == first.Pauses[0].ID {
		t.Error("two turns have a pause with one ID: a late answer to the first would be taken for the second")
	}
	if _, err := e.Resume(ctx, "t", first.Pauses[0].ID, "late"); !errors.Is(err, stategraph.ErrAlreadyAnswered) {
		t.Errorf("late answer: %v", err)
	}
}

func TestThreadIsRunning(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan struct{}), make(chan struct{})
	g := stategraph.New("slow", trail).
		AddNode("slow", func(context.Context, stategraph.State) (stategraph.Update, error) {
			close(entered)
			<-leave
			return nil, nil
		}).AddEdge(stategraph.Start, "slow")
	e := open(t, compile(t, g))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := e.Start(ctx, "slow", "t", nil)
		done <- err
	}()
	<-entered
	if _, err := e.Start(t.Context(), "slow", "t", nil); !errors.Is(err, stategraph.ErrThreadRunning) {
		t.Errorf("Start on a running thread: %v", err)
	}
	cancel() // ends the waiting, not the run
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled Start: %v", err)
	}
	close(leave)
	wantPauses(t, must(t)(e.Wait(t.Context(), "t")))
}

func TestSeveralPauses(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	runs := map[string]int{}
	ask := func(name string) stategraph.NodeFunc {
		return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			mu.Lock()
			runs[name]++
			mu.Unlock()
			return asker(name)(ctx, s)
		}
	}
	e := open(t, compile(t, stategraph.New("two", trail).
		AddNode("a", ask("a")).AddNode("b", ask("b")).AddNode("c", mark("c")).AddNode("join", mark("join")).
		AddEdge(stategraph.Start, "a").AddEdge(stategraph.Start, "b").AddEdge(stategraph.Start, "c").
		AddEdge("a", "join").AddEdge("b", "join").AddEdge("c", "join")))
	ctx := t.Context()
	res := must(t)(e.Start(ctx, "two", "t", nil))
	wantPauses(t, res, "a", "b")
	wantTrail(t, res) // c has finished, but the superstep has not
	a, b := res.Pauses[0].ID, res.Pauses[1].ID

	res = must(t)(e.Resume(ctx, "t", b, "2"))
	wantRan(t, res, "b")
	wantPauses(t, res, "a")
	res = must(t)(e.Resume(ctx, "t", a, "1"))
	wantRan(t, res, "a", "join")
	wantTrail(t, res, "a=1", "b=2", "c", "join")
	if runs["a"] != 2 || runs["b"] != 2 {
		t.Errorf("runs %v, want each twice: once to ask, once answered", runs)
	}
}

func TestTwoInterruptsInOneNode(t *testing.T) {
	t.Parallel()
	g := stategraph.New("form", trail, count).AddNode("form", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		resumed := stategraph.Resumed(ctx)
		amount, err := stategraph.Interrupt[int](ctx, "amount", "how much?")
		if err != nil {
			return stategraph.Update{count.Set(99)}, fmt.Errorf("refund: %w", err)
		}
		reason, err := stategraph.Interrupt[string](ctx, "reason", "why?")
		if err != nil {
			return nil, err
		}
		return stategraph.Update{trail.Set([]string{fmt.Sprintf("%t %d %s", resumed, amount, reason)})}, nil
	}).AddEdge(stategraph.Start, "form")
	e := open(t, compile(t, g))
	ctx := t.Context()
	res := must(t)(e.Start(ctx, "form", "t", nil))
	if _, ok := count.Lookup(res.State); ok {
		t.Error("a write from before the pause was kept")
	}
	amount := res.Pauses[0]
	res, err := e.Resume(ctx, "t", amount.ID, "lots")
	var refused *stategraph.AnswerError
	if !errors.As(err, &refused) || len(res.Pauses) != 1 || res.Pauses[0].ID != amount.ID {
		t.Fatalf("answer of a wrong type: %v, pauses %v", err, res.Pauses)
	}
	res = must(t)(e.Resume(ctx, "t", amount.ID, 12))
	if len(res.Pauses) != 1 || res.Pauses[0].Key != "reason" {
		t.Fatalf("pauses %v, want the second question", res.Pauses)
	}
	res = must(t)(e.Resume(ctx, "t", res.Pauses[0].ID, "broken"))
	wantTrail(t, res, "true 12 broken")
}

func TestLostPauses(t *testing.T) {
	t.Parallel()
	lose := map[string]stategraph.NodeFunc{
		"swallowed": func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			_, _ = stategraph.Interrupt[string](ctx, "k", nil)
			return nil, nil
		},
		"replaced": func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			_, err := stategraph.Interrupt[string](ctx, "k", nil)
			return nil, errors.New("could not ask: " + err.Error())
		},
	}
	for name, fn := range lose {
		c := compile(t, stategraph.New("lost", trail).AddNode(name, fn).AddEdge(stategraph.Start, name))
		_, err := open(t, c).Start(t.Context(), "lost", "t", nil)
		if !errors.Is(err, stategraph.ErrPauseLost) {
			t.Errorf("%s: %v", name, err)
		}
		wantText(t, err, name)
	}
}

func TestPauseInMemoryIsRefused(t *testing.T) {
	t.Parallel()
	_, err := gateGraph(t).Run(t.Context(), nil)
	var ne *stategraph.NodeError
	if !errors.Is(err, stategraph.ErrNoStore) || !errors.As(err, &ne) || ne.Node != "work" {
		t.Errorf("got %v", err)
	}
}

func TestPrincipal(t *testing.T) {
	t.Parallel()
	who := func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		p, _ := custody.Principal(ctx)
		if _, err := stategraph.Interrupt[string](ctx, "k", nil); err != nil {
			return nil, err
		}
		return stategraph.Update{trail.Set([]string{p})}, nil
	}
	e := open(t, compile(t, stategraph.New("who", trail).AddNode("who", who).AddEdge(stategraph.Start, "who")))
	res := must(t)(e.Start(custody.WithPrincipal(t.Context(), "ann"), "who", "t", nil))
	res = must(t)(e.Resume(custody.WithPrincipal(t.Context(), "bob"), "t", res.Pauses[0].ID, "x"))
	wantTrail(t, res, "bob")
	res = must(t)(e.Start(t.Context(), "who", "t", nil))
	res = must(t)(e.Resume(t.Context(), "t", res.Pauses[0].ID, "x"))
	wantTrail(t, res, "bob", "")
}

func TestRacingResumes(t *testing.T) {
	t.Parallel()
	url := storeURL(t)
	c := compile(t, stategraph.New("two", trail).
		AddNode("a", asker("a")).AddNode("b", asker("b")).
		AddEdge(stategraph.Start, "a").AddEdge(stategraph.Start, "b"))
	one := openAt(t, stategraph.Options{URL: url, ExecutorID: "one"}, c)
	two := openAt(t, stategraph.Options{URL: url, ExecutorID: "two"}, c)
	res := must(t)(one.Start(t.Context(), "two", "t", nil))
	a, b := res.Pauses[0].ID, res.Pauses[1].ID

	type call struct {
		engine *stategraph.Engine
		pause  string
	}
	calls := []call{{one, a}, {two, a}, {one, b}, {two, b}}
	errs := make([]error, len(calls))
	var wg sync.WaitGroup
	for i, k := range calls {
		wg.Go(func() { _, errs[i] = k.engine.Resume(t.Context(), "t", k.pause, "x") })
	}
	wg.Wait()
	for i := 0; i < len(errs); i += 2 {
		won, lost := 0, 0
		for _, err := range errs[i : i+2] {
			switch {
			case err == nil:
				won++
			case errors.Is(err, stategraph.ErrAlreadyAnswered):
				lost++
			}
		}
		if won != 1 || lost != 1 {
			t.Errorf("pause %q: %v, want one winner and one already answered", calls[i].pause, errs[i:i+2])
		}
	}
	res = must(t)(two.Wait(t.Context(), "t"))
	wantPauses(t, res)
	wantTrail(t, res, "a=x", "b=x")
}

func TestAnswer(t *testing.T) {
	t.Parallel()
	look := func(ctx context.Context) string {
		text, is := stategraph.Answer[string](ctx, "a")
		number, isNumber := stategraph.Answer[int](ctx, "a")
		_, other := stategraph.Answer[string](ctx, "b")
		return fmt.Sprintf("%q %t %d %t %t", text, is, number, isNumber, other)
	}
	ask := func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		before := look(ctx)
		a, err := stategraph.Interrupt[string](ctx, "a", before)
		if err != nil {
			return nil, err
		}
		return stategraph.Update{trail.Set([]string{before, look(ctx), a})}, nil
	}
	later := func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{trail.Set([]string{look(ctx)})}, nil // another node has none
	}
	url := storeURL(t)
	c := compile(t, stategraph.New("look", trail).AddNode("ask", ask).AddNode("later", later).
		AddEdge(stategraph.Start, "ask").AddEdge("ask", "later"))
	one := openAt(t, stategraph.Options{URL: url, ExecutorID: "one"}, c)
	res := must(t)(one.Start(t.Context(), "look", "t", nil))
	const none, found = `"" false 0 false false`, `"yes" true 0 false false`
	var shown string
	if err := json.Unmarshal(res.Pauses[0].Ask, &shown); err != nil || shown != none {
		t.Fatalf("before the answer: %s, %v", shown, err)
	}
	two := openAt(t, stategraph.Options{URL: url, ExecutorID: "two"}, c)
	res = must(t)(two.Resume(t.Context(), "t", res.Pauses[0].ID, "yes"))
	wantPauses(t, res)
	wantTrail(t, res, found, found, "yes", none)
	if got := look(t.Context()); got != none {
		t.Errorf("outside of a node: %s", got)
	}
}
