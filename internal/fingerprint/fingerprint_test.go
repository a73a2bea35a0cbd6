package fingerprint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/source"
)

// of gives the fingerprints of findings on the lines that hold "spend".
func of(t *testing.T, rule, pkg, base, text string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), base)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var all []Subject
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "spend") {
			all = append(all, Subject{Rule: rule, Package: pkg, Pos: graphmodel.Position{File: file, Line: i + 1, Column: 1}})
		}
	}
	return Of(new(source.Files), all)
}

func TestStability(t *testing.T) {
	const text = "package a\n\n\tspend(x)\n\tother()\n\tspend(x)\n\tspend(y)\n"
	want := of(t, "r", "p", "a.go", text)
	if len(slices.Compact(slices.Sorted(slices.Values(want)))) != 3 {
		t.Fatalf("three findings have the fingerprints %q", want)
	}
	for name, same := range map[string]string{
		"moved":       "package a\n\n// A comment.\nvar n = 1\n\n" + text,
		"indented":    strings.ReplaceAll(text, "\t", "\t\t  "),
		"other lines": strings.Replace(text, "other()", "another()", 1),
		"line ends":   strings.ReplaceAll(text, "\n", "\r\n"),
	} {
		if got := of(t, "r", "p", "a.go", same); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	for name, got := range map[string][]string{
		"rule":    of(t, "s", "p", "a.go", text),
		"package": of(t, "r", "q", "a.go", text),
		"file":    of(t, "r", "p", "b.go", text),
	} {
		for i := range want {
			if got[i] == want[i] {
				t.Errorf("another %s: finding %d has the same fingerprint", name, i)
			}
		}
	}
	edited := of(t, "r", "p", "a.go", strings.Replace(text, "spend(y)", "spend(z)", 1))
	if edited[0] != want[0] || edited[1] != want[1] || edited[2] == want[2] {
		t.Errorf("with the last line edited: got %q, want %q but for the last", edited, want)
	}
	fixed := of(t, "r", "p", "a.go", strings.Replace(text, "spend(x)", "keep(x)", 1))
	if !slices.Equal(fixed, []string{want[0], want[2]}) {
		t.Errorf("with the first of two equal lines gone: got %q", fixed)
	}
}

// The recipe is a promise to those who keep baselines: a change wants a new version in Name.
func TestRecipe(t *testing.T) {
	got := of(t, "rawhandle", "example.com/app", "nodes.go", "  spend( basket )\n")
	if want := "84ece33dc9f20d08fbe1f7d79c14027f"; got[0] != want {
		t.Errorf("got %s, want %s", got[0], want)
	}
}
