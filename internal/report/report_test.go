package report

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/ignores"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
	"github.com/skewlint/skewlint/rules/rule/ruletext"
)

func at(file string, line, column int) graphmodel.Position {
	return graphmodel.Position{File: file, Line: line, Column: column}
}

// sample has one of everything.
func sample() *Report {
	spend, fanOut := sampleFindings()
	r := &Report{
		Rules:    sampleRules(),
		Findings: []Finding{spend, fanOut, spend},
		Ignored:  []Finding{ignored(fanOut)},
		Hidden:   Hidden{Generated: 1, Baseline: 2, Unchanged: 1, Fixed: 1, Stale: 2},
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

// ignored is the finding on another line, with a comment that silences it.
func ignored(f Finding) Finding {
	f.Pos.Line++
	f.Ignored = &ignores.Ignore{Pos: at("/w/order/nodes.go", 70, 2), Reason: "ten at most", Owner: "search", Until: "2999-12-31"}
	return f
}

func sampleRules() []rule.Rule {
	return []rule.Rule{
		{
			Name: "rawhandle", Title: "handles without a record", Severity: rule.Info, Since: "0.1.0",
			Doc: "What it reports\n\nA handle.\n", Text: ruletext.Text{Sections: []ruletext.Section{{Heading: "What it reports"}}},
		},
		{
			Name: "uncheckedspend", Title: "unchecked handles", Severity: rule.Error, Since: "0.1.0", Doc: "Text.",
			Analyzer: &analysis.Analyzer{URL: "https://example.com/uncheckedspend.md"},
		},
	}
}

// sampleFindings are one with all that a finding can have, and one with little.
func sampleFindings() (spend, fanOut Finding) {
	spend = Finding{Package: "example.com/order", Finding: rule.Finding{
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
		Fixes: []rule.Fix{{Message: "check it first", Edits: []rule.Edit{
			{Pos: at("/w/order/nodes.go", 48, 2), End: at("/w/order/nodes.go", 48, 2), New: "check()\n"},
			{Pos: at("/w/order/fields.go", 3, 1), End: at("/w/order/fields.go", 4, 1)},
		}}},
	}}
	fanOut = Finding{Package: "example.com/order", Builds: []string{"GOOS=windows", "tags=a,b"}, Finding: rule.Finding{
		Rule: "unboundedfanout", Severity: rule.Warning, Grade: effects.Likely,
		Pos: at("/w/order/graph.go", 7, 2), Message: `fan-out to "ship" is as wide as items & <nothing> limits it, 100%`,
	}}
	return spend, fanOut
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

func TestOtherForms(t *testing.T) {
	for format, name := range map[string]string{
		"sarif": "report.sarif", "github": "github.txt", "junit": "junit.xml", "codequality": "codequality.json",
	} {
		var out bytes.Buffer
		p, err := New(format, &out, io.Discard, Options{Root: "/w", Version: "v0.1.0"})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Print(sample()); err != nil {
			t.Fatal(err)
		}
		golden(t, name, out.String())
	}
	if _, err := New("yaml", io.Discard, io.Discard, Options{}); err == nil || !strings.Contains(err.Error(), "codequality, github, json, junit, sarif, text") {
		t.Errorf("an unknown form: %v", err)
	}
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
