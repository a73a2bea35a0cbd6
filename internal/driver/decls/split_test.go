package decls

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// both gives the declarations of a package that is taken apart, and of one that is read as a whole,
// with their places.
func both(t *testing.T, files map[string]string) (apart, whole string) {
	t.Helper()
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	read := func(name string, buf []byte) ([]byte, error) {
		text, ok := files[name]
		if !ok {
			return nil, os.ErrNotExist
		}
		return append(buf[:0], text...), nil
	}
	printed := func(parse func(*token.FileSet, []string, Namer, Reader) *Package) string {
		fset := token.NewFileSet()
		p := parse(fset, names, PathName, read)
		p.NeedAll()
		return printDecls(t, fset, p.Files())
	}
	return printed(Parse), printed(ParseAll)
}

func printDecls(t *testing.T, fset *token.FileSet, files []*ast.File) string {
	t.Helper()
	var out []string
	for _, f := range files {
		out = append(out, "version "+f.GoVersion)
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				continue // as the uses that are left want
			}
			var buf bytes.Buffer
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BlockStmt, *ast.CommentGroup:
					return false
				case *ast.Ident:
					p := fset.Position(n.Pos())
					_, _ = fmt.Fprintf(&buf, "%s:%d:%d %s\n", filepath.Base(p.Filename), p.Line, p.Column, n.Name)
				}
				return true
			})
			out = append(out, buf.String())
		}
	}
	slices.Sort(out) // functions come last in a package that is taken apart
	return strings.Join(out, "")
}

// TestSplitStd takes packages of the standard library apart and finds in them what the parser does, at
// the same places.
func TestSplitStd(t *testing.T) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"net/http", "go/types", "reflect", "text/template", "encoding/json", "slices", "unicode", "runtime", "syscall", "math/big"} {
		names, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(goroot)), "src", dir, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatalf("no files in %s: %v", dir, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			compareSplit(t, name, string(text))
		}
	}
}

func TestSplit(t *testing.T) {
	for name, body := range map[string]string{
		"function":             "func F(x int) (y string) {\n\treturn \"\"\n}",
		"methods":              "type T[K any] struct{}\ntype U int\nfunc (t *T[K]) M() {}\nfunc (T[K]) N() {}\nfunc (u U) O() {}\nfunc (_ *U) P() {}\nfunc ((*U)) Q() {}",
		"comments":             "// A. func X() {}\n\n/* B\nC */ type T struct {\n\tx int // func (\n\ty /* { */ int\n}\n\n// F.\nfunc F() { // }\n}\nvar V = 1 // V",
		"comment before func":  "/* c */ func F() {}\nvar a /* b */ = 1",
		"two on a line":        "func F() {}; func G() int { return 1 }\nvar V = 1",
		"behind a body":        "func F() {} // F\nfunc G() {} /* G */\nfunc H() {} /* H\n*/ func I() {}",
		"over several lines":   "func F(\n\tx int,\n\ty string,\n) (\n\tz bool,\n) {\n\treturn true\n}\nvar V = 1",
		"in assembly":          "func F(x int) int\n\nfunc G()\nfunc H() {}",
		"literals":             "var F = func() { G() }\nvar H = []func(){func() {}}\nfunc G() {}",
		"results with braces":  "func F() interface{ M() } { return nil }\nfunc G() struct{ x int } { panic(0) }",
		"raw text":             "const A = `func F() { // `\nvar B = '`'\nfunc G() { _ = `}` }",
		"names with letters ü": "func Über() {}\ntype Größe int\nfunc (g Größe) Fläche() {}",
		"grouped":              "const (\n\tA = iota // a\n\tB\n)\nvar (\n\tx, y = 1, 2\n\tz int\n)\nfunc F() {}",
		"unfinished":           "func F() {",
	} {
		t.Run(name, func(t *testing.T) { compareSplit(t, "p.go", "package p\n\n"+body+"\n") })
	}
}

func compareSplit(t *testing.T, name, text string) {
	t.Helper()
	if apart, whole := both(t, map[string]string{name: text}); apart != whole {
		t.Errorf("%s: taken apart:\n%s\nas a whole:\n%s", name, apart, whole)
	}
}

// TestSplitKeeps checks what is left in front of the package clause, which the parser wants.
func TestSplitKeeps(t *testing.T) {
	compareSplit(t, "p.go", "// Copyright.\n\n//go:build go1.21\n\n// Package p.\npackage p // p\n\nfunc F() {}\n")
	var s splitter
	for _, text := range []string{"package p\n\n//line x.y:7\nfunc F() {}\n", "package p\n\n/*line x.y:7:1*/ func F() {}\n"} {
		if s.split([]byte(text)) {
			t.Errorf("%q is taken apart, and would lose its places", text)
		}
	}
}

// TestSplitLeavesFunctions checks that a function that nobody asks for is not parsed, and that the
// texts of one file outlive the next.
func TestSplitLeavesFunctions(t *testing.T) {
	texts := map[string]string{"a.go": "package p\n\nfunc F() {}\n\nfunc G() {}\n", "b.go": "package p\n\nfunc H(x, y, z int) {}\n"}
	fset := token.NewFileSet()
	p := Parse(fset, []string{"a.go", "b.go"}, PathName, func(name string, buf []byte) ([]byte, error) { return append(buf[:0], texts[name]...), nil })
	p.Need(Names{"G": true})
	if got := keptNames(p); got != "G" {
		t.Errorf("kept %q", got)
	}
	if p.byName["F"].decl != nil || p.byName["H"].decl != nil {
		t.Error("a function was parsed that nobody asked for")
	}
	if got := fset.Position(p.byName["G"].decl.Pos()).String(); got != "a.go:5:1" {
		t.Errorf("G stands at %s", got)
	}
}

// TestSplitSourceThatEnds cuts a file at each place.
func TestSplitSourceThatEnds(t *testing.T) {
	src := "// c\npackage p\n\n/* d */ func f(x struct{}) string { return \"\\\\\" + `}` + string('\\'') /* } */ }\n\nfunc (T) g() struct{} { // x\n}\n"
	var s splitter
	for i := range src {
		s.split([]byte(src[:i]))
		if got := bytes.Count(s.rest, newline); got != strings.Count(src[:i], "\n") {
			t.Errorf("%q has %d lines left", src[:i], got)
		}
		for _, f := range s.funcs {
			if _, err := parser.ParseFile(token.NewFileSet(), "", f.src, 0); err != nil && i == len(src)-1 {
				t.Errorf("%q: %v", f.src, err)
			}
		}
	}
}
