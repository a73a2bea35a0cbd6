package rules

import (
	"go/token"
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/skewlint/skewlint/internal/ruletest"
	"github.com/skewlint/skewlint/rules/rule"
)

// TestIgnores runs all rules at one time over a package with comments that silence findings: what
// is reported is what no comment covers, and the comments that cover nothing.
func TestIgnores(t *testing.T) {
	gopath := ruletest.Overlay(t, filepath.Join("testdata", "src"))
	silenced := 0
	for _, res := range analysistest.Run(t, gopath, reporting(), "example.com/ignored") {
		findings, _ := res.Result.([]rule.Finding)
		for _, f := range findings {
			if f.Ignored != nil && f.Ignored.Reason != "" {
				silenced++
			}
		}
	}
	if silenced != 6 {
		t.Errorf("%d findings are silenced by a comment with its reason, want 6", silenced)
	}
}

// reporting is one analyzer that reports what the rules report.
func reporting() *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "reporting", Doc: "reports what all rules report", ResultType: ruleResult}
	for _, r := range All() {
		a.Requires = append(a.Requires, r.Analyzer)
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		var all []rule.Finding
		for _, r := range All() {
			all = append(all, pass.ResultOf[r.Analyzer].([]rule.Finding)...)
		}
		for _, f := range all {
			if f.Ignored == nil {
				pass.Reportf(position(pass, f), "%s", f.Message)
			}
		}
		return all, nil
	}
	return a
}

var ruleResult = reflect.TypeFor[[]rule.Finding]()

// position is the place of a finding in the files of the pass.
func position(pass *analysis.Pass, f rule.Finding) token.Pos {
	for _, file := range pass.Files {
		if tf := pass.Fset.File(file.FileStart); tf.Name() == f.Pos.File {
			return tf.LineStart(f.Pos.Line)
		}
	}
	return token.NoPos
}
