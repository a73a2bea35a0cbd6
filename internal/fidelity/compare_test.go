package main

import (
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
)

var plain = &framework{Name: "plain", Module: "example.com/plain", Overwriting: []string{"x.Keep"}}

// abc is start → a → b → end with a branch a → c.
func abc() truth {
	t := truthAt("a.go", 10, "a", "b", "c")
	t.Edges = []truthEdge{
		{graphmodel.Start, "a", kindAlways}, {"a", "b", kindConditional}, {"a", "c", kindConditional},
		{"b", graphmodel.End, kindAlways},
	}
	t.Fields = []truthField{{"list", "example.com/plain/x.Append"}, {"last", "example.com/plain/x.Keep"}}
	return t
}

func abcStatic() graphmodel.Graph {
	g := staticGraph("a.go", 10, "a", "b", "c")
	g.Edges = []graphmodel.Edge{
		{From: graphmodel.Start, To: "a"}, {From: "a", To: "b", Kind: graphmodel.Conditional},
		{From: "a", To: "c", Kind: graphmodel.Conditional}, {From: "b", To: graphmodel.End},
	}
	g.Fields = []graphmodel.Field{
		{Name: "list", HasReducer: graphmodel.Yes, Reducer: graphmodel.FuncValue{Ref: "example.com/plain/x.Append"}},
		{Name: "last", HasReducer: graphmodel.No},
	}
	return g
}

func scoreOf(f *framework, g *graphmodel.Graph, t truth) score {
	return compare(f, &pair{Static: g, Truths: []truth{t}}, nil)
}

func TestCompareEqual(t *testing.T) {
	g := abcStatic()
	s := scoreOf(plain, &g, abc())
	if len(s.Faults) != 0 {
		t.Errorf("faults: %+v", s.Faults)
	}
	for name, got := range map[string]tally{"nodes": s.Nodes, "edges": s.Edges, "conditional": s.Conditional, "fields": s.Fields, "reducers": s.Reducers} {
		want := map[string]int{"nodes": 3, "edges": 4, "conditional": 2, "fields": 2, "reducers": 1}[name]
		if got != (tally{Truth: want, Found: want}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestCompareMissed(t *testing.T) {
	g := abcStatic()
	g.Nodes = g.Nodes[:2]
	g.Edges = g.Edges[:2]
	s := scoreOf(plain, &g, abc())
	if s.Nodes.Found != 2 || s.Edges.Found != 2 || len(s.Faults) != 3 {
		t.Fatalf("nodes %+v, edges %+v, faults %+v", s.Nodes, s.Edges, s.Faults)
	}
	for _, f := range s.Faults {
		if f.Gap != "" {
			t.Errorf("no gap covers %s %s, got %q", f.What, f.Item, f.Gap)
		}
	}
	g.Gaps = []graphmodel.Gap{
		{Kind: graphmodel.GapNode, Reason: "name"}, {Kind: graphmodel.GapEdge, Node: "b", Reason: "target"},
	}
	for _, f := range scoreOf(plain, &g, abc()).Faults {
		if f.Gap == "" {
			t.Errorf("%s %s: a gap covers it", f.What, f.Item)
		}
	}
}

func TestCompareWrong(t *testing.T) {
	g := abcStatic()
	g.Nodes = append(g.Nodes, graphmodel.Node{Name: "d"}, graphmodel.Node{Name: "maybe"})
	g.Edges = append(g.Edges, graphmodel.Edge{From: "b", To: "c"}, graphmodel.Edge{From: "c", To: "maybe"})
	g.Edges[0].Kind = graphmodel.Conditional
	g.Fields[1].HasReducer = graphmodel.Yes
	g.Gaps = []graphmodel.Gap{{Kind: graphmodel.GapNode, Node: "maybe", Reason: "it is added only if …"}}
	s := scoreOf(plain, &g, abc())
	if s.Nodes.Wrong != 1 || s.Nodes.Open != 1 || s.Edges.Wrong != 1 || s.Edges.Open != 1 ||
		s.Conditional.Wrong != 1 || s.Reducers.Wrong != 1 {
		t.Errorf("nodes %+v, edges %+v, conditional %+v, reducers %+v", s.Nodes, s.Edges, s.Conditional, s.Reducers)
	}
}

func TestCompareNotExported(t *testing.T) {
	// Targets of commands are not in the export; a node without successors ends the run.
	f := &framework{Commands: true, ImplicitEnd: true}
	g := abcStatic()
	g.Edges = append(g.Edges,
		graphmodel.Edge{From: "b", To: "c", Kind: graphmodel.Conditional},
		graphmodel.Edge{From: "c", To: graphmodel.End})
	s := scoreOf(f, &g, abc())
	if s.Edges.Wrong != 0 || s.Edges.Open != 1 {
		t.Errorf("edges %+v, faults %+v", s.Edges, s.Faults)
	}
}

func TestCompareRouter(t *testing.T) {
	run := abc()
	run.Open = []string{"b", "c"}
	g := abcStatic()
	g.Edges = append(g.Edges, graphmodel.Edge{From: "c", To: "a", Kind: graphmodel.Conditional})
	s := scoreOf(&framework{Commands: true}, &g, run)
	if s.Routers != (tally{Truth: 2, Found: 1}) {
		t.Errorf("routers %+v", s.Routers)
	}
}

func TestCompareLostGraph(t *testing.T) {
	gaps := []graphmodel.Gap{{Kind: graphmodel.GapGraph, Reason: "package", Pos: graphmodel.Position{File: "a.go", Line: 3}}}
	p := &pair{Truths: []truth{abc()}}
	s := compare(plain, p, gaps)
	if s.Graphs != (tally{Truth: 1}) || s.Nodes != (tally{Truth: 3}) || len(s.Faults) != 1 || s.Faults[0].Gap != "package" {
		t.Errorf("score %+v", s)
	}
	if p.Static != nil {
		t.Error("the pair has changed")
	}
}

func TestSameFunc(t *testing.T) {
	for _, c := range []struct {
		run, source string
		want        bool
	}{
		{"main.appendLog", "example.com/x.appendLog", true},
		{"main.build.func1", "example.com/x.lit@main.go:3:9", true},
		{"main.build.func1", "example.com/x.appendLog", false},
		{"example.com/x.A", "example.com/x.B", false},
		{"example.com/x.A", "", true},
	} {
		if got := sameFunc(c.run, c.source); got != c.want {
			t.Errorf("sameFunc(%q, %q) = %v", c.run, c.source, got)
		}
	}
}
