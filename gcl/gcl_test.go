package gcl

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skewlint/skewlint/internal/hosttest"
	"github.com/skewlint/skewlint/internal/ruletest"
	"github.com/skewlint/skewlint/rules"
)

// linter is golangci-lint with skewlint in it, built from cmd/custom-gcl.
type linter struct{ binary, cache string }

// build makes the program. With an empty build cache that takes some four minutes of processor time;
// after a change of skewlint it is linked again, in a few seconds.
func build(t *testing.T) *linter {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: builds golangci-lint")
	}
	l := &linter{binary: filepath.Join(t.TempDir(), "custom-gcl"), cache: t.TempDir()}
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", l.binary, "./cmd/custom-gcl").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return l
}

// config is a .golangci.yml that runs skewlint alone, and shows all that it finds.
const config = `version: "2"
linters:
  default: none
  enable: [skewlint]
  settings:
    custom:
      skewlint:
        type: module
        description: finds durable agent graphs that go wrong on resume
SETTINGS
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`

// run runs the program with these settings, which are lines of YAML.
func (l *linter) run(t *testing.T, p *hosttest.Program, settings string, flags ...string) (stdout, stderr string, status int) {
	t.Helper()
	indented := ""
	if settings != "" {
		indented = "        settings:\n          " + strings.ReplaceAll(settings, "\n", "\n          ")
	}
	file := filepath.Join(t.TempDir(), "golangci.yml")
	if err := os.WriteFile(file, []byte(strings.Replace(config, "SETTINGS", indented, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"run", "-c", file, "--output.json.path=stdout", "--show-stats=false", "--path-mode=abs", "--allow-parallel-runners"}, flags...)
	cmd := exec.CommandContext(t.Context(), l.binary, append(args, p.Patterns...)...)
	cmd.Dir = p.Dir
	cmd.Env = append(append(os.Environ(), "GOLANGCI_LINT_CACHE="+l.cache), p.Env...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// findings runs the program and reads what it found; anything but findings fails the test.
func (l *linter) findings(t *testing.T, p *hosttest.Program, settings string) []string {
	t.Helper()
	stdout, stderr, status := l.run(t, p, settings)
	if status > 1 {
		t.Fatalf("status %d\n%s%s", status, stdout, stderr)
	}
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.NewDecoder(strings.NewReader(stdout)).Decode(&report); err != nil {
		t.Fatalf("%v\n%s%s", err, stdout, stderr)
	}
	var out []string
	for _, i := range report.Issues {
		if i.FromLinter != "skewlint" {
			t.Fatalf("%s says: %s", i.FromLinter, i.Text)
		}
		f, err := p.FromShort(hosttest.Position(i.Pos.Filename, i.Pos.Line, i.Pos.Column), i.Text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	slices.Sort(out)
	return out
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func example(t *testing.T) *hosttest.Program {
	return &hosttest.Program{Dir: filepath.Join(root(t), "runtime"), Env: []string{"GOWORK=off"}, Patterns: []string{"./examples/order/..."}}
}

// TestGolangciLint builds golangci-lint once for all that is asked of it.
func TestGolangciLint(t *testing.T) {
	l := build(t)
	t.Run("same findings", l.testSameFindings)
	t.Run("settings", l.testSettings)
	t.Run("config", l.testConfig)
	t.Run("fix", l.testFix)
	t.Run("misspelt", l.testMisspelt)
}

// testSameFindings: what the own driver finds, golangci-lint finds, at the same places.
func (l *linter) testSameFindings(t *testing.T) {
	programs := map[string]hosttest.Program{
		"example": *example(t),
		"agents":  {Dir: filepath.Join(root(t), "testdata", "real", "agents"), Env: []string{"GOWORK=off"}, Patterns: []string{"./..."}},
	}
	for _, r := range rules.All() {
		programs[r.Name] = hosttest.InGOPATH(ruletest.Overlay(t, filepath.Join(root(t), "rules", r.Name, "testdata", "src")))
	}
	for name, p := range programs {
		t.Run(name, func(t *testing.T) {
			want, err := hosttest.Own(t.Context(), &p)
			if err != nil {
				t.Fatal(err)
			}
			want = slices.DeleteFunc(want, hasFile)
			if len(want) == 0 {
				t.Fatal("the own driver finds nothing: the comparison says nothing")
			}
			if diff := cmp.Diff(want, slices.DeleteFunc(l.findings(t, &p, ""), hasFile)); diff != "" {
				t.Errorf("findings (-own driver +golangci-lint):\n%s", diff)
			}
		})
	}
}

// hasFile are the findings in packages that have a .skewlint.toml. By its nature the plugin reads none, see
// the package comment, so they differ; testConfig is about them.
func hasFile(f string) bool {
	return strings.HasPrefix(f, "declared/") || strings.HasPrefix(f, "off/")
}

// testConfig: the one exception of testSameFindings is none when the settings name the file.
func (l *linter) testConfig(t *testing.T) {
	for _, test := range []struct{ tree, pkg string }{
		{"rules/effectbeforepause", "declared"}, {"rules/rawhandle", "declared"}, {"rules", "ignored"},
	} {
		p := hosttest.InGOPATH(ruletest.Overlay(t, filepath.Join(root(t), test.tree, "testdata", "src")))
		p.Patterns = []string{"./" + test.pkg}
		want, err := hosttest.Own(t.Context(), &p)
		if err != nil || len(want) == 0 {
			t.Fatalf("%q %v", want, err)
		}
		if diff := cmp.Diff(want, l.findings(t, &p, "config: "+test.pkg+"/.skewlint.toml")); diff != "" {
			t.Errorf("findings (-own driver +golangci-lint):\n%s", diff)
		}
	}
}

// testSettings: each word of .skewlint.toml reaches the rules from .golangci.yml.
func (l *linter) testSettings(t *testing.T) {
	p := example(t)
	plain := l.findings(t, p, "")
	off := l.findings(t, p, "rules:\n  entrygate: {enabled: false}")
	if want := without(plain, ": entrygate: "); len(want) == len(plain) || !slices.Equal(want, off) {
		t.Errorf("with entrygate off: %q", off)
	}
	stdout, _, _ := l.run(t, p, "rules:\n  entrygate: {severity: info}")
	if !strings.Contains(stdout, `"Text":"entrygate (info): node`) {
		t.Errorf("the severity is not in the message:\n%s", stdout)
	}
	read := l.findings(t, p, "tool:\n- {tool: send_mail, access: read, why: only reads}\nhandles: [order_id]")
	if want := without(plain, ": effectbeforepause: "); len(want) == len(plain) || !slices.Equal(want, read) {
		t.Errorf("with a tool that only reads: %q", read)
	}
}

func without(findings []string, part string) []string {
	return slices.DeleteFunc(slices.Clone(findings), func(f string) bool { return strings.Contains(f, part) })
}

// testFix applies the fix of a fan-out to a copy of the program.
func (l *linter) testFix(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root(t), "runtime"))); err != nil {
		t.Fatal(err)
	}
	p := &hosttest.Program{Dir: dir, Env: []string{"GOWORK=off"}, Patterns: []string{"./examples/order/skewed"}}
	before := l.findings(t, p, "")
	if _, stderr, status := l.run(t, p, "", "--fix"); status > 1 {
		t.Fatalf("status %d\n%s", status, stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "examples", "order", "skewed", "graph.go"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `g.AddFanOut("check_basket", eachWish, "search", stategraph.Limit(`) {
		t.Errorf("not fixed:\n%s", text)
	}
	after := l.findings(t, p, "")
	if want := without(before, ": unboundedfanout: "); len(want) == len(before) || !slices.Equal(want, after) {
		t.Errorf("after the fix: %q", after)
	}
}

// testMisspelt: golangci-lint stops at a word that means nothing, and says which was meant.
func (l *linter) testMisspelt(t *testing.T) {
	_, stderr, status := l.run(t, example(t), "rules:\n  entrygate: {enabeld: false}")
	want := `linters.settings.custom.skewlint.settings: rules.entrygate.enabeld: unknown key "enabeld", did you mean "enabled"`
	if status != 3 || !strings.Contains(stderr, want) {
		t.Errorf("status %d\n%s", status, stderr)
	}
}
