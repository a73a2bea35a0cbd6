package code

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

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
	c.decls[RefOf(fn)] = fd
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
		ref := LitRef(c.Pkg.Path(), c.Fset.Position(d.Pos()))
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

func (fc *funcCompiler) expr(e ast.Expr) *Node {
	tv := fc.c.Info.Types[e]
	if tv.Value != nil {
		return fc.constant(e, tv.Value)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return fc.expr(e.X)
	case *ast.Ident:
		return fc.ident(e)
	case *ast.FuncLit:
		return fc.lit(e)
	case *ast.SelectorExpr:
		return fc.selector(e)
	case *ast.CallExpr:
		return fc.call(e)
	case *ast.CompositeLit:
		return fc.composite(e)
	case *ast.UnaryExpr:
		return fc.unary(e)
	case *ast.StarExpr:
		return fc.node(Deref, e, fc.expr(e.X))
	case *ast.BinaryExpr:
		n := fc.node(Binary, e, fc.expr(e.X), fc.expr(e.Y))
		n.Str = e.Op.String()
		return n
	case *ast.IndexExpr:
		return fc.index(e, e.X, e.Index)
	case *ast.IndexListExpr:
		return fc.index(e, e.X, nil)
	case *ast.SliceExpr:
		return fc.node(SliceOf, e, fc.expr(e.X), fc.optional(e.Low), fc.optional(e.High))
	case *ast.TypeAssertExpr:
		if e.Type == nil {
			return fc.unknown(e, "a type switch is not followed")
		}
		n := fc.node(Assert, e, fc.expr(e.X))
		n.Name = TypeName(fc.c.Info.TypeOf(e.Type))
		return n
	}
	return fc.unknown(e, "this expression is not followed")
}

func (fc *funcCompiler) optional(e ast.Expr) *Node {
	if e == nil {
		return &Node{Op: Nil}
	}
	return fc.expr(e)
}

func (fc *funcCompiler) constant(at ast.Node, v constant.Value) *Node {
	n := fc.node(Const, at)
	switch v.Kind() {
	case constant.String:
		n.Int, n.Str = ConstString, constant.StringVal(v)
	case constant.Int:
		n.Int, n.Str = ConstInt, v.ExactString()
	case constant.Bool:
		n.Int, n.Str = ConstBool, v.ExactString()
	default:
		n.Int, n.Str = ConstOther, v.ExactString()
	}
	return n
}

func (fc *funcCompiler) ident(e *ast.Ident) *Node {
	obj := fc.c.Info.ObjectOf(e)
	switch obj := obj.(type) {
	case *types.Nil:
		return fc.node(Nil, e)
	case *types.Func:
		return fc.funcVal(e, e, obj)
	case *types.Var:
		return fc.variable(e, obj)
	}
	return fc.unknown(e, "identifier "+e.Name+" is not resolved")
}

func (fc *funcCompiler) funcVal(at ast.Node, id *ast.Ident, fn *types.Func) *Node {
	n := fc.node(FuncVal, at)
	n.Str = string(RefOf(fn))
	n.Types = fc.instance(id)
	return n
}

func (fc *funcCompiler) variable(at ast.Node, v *types.Var) *Node {
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		n := fc.node(Global, at)
		n.Str = v.Pkg().Path() + "." + v.Name()
		return n
	}
	n := fc.node(Local, at)
	n.Int = fc.slot(v)
	for _, l := range fc.lits {
		if v.Pos() < l.from || v.Pos() >= l.to {
			l.captured[v] = true
		}
	}
	return n
}

func (fc *funcCompiler) instance(id *ast.Ident) []Type {
	inst, ok := fc.c.Info.Instances[id]
	if !ok {
		return nil
	}
	var ts []Type
	for t := range inst.TypeArgs.Types() {
		ts = append(ts, fc.typeArg(t))
	}
	return ts
}

func (fc *funcCompiler) typeArg(t types.Type) Type {
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		for i, p := range fc.tparams {
			if p == tp {
				return Type{Param: i}
			}
		}
	}
	return Type{Desc: Describe(t), Param: -1}
}

func (fc *funcCompiler) lit(e *ast.FuncLit) *Node {
	n := fc.node(Lit, e)
	f := &Func{Ref: LitRef(fc.c.Pkg.Path(), fc.c.Fset.Position(e.Pos())), Pos: n.Pos}
	if sig, ok := fc.c.Info.TypeOf(e).(*types.Signature); ok {
		f.Variadic = sig.Variadic()
	}
	scope := &litScope{from: e.Pos(), to: e.End(), captured: make(map[types.Object]bool)}
	fc.lits = append(fc.lits, scope)
	fc.signature(f, e.Type)
	f.Body = fc.block(e.Body)
	fc.lits = fc.lits[:len(fc.lits)-1]
	for obj := range scope.captured {
		f.Captured = append(f.Captured, Captured{Name: obj.Name(), Slot: fc.slot(obj)})
	}
	slices.SortFunc(f.Captured, func(a, b Captured) int {
		if a.Name != b.Name {
			return strings.Compare(a.Name, b.Name)
		}
		return a.Slot - b.Slot
	})
	n.Fn = f
	return n
}

