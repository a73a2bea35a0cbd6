package hosttest

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skewlint/skewlint/internal/ruletest"
	"github.com/skewlint/skewlint/rules"
)

const module = "github.com/skewlint/skewlint/"

// hosts are the programs that are built once for all tests here.
type hosts struct{ root, skewlint, nogo string }

func build(t *testing.T) *hosts {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: builds nogo and the command, and compiles what the programs import")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	h := &hosts{root: root, skewlint: filepath.Join(t.TempDir(), "skewlint")}
	if out, err := exec.Command("go", "build", "-o", h.skewlint, module+"cmd/skewlint").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	h.nogo = h.buildNogo(t, "", append(rulePaths(), module+"rules/all")...)
	return h
}

func (h *hosts) buildNogo(t *testing.T, config string, paths ...string) string {
	t.Helper()
	nogo, err := BuildNogo(t.Context(), h.root, t.TempDir(), config, paths...)
	if err != nil {
		t.Fatal(err)
	}
	return nogo
}

// rulePaths are the packages that a BUILD file can name one by one.
func rulePaths() []string {
	var out []string
	for _, r := range rules.All() {
		out = append(out, module+"rules/"+r.Name)
	}
	return out
}

// TestSameFindings runs the own driver, go vet and nogo over whole programs and over the scenarios of
// every rule. What is told, and where, must not depend on who runs the rules. There is one exception,
// see byAnalyzer.
func TestSameFindings(t *testing.T) {
	h := build(t)
	for _, p := range h.programs(t) {
		t.Run(p.name, func(t *testing.T) { h.compare(t, &p.Program) })
	}
}

type program struct {
	Program
	name string
}

func (h *hosts) programs(t *testing.T) []program {
	out := []program{
		{Program: Program{Dir: filepath.Join(h.root, "runtime"), Env: []string{"GOWORK=off"}, Patterns: []string{"./examples/order/..."}}, name: "examples"},
		{Program: Program{Dir: filepath.Join(h.root, "testdata", "real", "agents"), Env: []string{"GOWORK=off"}, Patterns: []string{"./..."}}, name: "agents"},
	}
	trees := map[string]string{"comments that silence": "rules"}
	for _, r := range rules.All() {
		trees[r.Name] = filepath.Join("rules", r.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(trees)) {
		gopath := ruletest.Overlay(t, filepath.Join(h.root, trees[name], "testdata", "src"))
		out = append(out, program{Program: InGOPATH(gopath), name: name})
	}
	return out
}

func (h *hosts) compare(t *testing.T, p *Program) {
	want, err := Own(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 {
		t.Fatal("the own driver finds nothing: the comparison says nothing")
	}
	vet, err := Vet(t.Context(), p, h.skewlint)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "go vet", want, vet)
	nogo, err := Nogo(t.Context(), p, h.nogo)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "nogo, rules/all", want, nogo.Combined)
	same(t, "nogo, single rules", byAnalyzer(want), nogo.Rules)
}

// byAnalyzer puts the name of the analyzer in place of that of the rule, as nogo does, which drops the
// category. They differ for comments that silence nothing: each rule says it of those that name it.
func byAnalyzer(findings []string) []string {
	useless := regexp.MustCompile(`: badignore: (this comment silences nothing: (\w+) reports nothing here)$`)
	var out []string
	for _, f := range findings {
		out = append(out, useless.ReplaceAllString(f, ": $2: $1"))
	}
	return sorted(out)
}

func same(t *testing.T, who string, want, got []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-own driver +%s):\n%s", who, who, diff)
	}
}

// TestNogoSettings: nogo's configuration reaches the rules, and a slip in it is an error.
func TestNogoSettings(t *testing.T) {
	h := build(t)
	program := InGOPATH(ruletest.Overlay(t, filepath.Join(h.root, "rules", "unboundedfanout", "testdata", "src")))
	p := &program
	plain, err := Nogo(t.Context(), p, h.nogo)
	if err != nil {
		t.Fatal(err)
	}
	off := h.buildNogo(t, nogoConfig(`rules.missingreducer.enabled = false`), module+"rules/all")
	got, err := Nogo(t.Context(), p, off)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, f := range plain.Combined {
		if !strings.Contains(f, ": missingreducer: ") {
			want = append(want, f)
		}
	}
	if len(want) == len(plain.Combined) {
		t.Fatal("there is no finding of missingreducer to switch off")
	}
	same(t, "nogo", want, got.Combined)
	if len(plain.Fixes) == 0 {
		t.Error("the fix of unboundedfanout is in no patch")
	}

	slip := h.buildNogo(t, nogoConfig(`rules.missingreducer.enabeld = false`), module+"rules/all")
	if _, err := Nogo(t.Context(), p, slip); err == nil || !strings.Contains(err.Error(), `unknown key "enabeld", did you mean "enabled"`) {
		t.Errorf("a slip in the configuration gives %v", err)
	}
}

func nogoConfig(inline string) string {
	return `{"skewlintsettings": {"analyzer_flags": {"inline": "` + inline + `"}}}`
}

// TestBuildFile: what docs/monorepos.md says is what is tested here.
func TestBuildFile(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "monorepos.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"//rules/all", nogoConfig(`handles = ['basket_id']\nrules.unboundedfanout.enabled = false`),
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/monorepos.md does not have %s", want)
		}
	}
}
