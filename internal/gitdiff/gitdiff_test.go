package gitdiff

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const before = `package a

func first() {
	one()
	check()
	two()
}

func gone() {
}

func second() {
	three()
	four()
}

func third() {
	five()
}
`

// after: a line came in third, one went away in first, gone is gone, one line of second is another.
// What came looks like a diff itself.
const after = `package a

func first() {
	one()
	two()
}

func second() {
	three()
	other()
}

func third() {
	five()
	/*
++ b/sub/none.go
@@ -1 +1 @@
	*/
}
`

func TestTouch(t *testing.T) {
	dir := repository(t)
	write(t, dir, "a.go", before)
	write(t, dir, "sub/sp ace ü.go", "package sub\n")
	write(t, dir, "sub/moved.go", "package sub\n\nvar a = 1\nvar b = 2\nvar c = 3\nvar d = 4\n")
	commit(t, dir)
	write(t, dir, "a.go", after)
	write(t, dir, "sub/sp ace ü.go", "package sub\n\nvar x = 1\n")
	write(t, dir, "sub/new.go", "package sub\n")
	write(t, dir, "sub/ignored.go", "package sub\n")
	write(t, dir, ".gitignore", "ignored.go\n")
	run(t, dir, "git", "mv", "sub/moved.go", "sub/renamed.go")
	run(t, dir, "git", "config", "diff.noprefix", "true")
	run(t, dir, "git", "config", "color.ui", "always")
	write(t, dir, "sub/renamed.go", "package sub\n\nvar a = 1\nvar b = 2\nvar c = 3\nvar d = 4\nvar e = 5\n")

	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{dir, filepath.Join(dir, "sub"), link} {
		c, err := Since(context.Background(), from, "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		for file, want := range map[string][]int{
			"a.go":            {3, 4, 5, 6, 8, 9, 10, 11, 15, 16, 17, 18},
			"sub/sp ace ü.go": {2, 3},
			"sub/new.go":      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}, // all that it could have
			"sub/ignored.go":  nil,
			"sub/renamed.go":  {7},
			"sub/none.go":     nil,
		} {
			for _, root := range []string{dir, link} {
				if got := touched(c, filepath.Join(root, file), 18); !slices.Equal(got, want) {
					t.Errorf("from %s: %s: changed lines %v, want %v", from, file, got, want)
				}
			}
		}
	}
}

func touched(c *Changes, file string, lines int) []int {
	var out []int
	for line := 1; line <= lines; line++ {
		if c.Touch(file, line) {
			out = append(out, line)
		}
	}
	return out
}

// A branch is compared with the commit at which it began, not with what came to the other since.
func TestSinceTheBranchBegan(t *testing.T) {
	dir := repository(t)
	write(t, dir, "a.go", "package a\n\nvar a = 1\n")
	commit(t, dir)
	run(t, dir, "git", "checkout", "-q", "-b", "topic")
	write(t, dir, "b.go", "package a\n")
	commit(t, dir)
	run(t, dir, "git", "checkout", "-q", "-")
	write(t, dir, "a.go", "package a\n\nvar a = 2\n")
	commit(t, dir)
	base := output(t, dir, "git", "rev-parse", "HEAD")
	run(t, dir, "git", "checkout", "-q", "topic")
	for revision, want := range map[string]bool{base: true, base + "...": false} {
		c, err := Since(context.Background(), dir, revision)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Touch(filepath.Join(dir, "a.go"), 3); got != want {
			t.Errorf("%s: a.go changed: %t, want %t", revision, got, want)
		}
		if !c.Touch(filepath.Join(dir, "b.go"), 1) {
			t.Errorf("%s: b.go did not change", revision)
		}
	}
}

// The folder .git may lie elsewhere.
func TestWorkTrees(t *testing.T) {
	dir := repository(t)
	write(t, dir, "sub/a.go", "package a\n")
	commit(t, dir)
	linked := filepath.Join(t.TempDir(), "linked")
	run(t, dir, "git", "worktree", "add", "-q", linked)
	apart := t.TempDir()
	if err := os.Rename(filepath.Join(dir, ".git"), filepath.Join(apart, "store")); err != nil {
		t.Fatal(err)
	}
	run(t, apart, "git", "--git-dir=store", "worktree", "repair", linked)
	t.Run("linked", func(t *testing.T) { changedLine(t, linked, filepath.Join(linked, "sub")) })
	t.Run("by environment", func(t *testing.T) {
		rel, err := filepath.Rel(filepath.Join(dir, "sub"), filepath.Join(apart, "store"))
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("GIT_DIR", rel)
		t.Setenv("GIT_WORK_TREE", dir)
		changedLine(t, dir, filepath.Join(dir, "sub"))
	})
}