func (fc *funcCompiler) selector(e *ast.SelectorExpr) *Node {
	sel, ok := fc.c.Info.Selections[e]
	if !ok {
		switch obj := fc.c.Info.ObjectOf(e.Sel).(type) {
		case *types.Func:
			return fc.funcVal(e, e.Sel, obj)
		case *types.Var:
			return fc.variable(e, obj)
		}
		return fc.unknown(e, "identifier "+e.Sel.Name+" is not resolved")
	}
	switch sel.Kind() {
	case types.FieldVal:
		return fc.fieldPath(e, fc.expr(e.X), sel.Recv(), sel.Index())
	case types.MethodVal:
		fn := sel.Obj().(*types.Func)
		recv := fc.fieldPath(e, fc.expr(e.X), sel.Recv(), sel.Index()[:len(sel.Index())-1])
		n := fc.node(MethodVal, e, recv)
		n.Str, n.Name = string(RefOf(fn)), fn.Name()
		n.Flag = isInterfaceMethod(fn)
		return n
	}
	fn, ok := sel.Obj().(*types.Func)
	if !ok {
		return fc.unknown(e, "this selector is not followed")
	}
	return fc.funcVal(e, e.Sel, fn)
}

func isInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// fieldPath spells out the fields that a selector with embedded fields passes.
func (fc *funcCompiler) fieldPath(at ast.Node, x *Node, t types.Type, index []int) *Node {
	for _, i := range index {
		t = types.Unalias(t)
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok || i >= s.NumFields() {
			return fc.unknown(at, "a field of a type parameter is not followed")
		}
		n := fc.node(FieldSel, at, x)
		n.Str, n.Int = s.Field(i).Name(), zeroKind(s.Field(i).Type())
		if _, named := t.(*types.Named); named {
			n.Name = TypeName(t)
		}
		x, t = n, s.Field(i).Type()
	}
	return x
}

func (fc *funcCompiler) call(e *ast.CallExpr) *Node {
	fun := ast.Unparen(e.Fun)
	if tv := fc.c.Info.Types[fun]; tv.IsType() {
		n := fc.node(Convert, e, fc.expr(e.Args[0]))
		n.Name = TypeName(tv.Type)
		return n
	} else if tv.IsBuiltin() {
		return fc.builtin(e, fun)
	}
	n := fc.node(Call, e)
	n.Flag = e.Ellipsis.IsValid()
	fn, _ := typeutil.Callee(fc.c.Info, e).(*types.Func)
	if fn == nil {
		n.Op = CallDyn
		n.Kids = append(n.Kids, fc.expr(e.Fun))
	} else {
		n.Str = string(RefOf(fn))
		n.Types = fc.instance(calleeIdent(fun))
		if t := fc.reflected(e, fn); t != nil {
			n.Str, n.Types = reflectTypeOf, []Type{fc.typeArg(t)}
			return n
		}
		fc.receiver(n, fun, fn)
	}
	for _, a := range e.Args {
		n.Kids = append(n.Kids, fc.expr(a))
	}
	return n
}

const reflectTypeOf = "reflect.TypeOf"

// reflected is the type that reflect.TypeOf(x) and reflect.TypeOf(x).Elem() stand for; nil for
// other calls, and where x is an interface, whose dynamic type decides.
func (fc *funcCompiler) reflected(e *ast.CallExpr, fn *types.Func) types.Type {
	switch RefOf(fn) {
	case reflectTypeOf:
		if len(e.Args) != 1 {
			return nil
		}
		if t := fc.c.Info.TypeOf(e.Args[0]); t != nil && (!types.IsInterface(t) || isTypeParam(t)) {
			return t
		}
	case "(reflect.Type).Elem":
		se, _ := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if se == nil {
			return nil
		}
		inner, _ := ast.Unparen(se.X).(*ast.CallExpr)
		if inner == nil {
			return nil
		}
		of, _ := typeutil.Callee(fc.c.Info, inner).(*types.Func)
		if RefOf(of) != reflectTypeOf {
			return nil
		}
		if p, ok := fc.c.Info.TypeOf(inner.Args[0]).Underlying().(interface{ Elem() types.Type }); ok {
			return p.Elem()
		}
	}
	return nil
}

