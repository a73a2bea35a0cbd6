package driver

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skewlint/skewlint/analyzers/ignores"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

// A comment that silences a finding of one build only is of use.
func TestMergeOfComments(t *testing.T) {
	comment := graphmodel.Position{File: "/a.go", Line: 3, Column: 1}
	silenced := report.Finding{Finding: rule.Finding{Rule: "r", Pos: graphmodel.Position{File: "/a.go", Line: 4, Column: 1}, Ignored: &ignores.Ignore{Pos: comment}}}
	unused := func(name string) report.Finding {
		return report.Finding{Finding: rule.Finding{Rule: rule.BadIgnore, Pos: comment, Message: rule.Unused(name)}}
	}
	first, second := &Result{}, &Result{}
	first.Ignored = []report.Finding{silenced}
	first.Findings = []report.Finding{unused("other")}
	second.Findings = []report.Finding{unused("other"), unused("r")}
	got := Merge([]string{"linux", "windows"}, []*Result{first, second})
	if len(got.Findings) != 1 || got.Findings[0].Message != rule.Unused("other") || len(got.Ignored) != 1 {
		t.Errorf("findings %+v, ignored %+v, want only that rule other reports nothing", got.Findings, got.Ignored)
	}
}

func TestMerge(t *testing.T) {
	at := func(line int) graphmodel.Position { return graphmodel.Position{File: "/a.go", Line: line, Column: 1} }
	finding := func(line int) report.Finding {
		return report.Finding{Finding: rule.Finding{Rule: "r", Pos: at(line), Message: "m"}, Package: "a"}
	}
	failure := func(line int) report.Error { return report.Error{Package: "a", Pos: at(line), Message: "e"} }
	gap := report.Gap{Gap: graphmodel.Gap{Kind: graphmodel.GapEdge, Pos: at(9), Reason: "r"}, Graph: "g"}
	graph := func(line, nodes int) graphmodel.Graph {
		return graphmodel.Graph{Name: "g", Pos: at(line), Nodes: make([]graphmodel.Node, nodes)}
	}
	run := func(file string, graphs []graphmodel.Graph, findings []report.Finding, errs ...report.Error) *Result {
		r := &Result{Files: []string{"/a.go", file}, Generated: map[string]bool{file: true}}
		r.Findings, r.Errors = findings, errs
		r.Packages = []PackageGraphs{{Path: "a", Graphs: graphs}}
		r.Coverage = report.Coverage{Listed: 3, Packages: 1, Graphs: len(graphs), Gaps: []report.Gap{gap}}
		return r
	}
	first := run("/l.go", []graphmodel.Graph{graph(1, 2)}, []report.Finding{finding(1), finding(3)}, failure(7), failure(8))
	second := run("/w.go", []graphmodel.Graph{graph(1, 2), graph(5, 3)}, []report.Finding{finding(1), finding(2)}, failure(7))
	got := Merge([]string{"linux", "windows"}, []*Result{first, second})

	var builds [][]string
	for _, f := range got.Findings {
		builds = append(builds, f.Builds)
	}
	if diff := cmp.Diff([][]string{nil, {"windows"}, {"linux"}}, builds); diff != "" {
		t.Errorf("builds of the findings (-want +got):\n%s", diff)
	}
	if n := len(got.Errors); n != 2 || got.Errors[0].Message != "e" || got.Errors[1].Message != "e [linux]" {
		t.Errorf("errors %+v, want one of both builds and one of linux", got.Errors)
	}
	want := report.Coverage{Listed: 3, Packages: 1, Graphs: 2, Nodes: 5, Gaps: []report.Gap{gap}}
	if diff := cmp.Diff(want, got.Coverage); diff != "" {
		t.Errorf("coverage (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"/a.go", "/l.go", "/w.go"}, got.Files); diff != "" || !got.Generated["/l.go"] || !got.Generated["/w.go"] {
		t.Errorf("files %v, generated %v", got.Files, got.Generated)
	}
	if len(first.Packages[0].Graphs) != 1 {
		t.Error("merging has changed what it was given")
	}
}
