package decls

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Names is a set of names that are needed of one package.
type Names map[string]bool

// All stands in Names for every exported name, as a dot import needs.
const All = "*"

// Imports says which names of which import paths something needs.
type Imports map[string]Names

// Add adds what something else needs.
func (im Imports) Add(more Imports) {
	for path, names := range more {
		if im[path] == nil {
			im[path] = Names{}
		}
		maps.Copy(im[path], names)
	}
}

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
	decl ast.Decl  // nil for a function that has not been asked for, or that cannot be parsed
	fn   *funcText // of a function that is parsed by itself, when it is asked for
	spec ast.Spec  // of a GenDecl that can be kept in part
	kept bool
}

type file struct {
	name    string
	syntax  *ast.File
	imports map[string]string // from the name in this file to the import path
	dots    []string          // paths of dot imports
	units   []*unit
}

// Package is the declarations of one package, without bodies, and which of them are needed.
type Package struct {
	fset    *token.FileSet
	files   []*file
	byName  map[string]*unit
	methods map[string][]*unit  // by name of the receiver's type
	aliases map[string][]string // from a type to its aliases
	whole   bool
}

// Namer gives the name of the package that an import path means.
type Namer func(path string) string

// Reader reads a file. It may put the text into buf, and whoever asked may change it.
type Reader func(filename string, buf []byte) ([]byte, error)

// Parse reads the files of a package. Functions are parsed when they are asked for: of most packages
// few are. Files that cannot be read or parsed are left out or read as far as possible: a dependency
// that is broken shows in the code that uses what is missing.
func Parse(fset *token.FileSet, filenames []string, name Namer, read Reader) *Package {
	return parse(fset, filenames, name, read, true)
}

// ParseAll is Parse for a package of which all is wanted.
func ParseAll(fset *token.FileSet, filenames []string, name Namer, read Reader) *Package {
	return parse(fset, filenames, name, read, false)
}

func parse(fset *token.FileSet, filenames []string, name Namer, read Reader, apart bool) *Package {
	p := &Package{fset: fset, byName: map[string]*unit{}, methods: map[string][]*unit{}, aliases: map[string][]string{}}
	var s splitter
	var buf []byte
	for _, filename := range filenames {
		src, err := read(filename, buf)
		if err != nil {
			continue
		}
		text, funcs := src, []funcText(nil)
		if apart && s.split(src) {
			text, funcs = s.rest, s.funcs
		} else {
			blankBodies(src)
		}
		syntax, _ := parser.ParseFile(fset, filename, text, parser.SkipObjectResolution)
		if syntax != nil {
			if of := fset.File(syntax.FileStart); of != nil {
				of.SetLines(slices.Clone(of.Lines())) // it is kept, and was made to grow
			}
			p.addFile(filename, syntax, funcs, name)
		}
		buf = src
	}
	return p
}

func (p *Package) addFile(filename string, syntax *ast.File, funcs []funcText, name Namer) {
	f := &file{name: filename, syntax: syntax}
	f.imports, f.dots = importNames(syntax, name)
	p.files = append(p.files, f)
	for _, decl := range syntax.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			p.addFuncDecl(f, d)
		case *ast.GenDecl:
			p.addGen(f, d)
		}
	}
	for i := range funcs {
		p.addFunc(&unit{file: f, fn: &funcs[i]}, funcs[i].name, funcs[i].recv)
	}
}

func (p *Package) addFuncDecl(f *file, d *ast.FuncDecl) {
	recv := ""
	if d.Recv != nil && len(d.Recv.List) > 0 {
		recv = receiverBase(d.Recv.List[0].Type)
	}
	p.addFunc(&unit{file: f, decl: d}, d.Name.Name, recv)
}

func (p *Package) addFunc(u *unit, name, recv string) {
	u.file.units = append(u.file.units, u)
	if recv == "" {
		p.byName[name] = u
		return
	}
	p.methods[recv] = append(p.methods[recv], u)
}

// load parses a function that is read by itself. It stands where it stands in its file.
func (u *unit) load(fset *token.FileSet) {
	syntax, _ := parser.ParseFile(fset, u.file.name, u.fn.src, parser.SkipObjectResolution)
	if syntax == nil || len(syntax.Decls) == 0 {
		return
	}
	d, ok := syntax.Decls[0].(*ast.FuncDecl)
	if !ok {
		return
	}
	fset.File(d.Pos()).AddLineColumnInfo(len(funcHead), u.file.name, u.fn.line, u.fn.column)
	u.decl = d
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
