package ruletest

import (
	"os"
	"path/filepath"
	"testing"
)

// A rule's own file replaces a stub of the same name, and stubs stay where nothing replaces them.
func TestOverlay(t *testing.T) {
	own := t.TempDir()
	file := filepath.Join(own, "example.com", "app", "app.go")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("package app\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	gopath := Overlay(t, own)
	if _, err := os.Stat(filepath.Join(gopath, "src", "example.com", "app", "app.go")); err != nil {
		t.Error(err)
	}
	if got := packagesIn(t, own); len(got) != 1 || got[0] != "example.com/app" {
		t.Errorf("packagesIn = %q, want the one package", got)
	}
	if got := packagesIn(t, filepath.Join(gopath, "src")); len(got) < 2 {
		t.Errorf("packagesIn the overlay = %q, want stubs beside the package", got)
	}
}
