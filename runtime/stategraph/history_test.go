package stategraph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// longGraph is plan -> (w#0, w#1, sub) -> ask -> last, with everything that a
// history has to bear.
func longGraph(t testing.TB, runs *[]string) *stategraph.Compiled {
	note := func(name string) stategraph.NodeFunc {
		return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			*runs = append(*runs, name)
			return mark(name)(ctx, s)
		}
	}
	sub := stategraph.New("inner", trail).AddNode("x", note("x")).AddNode("y", note("y")).
		AddEdge(stategraph.Start, "x").AddEdge("x", "y")
	split := func(context.Context, stategraph.State) ([]stategraph.Update, error) {
		return []stategraph.Update{{item.Set(1)}, {item.Set(2)}}, nil
	}
	route := func(context.Context, stategraph.State) (string, error) { return "ask", nil }
	return compile(t, stategraph.New("long", trail, item, count).
		AddNode("plan", note("plan")).AddNode("w", set0).AddSubgraph("sub", sub).
		AddNode("ask", asker("k")).AddNode("last", note("last")).
		AddEdge(stategraph.Start, "plan").AddFanOut("plan", split, "w").AddEdge("plan", "sub").
		AddConditionalEdge("sub", route, "ask", stategraph.End).AddEdge("ask", "last"))
}

// lines writes a history the way a test reads it.
func lines(t *testing.T, e *stategraph.Engine, thread string) []string {
	t.Helper()
	var out []string
	for s, err := range e.History(t.Context(), thread) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Time.IsZero() {
			t.Errorf("step %s has no time", s.ID)
		}
		writes := 0
		for _, w := range s.Writes {
			if w.Field == "trail" && len(w.Value) > 0 {
				writes++
			}
		}
		out = append(out, fmt.Sprintf("%s #%d %s >%s +%d %s", s.ID, s.Number, strings.Join(s.Nodes, ","),
			strings.Join(s.Next, ","), writes, strings.Join(trail.Get(s.State), ",")))
	}
	return out
}

