package knowledge_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// reality is the real packages of one module, read from source without function bodies.
//
// It does not use go/packages: that would need a go.mod that repeats the versions, download and
// read the dependencies of some fifty modules (gigabytes), and let minimal version selection
// replace the versions that the rows name. Rows need names and signatures of their own module
// only, so what a package imports from other modules is left empty here.
type reality struct {
	fset   *token.FileSet
	module string
	root   string // its folder
	loaded map[string]*types.Package
	std    *reality // nil: this is the standard library
	// marks are set for a shallow reality, see there.
	marks   [][]byte
	reading bool // a package is being read
}

// shallow returns a reality of the same module for questions about the given functions and types
// that need no other type: it reads only files that seem to declare one of them, and none of the
// packages that those import. Generated clients are megabytes of Go, of which a row needs a line.
func (r *reality) shallow(names []string) *reality {
	if r.std == nil {
		return r // the standard library is read once, for all
	}
	s := newReality(r.module, r.root, r.std)
	for _, name := range names {
		typ, method, isMethod := strings.Cut(strings.TrimLeft(name, "(*"), ").")
		if isMethod {
			s.mark("type "+typ+" ", "type "+typ+"[", typ+") ", "\t"+typ+" interface", "\t"+typ+" struct")
			s.mark(") "+method+"(", "\t"+method+"(")
		} else {
			s.mark("func "+typ+"(", "func "+typ+"[", "type "+typ+" ")
		}
	}
	return s
}

func (r *reality) mark(texts ...string) {
	for _, t := range texts {
		r.marks = append(r.marks, []byte(t))
	}
}

// wanted reports whether a file can matter.
func (r *reality) wanted(src []byte) bool {
	return r.marks == nil || slices.ContainsFunc(r.marks, func(m []byte) bool { return bytes.Contains(src, m) })
}

// empty is the name of packages that are not read. No row needs what they declare.
const empty = "empty"

// newReality is for one module: the rows of a module never need another but the standard library.
func newReality(module, folder string, std *reality) *reality {
	return &reality{
		fset:   token.NewFileSet(),
		module: module, root: folder,
		loaded: map[string]*types.Package{"unsafe": types.Unsafe},
		std:    std,
	}
}

func newStd() *reality {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		panic(err) // there is no go command, and so no test
	}
	return newReality("std", filepath.Join(strings.TrimSpace(string(root)), "src"), nil)
}

func isStdPath(path string) bool { return !strings.Contains(strings.Split(path, "/")[0], ".") }

// folder finds the folder of a package, if it belongs to the module.
func (r *reality) folder(path string) (string, bool) {
	if r.module == "std" && isStdPath(path) {
		return filepath.Join(r.root, path), true
	}
	rest, ok := strings.CutPrefix(path, r.module)
	return filepath.Join(r.root, rest), ok && (rest == "" || rest[0] == '/')
}

// Import implements types.Importer: packages of the module are read, others are empty.
func (r *reality) Import(path string) (*types.Package, error) {
	if p, ok := r.loaded[path]; ok && (p.Name() != empty || r.reading) {
		return p, nil
	}
	if r.std != nil && isStdPath(path) && r.marks == nil {
		return r.std.Import(path)
	}
	dir, ok := r.folder(path)
	if !ok || r.marks != nil && r.reading {
		p := types.NewPackage(path, empty)
		p.MarkComplete()
		r.loaded[path] = p
		return p, nil
	}
	return r.read(path, dir)
}

func (r *reality) read(path, dir string) (*types.Package, error) {
	ctx := build.Default
	ctx.CgoEnabled = false
	info, err := ctx.ImportDir(dir, 0)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", path, err)
	}
	var files []*ast.File
	for _, name := range info.GoFiles {
		src, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if !r.wanted(src) {
			continue
		}
		f, err := parser.ParseFile(r.fset, filepath.Join(dir, name), src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	// Errors are the rule here, since imported packages are empty; rows look up what they need.
	defer func(was bool) { r.reading = was }(r.reading)
	r.reading = true
	conf := types.Config{Importer: r, IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {}}
	r.loaded[path] = types.NewPackage(path, info.Name) // breaks cycles; there are none but by mistake
	p, _ := conf.Check(path, r.fset, files, nil)
	r.loaded[path] = p
	return p, nil
}

// download puts modules ("path@version") in the module cache, through the go command and so with
// their checksums verified, and returns their folders by path@version.
func download(t *testing.T, modules []string) map[string]string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"mod", "download", "-json"}, modules...)...)
	cmd.Dir = t.TempDir() // outside of any module: no go.mod takes part
	cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, runErr := cmd.Output()
	folders := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var m struct{ Path, Version, Dir, Error string }
		err := dec.Decode(&m)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("go mod download: %v\n%s", err, stderr.String())
		}
		if m.Error != "" {
			t.Errorf("go mod download %s@%s: %s", m.Path, m.Version, m.Error)
		}
		folders[m.Path+"@"+m.Version] = m.Dir
	}
	if runErr != nil && len(folders) == 0 {
		t.Fatalf("go mod download: %v\n%s", runErr, stderr.String())
	}
	return folders
}
