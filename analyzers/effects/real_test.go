package effects

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/graphmodel"
)

// TestReal runs over the module that SKEWLINT_REAL names, by folder, and prints what it costs:
// for finding crashes and slow places, not for CI.
func TestReal(t *testing.T) {
	dir := os.Getenv("SKEWLINT_REAL")
	if dir == "" {
		t.Skip("SKEWLINT_REAL is not set")
	}
	patterns := strings.Fields(os.Getenv("SKEWLINT_PATTERNS"))
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	cfg := &packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	g, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, &checker.Options{SanityCheck: true, Sequential: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("analysis %v", time.Since(start))
	for _, root := range g.Roots {
		if root.Err != nil {
			t.Error(root.Package.PkgPath, root.Err)
			continue
		}
		realAnswers(t, root)
	}
}

func realAnswers(t *testing.T, root *checker.Action) {
	r := root.Result.(*Result)
	s := r.engine.packages[root.Package.PkgPath]
	if s == nil {
		return
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(s); err != nil {
		t.Error(err)
	}
	start := time.Now()
	var out []string
	for i := range s.Funcs {
		f := graphmodel.FuncValue{Ref: graphmodel.FuncRef(s.str(s.Funcs[i].Ref))}
		for kind, ask := range questions {
			if kind == "trace" || kind == "width" {
				continue
			}
			if a := strings.Join(ask(r, f), "; "); a != "" {
				out = append(out, fmt.Sprintf("%s %s: %s", base(string(f.Ref)), kind, a))
			}
		}
	}
	t.Logf("%s: %d functions, fact %d bytes, questions %v", s.Path, len(s.Funcs), buf.Len(), time.Since(start))
	if os.Getenv("SKEWLINT_PRINT") != "" {
		sort.Strings(out)
		for _, l := range out {
			t.Log(l)
		}
	}
}
