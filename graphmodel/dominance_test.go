package graphmodel

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestDominanceAgainstBruteForce: a dominates b if taking a away cuts b off from all entries.
func TestDominanceAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		g := randomGraph(r, 1+r.IntN(8), r.IntN(16), []EdgeKind{Always, Conditional, Join}, false)
		x := NewIndex(g)
		all := append([]string{Start}, names(g)...)
		entries := []string{all[r.IntN(len(all))], all[r.IntN(len(all))]}
		d := x.Dominators(entries)
		for _, b := range all {
			checkDominators(t, g, d, all, entries, b)
		}
	}
}

func checkDominators(t *testing.T, g *Graph, d *Dominators, all, entries []string, b string) {
	t.Helper()
	reached := slices.Contains(bruteReach(g, entries, ""), b)
	if d.Reached(b) != reached {
		t.Fatalf("reached %s: %v%s", b, !reached, describe(g))
	}
	var strict []string
	for _, a := range all {
		want := Unknown
		if reached {
			want = TriOf(a == b || !slices.Contains(bruteReach(g, entries, a), b))
		}
		if got := d.Dominates(a, b); got != want {
			t.Fatalf("from %v: %s dominates %s: got %v, want %v%s", entries, a, b, got, want, describe(g))
		}
		if want == Yes && a != b {
			strict = append(strict, a)
		}
		p, avoids := d.x.PathAvoiding(entries, b, a)
		if avoids != (reached && want == No) {
			t.Fatalf("from %v: path to %s without %s: %v%s", entries, b, a, avoids, describe(g))
		}
		if avoids {
			checkPath(t, g, p)
		}
	}
	idom, ok := d.ImmediateDominator(b)
	if ok != (len(strict) > 0) {
		t.Fatalf("immediate dominator of %s: %q, dominators %v%s", b, idom, strict, describe(g))
	}
	for _, a := range strict { // all others dominate the immediate one
		if d.Dominates(a, idom) != Yes {
			t.Fatalf("immediate dominator of %s: %q, dominators %v%s", b, idom, strict, describe(g))
		}
	}
}

// bruteReach lists what the entries reach without passing a node.
func bruteReach(g *Graph, entries []string, without string) []string {
	var seen []string
	for _, e := range entries {
		if e != without && !slices.Contains(seen, e) {
			seen = append(seen, e)
		}
	}
	for i := 0; i < len(seen); i++ {
		for _, e := range g.Edges {
			if e.From == seen[i] && e.To != without && !slices.Contains(seen, e.To) {
				seen = append(seen, e.To)
			}
		}
	}
	return seen
}

// TestGateTrace is the trace of the field notes: a gate wired from Start, a pause in the node
// that spends, a resume that enters behind the gate.
func TestGateTrace(t *testing.T) {
	g := build("S>g", "g>w", "w>s", "s>E")
	x := NewIndex(g)
	pausing := func(nodes string) func(string) Tri {
		return func(n string) Tri { return TriOf(strings.Contains(nodes, n)) }
	}
	entries := x.ReentrySet(pausing("w"))
	a := x.Gate("g", "s", entries)
	if a.FromStart != Yes || a.OnResume != No || a.Bypass.String() != "w -> s" || a.Entry.Node != "w" {
		t.Errorf("%+v", a)
	}
	if a := x.Gate("g", "w", entries); a.OnResume != No || a.Bypass.String() != "w" {
		t.Errorf("pause in the spending node: %+v", a)
	}
	if a := x.Gate("g", "s", x.ReentrySet(pausing("g"))); a.OnResume != Yes {
		t.Errorf("pause in the gate: %+v", a)
	}
	if a := x.Gate("g", "s", x.ReentrySet(pausing(""))); a.FromStart != Yes || a.OnResume != Yes {
		t.Errorf("no pause: %+v", a)
	}
	if a := x.Gate("w", "s", x.ReentrySet(func(string) Tri { return Unknown })); a.OnResume != Unknown || a.Bypass.String() != "s" {
		t.Errorf("not known whether it pauses: %+v", a)
	}
	if a := x.Gate("nowhere", "s", entries); a.FromStart != Unknown || a.OnResume != Unknown {
		t.Errorf("no such gate: %+v", a)
	}

	g.Dialect.ResumeEntry = EnterAtStart
	if a := x.Gate("g", "s", x.ReentrySet(pausing("w"))); a.FromStart != Yes || a.OnResume != Yes {
		t.Errorf("a resume from Start passes the gate: %+v", a)
	}

	g.Dialect.ResumeEntry = EnterAtPause
	g.Gaps = []Gap{{Kind: GapEdge}}
	x = NewIndex(g)
	if a := x.Gate("g", "s", x.ReentrySet(pausing("g"))); a.FromStart != Unknown || a.OnResume != Unknown {
		t.Errorf("gap: %+v", a)
	}
	if a := x.Gate("g", "s", x.ReentrySet(pausing("w"))); a.OnResume != No {
		t.Errorf("a gap takes back a witness: %+v", a)
	}
	if d := x.Dominators([]string{Start}); d.Dominates("g", "s") != Unknown || d.Dominates("s", "g") != No {
		t.Error("dominance with a gap")
	}
}

