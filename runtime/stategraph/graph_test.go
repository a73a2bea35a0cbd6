package stategraph_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// both runs a turn in memory and durably and checks that they agree.
func both(t *testing.T, c *stategraph.Compiled, in stategraph.Update) (stategraph.Result, error) {
	t.Helper()
	return bothOn(t, open(t, c), c, in)
}

func bothOn(t *testing.T, e *stategraph.Engine, c *stategraph.Compiled, in stategraph.Update) (stategraph.Result, error) {
	t.Helper()
	mem, memErr := c.Run(t.Context(), in)
	dur, durErr := e.Start(t.Context(), c.Name(), c.Name(), in)
	if fmt.Sprint(memErr) != fmt.Sprint(durErr) {
		t.Errorf("in memory: %v, durable: %v", memErr, durErr)
	}
	if !slices.Equal(mem.Ran, dur.Ran) {
		t.Errorf("in memory ran %q, durable %q", mem.Ran, dur.Ran)
	}
	if a, b := stateJSON(t, mem), stateJSON(t, dur); a != b {
		t.Errorf("in memory %s, durable %s", a, b)
	}
	return dur, durErr
}

func stateJSON(t *testing.T, res stategraph.Result) string {
	t.Helper()
	b, err := res.State.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestParallelNodesMergeInNameOrder(t *testing.T) {
	t.Parallel()
	slow := func(name string, d time.Duration) stategraph.NodeFunc {
		return func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			time.Sleep(d)
			return mark(name)(ctx, s)
		}
	}
	c := compile(t, stategraph.New("par", trail).
		AddNode("a", slow("a", 30*time.Millisecond)).AddNode("b", slow("b", 10*time.Millisecond)).AddNode("c", slow("c", 0)).
		AddNode("join", mark("join")).
		AddEdge(stategraph.Start, "c").AddEdge(stategraph.Start, "b").AddEdge(stategraph.Start, "a").
		AddEdge("c", "join").AddEdge("b", "join").AddEdge("a", "join").AddEdge("join", stategraph.End))
	res, err := both(t, c, stategraph.Update{trail.Set([]string{"in"})})
	if err != nil {
		t.Fatal(err)
	}
	wantTrail(t, res, "in", "a", "b", "c", "join")
	wantRan(t, res, "a", "b", "c", "join")
}

func set(n int) stategraph.NodeFunc {
	return func(context.Context, stategraph.State) (stategraph.Update, error) {
		//skewlint:ignore missingreducer -- the collision is what this test is about
		return stategraph.Update{count.Set(n), trail.Set([]string{"x"})}, nil
	}
}

func TestConflictNamesBothNodes(t *testing.T) {
	t.Parallel()
	c := compile(t, stategraph.New("conflict", count, trail).
		AddNode("first", set(1)).AddNode("left", set(2)).AddNode("right", set(3)).
		AddEdge(stategraph.Start, "first").AddEdge("first", "right").AddEdge("first", "left"))
	res, err := both(t, c, nil)
	var ce *stategraph.ConflictError
	if !errors.As(err, &ce) || *ce != (stategraph.ConflictError{Field: "count", First: "left", Second: "right", Step: 2}) {
		t.Fatalf("got %v", err)
	}
	if count.Get(res.State) != 1 || len(trail.Get(res.State)) != 1 {
		t.Errorf("state %s, want that of step 1: nothing of step 2 may be applied", stateJSON(t, res))
	}
}

func TestNodeThatWritesTwiceIsAConflict(t *testing.T) {
	t.Parallel()
	c := compile(t, stategraph.New("twice", count).
		AddNode("n", func(context.Context, stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{count.Set(1), count.Set(2)}, nil
		}).AddEdge(stategraph.Start, "n"))
	_, err := both(t, c, nil)
	wantText(t, err, `"n"`, "count", "twice")
}

