package graphmodel

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
)

var allKinds = []EdgeKind{Always, Always, Conditional, Conditional, FanOut, Join}

// randomModeGraph makes a graph of one kind of step or the other. Only in lock step it has cycles: on
// those of a dataflow graph, which no dialect defines, an answer may hang on what was asked before.
func randomModeGraph(r *rand.Rand, n, m int) *Graph {
	mode := []Tri{Yes, No, Unknown}[r.IntN(3)]
	g := randomGraph(r, n, m, allKinds, mode != Yes || r.IntN(2) == 0)
	g.Dialect.LockStep = mode
	return g
}

// TestOverlapsAgainstParallel: what is found for many sets at once is what each set gives by itself,
// pair by pair, with the same witness. Parallel is held to brute force by tests of its own.
func TestOverlapsAgainstParallel(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	pairs := 0
	for range *rounds {
		g := randomModeGraph(r, 2+r.IntN(7), 3+r.IntN(14))
		if r.IntN(8) == 0 {
			g.Gaps = []Gap{{Kind: GapEdge}}
		}
		x := NewIndex(g)
		sets := randomSets(r, g)
		o := x.Overlaps(sets, 0)
		for i, set := range sets {
			want := map[[2]string]Pair{}
			for _, p := range x.Parallel(set, 0) {
				if p.Answer == Yes {
					want[[2]string{p.A, p.B}] = p
				}
			}
			pairs += len(want)
			checkOverlaps(t, g, o, i, want)
		}
	}
	if pairs < *rounds/2 {
		t.Errorf("%d pairs: the graphs test little", pairs)
	}
}

// checkOverlaps compares one set with what it should have.
func checkOverlaps(t *testing.T, g *Graph, o *Overlaps, set int, want map[[2]string]Pair) {
	t.Helper()
	steps := 0
	for _, p := range o.Of(set) {
		w, ok := want[[2]string{p.A, p.B}]
		if !ok {
			t.Fatalf("lock step %v: %s and %s are not wanted, or came twice%s", g.Dialect.LockStep, p.A, p.B, describe(g))
		}
		delete(want, [2]string{p.A, p.B})
		got := o.Pair(p)
		if !reflect.DeepEqual(got, w) {
			t.Fatalf("lock step %v: got  %+v %+v\nwant %+v %+v%s", g.Dialect.LockStep, got, got.Witness, w, w.Witness, describe(g))
		}
		if n := len(w.Witness.Left.Edges) + len(w.Witness.Right.Edges); n != p.Steps || n < steps {
			t.Fatalf("%s and %s: %d steps, want %d, behind a pair with %d%s", p.A, p.B, p.Steps, n, steps, describe(g))
		}
		steps = p.Steps
	}
	if len(want) > 0 || !o.Complete(set) {
		t.Fatalf("lock step %v: %v not found, complete %v%s", g.Dialect.LockStep, want, o.Complete(set), describe(g))
	}
}

func randomSets(r *rand.Rand, g *Graph) [][]string {
	all := append([]string{Start, End, "nowhere"}, names(g)...)
	sets := make([][]string, r.IntN(4))
	for i := range sets {
		for range r.IntN(2 * len(all)) {
			sets[i] = append(sets[i], all[r.IntN(len(all))])
		}
	}
	return sets
}

// TestMeetingsAgainstMeet: the same for what arrives at a node.
func TestMeetingsAgainstMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	pairs := 0
	for range *rounds {
		g := randomModeGraph(r, 2+r.IntN(6), 4+r.IntN(16))
		x := NewIndex(g)
		var fanIns []FanIn
		for _, to := range append([]string{End}, names(g)...) {
			fanIns = append(fanIns, FanIn{Node: to, From: append([]string{Start}, names(g)...)})
		}
		o := x.Meetings(fanIns, 0)
		for i, f := range fanIns {
			want := map[[2]string]Pair{}
			for _, p := range x.Meet(f.Node, f.From, 0) {
				if p.Answer == Yes {
					want[[2]string{p.A, p.B}] = p
				}
			}
			pairs += len(want)
			checkOverlaps(t, g, o, i, want)
		}
	}
	if pairs < *rounds/2 {
		t.Errorf("%d pairs: the graphs test little", pairs)
	}
}

