// Package golist asks the go command which packages there are.
//
// It is for the loader, which decides on the import graph alone what is worth reading. The one
// idea to hold: this list is the floor of every run, and most modules need nothing more, so it
// asks for few fields, decodes while the go command still works, and compiles nothing.
// packages.Load would do, but starts the go command twice and decodes three times as much.
//
// Limits: only the go command is asked. GOPACKAGESDRIVER, and with it Bazel, has no voice here;
// build systems of that kind run the analyzers one package at a time (nogo).
package golist

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Package is one package, or one test variant of it, as the go command lists it.
type Package struct {
	ID        string `json:"ImportPath"` // with the test it was built for: "p [p.test]"
	Name      string
	Dir       string
	ForTest   string
	GoFiles   []string
	CgoFiles  []string
	Imports   []string          // IDs
	ImportMap map[string]string // from import path to ID, where they differ
	Module    *Module
	Standard  bool
	DepOnly   bool // not matched by a pattern
	Error     *Error

	// What the package's test files import, if the query leaves tests out.
	TestImports  []string
	XTestImports []string
}

// Module is the part of a module that matters here.
type Module struct {
	Path      string
	Version   string
	Main      bool
	GoVersion string
	Replace   *Module
}

// Error is what the go command has against a package.
type Error struct {
	Pos string // file:line:col, relative to the directory of the query, or empty
	Err string
}

const (
	fields     = "-json=ImportPath,Name,Dir,ForTest,GoFiles,CgoFiles,Imports,ImportMap,Module,Standard,DepOnly,Error"
	testFields = ",TestImports,XTestImports"
)

// Query says what to list.
type Query struct {
	Dir      string   // where patterns are relative to; empty: the working directory
	Env      []string // nil: the environment of this process
	Tags     string   // build tags, separated by commas
	Tests    bool
	Patterns []string
	// Overlay gives files, by full name, another text than the disk has, as an editor does. A file
	// that the disk has not is there as well.
	Overlay map[string][]byte
}

// List lists the packages that match the patterns and all that they import, dependencies first.
func List(ctx context.Context, q Query) ([]*Package, error) {
	args := []string{"list", "-e", "-deps", "-pgo=off"}
	if q.Tests {
		args = append(args, fields, "-test")
	} else {
		args = append(args, fields+testFields)
	}
	if q.Tags != "" {
		args = append(args, "-tags="+q.Tags)
	}
	overlay, remove, err := writeOverlay(q.Overlay)
	if err != nil {
		return nil, err
	}
	defer remove()
	if overlay != "" {
		args = append(args, "-overlay="+overlay)
	}
	cmd := exec.CommandContext(ctx, "go", append(append(args, "--"), q.Patterns...)...)
	cmd.Dir, cmd.Env = q.Dir, q.Env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("cannot run the go command, which skewlint needs to find packages: %w", err)
	}
	pkgs, decodeErr := decode(out)
	if err := cmd.Wait(); err != nil {
		return nil, failure(err, stderr.String())
	}
	return pkgs, decodeErr
}

// decode reads a stream of JSON objects.
func decode(r io.Reader) ([]*Package, error) {
	dec := json.NewDecoder(r)
	var pkgs []*Package
	for {
		p := new(Package)
		err := dec.Decode(p)
		if errors.Is(err, io.EOF) {
			return pkgs, nil
		}
		if err != nil {
			_, _ = io.Copy(io.Discard, r) // or the go command would wait for ever
			return nil, fmt.Errorf("go list: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}

// failure turns a failed go list, which says why on its standard error, into one message.
func failure(err error, stderr string) error {
	text := strings.TrimSpace(stderr)
	if text == "" {
		return fmt.Errorf("go list: %w", err)
	}
	return fmt.Errorf("go list: %s", strings.TrimPrefix(text, "go: "))
}

// Path is the import path: the ID without the test it was built for.
func (p *Package) Path() string {
	path, _, _ := strings.Cut(p.ID, " [")
	return path
}

// IsTestMain reports whether the package is the generated main package of a test.
func (p *Package) IsTestMain() bool {
	return p.Name == "main" && strings.HasSuffix(p.ID, ".test") && len(p.GoFiles) == 1 && filepath.IsAbs(p.GoFiles[0])
}

// IsVariant reports whether the package is one together with its own test files: the same files as
// in the package ForTest, and more.
func (p *Package) IsVariant() bool { return p.ForTest != "" && p.ForTest == p.Path() }

// Own reports whether the package belongs to the user: to a main module (a workspace has several),
// to a module that is replaced by a folder, or to no module at all.
func (p *Package) Own() bool {
	if p.Standard {
		return false
	}
	m := p.Module
	return m == nil || m.Main || m.Replace != nil && m.Replace.Version == ""
}

// Files are the Go files, with full names; those that use cgo last.
func (p *Package) Files() []string {
	files := make([]string, 0, len(p.GoFiles)+len(p.CgoFiles))
	for _, list := range [][]string{p.GoFiles, p.CgoFiles} {
		for _, f := range list {
			if !filepath.IsAbs(f) {
				f = filepath.Join(p.Dir, f)
			}
			files = append(files, f)
		}
	}
	return files
}

// Resolve gives the ID of the package that the import path means in this package.
func (p *Package) Resolve(path string) string {
	if id, ok := p.ImportMap[path]; ok {
		return id
	}
	return path
}

// Getenv reads the environment that the go command will see.
func (q Query) Getenv(name string) string {
	if q.Env == nil {
		return os.Getenv(name)
	}
	value := ""
	for _, e := range q.Env {
		if v, ok := strings.CutPrefix(e, name+"="); ok {
			value = v // the last one counts
		}
	}
	return value
}
