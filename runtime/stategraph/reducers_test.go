package stategraph_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func TestStockReducers(t *testing.T) {
	a, b := []string{"x", "y"}, []string{"y", "z"}
	if got := stategraph.Append(a, b); !slices.Equal(got, []string{"x", "y", "y", "z"}) {
		t.Errorf("Append: %q", got)
	}
	union := stategraph.UnionBy(func(s string) string { return s })
	once := union(a, b)
	if !slices.Equal(once, []string{"x", "y", "z"}) || !slices.Equal(union(once, b), once) {
		t.Errorf("UnionBy: %q", once)
	}
	if stategraph.Last(1, 2) != 2 || stategraph.Max(3, 2) != 3 {
		t.Error("Last or Max")
	}
	m := stategraph.MergeMaps(map[string]int{"a": 1, "b": 1}, map[string]int{"b": 2})
	if !maps.Equal(m, map[string]int{"a": 1, "b": 2}) {
		t.Errorf("MergeMaps: %v", m)
	}
	if a[0] != "x" || b[0] != "y" || len(a) != 2 {
		t.Error("a reducer changed its arguments")
	}
}

func TestPanickingReducerIsANodeError(t *testing.T) {
	bad := stategraph.NewField("bad", stategraph.WithReducer(func(_, _ int) int { panic("boom") }))
	c := compile(t, stategraph.New("g", bad).AddNode("n", func(_ context.Context, _ stategraph.State) (stategraph.Update, error) {
		return stategraph.Update{bad.Set(1)}, nil
	}).AddEdge(stategraph.Start, "n"))
	_, err := both(t, c, nil)
	wantText(t, err, `"n"`, `reducer of field "bad" panicked: boom`)
}
