package decls

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// Names is a set of names that are needed of one package.
type Names map[string]bool

// All stands in Names for every exported name, as a dot import needs.
const All = "*"

// Imports says which names of which import paths something needs.
type Imports map[string]Names

func (im Imports) add(path, name string) {
	if im[path] == nil {
		im[path] = Names{}
	}
	im[path][name] = true
}

// A unit is a declaration that is kept or left out as a whole: a function, a type, one line of
// a var declaration, a whole const declaration (for iota's sake).
type unit struct {
	file *file
	decl ast.Decl
	spec ast.Spec // of a GenDecl that can be kept in part
	kept bool
}

type file struct {
	syntax  *ast.File
	imports map[string]string // from the name in this file to the import path
	dots    []string          // paths of dot imports
	units   []*unit
}

// Package is the declarations of one package, without bodies, and which of them are needed.
type Package struct {
	files   []*file
	byName  map[string]*unit
	methods map[string][]*unit  // by name of the receiver's type
	aliases map[string][]string // from a type to its aliases
	whole   bool
}

// Namer gives the name of the package that an import path means.
type Namer func(path string) string

// Parse reads the files of a package with read, whose results it changes. Files that cannot be read or parsed are left out or read as
// far as possible: a dependency that is broken shows in the code that uses what is missing.
func Parse(fset *token.FileSet, filenames []string, name Namer, read func(filename string) ([]byte, error)) *Package {
	p := &Package{byName: map[string]*unit{}, methods: map[string][]*unit{}, aliases: map[string][]string{}}
	for _, filename := range filenames {
		src, err := read(filename)
		if err != nil {
			continue
		}
		blankBodies(src)
		syntax, _ := parser.ParseFile(fset, filename, src, parser.SkipObjectResolution)
		if syntax != nil {
			p.addFile(syntax, name)
		}
	}
	return p
}

func (p *Package) addFile(syntax *ast.File, name Namer) {
	f := &file{syntax: syntax}
	f.imports, f.dots = importNames(syntax, name)
	p.files = append(p.files, f)
	for _, decl := range syntax.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			p.addFunc(f, d)
		case *ast.GenDecl:
			p.addGen(f, d)
		}
	}
}

func (p *Package) addFunc(f *file, d *ast.FuncDecl) {
	u := &unit{file: f, decl: d}
	f.units = append(f.units, u)
	if d.Recv == nil || len(d.Recv.List) == 0 {
		p.byName[d.Name.Name] = u
		return
	}
	base := receiverBase(d.Recv.List[0].Type)
	p.methods[base] = append(p.methods[base], u)
}

func (p *Package) addGen(f *file, d *ast.GenDecl) {
	if d.Tok == token.IMPORT {
		return
	}
	if d.Tok == token.CONST {
		u := &unit{file: f, decl: d}
		f.units = append(f.units, u)
		for _, spec := range d.Specs {
			p.define(u, spec)
		}
		return
	}
	for _, spec := range d.Specs {
		u := &unit{file: f, decl: d, spec: spec}
		f.units = append(f.units, u)
		p.define(u, spec)
	}
}

func (p *Package) define(u *unit, spec ast.Spec) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		p.byName[s.Name.Name] = u
		if s.Assign.IsValid() {
			base := receiverBase(s.Type)
			p.aliases[base] = append(p.aliases[base], s.Name.Name)
		}
	case *ast.ValueSpec:
		for _, id := range s.Names {
			p.byName[id.Name] = u
		}
	}
}

// receiverBase is the name of the type in a receiver: T in T, *T, T[P] and *T[P].
func receiverBase(x ast.Expr) string {
	for {
		switch t := x.(type) {
		case *ast.ParenExpr:
			x = t.X
		case *ast.StarExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// importNames reads the import declarations of a file.
func importNames(f *ast.File, name Namer) (byName map[string]string, dots []string) {
	byName = map[string]string{}
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || path == "C" {
			continue
		}
		switch {
		case spec.Name == nil:
			byName[name(path)] = path
		case spec.Name.Name == ".":
			dots = append(dots, path)
		case spec.Name.Name != "_":
			byName[spec.Name.Name] = path
		}
	}
	return byName, dots
}

// PathName guesses the name of a package from its path; for what the go command did not list.
func PathName(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}
