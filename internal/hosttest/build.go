package hosttest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// nogoSources are those of rule nogo_srcs in go/tools/builders/BUILD.bazel of rules_go.
var nogoSources = []string{
	"constants.go", "env.go", "flags.go", "nogo_fix.go", "nogo_goversions_go118.go", "nogo_goversions_go121.go",
	"nogo_goversions_go122.go", "nogo_main.go", "nogo_version.go", "nolint.go",
}

// generator makes a program of rules_go's function that generates nogo's list of analyzers; in
// rules_go it is a verb of one large builder.
const generator = `package main

import (
	"log"
	"os"
)

func main() {
	if err := genNogoMain(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}
`

// BuildNogo makes the program that rules_go makes of a rule nogo with these analyzers and this
// configuration (none if empty), in the folder dir. root is this repository. It returns the program.
func BuildNogo(ctx context.Context, root, dir, config string, importPaths ...string) (string, error) {
	b := &nogoBuild{root: root, dir: dir}
	if err := b.module(); err != nil {
		return "", err
	}
	rulesGo, err := b.output(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/bazelbuild/rules_go")
	if err != nil {
		return "", err
	}
	if rulesGo == "" { // not in the module cache yet
		return "", errors.New("rules_go is not there: run go mod download github.com/bazelbuild/rules_go in testdata/real/nogo")
	}
	from := filepath.Join(rulesGo, "go", "tools", "builders")
	if err := b.copy(from, "", nogoSources...); err != nil {
		return "", err
	}
	if err := b.copy(from, "gen", "generate_nogo_main.go", "flags.go"); err != nil {
		return "", err
	}
	args := []string{"run", "./gen", "-output", "nogo_gen.go"}
	for _, p := range importPaths {
		args = append(args, "-analyzer_importpath", p)
	}
	err = os.WriteFile(filepath.Join(dir, "gen", "main.go"), []byte(generator), 0o600)
	if config != "" {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, "nogo.json"), []byte(config), 0o600))
		args = append(args, "-config", "nogo.json")
	}
	if err != nil {
		return "", err
	}
	if _, err := b.output(ctx, "go", args...); err != nil {
		return "", err
	}
	_, err = b.output(ctx, "go", "build", "-o", "nogo", ".")
	return filepath.Join(dir, "nogo"), err
}

type nogoBuild struct{ root, dir string }

// module lays the module of testdata/real/nogo into the folder.
func (b *nogoBuild) module() error {
	from := filepath.Join(b.root, "testdata", "real", "nogo")
	mod, err := os.ReadFile(filepath.Join(from, "go.mod"))
	if err != nil {
		return err
	}
	text := strings.Replace(string(mod), "=> ../../..", "=> "+b.root, 1)
	if err := os.WriteFile(filepath.Join(b.dir, "go.mod"), []byte(text), 0o600); err != nil {
		return err
	}
	return b.copy(from, "", "go.sum")
}

func (b *nogoBuild) copy(from, to string, names ...string) error {
	if err := os.MkdirAll(filepath.Join(b.dir, to), 0o777); err != nil {
		return err
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(b.dir, to, name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func (b *nogoBuild) output(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s: %w\n%s", cmd, err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}
