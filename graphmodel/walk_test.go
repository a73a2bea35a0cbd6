package graphmodel

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestWalkAgainstPathAvoiding: one walk has for every node the path that a search for it alone finds.
func TestWalkAgainstPathAvoiding(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	none, some := 0, 0
	for range *rounds {
		g := randomGraph(r, 1+r.IntN(8), r.IntN(18), allKinds, false)
		x := NewIndex(g)
		all := append([]string{Start, "nowhere"}, names(g)...)
		from, stops := pick(r, all), pick(r, all)
		w := x.Walk(from, x.SetOf(stops))
		for _, to := range all {
			others := slices.DeleteFunc(slices.Clone(stops), func(n string) bool { return n == to })
			want, ok := x.PathAvoiding(from, to, others...)
			got, found := w.PathTo(to)
			if found != ok || !reflect.DeepEqual(got, want) {
				t.Fatalf("from %v to %s, stops %v: got %s, want %s%s", from, to, stops, got, want, describe(g))
			}
			if ok {
				some++
			} else {
				none++
			}
		}
	}
	if none < *rounds || some < *rounds {
		t.Errorf("%d paths and %d times none: the graphs test little", some, none)
	}
}

// TestUntilAgainstBruteForce: a node is behind another until the stops if a path to it is left when all
// stops but it are taken away.
func TestUntilAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for range *rounds {
		g := randomGraph(r, 1+r.IntN(8), r.IntN(18), allKinds, false)
		x := NewIndex(g)
		all := append([]string{Start}, names(g)...)
		from, stops := all[r.IntN(len(all))], pick(r, all)
		var got []string
		for _, to := range x.Until(from, x.SetOf(stops)) {
			if slices.Contains(got, to) || to == from {
				t.Fatalf("%s is listed twice, or is where the search begins", to)
			}
			got = append(got, to)
		}
		for _, to := range all {
			left := *g
			left.Edges = slices.DeleteFunc(slices.Clone(g.Edges), func(e Edge) bool {
				return e.From != from && slices.Contains(stops, e.From)
			})
			want := to != from && slices.Contains(bruteReach(&left, []string{from}, ""), to)
			if slices.Contains(got, to) != want {
				t.Fatalf("%s behind %s, stops %v: got %v, want %v%s", to, from, stops, !want, want, describe(g))
			}
		}
	}
}

func pick(r *rand.Rand, all []string) []string {
	var list []string
	for range r.IntN(len(all)) {
		list = append(list, all[r.IntN(len(all))])
	}
	return list
}

func TestNodeOfIndex(t *testing.T) {
	g := build("S>a", "a>b")
	g.Nodes = append(g.Nodes, Node{Name: "a", Subgraph: "second"})
	x := NewIndex(g)
	if n, ok := x.Node("a"); !ok || n != &g.Nodes[0] {
		t.Errorf("a: %v, %t, want the first of that name", n, ok)
	}
	for _, name := range []string{Start, End, "nowhere"} {
		if n, ok := x.Node(name); ok || n != nil {
			t.Errorf("%s: %v, %t, want none", name, n, ok)
		}
	}
}
