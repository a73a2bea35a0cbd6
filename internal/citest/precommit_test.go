package citest

import (
	"os"
	"os/exec"
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

// commits is a repository whose commits pre-commit looks at.
type commits struct {
	*server
	hooks string // the repository of the hooks: the files of this one
	home  string // of pre-commit, where it installs hooks once for all repositories
}

// TestPreCommit has pre-commit itself install the hook, with a copy of the files of this repository in place of
// a released one, and commits. It wants pre-commit and some 30 seconds of processor time.
//
// The language golang sets a GOPATH of its own, and with it an empty module cache, so that the first run
// fetches all modules that skewlint is built from. Here it gets the module cache of the machine.
func TestPreCommit(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("pre-commit is not installed: apt-get install pre-commit, or pip install pre-commit")
	}
	s := newServer(t)
	c := &commits{server: s, hooks: s.copyOfRepository(t), home: t.TempDir()}
	if out, status := c.run(t, "pre-commit validate-manifest .pre-commit-hooks.yaml", s.root); status != 0 {
		t.Fatalf("the hooks are not as pre-commit wants them:\n%s", out)
	}
	t.Run("all files", func(t *testing.T) {
		c.configure(t, "{ id: skewlint }", "{ id: skewlint-system }")
		out, status := c.run(t, "pre-commit run --all-files --verbose", s.checkout)
		if found := strings.Count(out, "examples/order/skewed/nodes.go:71:38"); status != 1 || found != 2 {
			t.Fatalf("status %d, found by %d hooks of two\n%s", status, found, out)
		}
	})
	t.Run("what is staged", c.testStaged)
	t.Run("a module below", c.testModuleBelow)
}

// testStaged: what is to be committed counts, and not what else is in the work tree.
func (c *commits) testStaged(t *testing.T) {
	c.configure(t, "{ id: skewlint, args: [-short, -fail-on=error, ./examples/order/skewed] }")
	const (
		silence  = `sed -i '1i //skewlint:ignore rawhandle,uncheckedspend,effectbeforepause,entrygate,missingreducer -- a sketch\n' nodes.go; `
		mistakes = `git show HEAD:./nodes.go >nodes.go; `
	)
	nodes := filepath.Join(c.checkout, "examples", "order", "skewed")
	if out, status := c.run(t, "pre-commit install", c.checkout); status != 0 {
		t.Fatal(out)
	}
	out, status := c.run(t, "echo >>nodes.go; git add .; "+silence+"git commit -m mistakes", nodes)
	if status != 1 || !strings.Contains(out, "examples/order/skewed/nodes.go:71:38") {
		t.Errorf("mistakes are staged, and silenced in the work tree only: status %d\n%s", status, out)
	}
	if !strings.HasPrefix(mustRead(t, filepath.Join(nodes, "nodes.go")), "//skewlint:ignore") {
		t.Error("what was not staged is not there any more")
	}
	out, status = c.run(t, "git reset -q --hard; "+silence+"git add .; "+mistakes+"git commit -m silenced", nodes)
	if status != 0 || !strings.Contains(out, "Passed") {
		t.Errorf("mistakes are silenced in what is staged, and not in the work tree: status %d\n%s", status, out)
	}
}

// testModuleBelow: a repository without a go.mod at its root, whose modules have a hook each.
func (c *commits) testModuleBelow(t *testing.T) {
	s := *c.server
	s.checkout = filepath.Join(t.TempDir(), "mono")
	below := &commits{server: &s, hooks: c.hooks, home: c.home}
	module := filepath.Join(s.checkout, "services", "shop")
	if err := os.CopyFS(module, os.DirFS(filepath.Join(s.root, "runtime"))); err != nil {
		t.Fatal(err)
	}
	s.git(t, "init", "-q")
	below.configure(t, "{ id: skewlint }", "{ id: skewlint, name: shop, args: [-C, services/shop, -short, ./examples/order/skewed], files: ^services/shop/ }")
	s.git(t, "add", ".")
	out, status := below.run(t, "pre-commit run skewlint", s.checkout)
	if status != 1 || !strings.Contains(out, "For a module further down give -C DIR") ||
		!strings.Contains(out, "services/shop/examples/order/skewed/nodes.go:71:38") {
		t.Errorf("status %d\n%s", status, out)
	}
	_, readme, _ := strings.Cut(s.block(t, "-C, services/shop"), "hooks: [")
	below.configure(t, strings.TrimSuffix(strings.TrimSpace(readme), "]"))
	if out, status := below.run(t, "touch README.md; git add README.md; pre-commit run --files README.md", s.checkout); status != 0 || !strings.Contains(out, "Skipped") {
		t.Errorf("nothing of the module is committed: status %d\n%s", status, out)
	}
}

// configure writes the configuration of the README with other hooks.
func (c *commits) configure(t *testing.T, hooks ...string) {
	t.Helper()
	rev, status := c.run(t, "git rev-parse HEAD", c.hooks)
	if status != 0 {
		t.Fatal(rev)
	}
	text := c.block(t, "repo: https://github.com/skewlint/skewlint")
	for from, to := range map[string]string{
		"https://github.com/skewlint/skewlint": c.hooks, "main   # better a tag": strings.TrimSpace(rev),
		"[{ id: skewlint }]": "[" + strings.Join(hooks, ", ") + "]",
	} {
		if strings.Count(text, from) != 1 {
			t.Fatalf("the README's configuration has no %q:\n%s", from, text)
		}
		text = strings.Replace(text, from, to, 1)
	}
	if err := os.WriteFile(filepath.Join(c.checkout, ".pre-commit-config.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// run runs a script as a user of the repository. GOWORK is not set, as it is not for users.
func (c *commits) run(t *testing.T, script, dir string) (out string, status int) {
	t.Helper()
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return c.bash(t, dir, script, []string{
		path(c.bin), "GOMODCACHE=" + strings.TrimSpace(string(cache)), "GOWORK=", "PRE_COMMIT_HOME=" + c.home,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
	})
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