func TestFanOut(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int32
	worker := func(_ context.Context, s stategraph.State) (stategraph.Update, error) {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		time.Sleep(time.Millisecond)
		return stategraph.Update{trail.Set([]string{fmt.Sprint(item.Get(s))}), total.Set(item.Get(s))}, nil
	}
	split := func(_ context.Context, s stategraph.State) ([]stategraph.Update, error) {
		var out []stategraph.Update
		for i := range count.Get(s) {
			out = append(out, stategraph.Update{item.Set(i + 1)})
		}
		return out, nil
	}
	c := compile(t, stategraph.New("fan", trail, total, item, count).
		AddNode("plan", func(context.Context, stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{count.Set(12)}, nil
		}).
		AddNode("worker", worker).AddNode("join", mark("join")).
		AddEdge(stategraph.Start, "plan").
		AddFanOut("plan", split, "worker", stategraph.Limit(3)).
		AddEdge("worker", "join"))
	res, err := both(t, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantTrail(t, res, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "join")
	if total.Get(res.State) != 78 {
		t.Errorf("total %d, want 78", total.Get(res.State))
	}
	if _, ok := item.Lookup(res.State); ok {
		t.Error("the overlay of a task reached the state")
	}
	if most.Load() > 3 {
		t.Errorf("%d tasks at once, want at most 3", most.Load())
	}
	if res.Ran[1] != "worker#0" || res.Ran[13] != "join" {
		t.Errorf("ran %q", res.Ran)
	}
}

func TestFanOutPauses(t *testing.T) {
	t.Parallel()
	split := func(context.Context, stategraph.State) ([]stategraph.Update, error) {
		return []stategraph.Update{{item.Set(10)}, {item.Set(20)}, {item.Set(30)}}, nil
	}
	worker := func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if item.Get(s) == 20 {
			return stategraph.Update{total.Set(20)}, nil
		}
		add, err := stategraph.Interrupt[int](ctx, "add", item.Get(s))
		if err != nil {
			return nil, err
		}
		return stategraph.Update{total.Set(item.Get(s) + add)}, nil
	}
	e := open(t, compile(t, stategraph.New("fan", total, item).
		AddNode("worker", worker).AddFanOut(stategraph.Start, split, "worker")))
	res := must(t)(e.Start(t.Context(), "fan", "t", nil))
	wantPauses(t, res, "worker#0", "worker#2")
	first := res.Pauses[0].ID
	res = must(t)(e.Resume(t.Context(), "t", res.Pauses[1].ID, 3))
	wantRan(t, res, "worker#2")
	wantPauses(t, res, "worker#0")
	res = must(t)(e.Resume(t.Context(), "t", first, 1))
	wantPauses(t, res)
	if total.Get(res.State) != 64 {
		t.Errorf("total %d, want 64", total.Get(res.State))
	}
}

