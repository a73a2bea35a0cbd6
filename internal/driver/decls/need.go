package decls

import (
	"go/ast"
	"go/token"
)

// Need marks the declarations of the names, and those that they need in turn, as kept. It returns
// what the declarations that were not kept before need of other packages.
func (p *Package) Need(names Names) Imports {
	w := &walker{pkg: p, out: Imports{}}
	for name := range names {
		if name == All {
			w.needExported()
		} else {
			w.need(name)
		}
	}
	w.drain()
	return w.out
}

// NeedWhole keeps every declaration as it stands, initialisers included.
func (p *Package) NeedWhole() Imports {
	p.whole = true
	return p.NeedAll()
}

// NeedAll keeps every declaration.
func (p *Package) NeedAll() Imports {
	w := &walker{pkg: p, out: Imports{}}
	for _, f := range p.files {
		for _, u := range f.units {
			w.keep(u)
		}
	}
	w.drain()
	return w.out
}

// Uses says what a file, bodies included, needs of the packages that it imports.
func Uses(f *ast.File, name Namer) Imports {
	imports, dots := importNames(f, name)
	w := &walker{file: &file{imports: imports, dots: dots}, out: Imports{}, bodies: true}
	for _, path := range dots {
		w.out.add(path, All)
	}
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		ast.Walk(w, d)
	}
	return w.out
}

// walker follows names from declaration to declaration.
type walker struct {
	pkg    *Package // nil: only the use of imports matters
	file   *file    // the file that is walked
	out    Imports
	queue  []*unit
	bodies bool
}

func (w *walker) need(name string) {
	if w.pkg == nil {
		return
	}
	if u := w.pkg.byName[name]; u != nil {
		w.keep(u)
	}
}

func (w *walker) needExported() {
	for name := range w.pkg.byName {
		if token.IsExported(name) {
			w.need(name)
		}
	}
}

func (w *walker) keep(u *unit) {
	if !u.kept {
		u.kept = true
		w.queue = append(w.queue, u)
	}
}

func (w *walker) drain() {
	for len(w.queue) > 0 {
		u := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		w.visit(u)
	}
}

func (w *walker) visit(u *unit) {
	w.file = u.file
	if u.decl == nil {
		u.load(w.pkg.fset)
	}
	for _, path := range u.file.dots {
		w.out.add(path, All)
	}
	switch {
	case u.spec != nil:
		w.visitSpec(u.spec)
	case u.decl != nil:
		ast.Walk(w, u.decl)
	}
}

func (w *walker) visitSpec(spec ast.Spec) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		w.keepMethods(s.Name.Name)
	case *ast.ValueSpec:
		if !w.pkg.whole {
			trim(s)
		}
	}
	ast.Walk(w, spec)
}

// keepMethods keeps all methods, unexported ones too: whether a type implements an interface
// depends on them. A method may be declared on an alias of the type.
func (w *walker) keepMethods(name string) {
	for _, m := range w.pkg.methods[name] {
		w.keep(m)
	}
	for _, alias := range w.pkg.aliases[name] {
		w.need(alias)
	}
}

// Visit implements ast.Visitor: every name in a place where a name of the package or of an
// import can stand is needed.
func (w *walker) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.Ident:
		w.need(n.Name)
	case *ast.SelectorExpr:
		if id, ok := n.X.(*ast.Ident); ok {
			if path, ok := w.file.imports[id.Name]; ok {
				w.out.add(path, n.Sel.Name)
			}
		}
		ast.Walk(w, n.X) // the name behind the dot is looked up in X
		return nil
	case *ast.Field:
		if n.Type != nil {
			ast.Walk(w, n.Type) // its names are declared here
		}
		return nil
	case *ast.FuncLit:
		if !w.bodies {
			ast.Walk(w, n.Type)
			return nil
		}
	case *ast.FuncDecl:
		if !w.bodies {
			w.signature(n)
			return nil
		}
	case *ast.CommentGroup:
		return nil
	}
	return w
}

func (w *walker) signature(d *ast.FuncDecl) {
	if d.Recv != nil {
		ast.Walk(w, d.Recv)
	}
	ast.Walk(w, d.Type)
}

// trim takes from a var declaration what its type does not depend on.
func trim(s *ast.ValueSpec) {
	if s.Type != nil {
		s.Values = nil
		return
	}
	for _, v := range s.Values {
		if addr, ok := v.(*ast.UnaryExpr); ok && addr.Op == token.AND {
			v = addr.X
		}
		if lit, ok := v.(*ast.CompositeLit); ok && lit.Type != nil && !hasInferredLength(lit.Type) {
			lit.Elts = nil
		}
	}
}

func hasInferredLength(x ast.Expr) bool {
	array, ok := x.(*ast.ArrayType)
	if !ok {
		return false
	}
	_, ok = array.Len.(*ast.Ellipsis)
	return ok
}
