package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// program is one example with what came of it.
type program struct {
	Path   string // its folder in the checkout
	Import string // its import path
	Module string // the folder of its module, absolute
	Graphs int    // exported
	Reason string // why there are none
}

// goPackage is what "go list -json" says of a package.
type goPackage struct {
	ImportPath, Name, Dir string
	Imports, Deps         []string
	GoFiles               []string
	Error                 *struct{ Err string }
}

// programs lists the main packages of a module that can compile a graph: they, or a package of the
// examples that they import, import a package that does so.
func (f *framework) programs(checkout, module string) ([]program, error) {
	out, err := goTool(module, "list", "-e", "-json=ImportPath,Name,Dir,Imports,Deps,GoFiles,Error", "./...")
	if err != nil {
		return nil, err
	}
	all, err := decodePackages(out)
	if err != nil {
		return nil, err
	}
	return f.mains(all, checkout, module, os.ReadFile), nil
}

func decodePackages(r io.Reader) ([]goPackage, error) {
	var all []goPackage
	for dec := json.NewDecoder(r); ; {
		var p goPackage
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, p)
	}
}

func (f *framework) mains(all []goPackage, checkout, module string, read func(string) ([]byte, error)) []program {
	builds := make(map[string]bool) // packages of the examples that import what compiles graphs
	inRoots := func(p goPackage) (string, bool) {
		rel, err := filepath.Rel(checkout, p.Dir)
		return filepath.ToSlash(rel), err == nil && below(rel, f.Roots)
	}
	for _, p := range all {
		if _, ok := inRoots(p); ok && slices.ContainsFunc(p.Imports, f.compiles) && f.calls(p, read) {
			builds[p.ImportPath] = true
		}
	}
	var out []program
	for _, p := range all {
		rel, ok := inRoots(p)
		if !ok || p.Name != "main" {
			continue
		}
		if builds[p.ImportPath] || slices.ContainsFunc(p.Deps, func(d string) bool { return builds[d] }) {
			out = append(out, program{Path: rel, Import: p.ImportPath, Module: module})
		}
	}
	return out
}

func (f *framework) compiles(path string) bool {
	p, ok := strings.CutPrefix(path, f.Module+"/")
	return ok && slices.Contains(f.Imports, p)
}

// calls reports whether a file of the package mentions a function that starts a graph.
func (f *framework) calls(p goPackage, read func(string) ([]byte, error)) bool {
	return slices.ContainsFunc(p.GoFiles, func(name string) bool {
		text, err := read(filepath.Join(p.Dir, name))
		return err == nil && f.Calls.Match(text)
	})
}
