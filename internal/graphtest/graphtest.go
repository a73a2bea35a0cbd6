// Package graphtest tests frontends: it reads builder programs and compares the graphs with golden
// texts that a reader can follow.
//
// The one idea to hold: a program under testdata/src is ordinary code of the framework, compiled
// against a stub under the framework's real import path; its graphs are what a person would draw.
//
// Limits: a stub has the framework's names and signatures, not its behaviour; that the names are
// right is for tests with the real framework to show.
package graphtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/ruletest"
)

// Golden reads the graphs of the packages in testdata/src and compares each package's with
// testdata/<path>.golden. analysistest also encodes and decodes the facts and fails when their
// bytes are not stable. The flag makes it rewrite the texts.
func Golden(t *testing.T, update *bool, packages ...string) {
	t.Helper()
	gopath := ruletest.Overlay(t, filepath.Join("testdata", "src"))
	for _, res := range analysistest.Run(t, gopath, graphs.Analyzer, packages...) {
		if res.Err != nil {
			t.Fatal(res.Err)
		}
		for _, err := range res.Action.Package.Errors {
			t.Errorf("%s does not compile: %v", res.Action.Package.PkgPath, err)
		}
		name := strings.ReplaceAll(res.Action.Package.PkgPath, "/", "_")
		compare(t, filepath.Join("testdata", name+".golden"), Text(res.Result.(*graphs.Result)), *update)
	}
}

// UpdateFlag declares the -update flag of a test package.
func UpdateFlag() *bool { return flag.Bool("update", false, "rewrite the golden files") }

func compare(t *testing.T, file, got string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (run the test with -update)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// Text describes graphs, one fact a line.
func Text(r *graphs.Result) string {
	var b strings.Builder
	for _, g := range r.Graphs {
		fmt.Fprintf(&b, "graph %s at %s in %s (%s)\n", g.Name, place(g.Pos), g.Builder, g.Dialect.Framework)
		if g.Checkpointer != graphmodel.Unknown {
			fmt.Fprintf(&b, "  checkpointer %s\n", g.Checkpointer)
		}
		if g.StepLimit != 0 {
			fmt.Fprintf(&b, "  step limit %d\n", g.StepLimit)
		}
		for _, f := range g.Fields {
			fmt.Fprintf(&b, "  field %s %s, reducer %s %s, refs %v\n", f.Name, f.Type.Name, f.HasReducer, f.Reducer.Ref, f.Refs)
		}
		for _, n := range g.Nodes {
			fmt.Fprintf(&b, "  node %s = %s\n", n.Name, function(n))
		}
		for _, e := range g.Edges {
			fmt.Fprintf(&b, "  edge %s -> %s %s%s\n", e.From, e.To, e.Kind, detail(e))
		}
		for _, f := range g.FanIns {
			fmt.Fprintf(&b, "  fan-in %s from %q %s, %s\n", f.Node, f.From, f.How, f.Fate)
		}
		for _, gap := range g.Gaps {
			fmt.Fprintf(&b, "  gap %s %q at %s: %s\n", gap.Kind, gap.Node, place(gap.Pos), gap.Reason)
		}
	}
	return b.String()
}

func detail(e graphmodel.Edge) string {
	var s string
	if e.Group != 0 {
		s += fmt.Sprintf(" group %d", e.Group)
	}
	if e.Limited != graphmodel.Unknown {
		s += fmt.Sprintf(" limited %s %d", e.Limited, e.Limit)
	}
	if e.Func.Ref != "" {
		s += " by " + string(e.Func.Ref)
	}
	return s
}

func place(p graphmodel.Position) string {
	return fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line)
}

func function(n graphmodel.Node) string {
	s := value(n.Func)
	if n.Subgraph != "" {
		s = "graph " + n.Subgraph
	}
	if n.PauseBefore {
		s += ", pause before"
	}
	if n.PauseAfter {
		s += ", pause after"
	}
	if n.RerunOnResume != graphmodel.Unknown {
		s += fmt.Sprintf(", runs again %s", n.RerunOnResume)
	}
	if len(n.Reads)+len(n.Writes) > 0 {
		s += fmt.Sprintf(", reads %q, writes %q", n.Reads, n.Writes)
	}
	if len(n.Leaves) > 0 {
		s += fmt.Sprintf(", leaves %q", n.Leaves)
	}
	return s
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func inPlace(s *graphmodel.StateShape) string {
	if s.InPlace {
		return ", in place"
	}
	return ""
}

func value(f graphmodel.FuncValue) string {
	s := string(f.Ref)
	if s == "" {
		return "?"
	}
	for _, b := range f.Bound {
		s += fmt.Sprintf(" [%s = %s]", b.Name, value(b.Func))
	}
	for _, h := range f.Before {
		s += " after " + value(h)
	}
	for _, h := range f.After {
		s += " then " + value(h)
	}
	for _, t := range f.Tools {
		s += " tool " + value(t)
	}
	if st := f.State; st != nil {
		s += fmt.Sprintf(" {state %s: parameter %d, result %d%s}", or(string(st.Kind), "any"), st.Param, st.Result, inPlace(st))
	}
	return s
}