// TestOverlapsUnderAnyLimit: a limit may leave pairs out, says so, and adds none.
func TestOverlapsUnderAnyLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	left, had := 0, 0
	for range *rounds {
		g := randomModeGraph(r, 3+r.IntN(6), 4+r.IntN(12))
		x := NewIndex(g)
		o := x.Overlaps([][]string{names(g), names(g)[:2], names(g)[1:]}, 1+r.IntN(60))
		full := x.Overlaps([][]string{names(g), names(g)[:2], names(g)[1:]}, 0)
		for set := range 3 {
			want := map[string]bool{}
			for _, p := range full.Of(set) {
				want[p.A+p.B] = true
			}
			for _, p := range o.Of(set) {
				if !want[p.A+p.B] {
					t.Fatalf("lock step %v: %s and %s are not wanted, or came twice%s", g.Dialect.LockStep, p.A, p.B, describe(g))
				}
				delete(want, p.A+p.B)
				checkFork(t, g, o.Pair(p))
			}
			had += len(o.Of(set))
			left += len(want)
			if len(want) > 0 && o.Complete(set) {
				t.Fatalf("lock step %v: %v not found and called complete%s", g.Dialect.LockStep, want, describe(g))
			}
		}
	}
	if left < 100 || had < 100 {
		t.Errorf("%d left out, %d found: the limits test little", left, had)
	}
}

// TestOverlapsOfChain: what one chain orders is not gone through pair by pair, whatever stands beside
// it.
func TestOverlapsOfChain(t *testing.T) {
	for _, mode := range []Tri{Yes, No} {
		m := &maker{g: &Graph{Dialect: Dialect{LockStep: mode}}, last: Start}
		reject := m.node()
		m.edge(Start, reject, Conditional)
		var all []string
		for range 3000 {
			next := m.node()
			m.edge(m.last, next, Conditional)
			m.last = next
		}
		m.split(Always, Always, 1)
		for _, n := range m.g.Nodes {
			all = append(all, n.Name)
		}
		x, ops := NewIndex(m.g), 0
		x.meter = &ops
		o := x.Overlaps([][]string{all}, 0)
		if got := o.Of(0); len(got) != 1 || got[0].A != "n3001" || !o.Complete(0) {
			t.Errorf("lock step %v: %v", mode, got)
		}
		if most := 20 * len(all); ops > most {
			t.Errorf("lock step %v: %d operations for a chain of %d, want at most %d", mode, ops, len(all), most)
		}
	}
}

func ExampleIndex_Overlaps() {
	x := NewIndex(build("S>a", "a>b", "a>c", "b>d", "c>d"))
	o := x.Overlaps([][]string{{"a", "d"}, {"d", "c", "b"}}, 0)
	for _, p := range o.Of(1) {
		fmt.Println(len(o.Of(0)), p.A, p.B, p.Steps, o.Pair(p).Witness.Left)
	}
	// Output: 0 c b 2 a -> c
}

// TestOverlapsOfWideFork: of more pairs than anybody looks at the nearest are kept, and it is said that
// there are more.
func TestOverlapsOfWideFork(t *testing.T) {
	for _, mode := range []Tri{Yes, No} {
		m := &maker{g: &Graph{Dialect: Dialect{LockStep: mode}}, last: Start}
		m.chain()
		for range 400 {
			first := m.node()
			m.edge("n0", first, Always)
		}
		o := NewIndex(m.g).Overlaps([][]string{names(m.g), names(m.g)[:30]}, 0)
		got := o.Of(0)
		if len(got) != maxOverlaps || o.Complete(0) || mode == Yes && (got[0].A != "n1" || got[0].B != "n2") || got[0].Steps != 2 {
			t.Errorf("lock step %v: %d pairs, complete %v, first %+v", mode, len(got), o.Complete(0), got[0])
		}
		if n := len(o.Of(1)); n != 29*28/2 || !o.Complete(1) {
			t.Errorf("lock step %v: %d pairs of 29 branches, complete %v", mode, n, o.Complete(1))
		}
	}
}

// TestOverlapsBehindDrift: where branches drift apart until the search for all is cut off, near writers
// of each of many fields are still found.
func TestOverlapsBehindDrift(t *testing.T) {
	g := grown("skewed", 3000)
	var sets [][]string
	for _, e := range g.Edges {
		for _, f := range g.Edges {
			if len(sets) < 200 && e.From == f.From && e.To != f.To && e.From > "n2" {
				sets = append(sets, []string{e.To, g.Nodes[len(g.Nodes)-1].Name, f.To})
			}
		}
	}
	o := NewIndex(g).Overlaps(sets, 0)
	for i := range sets {
		if len(o.Of(i)) == 0 {
			t.Errorf("%v: nothing is found", sets[i])
		}
	}
	if len(sets) < 200 {
		t.Errorf("%d sets", len(sets))
	}
}