// receiver adds the receiver of a method call as the first operand, and its type arguments.
func (fc *funcCompiler) receiver(n *Node, fun ast.Expr, fn *types.Func) {
	se, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	sel, ok := fc.c.Info.Selections[se]
	if !ok {
		return
	}
	if sel.Kind() == types.MethodExpr {
		n.Recv = true // the receiver is the first argument
		return
	}
	n.Recv = true
	n.Pos = fc.c.pos(se.Sel.Pos()) // in a chain of calls, where this one is made
	recv := fc.fieldPath(se, fc.expr(se.X), sel.Recv(), sel.Index()[:len(sel.Index())-1])
	n.Kids = append(n.Kids, recv)
	if isInterfaceMethod(fn) {
		n.Op, n.Name = CallIface, fn.Name()
	}
	if named := receiverNamed(fn); named != nil {
		for t := range named.TypeArgs().Types() {
			n.Types = append(n.Types, fc.typeArg(t))
		}
	}
}

// receiverNamed is the instantiated type on which fn is declared, if generic.
func receiverNamed(fn *types.Func) *types.Named {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

func calleeIdent(fun ast.Expr) *ast.Ident {
	switch f := fun.(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	case *ast.IndexExpr:
		return calleeIdent(ast.Unparen(f.X))
	case *ast.IndexListExpr:
		return calleeIdent(ast.Unparen(f.X))
	}
	return nil
}

func (fc *funcCompiler) builtin(e *ast.CallExpr, fun ast.Expr) *Node {
	n := fc.node(Builtin, e)
	n.Flag = e.Ellipsis.IsValid()
	if id := calleeIdent(fun); id != nil {
		n.Str = id.Name
	}
	for i, a := range e.Args {
		if i == 0 && (n.Str == "make" || n.Str == "new") && fc.c.Info.Types[a].IsType() { // new(x) copies x
			z := fc.node(Zero, a)
			t := fc.c.Info.TypeOf(a)
			z.Name, z.Int = TypeName(t), zeroKind(t)
			n.Kids = append(n.Kids, z)
			continue
		}
		n.Kids = append(n.Kids, fc.expr(a))
	}
	return n
}

func (fc *funcCompiler) index(at ast.Expr, x, i ast.Expr) *Node {
	if tv := fc.c.Info.Types[x]; tv.Type != nil {
		if _, ok := tv.Type.Underlying().(*types.Signature); ok || i == nil {
			return fc.expr(x) // an instantiated function
		}
	}
	if id := calleeIdent(ast.Unparen(x)); id != nil {
		if fn, ok := fc.c.Info.ObjectOf(id).(*types.Func); ok {
			return fc.funcVal(at, id, fn)
		}
	}
	return fc.node(Index, at, fc.expr(x), fc.expr(i))
}

func (fc *funcCompiler) unary(e *ast.UnaryExpr) *Node {
	switch e.Op {
	case token.AND:
		return fc.node(Addr, e, fc.expr(e.X))
	case token.ARROW:
		return fc.unknown(e, "a value received from a channel")
	}
	n := fc.node(Unary, e, fc.expr(e.X))
	n.Str = e.Op.String()
	return n
}

func (fc *funcCompiler) composite(e *ast.CompositeLit) *Node {
	t := types.Unalias(fc.c.Info.TypeOf(e))
	pointer := false
	if p, ok := t.Underlying().(*types.Pointer); ok { // an element with elided &T
		pointer, t = true, types.Unalias(p.Elem())
	}
	var n *Node
	switch u := t.Underlying().(type) {
	case *types.Struct:
		n = fc.structLit(e, u)
	case *types.Map:
		n = fc.node(MapLit, e)
		for _, el := range e.Elts {
			kv := el.(*ast.KeyValueExpr)
			n.Kids = append(n.Kids, fc.node(KV, kv, fc.expr(kv.Key), fc.expr(kv.Value)))
		}
	case *types.Slice, *types.Array:
		n = fc.node(ListLit, e)
		for _, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				el = kv.Value
			}
			n.Kids = append(n.Kids, fc.expr(el))
		}
	default:
		return fc.unknown(e, "a literal of a type parameter is not followed")
	}
	n.Name = TypeName(t)
	if pointer {
		n = fc.node(Addr, e, n)
	}
	return n
}

func (fc *funcCompiler) structLit(e *ast.CompositeLit, s *types.Struct) *Node {
	n := fc.node(StructLit, e)
	for i, el := range e.Elts {
		name := ""
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			name, el = kv.Key.(*ast.Ident).Name, kv.Value
		} else if i < s.NumFields() {
			name = s.Field(i).Name()
		}
		kv := fc.node(KV, el, fc.expr(el))
		kv.Str = name
		n.Kids = append(n.Kids, kv)
	}
	return n
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}
