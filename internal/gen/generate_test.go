package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestGenerated fails when a generated file of this repository is stale.
func TestGenerated(t *testing.T) {
	stale, err := Generate(filepath.Join("..", ".."), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range stale {
		t.Errorf("%s is stale: run %s", name, command)
	}
}

// A folder is the entry in the list; nothing else is edited to add a rule or a frontend.
func TestNewRuleIsListed(t *testing.T) {
	root := t.TempDir()
	put(t, root, "rules/lost/doc.go", "// Package lost reports lost things.\n//\n"+
		"// # What it reports\n//\n// A.\n//\n// # Why it matters\n//\n// A.\n//\n// # Example\n//\n//\tx()\n//\n"+
		"// # Instead\n//\n//\ty()\n//\n// # Silent when\n//\n//   - A.\n//\n// # Known misses\n//\n//   - B.\npackage lost\n")
	put(t, root, "rules/lost/lost.go", "package lost\n\nvar Rule = rule.New(rule.Spec{Severity: rule.Info, Since: \"1.0.0\"})\n")
	put(t, root, "rules/rule/rule.go", "package rule\n")
	put(t, root, "analyzers/frontend/one/one.go", "package one\n\nvar Frontend = frontend.Frontend{}\n")
	put(t, root, "analyzers/frontend/begun/begun.go", "package begun\n")
	put(t, root, "docs/rules/gone.md", "old\n")

	want := []string{
		"analyzers/graphs/frontends_gen.go",
		"docs/rules/README.md",
		"docs/rules/gone.md",
		"docs/rules/lost.md",
		"rules/all_gen.go",
		"rules/rule/names_gen.go",
	}
	for _, write := range []bool{false, true} {
		stale, err := Generate(root, write)
		if err != nil || !slices.Equal(stale, want) {
			t.Fatalf("Generate(write=%t) = %q, %v, want %q", write, stale, err, want)
		}
	}
	if stale, err := Generate(root, false); err != nil || len(stale) > 0 {
		t.Errorf("still stale after writing: %q, %v", stale, err)
	}
}

func TestSpecMustBeConstant(t *testing.T) {
	root := t.TempDir()
	text, err := os.ReadFile(filepath.Join("..", "..", "rules", "rawhandle", "doc.go"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, root, "rules/rawhandle/doc.go", string(text))
	put(t, root, "rules/rawhandle/rawhandle.go", "package rawhandle\n\nvar Rule = rule.New(rule.Spec{Severity: rule.Info, Since: version()})\n")
	if _, err := readPage(root, "rawhandle"); err == nil {
		t.Error("no error for a version that is not a constant")
	}
}

func put(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
