package handloop

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
)

// maxFollow is how many calls deep a next step is looked for.
const maxFollow = 4

// targets are the values that the key can have behind a node.
type targets struct {
	p      *program
	values []string // exact constants, in order of source
	stays  bool     // the node itself
	fails  bool     // nowhere, with an error
	open   string   // why there may be more
	seen   []ast.Node
}

func (t *targets) add(v string) {
	if !slices.Contains(t.values, v) {
		t.values = append(t.values, v)
	}
}

func (t *targets) gap(why string) {
	if t.open == "" {
		t.open = why
	}
}

// next is where the loop can go behind a node.
func (l *loop) next(i int) *targets {
	t := &targets{p: l.p}
	n := l.nodes[i]
	for _, r := range l.routes {
		switch {
		case r.clause && n.clause != nil:
			for _, e := range l.p.assigned(n.clause, l.clauseKey()) {
				t.add(l.p.Info.Types[e].Value.ExactString())
			}
		case r.clause:
		case n.handler == nil && n.clause != nil && r.result >= 0 && len(l.p.assigned(n.clause, l.clauseKey())) > 0:
			// Its case calls nothing whose result would be the key.
		case r.step:
			t.add(constant.MakeInt64(int64(i + 1)).ExactString())
		case n.handler == nil:
			t.gap("its handler is not known")
		case n.handler.body == nil:
			t.gap("its handler is in another package")
		case r.result >= 0:
			t.returned(l, n.handler, r.result, 0)
		default:
			t.written(n.handler.body, r.field, 0)
		}
	}
	if len(t.values) == 0 && !t.stays && !t.fails && t.open == "" {
		t.gap("nothing shows which step it chooses")
	}
	return t
}

// clauseKey is the key as the function of the switch sees it.
func (l *loop) clauseKey() place { return l.p.keyPlace(l.choice.key) }

// returned adds what a function can return as its i-th result. A zero value beside an error is none:
// the loop does not go on with it.
func (t *targets) returned(l *loop, h *handler, i, depth int) {
	if h.body == nil || depth > maxFollow || slices.Contains(t.seen, ast.Node(h.body)) {
		t.gap("a function that chooses the step is not followed")
		return
	}
	t.seen = append(t.seen, h.body)
	inspect(h.body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		last := h.sig.Results().Len() - 1
		switch {
		case len(ret.Results) == 0:
			t.variable(l, h, t.p.nth(h.typ.Results, i), depth)
		case len(ret.Results) == 1 && last > 0:
			t.expr(l, h, ret.Results[0], i, depth)
		case i < len(ret.Results):
			if i != last && t.isFailure(ret.Results[last]) && t.isZeroOrKey(l, ret.Results[i]) {
				t.fails = true
				return true
			}
			t.expr(l, h, ret.Results[i], -1, depth)
		}
		return true
	})
}

// isFailure reports whether an expression is an error that is not nil by its looks.
func (t *targets) isFailure(e ast.Expr) bool {
	tv := t.p.Info.Types[e]
	return !tv.IsNil() && isErrorValue(tv.Type)
}

// isErrorValue reports whether values of a type are errors.
func isErrorValue(t types.Type) bool {
	if t == nil {
		return false
	}
	iface := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return types.Implements(t, iface)
}

// isZeroOrKey reports whether a result says nothing: it is the zero value, or the step itself.
func (t *targets) isZeroOrKey(l *loop, e ast.Expr) bool {
	if v := t.p.Info.Types[e].Value; v != nil {
		return v.ExactString() == `""` || v.ExactString() == "0" && !slices.ContainsFunc(l.nodes, func(n *node) bool { return slices.Contains(n.values, "0") })
	}
	return t.isKey(l, e)
}

// isKey reports whether an expression of a handler is the key itself, in the handler's state.
func (t *targets) isKey(l *loop, e ast.Expr) bool {
	pl := t.p.place(e)
	return pl.root != nil && pl.last == l.key.last && l.key.path != "" && pl.path != ""
}

// expr adds the values of an expression, or of the i-th result of the call that it is.
func (t *targets) expr(l *loop, h *handler, e ast.Expr, i, depth int) {
	e = ast.Unparen(e)
	if v := t.p.Info.Types[e].Value; v != nil {
		t.add(v.ExactString())
		return
	}
	if t.isKey(l, e) {
		t.stays = true
		return
	}
	switch e := e.(type) {
	case *ast.Ident:
		t.variable(l, h, t.p.variable(e), depth)
	case *ast.CallExpr:
		if t.p.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			t.expr(l, h, e.Args[0], -1, depth)
			return
		}
		fn := t.p.callee(e)
		if fn == nil || isInterfaceMethod(fn) {
			t.gap("a function that chooses the step is not known")
			return
		}
		t.returned(l, t.p.declared(fn), max(i, 0), depth+1)
	default:
		t.gap("a handler computes the next step")
	}
}

// variable adds the values that a local variable of a handler gets.
func (t *targets) variable(l *loop, h *handler, v *types.Var, depth int) {
	if v == nil || depth > maxFollow || !isWithin(v.Pos(), h.body) && !isWithin(v.Pos(), h.typ) || t.isParam(h, v) {
		t.gap("a handler computes the next step")
		return
	}
	ws := t.p.writes[v]
	if len(ws) == 0 {
		t.gap("a handler computes the next step")
	}
	for _, w := range ws {
		if w.key != nil || w.more {
			t.gap("a handler computes the next step")
			continue
		}
		t.expr(l, h, w.value, w.result, depth+1)
	}
}

func (t *targets) isParam(h *handler, v *types.Var) bool {
	for i := range h.typ.Params.NumFields() {
		if t.p.nth(h.typ.Params, i) == v {
			return true
		}
	}
	return false
}

// written adds what code writes to a field, and what the functions of the package write that it calls.
func (t *targets) written(body ast.Node, field *types.Var, depth int) {
	if depth > maxFollow || slices.Contains(t.seen, body) {
		return
	}
	t.seen = append(t.seen, body)
	for _, w := range t.p.within(body, field) {
		if v := t.p.Info.Types[w.value].Value; v != nil && w.result < 0 {
			t.add(v.ExactString())
		} else if t.p.place(w.value).last != field { // else it is kept
			t.gap("a handler computes the next step")
		}
	}
	inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if fd := t.p.decls[t.p.callee(call)]; fd != nil {
				t.written(fd.Body, field, depth+1)
			}
		}
		return true
	})
}

// written are the writes to a field in code and in the functions of the package that it calls.
func (p *program) written(body *ast.BlockStmt, field *types.Var) []string {
	if body == nil {
		return nil
	}
	t := &targets{p: p}
	t.written(body, field, 0)
	if t.open != "" {
		return append(t.values, t.open)
	}
	return t.values
}

// within are the writes to a variable or field that stand in a piece of code.
func (p *program) within(n ast.Node, v *types.Var) []write {
	var out []write
	for _, w := range p.writes[v] {
		if isWithin(w.at, n) {
			out = append(out, w)
		}
	}
	return out
}
