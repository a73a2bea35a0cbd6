package stategraph_test

import (
	"context"
	"errors"
	"testing"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

var inner = stategraph.NewField[int]("inner")

// researchGraph shares trail and count and keeps inner to itself.
func researchGraph(second stategraph.NodeFunc) *stategraph.Graph {
	return stategraph.New("research", trail, count, inner).
		AddNode("one", func(_ context.Context, s stategraph.State) (stategraph.Update, error) {
			return stategraph.Update{inner.Set(inner.Get(s) + 1), count.Set(count.Get(s) + 1), trail.Set([]string{"one"})}, nil
		}).
		AddNode("two", second).
		AddEdge(stategraph.Start, "one").AddEdge("one", "two")
}

func countInner(_ context.Context, s stategraph.State) (stategraph.Update, error) {
	return stategraph.Update{count.Set(count.Get(s) + 10*inner.Get(s)), trail.Set([]string{"two"})}, nil
}

func TestSubgraphSharesByNameAndIsOneActivation(t *testing.T) {
	t.Parallel()
	again := func(_ context.Context, s stategraph.State) (string, error) {
		if count.Get(s) < 20 {
			return "sub", nil
		}
		return "join", nil
	}
	c := compile(t, stategraph.New("outer", trail, count).
		AddSubgraph("sub", researchGraph(countInner)).
		AddNode("beside", mark("beside")).AddNode("join", mark("join")).
		AddEdge(stategraph.Start, "sub").AddEdge(stategraph.Start, "beside").
		AddConditionalEdge("sub", again, "sub", "join").AddEdge("beside", stategraph.End))
	res, err := both(t, c, stategraph.Update{trail.Set([]string{"in"})})
	if err != nil {
		t.Fatal(err)
	}
	wantRan(t, res, "beside", "sub/one", "sub/two", "sub/one", "sub/two", "join")
	wantTrail(t, res, "in", "beside", "one", "two", "one", "two", "join")
	if count.Get(res.State) != 22 { // inner begins at 0 at each visit
		t.Errorf("count %d, want 22", count.Get(res.State))
	}
	if _, ok := inner.Lookup(res.State); ok {
		t.Error("a field of the subgraph got out")
	}
}

func TestSubgraphPauses(t *testing.T) {
	t.Parallel()
	nested := stategraph.New("middle", trail, count).
		AddSubgraph("research", researchGraph(asker("two"))).AddEdge(stategraph.Start, "research")
	c := compile(t, stategraph.New("outer", trail, count).
		AddSubgraph("sub", nested).AddNode("side", asker("side")).AddNode("join", mark("join")).
		AddEdge(stategraph.Start, "sub").AddEdge(stategraph.Start, "side").
		AddEdge("sub", "join").AddEdge("side", "join"))
	e := open(t, c)
	res := must(t)(e.Start(t.Context(), "outer", "t", nil))
	wantPauses(t, res, "side", "sub/research/two")
	wantRan(t, res, "side", "sub/research/one", "sub/research/two")
	side := res.Pauses[0].ID
	res = must(t)(e.Resume(t.Context(), "t", res.Pauses[1].ID, "deep"))
	wantRan(t, res, "sub/research/two")
	wantPauses(t, res, "side")
	res = must(t)(e.Resume(t.Context(), "t", side, "flat"))
	wantTrail(t, res, "side=flat", "one", "two=deep", "join")
	if count.Get(res.State) != 1 {
		t.Errorf("count %d, want 1", count.Get(res.State))
	}
}

func TestFanOutOverSubgraph(t *testing.T) {
	t.Parallel()
	split := func(context.Context, stategraph.State) ([]stategraph.Update, error) {
		return []stategraph.Update{{count.Set(100)}, {count.Set(200)}, {count.Set(300)}, {count.Set(400)}}, nil
	}
	sum := func(_ context.Context, s stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{total.Set(count.Get(s))}, nil
	}
	sub := stategraph.New("work", count, total).AddNode("sum", sum).AddEdge(stategraph.Start, "sum")
	c := compile(t, stategraph.New("outer", total, count).AddSubgraph("sub", sub).
		AddFanOut(stategraph.Start, split, "sub", stategraph.Limit(2)))
	res, err := both(t, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if total.Get(res.State) != 1000 {
		t.Errorf("total %d, want 1000", total.Get(res.State))
	}
	wantRan(t, res, "sub#0/sum", "sub#1/sum", "sub#2/sum", "sub#3/sum")
}

func TestSubgraphFailureNamesTheInnerNode(t *testing.T) {
	t.Parallel()
	fails := 1
	flaky := func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if fails > 0 {
			fails--
			return nil, errFlaky
		}
		return mark("two")(ctx, s)
	}
	c := compile(t, stategraph.New("outer", trail, count).
		AddSubgraph("sub", researchGraph(flaky)).AddEdge(stategraph.Start, "sub"))
	e := open(t, c)
	_, err := e.Start(t.Context(), "outer", "t", nil)
	var ne *stategraph.NodeError
	if !errors.As(err, &ne) || ne.Node != "sub/two" || !errors.Is(err, errFlaky) {
		t.Fatalf("got %v", err)
	}
	res := must(t)(e.Retry(t.Context(), "t"))
	wantRan(t, res, "sub/two")
	wantTrail(t, res, "one", "two")
}

func TestSubgraphThatContainsItself(t *testing.T) {
	t.Parallel()
	g := stategraph.New("loop")
	g.AddSubgraph("me", g).AddEdge(stategraph.Start, "me")
	_, err := g.Compile()
	wantText(t, err, "contains itself")
}