func TestGateAround(t *testing.T) {
	x := NewIndex(build("S>r", "r?g", "r?s", "g>s"))
	a := x.Gate("g", "s", nil)
	if a.FromStart != No || a.Around.String() != "__start__ -> r -> s" {
		t.Errorf("%+v", a)
	}
}

func TestReentrySet(t *testing.T) {
	g := build("S>a", "a>b", "b>c", "x>y")
	can := func(n string) Tri { return map[string]Tri{"a": No, "b": Yes, "x": Yes, "y": No}[n] }
	for _, c := range []struct {
		mode ResumeEntry
		gap  bool
		want string
	}{
		{EnterAtPause, false, "b/yes c/unknown"},
		{EnterAtStart, false, "__start__/yes"},
		{"", false, "__start__/unknown b/unknown c/unknown"},
		{EnterAtPause, true, "b/yes c/unknown x/unknown"},
	} {
		g.Dialect.ResumeEntry, g.Gaps = c.mode, nil
		if c.gap {
			g.Gaps = []Gap{{Kind: GapNode}}
		}
		var got []string
		for _, e := range NewIndex(g).ReentrySet(can) {
			got = append(got, e.Node+"/"+e.Sure.String())
			if !e.Resume {
				t.Errorf("%s: not a resume", e.Node)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q, gap %v: got %s, want %s", c.mode, c.gap, s, c.want)
		}
	}
}

// TestReentrySetOfStaticPauses: a run that the framework parked enters at the node, or behind it,
// whether or not the node's own code can pause and whatever the node does after such a pause.
func TestReentrySetOfStaticPauses(t *testing.T) {
	never := func(string) Tri { return No }
	for _, c := range []struct {
		name   string
		change func(g *Graph)
		inside func(string) Tri
		want   string
	}{
		{"before", func(g *Graph) { g.Nodes[1].PauseBefore = true }, never, "b/yes before b"},
		{"after", func(g *Graph) { g.Nodes[1].PauseAfter = true }, never, "c/yes after b, d/yes after b"},
		{"after the last", func(g *Graph) { g.Nodes[3].PauseAfter = true }, never, ""},
		{"both", func(g *Graph) { g.Nodes[1].PauseBefore, g.Nodes[1].PauseAfter = true, true }, never, "b/yes before b, c/yes after b, d/yes after b"},
		{"before one that hands its answer on", func(g *Graph) {
			g.Nodes[1].PauseBefore, g.Nodes[1].RerunOnResume = true, No
		}, never, "b/yes before b"},
		{"before one that may pause itself", func(g *Graph) { g.Nodes[1].PauseBefore = true }, func(n string) Tri {
			if n == "b" {
				return Unknown
			}
			return No
		}, "b/yes before b"},
		{"at a node that no run reaches", func(g *Graph) { g.Nodes[4].PauseBefore = true }, never, ""},
		{"there, with a gap", func(g *Graph) {
			g.Nodes[4].PauseBefore, g.Gaps = true, []Gap{{Kind: GapEdge}}
		}, never, "x/unknown before x"},
		{"resumed at the start", func(g *Graph) {
			g.Nodes[1].PauseBefore, g.Dialect.ResumeEntry = true, EnterAtStart
		}, never, "__start__/yes"},
		{"resumed nobody knows where", func(g *Graph) {
			g.Nodes[1].PauseBefore, g.Dialect.ResumeEntry = true, ""
		}, never, "__start__/unknown, b/unknown before b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := build("S>a", "a>b", "b?c", "b?d", "c>E", "d>E", "x>y")
			c.change(g)
			var got []string
			for _, e := range NewIndex(g).ReentrySet(c.inside) {
				text := e.Node + "/" + e.Sure.String()
				if e.At != "" {
					text += " " + string(e.At) + " " + e.Paused
				}
				got = append(got, text)
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("got %s, want %s", s, c.want)
			}
		})
	}
}

// TestGateBeforeStaticPause: the gate runs, the framework parks the run before the node that
// spends, and the resumed run spends without a look.
func TestGateBeforeStaticPause(t *testing.T) {
	g := build("S>g", "g>s", "s>E")
	g.Nodes[1].PauseBefore = true
	x := NewIndex(g)
	a := x.Gate("g", "s", x.ReentrySet(func(string) Tri { return No }))
	if a.FromStart != Yes || a.OnResume != No || a.Entry.At != PauseBefore || a.Bypass.String() != "s" {
		t.Errorf("%+v", a)
	}
	g.Nodes[0].PauseBefore, g.Nodes[1].PauseBefore = true, false
	if a := x.Gate("g", "s", x.ReentrySet(func(string) Tri { return No })); a.OnResume != Yes {
		t.Errorf("a pause before the gate: %+v", a)
	}
}
