package hosttest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/rules/all"
)

// violation is nogo's exit status for findings; see constants.go of its sources.
const violation = 3

// NogoFindings are what nogo prints, by who says it.
type NogoFindings struct {
	Rules    []string // the analyzers of single rules
	Combined []string // the one of package rules/all
	Fixes    []string // the patches that it wrote
}

// listed is a package as the go command lists it.
type listed struct {
	ImportPath, Dir, Export, ForTest, Name string
	GoFiles, CompiledGoFiles, Imports      []string
	ImportMap                              map[string]string
	Standard, DepOnly                      bool
	Module                                 *struct{ Path, Version, Dir string }
}

// Nogo runs a nogo program over the packages of p and what they import, as rules_go does: what is
// imported from elsewhere for its facts only, the standard library not at all.
func Nogo(ctx context.Context, p *Program, nogo string) (*NogoFindings, error) {
	work, err := os.MkdirTemp("", "nogo")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(work) }()
	packages, err := list(ctx, p)
	if err != nil {
		return nil, err
	}
	// In the folder in which tools run, Bazel shows the files of the main repository, here below src, and
	// those of each other repository below external.
	if err := errors.Join(os.Mkdir(filepath.Join(work, "external"), 0o777), os.Symlink(p.Dir, filepath.Join(work, "src"))); err != nil {
		return nil, err
	}
	r := &nogoRun{program: p, nogo: nogo, work: work, packages: map[string]*listed{}, facts: map[string]string{}}
	for i, pkg := range packages {
		r.packages[pkg.ImportPath] = pkg
		if pkg.Standard || pkg.ImportPath == "unsafe" || strings.HasSuffix(pkg.ImportPath, ".test") {
			continue
		}
		if err := r.analyse(ctx, pkg, filepath.Join(work, fmt.Sprint(i))); err != nil {
			return nil, fmt.Errorf("%s: %w", pkg.ImportPath, err)
		}
	}
	r.out.Rules, r.out.Combined = sorted(r.out.Rules), sorted(r.out.Combined)
	return &r.out, nil
}

// list has the packages in an order in which each stands behind what it imports.
func list(ctx context.Context, p *Program) ([]*listed, error) {
	args := []string{"list", "-export", "-compiled", "-deps", "-test", "-json=ImportPath,Dir,Export,ForTest,Name,GoFiles,CompiledGoFiles,Imports,ImportMap,Standard,DepOnly,Module"}
	out, err := p.command(ctx, "go", append(args, p.Patterns...)...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w\n%s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []*listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		pkg := &listed{}
		if err := dec.Decode(pkg); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, pkg)
	}
}

type nogoRun struct {
	program    *Program
	nogo, work string
	packages   map[string]*listed // by ID
	facts      map[string]string  // files, by ID
	out        NogoFindings
}

// analyse is runNogo of rules_go's builder.
func (r *nogoRun) analyse(ctx context.Context, pkg *listed, work string) error {
	if err := os.MkdirAll(work, 0o777); err != nil {
		return err
	}
	importcfg, facts := r.imports(pkg)
	config := filepath.Join(work, "importcfg")
	r.facts[pkg.ImportPath] = filepath.Join(work, "facts")
	args := append([]string{"-p", path(pkg.ImportPath), "-fix_dir", work, "-importcfg", config}, facts...)
	if pkg.DepOnly {
		args = append(args, "-facts_only")
	}
	args = append(args, "-x", r.facts[pkg.ImportPath])
	for _, file := range pkg.CompiledGoFiles {
		if !filepath.IsAbs(file) {
			file = filepath.Join(pkg.Dir, file)
		}
		if filepath.Ext(file) != ".go" {
			continue
		}
		name, err := r.name(pkg, file)
		if err != nil {
			return err
		}
		args = append(args, name)
	}
	param := filepath.Join(work, "nogo.param")
	if err := errors.Join(write(config, importcfg), write(param, quote(args))); err != nil {
		return err
	}
	cmd := r.program.command(ctx, r.nogo, "-param="+param)
	cmd.Dir = r.work
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == violation {
		err = r.read(string(out))
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	if patch, err := os.ReadFile(filepath.Join(work, "nogo.patch")); err == nil {
		r.out.Fixes = append(r.out.Fixes, string(patch))
	}
	return nil
}

// imports are the lines of the import configuration, and the flags for the facts of what is imported.
func (r *nogoRun) imports(pkg *listed) (importcfg, facts []string) {
	for _, imported := range pkg.Imports {
		dep := r.packages[imported]
		if dep == nil || dep.Export == "" { // unsafe, C
			continue
		}
		importcfg = append(importcfg, "packagefile "+path(imported)+"="+dep.Export)
		if file := r.facts[imported]; file != "" {
			facts = append(facts, "-fact", path(imported)+"="+file)
		}
	}
	for _, from := range slices.Sorted(maps.Keys(pkg.ImportMap)) {
		if to := path(pkg.ImportMap[from]); to != from {
			importcfg = append(importcfg, "importmap "+from+"="+to)
		}
	}
	return importcfg, facts
}

// path is the import path of an ID, "p [p.test]".
func path(id string) string {
	id, _, _ = strings.Cut(id, " ")
	return id
}

// name is what Bazel calls a file: its path from the folder in which tools run.
func (r *nogoRun) name(pkg *listed, file string) (string, error) {
	root, dir := "src", r.program.Dir
	if pkg.Module != nil && pkg.Module.Version != "" {
		root, dir = filepath.Join("external", strings.ReplaceAll(pkg.Module.Path, "/", "_")), pkg.Module.Dir
		if err := os.Symlink(dir, filepath.Join(r.work, root)); err != nil && !errors.Is(err, os.ErrExist) {
			return "", err
		}
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil || !filepath.IsLocal(rel) { // what cgo wrote; the stubs of a scenario
		return file, nil //nolint:nilerr // it has a name all the same
	}
	return filepath.Join(root, rel), nil
}

// diagnostic is a line of nogo's output.
var diagnostic = regexp.MustCompile(`(?m)^(\S+:\d+:\d+): (.*) \((\w+)\)$`)

func (r *nogoRun) read(out string) error {
	matches := diagnostic.FindAllStringSubmatch(out, -1)
	if len(matches) != strings.Count(strings.TrimSpace(out), "\n") { // the first line is a heading
		return errors.New("a line of the output is no finding")
	}
	for _, m := range matches {
		pos, text, analyzer := strings.TrimPrefix(m[1], "src/"), m[2], m[3]
		if analyzer != all.Name {
			r.out.Rules = append(r.out.Rules, r.program.finding(analyzer, pos, text))
			continue
		}
		f, err := r.program.FromShort(pos, text)
		if err != nil {
			return err
		}
		r.out.Combined = append(r.out.Combined, f)
	}
	return nil
}

func write(name string, lines []string) error {
	return os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o600)
}

func quote(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = "'" + arg + "'"
	}
	return out
}
