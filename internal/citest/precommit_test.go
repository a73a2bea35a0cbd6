package citest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

type hook struct {
	ID, Name, Entry, Language, Files string
	Args                             []string
	PassFilenames                    bool `yaml:"pass_filenames"`
}

func hooks(t *testing.T, s *server) map[string]hook {
	t.Helper()
	var list []hook
	s.read(t, ".pre-commit-hooks.yaml", &list)
	out := map[string]hook{}
	for _, h := range list {
		out[h.ID] = h
	}
	return out
}

// TestHooks runs the entries of the hooks, as pre-commit does when a file matches.
func TestHooks(t *testing.T) {
	s := newServer(t)
	all := hooks(t, s)
	for id, language := range map[string]string{"skewlint": "golang", "skewlint-system": "system"} {
		h := all[id]
		if h.Language != language || h.PassFilenames || h.Entry == "" {
			t.Fatalf("%s: %+v", id, h)
		}
		files := regexp.MustCompile(h.Files)
		for name, want := range map[string]bool{"a/b.go": true, "go.mod": true, "a/go.work": true, ".skewlint.toml": true, "README.md": false, "a.go.txt": false} {
			if files.MatchString(name) != want {
				t.Errorf("%s: runs on %s: %t", id, name, !want)
			}
		}
		out, status := s.bash(t, s.checkout, h.Entry+" "+strings.Join(h.Args, " "), []string{path(s.bin)})
		if status != 1 || !strings.Contains(out, "examples/order/skewed/nodes.go:71:38") {
			t.Errorf("%s: status %d\n%s", id, status, out)
		}
	}
	// The language golang installs every main package of the repository: one must have the entry's name.
	if _, err := os.Stat(filepath.Join(s.root, "cmd", all["skewlint"].Entry, "main.go")); err != nil {
		t.Error(err)
	}
}

// TestPreCommit runs pre-commit itself, if SKEWLINT_TEST_PRECOMMIT is set, with a copy of the files of this
// repository in place of a released one. The language golang installs all of it with an empty module
// cache of its own, which takes minutes; TestHooks runs the same entries.
func TestPreCommit(t *testing.T) {
	if os.Getenv("SKEWLINT_TEST_PRECOMMIT") == "" {
		t.Skip("SKEWLINT_TEST_PRECOMMIT is not set")
	}
	s := newServer(t)
	repo := s.copyOfRepository(t)
	for _, id := range []string{"skewlint", "skewlint-system"} {
		env := []string{path(s.bin), "PRE_COMMIT_HOME=" + t.TempDir(), "GOFLAGS=-buildvcs=false -modcacherw"}
		out, status := s.bash(t, s.checkout, "pre-commit try-repo "+repo+" "+id+" --all-files --verbose", env)
		if status != 1 || !strings.Contains(out, "examples/order/skewed/nodes.go:71:38") {
			t.Errorf("%s: status %d\n%s", id, status, out)
		}
	}
}

// copyOfRepository is a repository with what git knows of this one.
func (s *server) copyOfRepository(t *testing.T) string {
	t.Helper()
	repo := filepath.Join(t.TempDir(), "repo")
	script := `mkdir "$REPO"; git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$REPO"
cd "$REPO"; git init -q; git add .; git -c user.name=a -c user.email=a@example.com commit -qm all`
	if out, status := s.bash(t, s.root, script, []string{"REPO=" + repo}); status != 0 {
		t.Fatal(out)
	}
	return repo
}
