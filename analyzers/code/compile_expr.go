package code

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/refs"
)

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
		n.Name = typeName(fc.c.Info.TypeOf(e.Type))
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
	n.Str = string(refs.Func(fn))
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
	d := Describe(t)
	if isOpen(t) {
		d.Name = "" // whoever calls the function decides
	}
	return Type{Desc: d, Param: -1}
}

func (fc *funcCompiler) lit(e *ast.FuncLit) *Node {
	n := fc.node(Lit, e)
	f := &Func{Ref: refs.Literal(fc.c.Pkg.Path(), fc.c.Fset.Position(e.Pos())), Pos: n.Pos}
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
		n.Str, n.Name = string(refs.Func(fn)), fn.Name()
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
			n.Name = typeName(t)
		}
		x, t = n, s.Field(i).Type()
	}
	return x
}
