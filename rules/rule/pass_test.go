package rule

import (
	"slices"
	"testing"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
)

func at(file string, line int) graphmodel.Position {
	return graphmodel.Position{File: file, Line: line, Column: 1}
}

// The chain leads from the package over a helper in another one: the call of the helper is what
// the author of the package can change.
func TestAnchor(t *testing.T) {
	p := &Pass{place: newPlace()}
	tests := []struct {
		name      string
		trace     effects.Trace
		otherwise []graphmodel.Position
		want      graphmodel.Position
	}{
		{"last own step", effects.Trace{{Pos: at("/a/a.go", 1)}, {Pos: at("/a/a.go", 2)}, {Pos: at("/b/b.go", 3)}}, nil, at("/a/a.go", 2)},
		{"node of this package", effects.Trace{{Pos: at("/b/b.go", 3)}}, []graphmodel.Position{{}, at("/a/a.go", 3)}, at("/a/a.go", 3)},
		{"nothing is here", effects.Trace{{Pos: at("/b/b.go", 3)}}, []graphmodel.Position{at("/b/b.go", 1)}, graphmodel.Position{}},
	}
	for _, tt := range tests {
		if got := p.Anchor(tt.trace, tt.otherwise...); got != tt.want {
			t.Errorf("%s: Anchor = %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestFuncsOfSubgraph(t *testing.T) {
	inner := graphmodel.Graph{Name: "inner", Nodes: []graphmodel.Node{
		{Name: "x"},                       // a function that is not known
		{Name: "self", Subgraph: "inner"}, // a cycle, which no program can have, must end
	}}
	p := &Pass{Graphs: []graphmodel.Graph{inner}}
	for _, name := range []string{"inner"} {
		fns, ok := p.Funcs(&graphmodel.Node{Name: "n", Subgraph: name})
		if len(fns) != 1 || ok {
			t.Errorf("Funcs of subgraph %q = %v, %t, want one that is not known", name, fns, ok)
		}
	}
	if fns, ok := p.Funcs(&graphmodel.Node{Name: "n", Subgraph: "elsewhere"}); ok || len(fns) > 0 {
		t.Errorf("Funcs of an unknown subgraph = %v, %t", fns, ok)
	}
}

func TestTidy(t *testing.T) {
	got := tidy([]Finding{
		{Pos: at("/a/a.go", 2), Message: "b"},
		{Pos: at("/a/a.go", 2), Message: "a", Graph: "second"},
		{Pos: at("/a/a.go", 1), Message: "c"},
		{Pos: at("/a/a.go", 2), Message: "a", Graph: "first"},
	})
	var say []string
	for _, f := range got {
		say = append(say, f.Message+f.Graph)
	}
	if want := []string{"c", "afirst", "b"}; !slices.Equal(say, want) {
		t.Errorf("tidy = %q, want %q", say, want)
	}
}

func TestNames(t *testing.T) {
	f := graphmodel.Field{Name: "basket", Refs: []string{"example.com/app.Basket"}}
	for symbol, want := range map[string]bool{
		"example.com/app.Basket": true,
		`"basket"`:               true,
		"basket":                 false,
		"example.com/app.Other":  false,
		"":                       false,
	} {
		if got := Names(f, symbol); got != want {
			t.Errorf("Names(%q) = %t, want %t", symbol, got, want)
		}
	}
}

func TestBadTextIsAnErrorAndNoPanic(t *testing.T) {
	r := New(Spec{Source: "package lost\n"})
	if r.Err() == nil || r.Name != "lost" || r.Analyzer == nil {
		t.Errorf("New without text = %+v, want a rule with an error", r)
	}
}

// Two graphs whose nodes run the same code say one thing; other code at the same place does not.
func TestTidyFoldsNodes(t *testing.T) {
	found := func(node, graph string, built, end graphmodel.Position) Finding {
		return Finding{
			Pos: at("/a/a.go", 2), Message: `node "` + node + `" sends`, Node: node, Graph: graph,
			Witness: []effects.Step{{Pos: built}, {Pos: end}},
		}
	}
	got := tidy([]Finding{
		found("a", "of a test", at("/a/a_test.go", 9), at("/b/b.go", 4)),
		found("z", "own", at("/a/a.go", 1), at("/b/b.go", 4)),
		found("other", "own", at("/a/a.go", 1), at("/b/b.go", 7)),
	})
	var nodes []string
	for _, f := range got {
		nodes = append(nodes, f.Node)
	}
	if !slices.Equal(nodes, []string{"z", "other"}) {
		t.Errorf("left are %q, want the program's own node and the one with other code", nodes)
	}
}
