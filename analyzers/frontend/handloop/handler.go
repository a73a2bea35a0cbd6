package handloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// handler is a function that a loop calls for a step.
type handler struct {
	ref  graphmodel.FuncRef
	pos  token.Pos
	sig  *types.Signature
	typ  *ast.FuncType  // nil when the code is not of this package
	body *ast.BlockStmt // likewise
	recv *ast.FieldList
	// shift is 1 when the call passes the receiver as first argument, as for (*T).method.
	shift int
}

// handlerOf is the function that an expression denotes; nil when it is not known.
func (p *program) handlerOf(e ast.Expr) *handler {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		sig, ok := p.Info.TypeOf(e).(*types.Signature)
		if !ok {
			return nil
		}
		return &handler{
			ref: refs.Literal(p.Pkg.Path(), p.Fset.Position(e.Pos())), pos: e.Pos(), sig: sig, typ: e.Type, body: e.Body,
		}
	case *ast.CallExpr:
		if p.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return p.handlerOf(e.Args[0])
		}
	case *ast.Ident:
		if fn, ok := p.Info.Uses[e].(*types.Func); ok {
			return p.declared(fn)
		}
	case *ast.SelectorExpr:
		fn, ok := p.Info.Uses[e.Sel].(*types.Func)
		if !ok || isInterfaceMethod(fn) {
			return nil
		}
		h := p.declared(fn)
		if sel := p.Info.Selections[e]; sel != nil && sel.Kind() == types.MethodExpr {
			h.shift = 1
		}
		return h
	}
	return nil
}

func isInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

func (p *program) declared(fn *types.Func) *handler {
	p.index()
	fn = fn.Origin()
	h := &handler{ref: refs.Func(fn), pos: fn.Pos(), sig: fn.Signature()}
	if d := p.decls[fn]; d != nil {
		h.typ, h.body, h.recv = d.Type, d.Body, d.Recv
	}
	return h
}

// method is the method of an element's type that a call on the element runs.
func (p *program) method(e ast.Expr, name string) *handler {
	t := p.Info.TypeOf(e)
	if t == nil || types.IsInterface(t) {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, p.Pkg, name)
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	return p.declared(fn)
}

// nth is the variable of the i-th parameter, result or receiver; nil when it has no name.
func (p *program) nth(list *ast.FieldList, i int) *types.Var {
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		for _, name := range f.Names {
			if i == 0 {
				v, _ := p.Info.Defs[name].(*types.Var)
				return v
			}
			i--
		}
		if len(f.Names) == 0 {
			i--
		}
		if i < 0 {
			return nil
		}
	}
	return nil
}

// shape says how the handler is given the state as its argument arg of the call.
func (h *handler) shape(arg int) *graphmodel.StateShape {
	s := &graphmodel.StateShape{Kind: graphmodel.StateStruct, Param: arg - h.shift, Result: -1}
	params := h.sig.Params()
	if s.Param < 0 || s.Param >= params.Len() {
		return nil
	}
	t := params.At(s.Param).Type()
	_, s.InPlace = types.Unalias(t).(*types.Pointer)
	for i := range h.sig.Results().Len() {
		if types.Identical(h.sig.Results().At(i).Type(), t) {
			s.Result = i
		}
	}
	return s
}