func TestRouterSeesItsNodesWritesOnly(t *testing.T) {
	t.Parallel()
	loop := func(_ context.Context, s stategraph.State) (string, error) {
		if count.Get(s) < 3 {
			return "inc", nil
		}
		return "out", nil
	}
	inc := func(_ context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{count.Set(count.Get(s) + 1)}, nil
	}
	c := compile(t, stategraph.New("loop", count, trail).
		AddNode("inc", inc).AddNode("out", mark("out")).
		AddConditionalEdge(stategraph.Start, loop, "inc", "out").
		AddConditionalEdge("inc", loop, "inc", "out"))
	res, err := both(t, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantRan(t, res, "inc", "inc", "inc", "out")
	res, err = both(t, c, stategraph.Update{count.Set(7)})
	if err != nil {
		t.Fatal(err)
	}
	wantRan(t, res, "out")
}

func TestStepLimitAndRetry(t *testing.T) {
	t.Parallel()
	c := compile(t, stategraph.New("endless", total).
		AddNode("n", func(context.Context, stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{total.Set(1)}, nil
		}).
		AddEdge(stategraph.Start, "n").AddEdge("n", "n"), stategraph.StepLimit(5))
	res, err := both(t, c, nil)
	var le *stategraph.StepLimitError
	if !errors.As(err, &le) || le.Limit != 5 || !slices.Equal(le.Next, []string{"n"}) {
		t.Fatalf("got %v", err)
	}
	if total.Get(res.State) != 5 {
		t.Errorf("total %d, want 5", total.Get(res.State))
	}
	e := open(t, c)
	_, _ = e.Start(t.Context(), "endless", "t", nil)
	res, err = e.Retry(t.Context(), "t")
	if !errors.As(err, &le) || total.Get(res.State) != 10 {
		t.Errorf("after Retry: total %d, %v", total.Get(res.State), err)
	}
}

var errFlaky = errors.New("flaky")

func TestRetryRunsTheFailedNodeOnly(t *testing.T) {
	t.Parallel()
	var good, bad atomic.Int32
	c := compile(t, stategraph.New("flaky", trail).
		AddNode("good", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			good.Add(1)
			return mark("good")(ctx, s)
		}).
		AddNode("bad", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
			if bad.Add(1) == 1 {
				return nil, fmt.Errorf("first time: %w", errFlaky)
			}
			return mark("bad")(ctx, s)
		}).
		AddEdge(stategraph.Start, "good").AddEdge(stategraph.Start, "bad"))
	url := storeURL(t)
	e := openAt(t, stategraph.Options{URL: url, ExecutorID: "a"}, c)
	_, err := e.Start(t.Context(), "flaky", "t", nil)
	var ne *stategraph.NodeError
	if !errors.As(err, &ne) || ne.Node != "bad" || ne.Step != 1 || !errors.Is(err, errFlaky) {
		t.Fatalf("got %v", err)
	}
	other := openAt(t, stategraph.Options{URL: url, ExecutorID: "b"}, c)
	if _, err := other.Wait(t.Context(), "t"); !errors.As(err, &ne) || ne.Node != "bad" {
		t.Errorf("as another process sees it: %v", err)
	}
	res := must(t)(other.Retry(t.Context(), "t"))
	wantRan(t, res, "bad")
	wantTrail(t, res, "bad", "good")
	if good.Load() != 1 {
		t.Errorf("the finished node ran %d times", good.Load())
	}
}

func TestNodeFailures(t *testing.T) {
	t.Parallel()
	one := func(name string, fn stategraph.NodeFunc) *stategraph.Graph {
		return stategraph.New(name, count, trail).AddNode("n", fn).AddNode("m", mark("m")).
			AddEdge(stategraph.Start, "n").AddEdge(stategraph.Start, "m")
	}
	returns := func(u stategraph.Update) stategraph.NodeFunc {
		return func(context.Context, stategraph.State) (stategraph.Update, error) { return u, nil }
	}
	reads := func(f func(stategraph.State)) stategraph.NodeFunc {
		return func(_ context.Context, s stategraph.State) (stategraph.Update, error) { f(s); return nil, nil }
	}
	wrong := stategraph.NewField[string]("count")
	bad := stategraph.NewField[func()]("bad")
	cases := map[string]struct {
		fn   stategraph.NodeFunc
		want string
	}{
		"panics":                  {func(context.Context, stategraph.State) (stategraph.Update, error) { panic("boom") }, "panic: boom"},
		"ends its goroutine":      {func(context.Context, stategraph.State) (stategraph.Update, error) { runtime.Goexit(); return nil, nil }, "ended its goroutine"},
		"writes undeclared field": {returns(stategraph.Update{text.Set("x")}), `writes field "text", which the graph does not declare`},
		"writes another type":     {returns(stategraph.Update{wrong.Set("x")}), `as string, the graph declares int`},
		"writes what has no JSON": {returns(stategraph.Update{bad.Set(func() {})}), "unsupported type"},
		"reads undeclared field":  {reads(func(s stategraph.State) { text.Get(s) }), `reads field "text"`},
		"reads another type":      {reads(func(s stategraph.State) { wrong.Get(s) }), `reads field "count" as string`},
		"one key twice": {func(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
			_, _ = stategraph.Interrupt[int](ctx, "k", nil)
			_, err := stategraph.Interrupt[int](ctx, "k", nil)
			return nil, err
		}, "used twice"},
	}
	graphs := map[string]*stategraph.Compiled{}
	for name, tc := range cases {
		graphs[name] = compile(t, one(name, tc.fn))
	}
	e := open(t, slices.Collect(maps.Values(graphs))...)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := bothOn(t, e, graphs[name], nil)
			var ne *stategraph.NodeError
			if !errors.As(err, &ne) || ne.Node != "n" {
				t.Fatalf("got %v, want a NodeError of n", err)
			}
			wantText(t, err, tc.want)
			if strings.Contains(tc.want, "panic") != (ne.Stack != "") {
				t.Errorf("stack: %q", ne.Stack)
			}
		})
	}
}

