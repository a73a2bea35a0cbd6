package ruletest

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// stubs is the shared tree of library stubs.
func stubs(t testing.TB) string {
	_, file, _, ok := runtime.Caller(0)
	if !ok {
		t.Fatal("no source file known for package ruletest")
	}
	return filepath.Join(filepath.Dir(file), "..", "..", "testdata", "src")
}

// Overlay makes a GOPATH of the shared stubs and, laid over them, the given src trees. Files are
// copied: the go command does not follow links to folders.
func Overlay(t testing.TB, trees ...string) (gopath string) {
	t.Helper()
	gopath = t.TempDir()
	src := filepath.Join(gopath, "src")
	for _, tree := range append([]string{stubs(t)}, trees...) {
		if err := copyTree(src, tree); err != nil {
			t.Fatalf("lay %s over the stubs: %v", tree, err)
		}
	}
	return gopath
}

func copyTree(dst, src string) error {
	return filepath.WalkDir(src, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, file)
		if err != nil {
			return err
		}
		to := filepath.Join(dst, rel)
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o644)
	})
}

// packagesIn lists the import paths of the packages in a src tree, sorted.
func packagesIn(t testing.TB, src string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(src, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		rel, err := filepath.Rel(src, filepath.Dir(file))
		paths = append(paths, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
