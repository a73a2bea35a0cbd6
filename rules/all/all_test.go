package all

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/ruletest"
	"github.com/skewlint/skewlint/rules/rule"
)

// TestReports: each finding is one diagnostic that says all in its message, in order of places. That every
// rule is heard, and nothing that a comment silences, is tested by package internal/hosttest.
func TestReports(t *testing.T) {
	if err := analysis.Validate([]*analysis.Analyzer{Analyzer}); err != nil {
		t.Fatal(err)
	}
	gopath := ruletest.Overlay(t, filepath.Join("..", "unboundedfanout", "testdata", "src"))
	told := 0
	for _, res := range analysistest.Run(quiet{}, gopath, Analyzer, "example.com/research") {
		if res.Err != nil {
			t.Fatal(res.Err)
		}
		last := ""
		for _, d := range res.Diagnostics {
			told++
			at := res.Pass.Fset.Position(d.Pos)
			key := fmt.Sprintf("%s:%09d", at.Filename, at.Line)
			if key < last {
				t.Errorf("%s is told behind %s", at, last)
			}
			last = key
			if len(d.Related) > 0 || !strings.HasPrefix(d.Message, d.Category) || !strings.HasSuffix(d.Message, "]") {
				t.Errorf("%s: %+v", at, d)
			}
		}
	}
	if told < 2 {
		t.Errorf("%d diagnostics", told)
	}
}

// quiet takes the complaint that messages are not those of the rule.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}

func TestMessage(t *testing.T) {
	at := func(file string, line int) graphmodel.Position {
		return graphmodel.Position{File: file, Line: line, Column: 1}
	}
	f := rule.Finding{Rule: "entrygate", Severity: rule.Error, Message: "m", Pos: at("/m/a/x.go", 9)}
	for _, test := range []struct {
		severity rule.Severity
		places   []graphmodel.Position
		want     string
	}{
		{rule.Error, nil, "entrygate: m"},
		{rule.Warning, nil, "entrygate (warning): m"},
		{rule.Error, []graphmodel.Position{at("/m/a/x.go", 1), at("/m/a/x.go", 1), at("/m/a/x.go", 2), {}, at("/m/b/y.go", 3), at("/m/a/x.go", 2)}, "entrygate: m [x.go:1,2 b/y.go:3 x.go:2]"},
	} {
		f.Severity, f.Witness = test.severity, nil
		for _, pos := range test.places {
			f.Witness = append(f.Witness, effects.Step{Pos: pos})
		}
		if got := message(f); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
