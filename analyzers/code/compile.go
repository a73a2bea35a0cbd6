package code

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// Compiler compiles functions of one type-checked package on demand. It is not safe for
// concurrent use.
type Compiler struct {
	Fset *token.FileSet
	Pkg  *types.Package
	Info *types.Info

	files   []string
	fileIdx map[string]int
	decls   map[graphmodel.FuncRef]*ast.FuncDecl
	inits   []*ast.FuncDecl
	globals map[string]*types.Initializer
	funcs   map[graphmodel.FuncRef]*Func
	vars    map[string]*GlobalVar
	stores  map[string]stores // by field, see StoredBy; nil until asked
}

// NewCompiler indexes the declarations of a package; nothing is compiled yet.
func NewCompiler(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info) *Compiler {
	c := &Compiler{
		Fset: fset, Pkg: pkg, Info: info,
		fileIdx: make(map[string]int),
		decls:   make(map[graphmodel.FuncRef]*ast.FuncDecl),
		globals: make(map[string]*types.Initializer),
		funcs:   make(map[graphmodel.FuncRef]*Func),
		vars:    make(map[string]*GlobalVar),
	}
	for _, f := range files {
		c.file(fset.Position(f.FileStart).Filename)
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				c.indexFunc(fd)
			}
		}
	}
	for _, init := range info.InitOrder {
		for _, v := range init.Lhs {
			c.globals[pkg.Path()+"."+v.Name()] = init
		}
	}
	return c
}

func (c *Compiler) indexFunc(fd *ast.FuncDecl) {
	fn, ok := c.Info.Defs[fd.Name].(*types.Func)
	if !ok || fd.Body == nil {
		return
	}
	if fd.Recv == nil && (fd.Name.Name == "init" || fd.Name.Name == "_") {
		c.inits = append(c.inits, fd)
		return
	}
	c.decls[refs.Func(fn)] = fd
}

func (c *Compiler) file(name string) int {
	if i, ok := c.fileIdx[name]; ok {
		return i
	}
	i := len(c.files)
	c.files = append(c.files, name)
	c.fileIdx[name] = i
	return i
}

func (c *Compiler) pos(p token.Pos) Pos {
	if !p.IsValid() {
		return Pos{}
	}
	q := c.Fset.Position(p)
	return Pos{File: c.file(q.Filename), Line: q.Line, Col: q.Column}
}

// Position expands a compact position of this package.
func (c *Compiler) Position(p Pos) graphmodel.Position {
	return (&Package{Files: c.files}).Position(p)
}

// Refs are the functions and methods that the package declares with a body, sorted.
func (c *Compiler) Refs() []graphmodel.FuncRef {
	refs := make([]graphmodel.FuncRef, 0, len(c.decls))
	for r := range c.decls {
		refs = append(refs, r)
	}
	slices.Sort(refs)
	return refs
}

// Decl is the declaration of a function of this package.
func (c *Compiler) Decl(ref graphmodel.FuncRef) (*ast.FuncDecl, bool) {
	d, ok := c.decls[ref]
	return d, ok
}

// Inits are the package's init functions in order of source, compiled.
func (c *Compiler) Inits() []*Func {
	var fs []*Func
	for _, d := range c.inits {
		ref := refs.Literal(c.Pkg.Path(), c.Fset.Position(d.Pos()))
		fs = append(fs, c.compileDecl(ref, d))
	}
	return fs
}

// InitDecls are the declarations of the init functions.
func (c *Compiler) InitDecls() []*ast.FuncDecl { return c.inits }

// Func compiles a declared function; nil when the package has none of that name.
func (c *Compiler) Func(ref graphmodel.FuncRef) *Func {
	if f, ok := c.funcs[ref]; ok {
		return f
	}
	d, ok := c.decls[ref]
	if !ok {
		return nil
	}
	f := c.compileDecl(ref, d)
	c.funcs[ref] = f
	return f
}

