package graphmodel

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
)

var rounds = flag.Int("rounds", 3000, "random graphs for each comparison with brute force")

func names(g *Graph) []string {
	var list []string
	for _, n := range g.Nodes {
		list = append(list, n.Name)
	}
	return list
}

// TestParallelAgainstSimulator: without joins the search and the brute force agree in both
// directions.
func TestParallelAgainstSimulator(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kinds := []EdgeKind{Always, Always, Conditional, Conditional, FanOut}
	pairs, yes := 0, 0
	for range *rounds {
		g := randomGraph(r, 2+r.IntN(5), 3+r.IntN(8), kinds, r.IntN(3) == 0)
		g.Dialect.LockStep = Yes
		want, ok := simulate(g)
		if !ok {
			continue
		}
		for _, p := range NewIndex(g).Parallel(names(g), 0) {
			expect := TriOf(want[[2]string{p.A, p.B}])
			if p.Answer != expect {
				t.Fatalf("%s and %s: got %v, brute force %v%s", p.A, p.B, p.Answer, expect, describe(g))
			}
			pairs++
			if p.Answer == Yes {
				yes++
				checkFork(t, g, p)
			}
		}
	}
	if pairs < 10000 || yes < pairs/20 || yes > pairs*19/20 {
		t.Errorf("%d of %d pairs are parallel: the graphs test little", yes, pairs)
	}
}

// TestParallelWithJoins: a join may make the search say Yes too often, and never too rarely; what
// it calls exact must be so.
func TestParallelWithJoins(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	kinds := []EdgeKind{Always, Always, Conditional, FanOut, Join, Join}
	pairs, spurious := 0, 0
	for range *rounds {
		g := randomGraph(r, 2+r.IntN(5), 3+r.IntN(8), kinds, r.IntN(2) == 0)
		g.Dialect.LockStep = Yes
		want, ok := simulate(g)
		if !ok {
			continue
		}
		for _, p := range NewIndex(g).Parallel(names(g), 0) {
			pairs++
			if p.Answer == Yes {
				checkFork(t, g, p)
			}
			switch {
			case TriOf(want[[2]string{p.A, p.B}]) == p.Answer:
			case p.Answer == Yes && !p.Exact:
				spurious++
			default:
				t.Fatalf("%s and %s: got %v (exact %v) against brute force%s", p.A, p.B, p.Answer, p.Exact, describe(g))
			}
		}
	}
	t.Logf("%d of %d answers are a Yes that no run has (%.1f%%)", spurious, pairs, 100*float64(spurious)/float64(pairs))
	if spurious > pairs/1000 {
		t.Errorf("joins are followed too loosely: %d of %d", spurious, pairs)
	}
}

// TestParallelUnderAnyLimit: a limit may leave a question open and may never change an answer.
func TestParallelUnderAnyLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	kinds := []EdgeKind{Always, Always, Conditional, FanOut, Join}
	open, settled := 0, 0
	for range 3000 {
		g := randomGraph(r, 3+r.IntN(4), 4+r.IntN(8), kinds, r.IntN(2) == 0)
		g.Dialect.LockStep = Yes
		want, ok := simulate(g)
		if !ok {
			continue
		}
		for _, p := range NewIndex(g).Parallel(names(g), 1+r.IntN(60)) {
			switch {
			case p.Answer == Unknown && p.Doubt == DoubtLimit && p.Witness == nil:
				open++
			case p.Answer == TriOf(want[[2]string{p.A, p.B}]), p.Answer == Yes && !p.Exact:
				settled++
			default:
				t.Fatalf("%s and %s: %+v against brute force%s", p.A, p.B, p, describe(g))
			}
		}
	}
	if open < 100 || settled < 100 {
		t.Errorf("%d open, %d settled: the limits test little", open, settled)
	}
}

// TestBackwardAgainstSimulator: the second search agrees with brute force too.
func TestBackwardAgainstSimulator(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 2000 {
		g := randomGraph(r, 2+r.IntN(5), 3+r.IntN(8), []EdgeKind{Always, Always, Conditional, Conditional, FanOut}, r.IntN(3) == 0)
		want, ok := simulate(g)
		if !ok {
			continue
		}
		x := NewIndex(g)
		ps := newPairSearch(x, x.shape(), newPlaces(x), 1<<22)
		for i, a := range names(g) {
			for _, b := range names(g)[i+1:] {
				got := ps.search(x.ids[a], x.ids[b]) == found
				if got != want[[2]string{a, b}] {
					t.Fatalf("%s and %s: got %v%s", a, b, got, describe(g))
				}
			}
		}
	}
}

