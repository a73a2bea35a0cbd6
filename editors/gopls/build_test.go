//go:build editors

// Package gopls tests the recipe beside it. The build tag keeps it out of other runs: compiling gopls
// takes some 150 seconds of processor time when nothing of it is in the build cache.
package gopls

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/internal/lsp/lsptest"
)

// TestBuild builds gopls with skewlint in it, and has it check a package.
func TestBuild(t *testing.T) {
	gopls := filepath.Join(t.TempDir(), "gopls")
	build := exec.Command("./build.sh", "-o", gopls)
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		t.Fatal(err)
	}
	dir, agent := lsptest.Module(t, "example.com/app")
	check := exec.Command(gopls, "check", "-severity=hint", agent)
	check.Dir = dir
	check.Env = append(os.Environ(), "GOPLSCACHE="+t.TempDir(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := check.CombinedOutput()
	if want := "before it pauses, so a resume does it again"; err != nil || !strings.Contains(string(out), want) {
		t.Errorf("%v; output has no %q:\n%s", err, want, out)
	}
	lsptest.Write(t, agent, strings.Replace(lsptest.Agent, lsptest.Post, lsptest.NoPost, 1))
	again := exec.Command(gopls, "check", "-severity=hint", agent)
	again.Dir, again.Env = check.Dir, check.Env
	if out, err := again.CombinedOutput(); err != nil || strings.Contains(string(out), "pauses") {
		t.Errorf("%v; output for a sound package:\n%s", err, out)
	}
}
