package main

import (
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
)

func staticGraph(file string, line int, nodes ...string) graphmodel.Graph {
	g := graphmodel.Graph{Name: "g", Pos: graphmodel.Position{File: file, Line: line}}
	for _, n := range nodes {
		g.Nodes = append(g.Nodes, graphmodel.Node{Name: n})
	}
	return g
}

func truthAt(file string, line int, nodes ...string) truth {
	return truth{Made: []frame{{File: file, Line: line}}, Nodes: nodes}
}

func TestMatchByPlace(t *testing.T) {
	static := []graphmodel.Graph{
		staticGraph("a.go", 10, "x", "y"),
		staticGraph("a.go", 40, "x", "y"),
		staticGraph("b.go", 12, "q"),
	}
	m := match(static, []truth{truthAt("a.go", 40, "x", "y"), truthAt("b.go", 14, "q")})
	if len(m.Pairs) != 2 || m.Pairs[0].Static != &static[1] || m.Pairs[1].Static != &static[2] {
		t.Fatalf("pairs: %+v", m.Pairs)
	}
	if len(m.Unseen) != 1 || m.Unseen[0] != &static[0] {
		t.Errorf("unseen: %+v", m.Unseen)
	}
}

func TestMatchByNames(t *testing.T) {
	// Two graphs of one call, told apart by their nodes.
	static := []graphmodel.Graph{staticGraph("a.go", 10, "x"), staticGraph("a.go", 10, "y", "z")}
	m := match(static, []truth{truthAt("a.go", 10, "z", "y")})
	if len(m.Pairs) != 1 || m.Pairs[0].Static != &static[1] {
		t.Fatalf("pairs: %+v", m.Pairs)
	}
}

func TestMatchThroughWrapper(t *testing.T) {
	// The graph is made in a helper; skewlint names the call of the helper or the one inside.
	static := []graphmodel.Graph{staticGraph("main.go", 20, "x")}
	run := truth{Nodes: []string{"x"}, Made: []frame{{File: "helper.go", Line: 5}, {File: "main.go", Line: 20}}}
	if m := match(static, []truth{run}); m.Pairs[0].Static != &static[0] {
		t.Errorf("not matched: %+v", m.Pairs)
	}
}

func TestMatchNone(t *testing.T) {
	static := []graphmodel.Graph{staticGraph("a.go", 10, "other")}
	m := match(static, []truth{truthAt("a.go", 300, "x", "y"), {Nodes: []string{"inner"}}})
	if len(m.Pairs) != 1 || m.Pairs[0].Static != nil {
		t.Errorf("a graph in the same file with other names is another graph: %+v", m.Pairs)
	}
	if m.Internal != 1 {
		t.Errorf("internal = %d, want 1: no call of the program on the stack", m.Internal)
	}
}

func TestMatchMerges(t *testing.T) {
	// One call, run twice with other nodes, is one graph; the same shape twice counts once.
	static := []graphmodel.Graph{staticGraph("a.go", 10, "x", "y")}
	m := match(static, []truth{truthAt("a.go", 10, "x"), truthAt("a.go", 10, "y"), truthAt("a.go", 10, "y")})
	if len(m.Pairs) != 1 || len(m.Pairs[0].Truths) != 2 {
		t.Errorf("pairs: %+v", m.Pairs)
	}
}

func TestOwnFrames(t *testing.T) {
	all := []frame{
		{File: "/w/checkout/graph/graph.go", Line: 1},
		{File: "/w/checkout/examples/a/main.go", Line: 2},
		{File: "/usr/lib/go/src/runtime/proc.go", Line: 3},
		{File: "/w/checkout/examples-of-others/x.go", Line: 4},
	}
	got := ownFrames(all, "/w/checkout", []string{"examples"})
	if len(got) != 1 || got[0].String() != "examples/a/main.go:2" {
		t.Errorf("got %v", got)
	}
}