// checkFork walks the witness edge by edge.
func checkFork(t *testing.T, g *Graph, p Pair) {
	t.Helper()
	w := p.Witness
	if w == nil {
		t.Fatalf("%s and %s: no witness%s", p.A, p.B, describe(g))
	}
	for _, path := range []Path{w.Lead(), w.Left, w.Right} {
		checkPath(t, g, path)
	}
	routed := slices.ContainsFunc(w.Lead().Edges, func(e int) bool { return g.Edges[e].Kind == Conditional })
	if w.Lead().First() != Start || w.Lead().Last() != w.At || w.Routed() != routed || w.Left.First() != w.At || w.Right.First() != w.At ||
		w.Left.Last() != p.A || w.Right.Last() != p.B {
		t.Fatalf("%s and %s: witness does not fit: %+v%s", p.A, p.B, w, describe(g))
	}
	if g.Dialect.LockStep == Yes && w.Left.Len() != w.Right.Len() {
		t.Fatalf("%s and %s: unequal branches: %s; %s%s", p.A, p.B, w.Left, w.Right, describe(g))
	}
	l, r := g.Edges[w.Left.Edges[0]], g.Edges[w.Right.Edges[0]]
	same := w.Left.Edges[0] == w.Right.Edges[0]
	if same != w.FanOut || same && l.Kind != FanOut {
		t.Fatalf("%s and %s: not a fan-out: %+v%s", p.A, p.B, w, describe(g))
	}
	if !same && l.Kind == Conditional && r.Kind == Conditional && l.Group == r.Group {
		t.Fatalf("%s and %s: exclusive alternatives: %+v%s", p.A, p.B, w, describe(g))
	}
}

func checkPath(t *testing.T, g *Graph, p Path) {
	t.Helper()
	if len(p.Nodes) != len(p.Edges)+1 {
		t.Fatalf("path of %d nodes and %d edges", len(p.Nodes), len(p.Edges))
	}
	for i, e := range p.Edges {
		if g.Edges[e].From != p.Nodes[i] || g.Edges[e].To != p.Nodes[i+1] {
			t.Fatalf("path %s: step %d is not edge %d%s", p, i, e, describe(g))
		}
	}
}

// TestParallelDataflow: in a dataflow graph two nodes overlap if one run activates both and
// neither leads to the other.
func TestParallelDataflow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	kinds := []EdgeKind{Always, Conditional, Conditional, FanOut}
	for range 3000 {
		g := randomGraph(r, 2+r.IntN(5), 3+r.IntN(8), kinds, true)
		g.Dialect.LockStep = No
		x := NewIndex(g)
		want := coActive(g)
		for _, p := range x.Parallel(names(g), 0) {
			expect := want[[2]string{p.A, p.B}]
			if p.A != p.B {
				expect = expect && x.CanReach(p.A, p.B) == No && x.CanReach(p.B, p.A) == No
			}
			if p.Answer != TriOf(expect) {
				t.Fatalf("%s and %s: got %v, want %v%s", p.A, p.B, p.Answer, TriOf(expect), describe(g))
			}
			if p.Answer == Yes {
				checkFork(t, g, p)
			}
		}
	}
}

// coActive enumerates runs of an acyclic dataflow graph: nodes run once, in order of declaration.
func coActive(g *Graph) map[[2]string]bool {
	s := &simulator{g: g}
	together := map[[2]string]bool{}
	order := append([]string{Start}, names(g)...)
	var run func(i int, active map[string]int)
	run = func(i int, active map[string]int) {
		if i == len(order) {
			for a, n := range active {
				for b := range active {
					if a != b || n > 1 {
						together[[2]string{a, b}] = true
					}
				}
			}
			return
		}
		if active[order[i]] == 0 {
			run(i+1, active)
			return
		}
		for _, taken := range s.nodeChoices(order[i], active[order[i]]) {
			next := map[string]int{}
			for k, v := range active {
				next[k] = v
			}
			for _, e := range taken {
				to, n := g.Edges[e].To, 1
				if g.Edges[e].Kind == FanOut {
					n = 2
				}
				next[to] = max(next[to], n)
			}
			run(i+1, next)
		}
	}
	run(0, map[string]int{Start: 1})
	return together
}
