package citest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReleaseStamp builds with the flags of .goreleaser.yaml: the linker passes over a variable that does
// not exist in silence, and the release would not know its version.
func TestReleaseStamp(t *testing.T) {
	s := newServer(t)
	var file struct {
		Builds []struct {
			Main    string
			Ldflags []string
		}
		SBOMs    []struct{ Artifacts string } `yaml:"sboms"`
		Checksum struct{ Algorithm string }
	}
	s.read(t, ".goreleaser.yaml", &file)
	if len(file.Builds) != 1 || len(file.SBOMs) == 0 || file.Checksum.Algorithm == "" {
		t.Fatalf("%+v", file)
	}
	b := file.Builds[0]
	program := filepath.Join(t.TempDir(), "skewlint")
	ldflags := strings.ReplaceAll(strings.Join(b.Ldflags, " "), "{{ .Version }}", "9.8.7")
	cmd := exec.Command("go", "build", "-o", program, "-ldflags", ldflags, b.Main) // not -trimpath, which compiles all anew
	cmd.Dir = s.root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program, "version").Output()
	if err != nil || !strings.HasPrefix(string(out), "skewlint v9.8.7, built with go") {
		t.Errorf("%q %v", out, err)
	}
}
