package missingreducer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
)

// TestAudience compares with a search for each reader: one that a path leads to from both writers, on
// which no third one writes, or the router of one of the two.
func TestAudience(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	some, none := 0, 0
	for range 5000 {
		g := &graphmodel.Graph{}
		n := 2 + r.IntN(7)
		name := func() string { return fmt.Sprintf("n%d", r.IntN(n)) }
		for i := range n {
			g.Nodes = append(g.Nodes, graphmodel.Node{Name: fmt.Sprintf("n%d", i)})
		}
		for range r.IntN(3 * n) {
			g.Edges = append(g.Edges, graphmodel.Edge{From: name(), To: name()})
		}
		w := writers{names: []string{name()}}
		for range r.IntN(4) {
			if next := name(); !slices.Contains(w.names, next) {
				w.names = append(w.names, next)
			}
		}
		var readers []read
		for range r.IntN(5) {
			readers = append(readers, read{node: name(), router: r.IntN(4) == 0})
		}
		w.readers = func() []read { return readers }
		x := graphmodel.NewIndex(g)
		a := newAudience(x, w)
		for _, one := range w.names {
			for _, other := range w.names {
				want := eachReader(x, one, other, w.names, readers)
				got := a.of(one, other)
				if got == nil && want == nil {
					none++
					continue
				}
				some++
				if got != want {
					t.Fatalf("%s and %s of %v: got %v, want %v; edges %v, readers %v", one, other, w.names, got, want, g.Edges, readers)
				}
			}
		}
	}
	if some < 1000 || none < 1000 {
		t.Errorf("%d readers and %d times none: the graphs test little", some, none)
	}
}

func eachReader(x *graphmodel.Index, one, other string, writers []string, readers []read) *read {
	for i, r := range readers {
		if r.node == one || r.node == other {
			if r.router {
				return &readers[i]
			}
			continue
		}
		third := slices.DeleteFunc(slices.Clone(writers), func(n string) bool { return n == one || n == other || n == r.node })
		_, a := x.PathAvoiding([]string{one}, r.node, append(third, other)...)
		_, b := x.PathAvoiding([]string{other}, r.node, append(third, one)...)
		if a && b {
			return &readers[i]
		}
	}
	return nil
}