func TestRouterFailures(t *testing.T) {
	t.Parallel()
	route := func(to string, err error) stategraph.Router {
		return func(context.Context, stategraph.State) (string, error) {
			if to == "panic" {
				panic("boom")
			}
			return to, err
		}
	}
	for want, r := range map[string]stategraph.Router{
		`returned "nowhere", which is not among its declared targets ["a" "b"]`: route("nowhere", nil),
		"flaky":       route("", errFlaky),
		"panic: boom": route("panic", nil),
	} {
		c := compile(t, stategraph.New("r", trail).AddNode("a", mark("a")).AddNode("b", mark("b")).
			AddEdge(stategraph.Start, "a").AddConditionalEdge("a", r, "a", "b"))
		res, err := both(t, c, nil)
		wantText(t, err, want, `router of "a"`, "graph_test.go:")
		if len(trail.Get(res.State)) != 0 {
			t.Error("the writes of a node whose router failed were applied")
		}
	}
}

func TestBuildErrors(t *testing.T) {
	t.Parallel()
	sub := stategraph.New("sub", stategraph.NewField[string]("count")).
		AddNode("x", mark("x")).AddEdge(stategraph.Start, "x")
	g := stategraph.New("bad", count, count)
	g.AddField(stategraph.NewField[int]("__mine"))
	g.AddNode("a", mark("a")).AddNode("a", mark("a"))
	g.AddNode("b/c", mark("b"))
	g.AddNode(stategraph.End, nil)
	g.AddNode("lonely", mark("lonely"))
	g.AddSubgraph("s", sub)
	g.AddEdge(stategraph.Start, "a")
	g.AddEdge("a", "nobody")
	g.AddEdge("ghost", "a")
	g.AddEdge("a", stategraph.Start)
	g.AddEdge(stategraph.End, "a")
	g.AddEdge("a", "s")
	g.AddEdge("a", "s")
	g.AddConditionalEdge("a", func(context.Context, stategraph.State) (string, error) { return "", nil })
	g.AddConditionalEdge("a", nil, "s")
	g.AddFanOut("a", nil, "s", stategraph.Limit(0))
	_, err := g.Compile(stategraph.StepLimit(0))
	wantText(t, err, "StepLimit(0)", `"count" is declared twice`, `"__mine" is reserved`, `"a" is added twice`,
		`"b/c" contains a slash`, `"__end__" is reserved`, "has no function", `"lonely" cannot be reached`,
		`field "count" is int here and string in subgraph "s"`, `unknown node "nobody"`, `unknown node "ghost"`,
		"leads to Start", "leaves End", `edge from "a" to "s" is added twice`, "declares no target", "has no router",
		"has no splitter", "Limit(0)")
}

func TestBuildErrorPlaces(t *testing.T) {
	t.Parallel()
	g := stategraph.New("g")
	g.AddNode("", mark("")) // line+1
	_, err := g.Compile()
	_, _, line, _ := runtime.Caller(0)
	var be *stategraph.BuildError
	if !errors.As(err, &be) {
		t.Fatal(err)
	}
	if !regexp.MustCompile(fmt.Sprintf(`graph_test\.go:%d$`, line-2)).MatchString(be.Pos) {
		t.Errorf("place %s, want line %d", be.Pos, line-2)
	}
	wantText(t, err, "no edge leaves Start")
}
