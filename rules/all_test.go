package rules

import (
	"go/doc/comment"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/rules/rule"
)

// maxTitle is how many letters a title may have, so that lists of rules stay one line each.
const maxTitle = 60

// The registry is tested and not only its rules: what holds for all of them is said here once.

func TestAnalyzersAreValid(t *testing.T) {
	var all []*analysis.Analyzer
	for _, r := range All() {
		all = append(all, r.Analyzer)
	}
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
}

func TestNames(t *testing.T) {
	plain := regexp.MustCompile(`^[a-z]+$`)
	var names []string
	for _, r := range All() {
		names = append(names, r.Name)
		if !plain.MatchString(r.Name) || r.Analyzer.Name != r.Name {
			t.Errorf("rule %q, analyzer %q: want one name of small letters", r.Name, r.Analyzer.Name)
		}
		if _, err := os.Stat(filepath.Join(r.Name, r.Name+".go")); err != nil {
			t.Errorf("the folder of rule %q must have its name: %v", r.Name, err)
		}
		if !strings.HasSuffix(r.Analyzer.URL, "/docs/rules/"+r.Name+".md") {
			t.Errorf("%s: URL %q is not that of its page", r.Name, r.Analyzer.URL)
		}
	}
	if !slices.IsSorted(names) || len(slices.Compact(names)) != len(All()) {
		t.Errorf("names are %q, want them sorted and each once", names)
	}
}

func TestTexts(t *testing.T) {
	for _, r := range All() {
		if err := r.Err(); err != nil {
			t.Error(err)
		}
		first, _ := utf8.DecodeRuneInString(r.Title)
		if n := utf8.RuneCountInString(r.Title); n == 0 || n > maxTitle || unicode.IsUpper(first) || strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s: title %q has %d letters, want at most %d, no capital first and no full stop", r.Name, r.Title, n, maxTitle)
		}
		if !slices.Contains([]rule.Severity{rule.Error, rule.Warning, rule.Info}, r.Severity) || r.Since == "" {
			t.Errorf("%s: severity %q, since %q", r.Name, r.Severity, r.Since)
		}
		for _, heading := range []string{"Silent when", "Known misses"} {
			if _, ok := r.Text.Section(heading)[0].(*comment.List); !ok {
				t.Errorf("%s: %q must be a list, one case an item", r.Name, heading)
			}
		}
	}
}

// The code of examples is Go, formatted.
func TestExamplesAreGo(t *testing.T) {
	for _, r := range All() {
		for _, heading := range []string{"Example", "Instead"} {
			code, ok := r.Text.Section(heading)[0].(*comment.Code)
			if !ok {
				t.Errorf("%s: %q must begin with code", r.Name, heading)
				continue
			}
			got, err := format.Source([]byte(code.Text))
			if err != nil {
				t.Errorf("%s: %q is not Go: %v", r.Name, heading, err)
			} else if string(got) != code.Text {
				t.Errorf("%s: %q is not formatted, want:\n%s", r.Name, heading, got)
			}
		}
	}
}

// Every rule shows what it reports, what it does not, and what it should and does not.
func TestScenariosArePresent(t *testing.T) {
	for _, r := range All() {
		for _, kind := range []string{"flagged", "clean", "knownmisses"} {
			files := scenarios(t, r.Name, kind)
			if len(files) == 0 {
				t.Errorf("%s: no scenario %s*.go below testdata/src", r.Name, kind)
			}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.HasPrefix(string(text), "// ") {
					t.Errorf("%s: must begin with a comment that says what it shows", file)
				}
				wants := strings.Contains(string(text), "// want ")
				if kind == "flagged" && !wants || kind == "clean" && wants {
					t.Errorf("%s: has findings: %t", file, wants)
				}
			}
		}
	}
}

func scenarios(t *testing.T, name, kind string) []string {
	t.Helper()
	var files []string
	root := filepath.Join(name, "testdata", "src")
	err := filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasPrefix(d.Name(), kind) {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return files
}

// The page of a rule says what the compiled rule says. That it is fresh as a whole is for the
// test of internal/gen.
func TestPages(t *testing.T) {
	for _, r := range All() {
		file := filepath.Join("..", "docs", "rules", r.Name+".md")
		page, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, want := range []string{"Reports " + r.Title + ".", "Severity: " + string(r.Severity) + ". Since: " + r.Since + "."} {
			if !strings.Contains(string(page), want) {
				t.Errorf("%s lacks %q: run go run ./internal/gen", file, want)
			}
		}
	}
}
