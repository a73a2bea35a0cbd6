package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// bench is one session.
type bench struct {
	root, scratch string
	runs          int
	empty         bool // run with an empty build cache, too
}

// tool is a command that is measured.
type tool struct {
	name    string
	pkg     string // what is built, with its version; empty: nothing
	args    []string
	kept    string // environment variable that names its own cache; empty: it has none
	compile bool   // it needs compiled packages, and keeps what it finds with them
	found   int    // exit status of a run that has findings
}

const (
	listName     = "go list -deps -test"
	skewlintName = "skewlint"
	vetName      = "go vet"
	staticName   = "staticcheck v0.8.2"
)

func (b *bench) tools() []tool {
	bin := func(name string) string { return filepath.Join(b.scratch, "bin", name) }
	return []tool{
		{name: listName, args: []string{"go", "list", "-deps", "-test"}},
		{name: skewlintName, args: []string{bin("skewlint"), "-short"}, kept: "SKEWLINT_CACHE", found: 1},
		{name: vetName, args: []string{"go", "vet"}, compile: true, found: 1},
		{name: staticName, pkg: "honnef.co/go/tools/cmd/staticcheck@v0.8.2", args: []string{bin("staticcheck")}, kept: "STATICCHECK_CACHE", found: 1},
		{
			name: "golangci-lint v2.15.0", pkg: "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0",
			args: []string{bin("golangci-lint"), "run", "--no-config", "--allow-parallel-runners"}, kept: "GOLANGCI_LINT_CACHE", found: 1,
		},
		{name: "workflowcheck v0.6.0", pkg: "go.temporal.io/sdk/contrib/tools/workflowcheck@v0.6.0", args: []string{bin("workflowcheck")}, found: 3},
	}
}

// over is the command line for a pattern of packages.
func (t tool) over(pattern string) []string { return append(slices.Clone(t.args), pattern) }

// prepare builds skewlint, and the other tools if they are not there.
func (b *bench) prepare() error {
	bin := filepath.Join(b.scratch, "bin")
	if err := os.MkdirAll(bin, 0o750); err != nil {
		return err
	}
	if err := b.do(b.root, nil, "go", "build", "-o", filepath.Join(bin, "skewlint"), "./cmd/skewlint"); err != nil {
		return err
	}
	for _, t := range b.tools() {
		if t.pkg == "" {
			continue
		}
		if _, err := os.Stat(t.args[0]); err == nil {
			continue
		}
		if err := b.do(b.scratch, []string{"GOBIN=" + bin, "GOWORK=off", "GOFLAGS="}, "go", "install", t.pkg); err != nil {
			return err
		}
	}
	return nil
}

// do runs a command that is not measured.
func (b *bench) do(dir string, env []string, args ...string) error {
	fmt.Fprintln(os.Stderr, "bench:", args)
	cmd := exec.Command(args[0], args[1:]...) //nolint:gosec // commands of this program
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), env...), os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%q: %w", args, err)
	}
	return nil
}

// buildCache is the build cache of all runs but those that have an empty one.
func (b *bench) buildCache() string { return filepath.Join(b.scratch, "gocache") }

// environment is what all tools run with, and where they keep what they know.
func (b *bench) environment(t tool, own, build string) []string {
	env := slices.Concat(os.Environ(), []string{"GOWORK=off", "GOFLAGS=-mod=mod", "GOCACHE=" + build, "GOTOOLCHAIN=local"})
	if t.kept != "" {
		env = append(env, t.kept+"="+own)
	}
	return env
}
