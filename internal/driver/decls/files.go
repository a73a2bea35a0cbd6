package decls

import (
	"go/ast"
	"go/token"
	"strconv"
)

// Files gives the syntax with the declarations that are kept and the imports that they use. The
// package must not be asked for more names afterwards.
func (p *Package) Files() []*ast.File {
	out := make([]*ast.File, 0, len(p.files))
	for _, f := range p.files {
		out = append(out, f.prune())
	}
	return out
}

func (f *file) prune() *ast.File {
	decls, used := f.keptDecls()
	syntax := *f.syntax
	syntax.Decls = append(f.importDecls(used), decls...)
	syntax.Comments = nil
	return &syntax
}

// keptDecls also says which import paths they use.
func (f *file) keptDecls() (decls []ast.Decl, used Imports) {
	w := &walker{file: f, out: Imports{}}
	for _, u := range f.units {
		if !u.kept || u.decl == nil {
			continue
		}
		if u.spec == nil {
			decls = append(decls, u.decl)
			ast.Walk(w, u.decl)
			continue
		}
		g := *u.decl.(*ast.GenDecl)
		g.Specs = []ast.Spec{u.spec}
		decls = append(decls, &g)
		ast.Walk(w, u.spec)
	}
	return decls, w.out
}

func (f *file) importDecls(used Imports) []ast.Decl {
	var specs []ast.Spec
	for _, spec := range f.syntax.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		dot := spec.Name != nil && spec.Name.Name == "."
		if path == "C" || dot || used[path] != nil {
			specs = append(specs, spec)
		}
	}
	if len(specs) == 0 {
		return nil
	}
	return []ast.Decl{&ast.GenDecl{Tok: token.IMPORT, TokPos: f.syntax.Package, Lparen: f.syntax.Package, Specs: specs}}
}
