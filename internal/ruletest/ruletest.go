package ruletest

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/skewlint/skewlint/rules/rule"
)

// maxWords is how long a message may be. About fifteen words are meant; quoted names count too.
const maxWords = 24

// Run runs a rule over all packages in testdata/src of the test's folder, checks what it reports
// against the "// want" comments, and checks the form of each finding.
func Run(t *testing.T, r rule.Rule) []rule.Finding {
	t.Helper()
	src := filepath.Join("testdata", "src")
	gopath := Overlay(t, src)
	var all []rule.Finding
	for _, res := range analysistest.Run(t, gopath, r.Analyzer, packagesIn(t, src)...) {
		requireTypes(t, res)
		found, _ := res.Result.([]rule.Finding)
		all = append(all, found...)
	}
	for _, f := range all {
		checkForm(t, f)
	}
	return all
}

// Findings runs all rules over the packages of a GOPATH and gives what they find in each.
func Findings(t *testing.T, rules []rule.Rule, gopath string, paths ...string) map[string][]rule.Finding {
	t.Helper()
	out := map[string][]rule.Finding{}
	for _, res := range analysistest.Run(t, gopath, union(rules), paths...) {
		requireTypes(t, res)
		found, _ := res.Result.([]rule.Finding)
		out[res.Action.Package.PkgPath] = found
	}
	return out
}

// union is an analyzer that runs all rules and reports nothing itself.
func union(rules []rule.Rule) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       "union",
		Doc:        "runs all rules",
		ResultType: reflect.TypeFor[[]rule.Finding](),
	}
	for _, r := range rules {
		a.Requires = append(a.Requires, r.Analyzer)
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		var all []rule.Finding
		for _, r := range rules {
			all = append(all, pass.ResultOf[r.Analyzer].([]rule.Finding)...)
		}
		return all, nil
	}
	return a
}

// requireTypes fails on a scenario that does not compile: it would pass for a clean one.
func requireTypes(t *testing.T, res *analysistest.Result) {
	t.Helper()
	if res.Err != nil || res.Action == nil {
		t.Fatalf("analysis failed: %v", res.Err)
	}
	for _, err := range res.Action.Package.Errors {
		t.Errorf("%s does not compile: %v", res.Action.Package.PkgPath, err)
	}
}

// checkForm holds a finding to the sentence form of all messages and to a witness with places.
func checkForm(t *testing.T, f rule.Finding) {
	t.Helper()
	if f.Message == "" || unicode.IsUpper(rune(f.Message[0])) || strings.HasSuffix(f.Message, ".") {
		t.Errorf("message %q must begin in lower case and have no full stop", f.Message)
	}
	if n := len(strings.Fields(f.Message)); n > maxWords {
		t.Errorf("message %q has %d words, want at most %d", f.Message, n, maxWords)
	}
	if !f.Pos.IsValid() {
		t.Errorf("finding %q has no place in its package", f.Message)
	}
	if len(f.Witness) < 2 {
		t.Errorf("finding %q has a witness of %d steps, want cause and harm", f.Message, len(f.Witness))
	}
	for _, step := range f.Witness {
		if step.Text == "" || !step.Pos.IsValid() {
			t.Errorf("finding %q: step %+v has no text or no place", f.Message, step)
		}
	}
}
