package graphmodel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMeet(t *testing.T) {
	for _, c := range []struct {
		name  string
		edges []string
		to    string
		lock  string // the pairs that meet, as "ab"
		flow  string
	}{
		{"diamond", []string{"S>a", "a>b", "a>c", "b>d", "c>d"}, "d", "bc", "bc"},
		{"into the end", []string{"S>a", "a>b", "a>c", "b>E", "c>E"}, "E", "bc", "bc"},
		{"alternatives of one router", []string{"S>a", "a?b", "a?c", "b>d", "c>d"}, "d", "", ""},
		{"two routers", []string{"S>a", "a?b", "a!c", "b>d", "c>d"}, "d", "bc", "bc"},
		{"unequal branches", []string{"S>a", "a>b", "b>c", "a>d", "c>d"}, "d", "", "ac"},
		{"one after the other", []string{"S>a", "a>b", "b>c", "a>c"}, "c", "", "ab"},
		{"one after the other, or straight", []string{"S>a", "a?b", "b>c", "a?c"}, "c", "", ""},
		{"one after the other, and straight", []string{"S>a", "a?b", "b>c", "a!c"}, "c", "", "ab"},
		{"by joins", []string{"S>a", "S>b", "a&c", "b&c"}, "c", "ab", "ab"},
		{"routers of both", []string{"S>a", "S>b", "a?c", "a?E", "b?c", "b?E"}, "c", "ab", "ab"},
		{"three", []string{"S>a", "S>b", "a?x", "a?y", "x>z", "y>z", "b>w", "w>z"}, "z", "xw yw", "xw yw"},
		{"only one leads there", []string{"S>a", "S>b", "a>c", "b>E"}, "c", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for mode, want := range map[Tri]string{Yes: c.lock, No: c.flow} {
				g := build(c.edges...)
				g.Dialect.LockStep = mode
				to := c.to
				if to == "E" {
					to = End
				}
				got := ""
				for _, p := range NewIndex(g).Meet(to, names(g), 0) {
					if p.Answer != Yes {
						continue
					}
					checkMeeting(t, g, p, to)
					if got != "" {
						got += " "
					}
					got += p.A + p.B
				}
				if got != want {
					t.Errorf("lock step %v: got %q, want %q", mode, got, want)
				}
			}
		})
	}
}

// checkMeeting: the branches of a witness are paths that part and end at the target, over the nodes
// that are asked about.
func checkMeeting(t *testing.T, g *Graph, p Pair, to string) {
	t.Helper()
	w := p.Witness
	if w == nil {
		t.Fatalf("%s and %s: no witness", p.A, p.B)
	}
	for source, branch := range map[string]Path{p.A: w.Left, p.B: w.Right} {
		checkPath(t, g, branch)
		n := len(branch.Nodes)
		if branch.First() != w.At || branch.Last() != to || n < 2 || branch.Nodes[n-2] != source {
			t.Errorf("%s and %s: branch %s", p.A, p.B, branch)
		}
	}
	checkPath(t, g, w.Lead())
}

func TestMeetStart(t *testing.T) {
	g := build("S>a", "a>b", "S>b", "b>E")
	for mode, want := range map[Tri]Tri{Yes: No, No: Yes, Unknown: Unknown} {
		g.Dialect.LockStep = mode
		p := NewIndex(g).Meet("b", []string{Start, "a"}, 0)
		if len(p) != 1 || p[0].Answer != want || p[0].Doubt == DoubtDialect != (mode == Unknown) {
			t.Errorf("lock step %v: %+v, want %v", mode, p, want)
		}
	}
	g = build("S>a", "a>b", "c>b")
	g.Dialect.LockStep, g.Gaps = No, []Gap{{Kind: GapEdge}}
	if p := NewIndex(g).Meet("b", []string{"a", "c"}, 0); len(p) != 1 || p[0].Answer != Unknown || p[0].Doubt != DoubtGap {
		t.Errorf("gap: %+v", p)
	}
}

// TestMeetInFlowAgainstRuns compares with all runs of small dataflow graphs: each router takes one
// alternative, and what is reached by the edges taken gives its output on.
func TestMeetInFlowAgainstRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		g := randomDAG(r, 2+r.IntN(5))
		want := make(map[[2]string]bool)
		forRuns(g, func(taken []bool) {
			for i := range g.Edges {
				for j := range g.Edges {
					a, b := &g.Edges[i], &g.Edges[j]
					if taken[i] && taken[j] && a.To == End && b.To == End && a.From != b.From {
						want[[2]string{a.From, b.From}] = true
					}
				}
			}
		})
		for _, p := range NewIndex(g).Meet(End, append([]string{Start}, names(g)...), 0) {
			if got := p.Answer == Yes; got != want[[2]string{p.A, p.B}] {
				t.Fatalf("%s and %s meet: got %v%s", p.A, p.B, p.Answer, describe(g))
			}
			if p.Answer == Yes {
				checkMeeting(t, g, p, End)
			}
		}
	}
}

// randomDAG makes a graph without cycles, with one router at most for each node.
func randomDAG(r *rand.Rand, n int) *Graph {
	g := &Graph{Dialect: Dialect{LockStep: No}}
	all := []string{Start}
	for i := range n {
		name := string(rune('a' + i))
		g.Nodes = append(g.Nodes, Node{Name: name})
		all = append(all, name)
	}
	all = append(all, End)
	for i := range all[:n+1] {
		for _, to := range all[i+1:] {
			if r.IntN(3) > 0 {
				kind := []EdgeKind{Always, Conditional}[r.IntN(2)]
				g.Edges = append(g.Edges, Edge{From: all[i], To: to, Kind: kind})
			}
		}
	}
	return g
}

// forRuns calls f for each choice of the routers, with the edges that are then taken.
func forRuns(g *Graph, f func(taken []bool)) {
	var routers []string
	for _, e := range g.Edges {
		if e.Kind == Conditional && !slices.Contains(routers, e.From) {
			routers = append(routers, e.From)
		}
	}
	choice := make(map[string]int)
	var choose func(i int)
	choose = func(i int) {
		if i == len(routers) {
			f(takenEdges(g, choice))
			return
		}
		for e := range g.Edges {
			if g.Edges[e].From == routers[i] && g.Edges[e].Kind == Conditional {
				choice[routers[i]] = e
				choose(i + 1)
			}
		}
	}
	choose(0)
}

// takenEdges follows a run; edges stand in topological order.
func takenEdges(g *Graph, choice map[string]int) []bool {
	taken, reached := make([]bool, len(g.Edges)), map[string]bool{Start: true}
	for i, e := range g.Edges {
		if reached[e.From] && (e.Kind == Always || choice[e.From] == i) {
			taken[i], reached[e.To] = true, true
		}
	}
	return taken
}
