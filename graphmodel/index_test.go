package graphmodel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestIndexTakesAnything(t *testing.T) {
	g := build("S>a", "a>b", "b>E")
	g.Nodes = append(g.Nodes, Node{Name: "a"}, Node{Name: Start}, Node{Name: End}, Node{Name: ""})
	g.Edges = append(g.Edges, Edge{From: "a", To: "zzz"}, Edge{From: "zzz", To: "a"},
		Edge{From: "b", To: Start}, Edge{From: End, To: "a"}, Edge{From: "a", To: "b", Kind: 99})
	x := NewIndex(g)
	if got := fmt.Sprint(x.Apart()); got != "[3 4 5 6]" {
		t.Errorf("apart: %s", got)
	}
	if got := fmt.Sprint(x.Duplicates()); got != "[2 3 4]" {
		t.Errorf("duplicates: %s", got)
	}
	if got := fmt.Sprint(x.Out("a"), x.In("b"), x.Out("zzz")); got != "[1 7] [1 7] []" {
		t.Errorf("edges: %s", got)
	}
	x.Parallel([]string{"", "a", Start, End, "zzz"}, 0)
	x.Dominators([]string{"zzz"}).Dominates("a", "b")
	x.Cycles()
	NewIndex(&Graph{}).Parallel([]string{Start, End}, 0)
	if got := NewIndex(&Graph{}).Reachable(Start).Names(); len(got) != 1 {
		t.Errorf("empty graph: %v", got)
	}
}

func TestReachable(t *testing.T) {
	g := build("S>a", "a>b", "a>c", "c>E", "x>b")
	x := NewIndex(g)
	s := x.Reachable(Start)
	if got := strings.Join(s.Names(), " "); got != "__start__ a b c __end__" || s.Len() != 5 || s.Has("x") || s.Has("zzz") {
		t.Errorf("from Start: %s", got)
	}
	if x.CanReach("a", "E") != Unknown || x.CanReach("b", "a") != No || x.CanReach("x", "b") != Yes || x.CanReach("b", "b") != Yes {
		t.Error("CanReach")
	}
	g.Gaps = []Gap{{Kind: GapGraph}}
	if x = NewIndex(g); x.CanReach("b", "a") != Unknown || x.CanReach("x", "b") != Yes {
		t.Error("CanReach with a gap")
	}
}

func TestShortestPathIsFirstDeclared(t *testing.T) {
	x := NewIndex(build("S>a", "a>c", "a>b", "b>d", "c>d", "a>a"))
	p, ok := x.ShortestPath([]string{Start}, "d")
	if !ok || p.String() != "__start__ -> a -> c -> d" || fmt.Sprint(p.Edges) != "[0 1 4]" {
		t.Errorf("%v %v", p, ok)
	}
	if p, ok := x.PathAvoiding([]string{Start}, "d", "c", "zzz"); !ok || p.String() != "__start__ -> a -> b -> d" {
		t.Errorf("%v %v", p, ok)
	}
	for _, avoid := range []string{"d", Start, "a"} {
		if _, ok := x.PathAvoiding([]string{Start}, "d", avoid); ok {
			t.Errorf("a path without %s", avoid)
		}
	}
}

func TestCycles(t *testing.T) {
	x := NewIndex(build("S>a", "a>b", "b>c", "c>b", "c>d", "d>d", "d>e", "e>f", "f>g", "g>e", "e>g"))
	var got []string
	for _, c := range x.Cycles() {
		got = append(got, fmt.Sprint(c.Nodes, c.Exits, c.Loop))
	}
	want := "[b c] [4] b -> c -> b; [d] [6] d -> d; [e f g] [] e -> g -> e"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

func TestCyclesAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 2000 {
		g := randomGraph(r, 1+r.IntN(8), r.IntN(16), []EdgeKind{Always}, false)
		x := NewIndex(g)
		in := map[string]int{}
		for i, c := range x.Cycles() {
			checkPath(t, g, c.Loop)
			for _, n := range c.Nodes {
				in[n] = i + 1
			}
		}
		// behind lists what comes after a node by at least one edge
		behind := func(a string) []string {
			var next []string
			for _, e := range g.Edges {
				if e.From == a {
					next = append(next, e.To)
				}
			}
			return bruteReach(g, next, "")
		}
		for _, a := range names(g) {
			for _, b := range names(g) {
				want := slices.Contains(behind(a), b) && slices.Contains(behind(b), a)
				if got := in[a] != 0 && in[a] == in[b]; got != want {
					t.Fatalf("%s and %s in a cycle: got %v%s", a, b, got, describe(g))
				}
			}
		}
	}
}

func TestIndexIsSafeForConcurrentUse(t *testing.T) {
	x := NewIndex(diamonds(200, 2))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			x.Parallel([]string{"n1", "n2", "n50"}, 0)
			x.Cycles()
			x.Dominators([]string{Start}).Dominates("n0", "n1")
		})
	}
	wg.Wait()
}

// TestHandoffEntersBehind: a node that hands its answer on is not run again; the run enters where
// its edges lead.
func TestHandoffEntersBehind(t *testing.T) {
	g := &Graph{
		Dialect: Dialect{ResumeEntry: EnterAtPause, RerunOnResume: No},
		Nodes:   []Node{{Name: "ask"}, {Name: "again", RerunOnResume: Yes}, {Name: "use"}, {Name: "log"}},
		Edges: []Edge{
			{From: Start, To: "ask"}, {From: "ask", To: "again"}, {From: "ask", To: "use"},
			{From: "again", To: "use"}, {From: "use", To: "log"}, {From: "ask", To: End},
		},
	}
	set := NewIndex(g).ReentrySet(func(n string) Tri { return TriOf(n == "ask" || n == "again") })
	got := EntryNodes(set)
	if len(got) != 2 || got[0] != "again" || got[1] != "use" {
		t.Errorf("entries %v, want again (as itself and behind ask) and use", got)
	}
}