func wantLines(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestHistoryAndFork(t *testing.T) {
	t.Parallel()
	var runs []string
	e := open(t, longGraph(t, &runs))
	ctx := t.Context()
	in := stategraph.Update{trail.Set([]string{"in"})}
	res := must(t)(e.Start(ctx, "long", "t", in))
	before := []string{
		"1.0 #0  > +0 in",
		"1.1 #1 plan >sub,w#0,w#1 +1 in,plan",
		"1.2 #2 sub,w#0,w#1 >ask +2 in,plan,x,y",
	}
	wantLines(t, lines(t, e, "t"), before...)
	must(t)(e.Resume(ctx, "t", res.Pauses[0].ID, "yes"))
	must(t)(e.Start(ctx, "long", "t", in))
	want := append(slices.Clone(before),
		"2.1 #3 ask >last +1 in,plan,x,y,k=yes",
		"2.2 #4 last > +1 in,plan,x,y,k=yes,last",
		"3.0 #4  > +0 in,plan,x,y,k=yes,last,in",
		"3.1 #5 plan >sub,w#0,w#1 +1 in,plan,x,y,k=yes,last,in,plan",
		"3.2 #6 sub,w#0,w#1 >ask +2 in,plan,x,y,k=yes,last,in,plan,x,y")
	wantLines(t, lines(t, e, "t"), want...)

	s, err := e.StateAt(ctx, "t", "2.1")
	if err != nil || !slices.Contains(trail.Get(s), "k=yes") || slices.Contains(trail.Get(s), "last") {
		t.Errorf("state at 2.1: %q, %v", trail.Get(s), err)
	}
	runs = nil
	res = must(t)(e.Fork(ctx, "t", "2.1", "other", stategraph.Update{trail.Set([]string{"changed"})}))
	wantRan(t, res, "last")
	wantTrail(t, res, "changed", "last")
	if !slices.Equal(runs, []string{"last"}) {
		t.Errorf("the fork ran %q", runs)
	}
	wantLines(t, lines(t, e, "t"), want...) // the old thread is as it was
	wantLines(t, lines(t, e, "other"), "1.0 #3  >last +0 changed", "1.1 #4 last > +1 changed,last")

	res = must(t)(e.Fork(ctx, "t", "1.0", "again", nil)) // from the beginning, with its input
	wantRan(t, res, "plan", "sub/x", "sub/y", "w#0", "w#1", "ask")
	wantPauses(t, res, "ask")
	res = must(t)(e.Fork(ctx, "t", "2.2", "copy", nil)) // where nothing follows
	wantPauses(t, res)
	wantRan(t, res)
}

func TestForkErrors(t *testing.T) {
	t.Parallel()
	var runs []string
	e := open(t, longGraph(t, &runs))
	ctx := t.Context()
	must(t)(e.Start(ctx, "long", "t", nil))
	for _, tc := range []struct {
		thread, step, name string
		changed            stategraph.Update
		want               error
	}{
		{"none", "1.1", "n", nil, stategraph.ErrUnknownThread},
		{"t", "1.9", "n", nil, stategraph.ErrUnknownStep},
		{"t", "7.1", "n", nil, stategraph.ErrUnknownStep},
		{"t", "first", "n", nil, stategraph.ErrUnknownStep},
		{"t", "1.1", "t", nil, stategraph.ErrThreadExists},
		{"t", "1.1", "n", stategraph.Update{text.Set("not a field of it")}, nil},
	} {
		_, err := e.Fork(ctx, tc.thread, tc.step, tc.name, tc.changed)
		if err == nil || tc.want != nil && !errors.Is(err, tc.want) {
			t.Errorf("Fork of %s at %s: %v, want %v", tc.thread, tc.step, err, tc.want)
		}
	}
	if _, err := e.StateAt(ctx, "t", "1.9"); !errors.Is(err, stategraph.ErrUnknownStep) {
		t.Errorf("StateAt: %v", err)
	}
	for _, err := range e.History(ctx, "none") {
		if !errors.Is(err, stategraph.ErrUnknownThread) {
			t.Errorf("History: %v", err)
		}
	}
}

// TestHistoryOfAFailedAndRetriedStep: the superstep is one step, in the run that
// completed it.
func TestHistoryOfAFailedAndRetriedStep(t *testing.T) {
	t.Parallel()
	fails := 1
	flaky := func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if fails > 0 {
			fails--
			return nil, errFlaky
		}
		return mark("b")(ctx, s)
	}
	e := open(t, compile(t, stategraph.New("g", trail).AddNode("a", mark("a")).AddNode("b", flaky).
		AddEdge(stategraph.Start, "a").AddEdge("a", "b")))
	if _, err := e.Start(t.Context(), "g", "t", nil); err == nil {
		t.Fatal("no error")
	}
	wantLines(t, lines(t, e, "t"), "1.0 #0  > +0 ", "1.1 #1 a >b +1 a")
	must(t)(e.Retry(t.Context(), "t"))
	wantLines(t, lines(t, e, "t"), "1.0 #0  > +0 ", "1.1 #1 a >b +1 a", "2.1 #2 b > +1 a,b")
}

// TestHistoryOfAnotherGraph must not make up a past.
func TestHistoryOfAnotherGraph(t *testing.T) {
	t.Parallel()
	opts := storeIn(storeDir(t))
	ab := stategraph.New("g", trail).AddNode("a", mark("a")).AddNode("b", mark("b")).
		AddEdge(stategraph.Start, "a").AddEdge("a", "b")
	must(t)(openAt(t, opts, compile(t, ab)).Start(t.Context(), "g", "t", nil))
	route := func(context.Context, stategraph.State) (string, error) { return "a", nil }
	for name, g := range map[string]*stategraph.Graph{
		"has changed": stategraph.New("g", trail).AddNode("b", mark("b")).AddEdge(stategraph.Start, "b"),
		"any more": stategraph.New("g", trail).AddNode("a", mark("a")).AddNode("b", mark("b")).
			AddEdge(stategraph.Start, "b").AddConditionalEdge("b", route, "a", stategraph.End), // other edges only
	} {
		var err error
		for _, err = range openAt(t, opts, compile(t, g)).History(t.Context(), "t") {
		}
		wantText(t, err, name, `record of "a"`)
	}
}

func TestHistoryStopsWhenTheReaderDoes(t *testing.T) {
	t.Parallel()
	var runs []string
	e := open(t, longGraph(t, &runs))
	must(t)(e.Start(t.Context(), "long", "t", nil))
	n := 0
	for _, err := range e.History(t.Context(), "t") {
		if err != nil {
			t.Fatal(err)
		}
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d steps after a break", n)
	}
}