// GlobalNames are the package-level variables with an initial value, in order of initialisation.
func (c *Compiler) GlobalNames() []string {
	var names []string
	for _, init := range c.Info.InitOrder {
		for _, v := range init.Lhs {
			names = append(names, c.Pkg.Path()+"."+v.Name())
		}
	}
	return names
}

// Initializer is the initialisation of a package-level variable.
func (c *Compiler) Initializer(name string) (*types.Initializer, bool) {
	i, ok := c.globals[name]
	return i, ok
}

// Global compiles the initial value of a package-level variable; nil when it has none.
func (c *Compiler) Global(name string) *GlobalVar {
	if g, ok := c.vars[name]; ok {
		return g
	}
	init, ok := c.globals[name]
	if !ok {
		return nil
	}
	fc := &funcCompiler{c: c, slots: make(map[types.Object]int)}
	g := &GlobalVar{Name: name, Index: -1, Pos: c.pos(init.Rhs.Pos())}
	g.Init = fc.expr(init.Rhs)
	if len(init.Lhs) > 1 {
		for i, v := range init.Lhs {
			if c.Pkg.Path()+"."+v.Name() == name {
				g.Index = i
			}
		}
	}
	g.Slots = fc.n
	c.vars[name] = g
	return g
}

func (c *Compiler) compileDecl(ref graphmodel.FuncRef, d *ast.FuncDecl) *Func {
	fc := &funcCompiler{c: c, slots: make(map[types.Object]int)}
	f := &Func{Ref: ref, Pos: c.pos(d.Name.Pos())}
	if fn, ok := c.Info.Defs[d.Name].(*types.Func); ok {
		sig := fn.Signature()
		fc.tparams = append(typeParams(sig.RecvTypeParams()), typeParams(sig.TypeParams())...)
		f.Variadic = sig.Variadic()
	}
	if d.Recv != nil {
		f.HasRecv = true
		fc.params(f, d.Recv)
	}
	fc.signature(f, d.Type)
	f.Body = fc.block(d.Body)
	f.Slots = fc.n
	return f
}

func typeParams(l *types.TypeParamList) []*types.TypeParam {
	var ps []*types.TypeParam
	for p := range l.TypeParams() {
		ps = append(ps, p)
	}
	return ps
}

// funcCompiler compiles one outermost function; its literals share the numbering of slots.
type funcCompiler struct {
	c       *Compiler
	slots   map[types.Object]int
	n       int
	tparams []*types.TypeParam
	// lits are the literals being compiled, outermost first, to learn what they capture.
	lits []*litScope
}

type litScope struct {
	from, to token.Pos
	captured map[types.Object]bool
}

func (fc *funcCompiler) slot(obj types.Object) int {
	if i, ok := fc.slots[obj]; ok {
		return i
	}
	i := fc.n
	fc.n++
	fc.slots[obj] = i
	return i
}

func (fc *funcCompiler) params(f *Func, list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, field := range list.List {
		if len(field.Names) == 0 {
			f.Params = append(f.Params, -1)
			continue
		}
		for _, name := range field.Names {
			s := -1
			if obj := fc.c.Info.Defs[name]; obj != nil && name.Name != "_" {
				s = fc.slot(obj)
			}
			f.Params = append(f.Params, s)
		}
	}
}

func (fc *funcCompiler) signature(f *Func, t *ast.FuncType) {
	fc.params(f, t.Params)
	if t.Results == nil {
		return
	}
	for _, field := range t.Results.List {
		f.NResults += max(1, len(field.Names))
		for _, name := range field.Names {
			if obj := fc.c.Info.Defs[name]; obj != nil {
				f.Results = append(f.Results, fc.slot(obj))
			}
		}
	}
}

func (fc *funcCompiler) node(op Op, at ast.Node, kids ...*Node) *Node {
	return &Node{Op: op, Pos: fc.c.pos(at.Pos()), Kids: kids}
}

func (fc *funcCompiler) unknown(at ast.Node, reason string) *Node {
	n := fc.node(Unknown, at)
	n.Str = reason
	return n
}
