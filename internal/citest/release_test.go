package citest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
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
	ldflags := strings.NewReplacer("{{ .Version }}", "9.8.7", "{{ .FullCommit }}", "0123abc").Replace(strings.Join(b.Ldflags, " "))
	cmd := exec.Command("go", "build", "-o", program, "-ldflags", ldflags, b.Main) // not -trimpath, which compiles all anew
	cmd.Dir = s.root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program, "version").Output()
	if err != nil || !strings.HasPrefix(string(out), "skewlint v9.8.7, commit 0123abc, built with go") {
		t.Errorf("%q %v", out, err)
	}
}

// TestRelease makes a release without publishing it, for this system only, and looks at what came out: names,
// contents and checksums of the archives, a list of what is inside if there is a syft, and the version. It wants
// goreleaser; docs/release.md says which.
func TestRelease(t *testing.T) {
	for _, tool := range []string{"goreleaser", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not installed, see docs/release.md")
		}
	}
	s := newServer(t)
	repo := s.copyOfRepository(t)
	all := mustRead(t, filepath.Join(repo, ".goreleaser.yaml"))
	one := regexp.MustCompile(`(?m)^(    goos:|    goarch:) .*$`).ReplaceAllStringFunc(all, func(line string) string {
		name, _, _ := strings.Cut(line, ":")
		return name + ": [" + map[string]string{"goos": runtime.GOOS, "goarch": runtime.GOARCH}[strings.TrimSpace(name)] + "]"
	})
	skip := "publish"
	_, err := exec.LookPath("syft")
	if err != nil {
		skip += ",sbom"
	}
	config := filepath.Join(t.TempDir(), "one.yaml")
	if err := os.WriteFile(config, []byte(one), 0o600); err != nil {
		t.Fatal(err)
	}
	out, status := s.bash(t, repo, `git remote add origin https://github.com/skewlint/skewlint && git tag v1.98.7 && goreleaser check && goreleaser release --clean --skip="$SKIP" -f "$CONFIG"`,
		[]string{"SKIP=" + skip, "CONFIG=" + config})
	if status != 0 {
		t.Fatalf("status %d\n%s", status, out)
	}
	dist := filepath.Join(repo, "dist")
	sums := strings.Fields(mustRead(t, filepath.Join(dist, "checksums.txt")))
	archive := "skewlint_1.98.7_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz"
	want := []string{archive}
	if err == nil {
		want = append(want, archive+".sbom.json")
		listed := inside(t, filepath.Join(dist, archive+".sbom.json"))
		if listed["github.com/skewlint/skewlint"] != "v1.98.7" || listed["golang.org/x/tools"] == "" || listed["stdlib"] == "" {
			t.Errorf("the SBOM has %q", listed)
		}
	}
	for _, name := range want {
		sum := sha256.Sum256([]byte(mustRead(t, filepath.Join(dist, name))))
		if i := slices.Index(sums, name); i < 1 || sums[i-1] != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: not among the checksums, or with another one: %q", name, sums)
		}
	}
	out, status = s.bash(t, t.TempDir(), `tar xzf "$ARCHIVE" && ls -R && git -C "$REPO" rev-parse HEAD && ./skewlint version`, []string{"ARCHIVE=" + filepath.Join(dist, archive), "REPO=" + repo})
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != 0 || len(lines) < 2 || !strings.HasPrefix(lines[len(lines)-1], "skewlint v1.98.7, commit "+lines[len(lines)-2]+", built with go") {
		t.Errorf("status %d\n%s", status, out)
	}
	for _, name := range []string{"LICENSE", "README.md", "output.md", "output.schema.json"} {
		if !slices.Contains(lines, name) {
			t.Errorf("%s is not in the archive:\n%s", name, out)
		}
	}
}

// inside is the packages of an SBOM in the form of SPDX, with their versions.
func inside(t *testing.T, name string) map[string]string {
	t.Helper()
	var doc struct {
		Packages []struct{ Name, VersionInfo string }
	}
	if err := json.Unmarshal([]byte(mustRead(t, name)), &doc); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, p := range doc.Packages {
		out[p.Name] = p.VersionInfo
	}
	return out
}