// changedLine adds a line to sub/a.go and expects it to be seen from a folder.
func changedLine(t *testing.T, root, from string) {
	t.Helper()
	write(t, root, "sub/a.go", "package a\n\nvar x = 1\n")
	c, err := Since(context.Background(), from, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if got := touched(c, filepath.Join(root, "sub", "a.go"), 4); !slices.Equal(got, []int{2, 3}) {
		t.Errorf("changed lines %v, want 2 and 3", got)
	}
}

func TestErrors(t *testing.T) {
	dir := repository(t)
	write(t, dir, "a.go", "package a\n")
	commit(t, dir)
	home := output(t, dir, "git", "rev-parse", "--abbrev-ref", "HEAD")
	run(t, dir, "git", "checkout", "-q", "--orphan", "lonely")
	write(t, dir, "lonely.go", "package a\n")
	commit(t, dir)
	lonely := output(t, dir, "git", "rev-parse", "HEAD")
	run(t, dir, "git", "checkout", "-q", "-f", home)
	outside := t.TempDir()
	for _, test := range []struct{ dir, revision, want string }{
		{outside, "HEAD", "-new-from=HEAD: git rev-parse: fatal: not a git repository"},
		{dir, "nosuch", "-new-from=nosuch: git knows no such revision here"},
		{dir, "--output=x", "-new-from=--output=x: git knows no such revision here"},
		{dir, "", "git knows no such revision here"},
		{dir, lonely + "...", "git finds no commit that"},
	} {
		_, err := Since(context.Background(), test.dir, test.revision)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want one that has %q", test.revision, err, test.want)
		}
	}
}

func TestRefusesWhatIsNoDiff(t *testing.T) {
	for _, diff := range []string{"@@ x @@\n", "@@ -1 +x @@\n", "@@ -x +1 @@\n", "@@ -1,2 +1,2 @@\n-a\n"} {
		if err := new(Changes).read([]byte(diff)); err == nil {
			t.Errorf("%q: no error", diff)
		}
	}
}

// CI servers clone one commit, which has neither the branch to compare with nor what came before.
func TestShallow(t *testing.T) {
	dir := repository(t)
	write(t, dir, "a.go", "package a\n")
	commit(t, dir)
	run(t, dir, "git", "branch", "base")
	write(t, dir, "a.go", "package a\n\nvar x = 1\n")
	commit(t, dir)
	clone := filepath.Join(t.TempDir(), "clone")
	run(t, dir, "git", "clone", "-q", "--depth=1", "file://"+filepath.ToSlash(dir), clone)
	for _, revision := range []string{"origin/base", "origin/base...", "HEAD~1"} {
		_, err := Since(context.Background(), clone, revision)
		if err == nil || !strings.Contains(err.Error(), "this is a shallow clone: fetch its history first (git fetch --unshallow;") {
			t.Errorf("%s: %v", revision, err)
		}
	}
	run(t, clone, "git", "fetch", "-q", "--depth=1", "origin", "base:refs/remotes/origin/base")
	if _, err := Since(context.Background(), clone, "origin/base..."); err == nil || !strings.Contains(err.Error(), "in common; this is a shallow clone") {
		t.Errorf("without the commit at which the branch began: %v", err)
	}
	run(t, clone, "git", "fetch", "-q", "--unshallow")
	c, err := Since(context.Background(), clone, "origin/base...")
	if err != nil || !c.Touch(filepath.Join(clone, "a.go"), 3) {
		t.Errorf("with all history: %v", err)
	}
}

func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "test")
		t.Setenv("GIT_"+who+"_EMAIL", "test@example.com")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run(t, dir, "git", "init", "-q")
	return dir
}

func commit(t *testing.T, dir string) {
	t.Helper()
	run(t, dir, "git", "add", "-A")
	run(t, dir, "git", "commit", "-q", "--allow-empty", "-m", "change")
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, dir string, args ...string) { t.Helper(); output(t, dir, args...) }

func output(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(fmt.Errorf("%q: %w\n%s", args, err, out))
	}
	return strings.TrimSpace(string(out))
}
