package unboundedfanout

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/skewlint/skewlint/internal/ruletest"
	"github.com/skewlint/skewlint/rules/rule"
)

const scenarios = "example.com/research"

// The golden files hold what the fixes make of the flagged ones.
func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, ruletest.Overlay(t, filepath.Join("testdata", "src")), Analyzer, scenarios)
}

// What the fixes make of a file compiles, and the rule has nothing more to say about it but where
// no fix was offered.
func TestFixedFilesAreClean(t *testing.T) {
	gopath := ruletest.Overlay(t, filepath.Join("testdata", "src"))
	golden, err := filepath.Glob(filepath.Join(gopath, "src", scenarios, "*.golden"))
	if err != nil || len(golden) < 2 {
		t.Fatalf("golden files: %v, %v", golden, err)
	}
	fixed := map[string]bool{}
	for _, from := range golden {
		to := strings.TrimSuffix(from, ".golden")
		fixed[to] = true
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	var left []string
	for _, res := range analysistest.Run(ignore{}, gopath, Analyzer, scenarios) {
		for _, e := range res.Action.Package.Errors {
			t.Errorf("a fixed file does not compile: %v", e)
		}
		found, _ := res.Result.([]rule.Finding)
		for _, f := range found {
			if fixed[f.Pos.File] {
				left = append(left, f.Graph)
			}
		}
	}
	if len(left) != 1 || left[0] != "hidden" {
		t.Errorf("findings that are left are in the graphs %q, want those in \"hidden\"", left)
	}
}

// ignore drops complaints about the "// want" comments of what is fixed.
type ignore struct{}

func (ignore) Errorf(string, ...any) {}
