package code

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/skewlint/skewlint/analyzers/refs"
)

func (fc *funcCompiler) call(e *ast.CallExpr) *Node {
	fun := ast.Unparen(e.Fun)
	if tv := fc.c.Info.Types[fun]; tv.IsType() {
		n := fc.node(Convert, e, fc.expr(e.Args[0]))
		n.Name = typeName(tv.Type)
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
		n.Str = string(refs.Func(fn))
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
	switch refs.Func(fn) {
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
		if refs.Func(of) != reflectTypeOf {
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
			z.Name, z.Int = typeName(t), zeroKind(t)
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
	n.Name = typeName(t)
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
