// Package gitdiff finds what changed in a work tree since a revision.
//
// It is for -new-from, which keeps findings that a change can have caused. Git is asked: it knows
// renames, submodules, ignored files and work trees that lie elsewhere.
//
// The one idea to hold: what a change adds is told by a finding's steps, so for added lines the
// line is compared. What a change takes away (a check, a limit) is told by nothing that is left,
// so where lines were removed or rewritten the whole top-level declaration round them counts as
// changed.
//
// Limits: a change of code that no step of a finding lies in (an interface's method, a file that
// build tags choose) is not seen. Files that git ignores count as unchanged. A file that does not
// parse has no declarations, so only its lines count.
package gitdiff

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Changes are the lines of a work tree that changed.
type Changes struct {
	root    string // of the work tree, without links
	files   map[string]*fileChanges
	targets map[string]string // folders without links, by folder
}

// fileChanges are those of one file.
type fileChanges struct {
	all   bool // not in the revision
	added []span
	// removed are places where lines went away, each with the lines round it or in its stead; they
	// become spans of declarations when they are asked for.
	removed  []place
	decls    []span
	resolved bool
}

// place is where lines went away.
type place struct {
	span
	between bool // nothing came in their stead: they stood between the two lines
}

// in reports whether the place lies in a declaration, or a part of it if it was rewritten.
func (p place) in(decl span) bool {
	if p.between {
		return decl.has(p.first) && decl.has(p.last)
	}
	return p.first <= decl.last && decl.first <= p.last
}

// span is lines from first to last.
type span struct{ first, last int }

func (s span) has(line int) bool { return s.first <= line && line <= s.last }

// Since asks git what differs between the revision and the files in the work tree of dir. A
// revision that ends in "..." stands for the commit at which the current branch left it.
func Since(ctx context.Context, dir, revision string) (*Changes, error) {
	top, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("-new-from=%s: %w", revision, err)
	}
	root, err := filepath.EvalSymlinks(strings.TrimSuffix(string(top), "\n"))
	if err != nil {
		return nil, fmt.Errorf("-new-from=%s: %w", revision, err)
	}
	commit, err := resolve(ctx, dir, revision)
	if err != nil {
		return nil, err
	}
	c := &Changes{root: root, files: map[string]*fileChanges{}, targets: map[string]string{}}
	// Each flag is against a setting of the user's that would change the form.
	diff, err := git(ctx, dir, "-c", "core.quotePath=false", "diff", "--unified=0", "--inter-hunk-context=0", "--no-color",
		"--no-ext-diff", "--no-textconv", "--no-relative", "--find-renames", "--ignore-submodules=all",
		"--src-prefix=a/", "--dst-prefix=b/", commit, "--")
	if err != nil {
		return nil, fmt.Errorf("-new-from=%s: %w", revision, err)
	}
	if err := c.read(diff); err != nil {
		return nil, fmt.Errorf("-new-from=%s: %w", revision, err)
	}
	untracked, err := git(ctx, dir, "ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/")
	if err != nil {
		return nil, fmt.Errorf("-new-from=%s: %w", revision, err)
	}
	for name := range bytes.SplitSeq(untracked, []byte{0}) {
		if len(name) > 0 {
			c.files[filepath.FromSlash(string(name))] = &fileChanges{all: true}
		}
	}
	return c, nil
}

// resolve gives the commit that a revision means.
func resolve(ctx context.Context, dir, revision string) (string, error) {
	name, branched := strings.CutSuffix(revision, "...")
	out, err := git(ctx, dir, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil || name == "" {
		return "", fmt.Errorf("-new-from=%s: git knows no such revision here; %s", revision, missing(ctx, dir))
	}
	commit := strings.TrimSpace(string(out))
	if !branched {
		return commit, nil
	}
	out, err = git(ctx, dir, "merge-base", commit, "HEAD")
	if err != nil {
		return "", fmt.Errorf("-new-from=%s: git finds no commit that %s and HEAD have in common; %s", revision, name, missing(ctx, dir))
	}
	return strings.TrimSpace(string(out)), nil
}

// missing says how a commit that is not here gets here. CI servers fetch little by default.
func missing(ctx context.Context, dir string) string {
	out, err := git(ctx, dir, "rev-parse", "--is-shallow-repository")
	if err == nil && strings.TrimSpace(string(out)) == "true" {
		return "this is a shallow clone: fetch its history first (git fetch --unshallow; in CI, fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 for GitLab)"
	}
	return "is it spelt right, and fetched?"
}

// git runs git and gives its output, or what it says is wrong.
func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && stderr.Len() > 0:
		return nil, fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(stderr.String()))
	case err != nil:
		return nil, fmt.Errorf("cannot run git: %w", err)
	}
	return out, nil
}

// read reads a diff without context.
func (c *Changes) read(diff []byte) error {
	in := bufio.NewReader(bytes.NewReader(diff))
	var file *fileChanges
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil //nolint:nilerr // the only error is the end
		}
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "diff --git "):
			file = nil
		case strings.HasPrefix(line, "+++ "):
			file = c.file(line[len("+++ "):])
		case strings.HasPrefix(line, "@@ "):
			h, err := parseHunk(line)
			if err != nil {
				return err
			}
			if file != nil {
				file.add(h)
			}
			if err := h.skip(in); err != nil {
				return err
			}
		}
	}
}

// file is the entry of a file that the diff names, nil if it is gone. Git ends a name that holds a
// space with a tab, and quotes one that holds worse.
func (c *Changes) file(name string) *fileChanges {
	name = strings.TrimSuffix(name, "\t")
	if strings.HasPrefix(name, `"`) {
		name = unquote(name)
	}
	path, ok := strings.CutPrefix(name, "b/")
	if !ok {
		return nil // /dev/null
	}
	f := &fileChanges{}
	c.files[filepath.FromSlash(path)] = f
	return f
}

// Touch reports whether a line of a file changed, or, where lines went away, its declaration.
func (c *Changes) Touch(file string, line int) bool {
	f := c.files[c.relative(file)]
	switch {
	case f == nil:
		return false
	case f.all:
		return true
	}
	f.resolve(file)
	has := func(s span) bool { return s.has(line) }
	return slices.ContainsFunc(f.added, has) || slices.ContainsFunc(f.decls, has)
}

// relative is a file's name in the work tree. Folders may be links, as /tmp is on some systems.
func (c *Changes) relative(file string) string {
	dir := filepath.Dir(file)
	target, ok := c.targets[dir]
	if !ok {
		target = dir
		if t, err := filepath.EvalSymlinks(dir); err == nil {
			target = t
		}
		c.targets[dir] = target
	}
	rel, err := filepath.Rel(c.root, filepath.Join(target, filepath.Base(file)))
	if err != nil {
		return file
	}
	return rel
}

// resolve widens places where lines went away to the declarations that they lie in.
func (f *fileChanges) resolve(name string) {
	if f.resolved || len(f.removed) == 0 {
		return
	}
	f.resolved = true
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	for _, d := range parsed.Decls {
		decl := lines(fset, d)
		if slices.ContainsFunc(f.removed, func(p place) bool { return p.in(decl) }) {
			f.decls = append(f.decls, decl)
		}
	}
}

func lines(fset *token.FileSet, d ast.Decl) span {
	return span{first: fset.PositionFor(d.Pos(), false).Line, last: fset.PositionFor(d.End(), false).Line}
}
