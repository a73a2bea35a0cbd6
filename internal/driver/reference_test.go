package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/internal/driver/golist"
	"github.com/skewlint/skewlint/internal/driver/load"
	"github.com/skewlint/skewlint/internal/driver/testrule"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules"
	"github.com/skewlint/skewlint/rules/rule"
)

// TestReference compares findings and facts with those of the reference: every package of the
// program loaded in full, and analysed.
func TestReference(t *testing.T) {
	dir := t.TempDir()
	writeProgram(t, dir)
	compareWithReference(t, dir, []rule.Rule{testrule.New()}, "./...")
}

// TestReferenceExample does the same with the real rules on the example program. The reference
// loads a database engine in full, which the race detector makes take minutes.
func TestReferenceExample(t *testing.T) {
	if raceEnabled || testing.Short() {
		t.Skip("too slow here")
	}
	compareWithReference(t, filepath.Join("..", ".."), rules.All(), "./runtime/examples/order/...")
}

func compareWithReference(t *testing.T, dir string, all []rule.Rule, pattern string) {
	t.Helper()
	q := golist.Query{Dir: dir, Tests: true, Patterns: []string{pattern}}
	listed, err := load.List(context.Background(), q, knowledge.Load())
	if err != nil {
		t.Fatal(err)
	}
	own, ids := analyseOurselves(t, load.NewPlan(listed, q, knowledge.Load()), all)
	ref := reference(t, dir, all, pattern)
	ref.only(ids)
	if diff := cmp.Diff(ref.findings, own.findings); diff != "" {
		t.Errorf("findings (-reference +own):\n%s", diff)
	}
	if diff := cmp.Diff(ref.facts, own.facts); diff != "" {
		t.Errorf("facts (-reference +own):\n%s", diff)
	}
	if len(own.facts) == 0 {
		t.Error("no facts at all: the comparison says nothing")
	}
}

func reference(t *testing.T, dir string, all []rule.Rule, pattern string) description {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Tests: true}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	analyzers := []*analysis.Analyzer{graphs.Analyzer, effects.Analyzer}
	for _, r := range all {
		analyzers = append(analyzers, r.Analyzer)
	}
	g, err := checker.Analyze(analyzers, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return describe(g)
}

// description is what came of a run, as lines; facts by the ID of the package that has them.
type description struct {
	findings []string
	facts    []string
}

func describe(g *checker.Graph) description {
	var d description
	r := report.Report{}
	for act := range g.All() {
		if found, ok := act.Result.([]rule.Finding); ok {
			for _, f := range found {
				r.Findings = append(r.Findings, report.Finding{Finding: f, Package: act.Package.PkgPath})
			}
		}
		for _, f := range act.AllObjectFacts() {
			if f.Object.Pkg() == act.Package.Types {
				d.facts = append(d.facts, fmt.Sprintf("%s\t%s %v %v", act.Package.ID, act.Analyzer.Name, f.Object, f.Fact))
			}
		}
		for _, f := range act.AllPackageFacts() {
			if f.Package == act.Package.Types {
				d.facts = append(d.facts, fmt.Sprintf("%s\t%s %v", act.Package.ID, act.Analyzer.Name, f.Fact))
			}
		}
	}
	r.Sort()
	d.findings = findingLines(&r)
	slices.Sort(d.facts)
	return d
}

// only drops the facts of packages that the own driver had no reason to analyse.
func (d *description) only(ids map[string]bool) {
	d.facts = slices.DeleteFunc(d.facts, func(line string) bool {
		id, _, _ := strings.Cut(line, "\t")
		return !ids[id]
	})
}

// analyseOurselves runs the own driver and describes what it found.
func analyseOurselves(t *testing.T, plan *load.Plan, all []rule.Rule) (d description, ids map[string]bool) {
	t.Helper()
	s := newSession(plan, all)
	var mu sync.Mutex
	ids = map[string]bool{}
	s.watch = func(ps *passes) {
		mu.Lock()
		defer mu.Unlock()
		ids[ps.pkg.ID] = true
		for obj, facts := range ps.unit.facts.own {
			for _, fact := range facts {
				d.facts = append(d.facts, fmt.Sprintf("%s\t%s %v %v", ps.pkg.ID, ps.exporter(fact), obj, fact))
			}
		}
		for _, fact := range ps.unit.facts.packages {
			d.facts = append(d.facts, fmt.Sprintf("%s\t%s %v", ps.pkg.ID, ps.exporter(fact), fact))
		}
	}
	res, err := (&Driver{Rules: all}).tell(context.Background(), s, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range res.Errors {
		t.Errorf("%+v", e)
	}
	d.findings = findingLines(&res.Report)
	slices.Sort(d.facts)
	return d, ids
}

// exporter is the name of the analyzer that has facts of this type.
func (p *passes) exporter(fact analysis.Fact) string {
	for _, a := range p.unit.session.facty {
		for _, f := range a.FactTypes {
			if factName(f) == factName(fact) {
				return a.Name
			}
		}
	}
	return "nobody"
}

func findingLines(r *report.Report) []string {
	var out []string
	for _, f := range append(slices.Clone(r.Findings), r.Ignored...) {
		f.Ignored, f.Fingerprint = nil, ""
		out = append(out, fmt.Sprintf("%+v", f))
	}
	slices.Sort(out)
	return out
}

// writeProgram writes a module whose packages call an agent library through each other, in tests
// and in test variants.
func writeProgram(t *testing.T, dir string) {
	t.Helper()
	for name, text := range map[string]string{
		"go.mod":                  "module example.com/app\n\ngo 1.26\n\nrequire github.com/tmc/langgraphgo v0.0.1\n\nreplace github.com/tmc/langgraphgo => ./agentlib\n",
		"agentlib/go.mod":         "module github.com/tmc/langgraphgo\n\ngo 1.26\n",
		"agentlib/graph/graph.go": "package graph\n\nimport \"net/http\"\n\nfunc New() { http.Get(\"\") }\n",
		"mail/mail.go":            "package mail\n\nfunc Send() {}\n",
		"helper/helper.go":        "package helper\n\nimport (\n\t\"example.com/app/mail\"\n\t\"github.com/tmc/langgraphgo/graph\"\n)\n\ntype T[K any] struct{}\n\nfunc (T[K]) Make(K) { mail.Send(); graph.New() }\n\nfunc Make() { graph.New() }\n",
		"app.go":                  "package app\n\nimport \"example.com/app/helper\"\n\nfunc Run() { helper.Make(); helper.T[int]{}.Make(1) }\n",
		"app_test.go":             "package app\n\nimport \"testing\"\n\nfunc inTest() { Run() }\n\nfunc TestRun(t *testing.T) { inTest() }\n",
		"x_test.go":               "package app_test\n\nimport (\n\t\"testing\"\n\n\t\"example.com/app\"\n\t\"example.com/app/user\"\n)\n\nfunc TestRun(t *testing.T) { app.Run(); user.Use() }\n",
		"user/user.go":            "package user\n\nimport \"example.com/app\"\n\nfunc Use() { app.Run() }\n",
		"alone/alone.go":          "package alone\n\nimport \"net/http\"\n\nfunc F() { http.Get(\"\") }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
