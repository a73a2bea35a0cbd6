package report

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// sample has one of everything.
func sample() *Report {
	at := func(file string, line, column int) graphmodel.Position {
		return graphmodel.Position{File: file, Line: line, Column: column}
	}
	spend := rule.Finding{
		Rule: "uncheckedspend", Severity: rule.Error, Grade: effects.Witness,
		Pos: at("/w/order/nodes.go", 48, 12), End: at("/w/order/nodes.go", 48, 40),
		Message: `node "pay" spends basket_id after a resume and nobody checked it`,
		Witness: []effects.Step{
			{Pos: at("/w/order/nodes.go", 21, 14), Func: "example.com/order.open", Text: "create_basket returns basket_id"},
			{Pos: at("/w/order/fields.go", 9, 3), Text: `stored in field "basket"`},
			{Text: "the run is parked and resumed here"},
			{Pos: at("/elsewhere/mcp.go", 120, 2), Func: "example.com/mcp.Call", Text: "goes to add_item"},
		},
		Graph: "order", Path: []string{graphmodel.Start, "open", "confirm", "pay", graphmodel.End},
	}
	fanOut := rule.Finding{
		Rule: "unboundedfanout", Severity: rule.Warning, Grade: effects.Likely,
		Pos: at("/w/order/graph.go", 7, 2), Message: `fan-out to "ship" is as wide as items & <nothing> limits it`,
	}
	r := &Report{
		Findings: []rule.Finding{spend, fanOut, spend},
		Coverage: Coverage{Packages: 2, Graphs: 3, Nodes: 21, Gaps: []Gap{
			{Gap: graphmodel.Gap{Kind: graphmodel.GapEdge, Pos: at("/w/order/graph.go", 12, 2), Reason: "router is a parameter", Node: "pay"}, Graph: "order"},
			{Gap: graphmodel.Gap{Kind: graphmodel.GapGraph, Pos: at("/w/order/graph.go", 3, 2), Reason: "graph escapes"}},
		}},
		Errors: []Error{
			{Package: "example.com/a", Message: "example.com/a was not analysed, because example.com/b has errors"},
			{Package: "example.com/b", Pos: at("/w/b/b.go", 3, 9), Message: "undefined: x\n(of y)", Detail: "goroutine 1"},
			{Package: "example.com/b [example.com/b.test]", Pos: at("/w/b/b.go", 3, 9), Message: "undefined: x\n(of y)", Detail: "goroutine 1"},
		},
	}
	r.Sort()
	return r
}

func TestText(t *testing.T) {
	for name, text := range map[string]Text{
		"text":    {},
		"short":   {Short: true},
		"verbose": {Verbose: true},
		"color":   {ColorOut: true, ColorErr: true},
	} {
		t.Run(name, func(t *testing.T) {
			var out, err bytes.Buffer
			text.Out, text.Err, text.Dir = &out, &err, "/w"
			if err := text.Print(sample()); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", out.String()+"--- standard error\n"+err.String())
		})
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := (&JSON{Out: &out, Dir: "/w"}).Print(sample()); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", out.String())
}

func TestCoverage(t *testing.T) {
	gap := func(kind graphmodel.GapKind) Gap { return Gap{Gap: graphmodel.Gap{Kind: kind}} }
	for want, c := range map[string]Coverage{
		"no package here imports an agent library; nothing to check": {Listed: 3},
		"no graphs in the package that uses an agent library":        {Packages: 1},
		"no graphs in the 2 packages that use an agent library":      {Packages: 2},
		"1 graph, 1 node, all resolved":                              {Packages: 1, Graphs: 1, Nodes: 1},
		"3 graphs, 21 nodes, 1 edge unresolved":                      {Packages: 1, Graphs: 3, Nodes: 21, Gaps: []Gap{gap(graphmodel.GapEdge)}},
		"0 graphs, 0 nodes, 1 graph and 2 fields unresolved":         {Packages: 1, Gaps: []Gap{gap(graphmodel.GapField), gap(graphmodel.GapGraph), gap(graphmodel.GapField)}},
	} {
		if got := c.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// golden compares with a file; UPDATE=1 writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got (UPDATE=1 rewrites):\n%s", diff)
	}
}
