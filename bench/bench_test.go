package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// seconds makes a sample of so many CPU seconds.
func seconds(cpu float64) sample {
	return sample{cpu: time.Duration(cpu * float64(time.Second)), wall: time.Second, peak: 40 << 20}
}

func TestParseFlags(t *testing.T) {
	stderr := os.Stderr
	defer func() { os.Stderr = stderr }()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	os.Stderr = null // the flag package prints there
	o, err := parseFlags(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(o.modules) != len(sources) || o.runs < 3 || !o.empty || !filepath.IsAbs(o.scratch) {
		t.Errorf("without flags: %+v", o)
	}
	if o, err = parseFlags([]string{"-module", "runtime,app"}); err != nil || strings.Join(o.modules, " ") != "runtime app" {
		t.Errorf("%+v, %v", o, err)
	}
	for args, want := range map[string]string{
		"-module nothing": "app, runtime, golangci",
		"-module app,":    `no module ""`,
		"-runs 0":         "at least 1",
		"-runs many":      "invalid value",
		"app":             `"app"`,
	} {
		if _, err := parseFlags(strings.Fields(args)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
	if _, err := parseFlags([]string{"-h"}); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("-h: %v", err)
	}
}

func TestFill(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(page, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const before = "# Title\n\n<!-- BEGIN a: written by go run ./bench -->\n\nold\n\n<!-- END a -->\n\n<!-- BEGIN b: written by go run ./bench -->\n<!-- END b -->\nend\n"
	write(before)
	if err := checkPage(page, []string{"a", "b"}); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"other", "new\n\n"} { // the second takes the place of the first
		if err := fill(page, "a", text); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if want := strings.Replace(before, "old", "new", 1); err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
	for text, want := range map[string]string{
		"no markers": "BEGIN a",
		"<!-- BEGIN a: written by go run ./bench -->\n":                     "END a",
		"<!-- END a -->\n<!-- BEGIN a: written by go run ./bench -->\n\n":   "END a",
		"<!-- BEGIN b: written by go run ./bench -->\n\n<!-- END b -->\n\n": "BEGIN a",
	} {
		write(text)
		for what, err := range map[string]error{"fill": fill(page, "a", "new"), "check": checkPage(page, []string{"a"})} {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), page) {
				t.Errorf("%s, %q: %v, want one that names %q and the page", what, text, err, want)
			}
		}
		if got, err := os.ReadFile(page); err != nil || string(got) != text {
			t.Errorf("a page without markers was changed: %q, %v", got, err)
		}
	}
	if err := checkPage(page+".none", nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no page: %v", err)
	}
}

// TestPageHasSections checks that the page of this repository takes all that is measured.
func TestPageHasSections(t *testing.T) {
	if err := checkPage(filepath.Join("..", "docs", "performance.md"), append(moduleNames(), rulesSection, stableSection)); err != nil {
		t.Error(err)
	}
}

func TestEdit(t *testing.T) {
	const text = "package p\n\n// func F( is not it\nfunc G() {\n}\n\nfunc F(x int) error {\n\treturn nil\n}\n"
	file := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	e, err := newEdit(file, "func F(")
	if err != nil {
		t.Fatal(err)
	}
	read := func() string {
		t.Helper()
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(got)
	}
	seen := map[string]bool{text: true}
	for range 3 {
		if err := e.change(); err != nil {
			t.Fatal(err)
		}
		got := read()
		before, rest, _ := strings.Cut(got, "func F(x int) error {")
		statement, after, ok := strings.Cut(rest, "\n")
		if seen[got] || !ok || !strings.HasPrefix(statement, ` _ = "edit `) || strings.Count(got, "edit") != 1 || before+"func F(x int) error {\n"+after != text {
			t.Errorf("the edit gives\n%s", got)
		}
		seen[got] = true
	}
	if err := e.undo(); err != nil || read() != text {
		t.Errorf("undone, it is\n%s", read())
	}
}

func TestEditErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(file, []byte("package p\n\nfunc F(\n\tx int,\n) {\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for fn, want := range map[string]string{"func G(": "no function", "func F(": "brace"} {
		if _, err := newEdit(file, fn); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v, want one that says %q and where", fn, err, want)
		}
	}
	if _, err := newEdit(file+".none", "func F("); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestSources checks that what is edited is there, as far as it is of this repository.
func TestSources(t *testing.T) {
	for _, s := range sources {
		if s.version != "" {
			continue
		}
		if _, err := newEdit(filepath.Join("..", filepath.FromSlash(s.folder), filepath.FromSlash(s.file)), s.fn); err != nil {
			t.Error(err)
		}
	}
}

func TestRulesTable(t *testing.T) {
	const printed = "goos: linux\nBenchmarkGraphRules/nodes=1000-2 \t 5 \t 25800000 ns/op \t 9.000 findings\nBenchmarkGraphRules/nodes=100000 5 1991600000 ns/op 5.000 findings\nPASS\n"
	const want = "| nodes | time for all rules | µs per node | findings |\n|--:|--:|--:|--:|\n| 1000 | 25.8ms | 25.8 | 9 |\n| 100000 | 1.9916s | 19.9 | 5 |\n"
	if got, err := rulesTable(printed); err != nil || got != want {
		t.Errorf("got %v\n%s", err, got)
	}
	for printed, want := range map[string]string{
		"PASS\n": "no result",
		"BenchmarkGraphRules/nodes=many-2 5 1 ns/op 9 findings\n":   "many",
		"BenchmarkGraphRules/nodes=10-2 5 soon ns/op 9 findings\n":  "soon",
		"BenchmarkGraphRules/nodes=10-2 5 1 ns/op 9 B/op\n":         "B/op",
		"BenchmarkGraphRules/nodes=10-2 5 1 ns/op none findings\n":  "none",
		"BenchmarkGraphRules/nodes=10-2 --- FAIL: it was no good\n": "FAIL",
	} {
		if _, err := rulesTable(printed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want one that says %q", printed, err, want)
		}
	}
}

func TestOnce(t *testing.T) {
	sh := func(script string, found int) (sample, error) {
		return once(t.TempDir(), os.Environ(), []string{"sh", "-c", script}, found)
	}
	one, err := sh("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done", 0)
	if err != nil || one.cpu <= 0 || one.wall <= 0 || one.peak <= 0 {
		t.Errorf("%+v, %v", one, err)
	}
	if _, err := sh("exit 3", 3); err != nil {
		t.Errorf("findings are an error: %v", err)
	}
	for script, want := range map[string]string{
		"echo cannot load >&2; exit 2":    "cannot load",
		"echo panic: no luck >&2; exit 3": "no luck",
		"kill -9 $$":                      "killed",
	} {
		if _, err := sh(script, 3); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want one that says %q", script, err, want)
		}
	}
	if _, err := once(t.TempDir(), nil, []string{filepath.Join(t.TempDir(), "none")}, 0); err == nil {
		t.Error("a tool that is not there is no error")
	}
}
