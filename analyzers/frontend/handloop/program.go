package handloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/skewlint/skewlint/analyzers/frontend"
)

// program is the syntax of the package with what is looked up in it more than once.
type program struct {
	*frontend.Source
	indexed bool
	decls   map[*types.Func]*ast.FuncDecl
	calls   map[*types.Func][]*ast.CallExpr
	writes  map[*types.Var][]write // to variables and to fields, in order of source
	looking map[*ast.FuncDecl]bool // functions that looked is in: they may call themselves
}

// write is one place where a variable or field, or an element of it, gets a value.
type write struct {
	value  ast.Expr      // what is written
	result int           // which result of the call that value is; -1: value itself
	key    ast.Expr      // for x[key] = value
	more   bool          // for x = append(x, value)
	in     *ast.FuncDecl // nil outside of functions
	at     token.Pos
}

// index fills the tables, on first use: most packages have no loop that asks.
func (p *program) index() {
	if p.indexed {
		return
	}
	p.looking = map[*ast.FuncDecl]bool{}
	p.indexed = true
	p.decls = make(map[*types.Func]*ast.FuncDecl)
	p.calls = make(map[*types.Func][]*ast.CallExpr)
	p.writes = make(map[*types.Var][]write)
	for _, file := range p.Files {
		for _, d := range file.Decls {
			fd, _ := d.(*ast.FuncDecl)
			if fd != nil {
				if fn, ok := p.Info.Defs[fd.Name].(*types.Func); ok && fd.Body != nil {
					p.decls[fn] = fd
				}
			}
			ast.Inspect(d, func(n ast.Node) bool {
				p.note(n, fd)
				return true
			})
		}
	}
}

func (p *program) note(n ast.Node, in *ast.FuncDecl) {
	switch n := n.(type) {
	case *ast.CallExpr:
		if fn := p.callee(n); fn != nil {
			p.calls[fn] = append(p.calls[fn], n)
		}
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
			p.assign(n.Lhs, n.Rhs, in)
		}
	case *ast.ValueSpec:
		lhs := make([]ast.Expr, len(n.Names))
		for i, name := range n.Names {
			lhs[i] = name
		}
		p.assign(lhs, n.Values, in)
	case *ast.CompositeLit:
		p.literal(n, in)
	}
}

func (p *program) assign(lhs, rhs []ast.Expr, in *ast.FuncDecl) {
	for i, l := range lhs {
		w := write{result: -1, in: in, at: l.Pos()}
		switch {
		case len(rhs) == len(lhs):
			w.value = rhs[i]
		case len(rhs) == 1:
			w.value, w.result = rhs[0], i
		default:
			continue
		}
		if ix, ok := ast.Unparen(l).(*ast.IndexExpr); ok {
			w.key, l = ix.Index, ix.X
		}
		v := p.variable(l)
		if v == nil {
			continue
		}
		if args := p.appended(w.value, v); args != nil {
			for _, a := range args {
				w.value, w.more = a, true
				p.writes[v] = append(p.writes[v], w)
			}
			continue
		}
		p.writes[v] = append(p.writes[v], w)
	}
}

// appended are the elements in append(v, …) that is assigned to v.
func (p *program) appended(e ast.Expr, v *types.Var) []ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) < 2 || call.Ellipsis.IsValid() {
		return nil
	}
	if b, ok := typeutil.Callee(p.Info, call).(*types.Builtin); !ok || b.Name() != "append" || p.variable(call.Args[0]) != v {
		return nil
	}
	return call.Args[1:]
}

// literal notes the fields that a struct literal sets.
func (p *program) literal(lit *ast.CompositeLit, in *ast.FuncDecl) {
	_, s := structOf(p.Info.TypeOf(lit))
	if s == nil {
		return
	}
	for i, e := range lit.Elts {
		w := write{value: e, result: -1, in: in, at: e.Pos()}
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if f := p.variable(kv.Key); f != nil {
				w.value = kv.Value
				p.writes[f] = append(p.writes[f], w)
			}
		} else if i < s.NumFields() {
			p.writes[s.Field(i).Origin()] = append(p.writes[s.Field(i).Origin()], w)
		}
	}
}

// callee is the declared function or method that a call names; nil for values.
func (p *program) callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(p.Info, call).(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// variable is the variable or field that an expression names.
func (p *program) variable(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := p.Info.ObjectOf(e).(*types.Var); ok {
			return v.Origin()
		}
	case *ast.SelectorExpr:
		if v, ok := p.Info.Uses[e.Sel].(*types.Var); ok {
			return v.Origin()
		}
	case *ast.StarExpr:
		return p.variable(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return p.variable(e.X)
		}
	}
	return nil
}

// place is a variable, or a field of one, however deep.
type place struct {
	root *types.Var
	path string // ".field.field"
	last *types.Var
}

func (a place) is(b place) bool { return a.root != nil && a.root == b.root && a.path == b.path }

// holds reports whether b is a or a part of it.
func (a place) holds(b place) bool {
	if a.root == nil || a.root != b.root || len(b.path) < len(a.path) || b.path[:len(a.path)] != a.path {
		return false
	}
	return len(b.path) == len(a.path) || b.path[len(a.path)] == '.'
}

// place of an expression; the zero place when it is something else. Conversions are looked through.
func (p *program) place(e ast.Expr) place {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := p.Info.ObjectOf(e).(*types.Var); ok {
			return place{root: v, last: v.Origin()}
		}
	case *ast.StarExpr:
		return p.place(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return p.place(e.X)
		}
	case *ast.CallExpr:
		if p.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return p.place(e.Args[0])
		}
	case *ast.SelectorExpr:
		v, ok := p.Info.Uses[e.Sel].(*types.Var)
		if !ok {
			return place{}
		}
		if !v.IsField() {
			return place{root: v, last: v}
		}
		if x := p.place(e.X); x.root != nil {
			return place{root: x.root, path: x.path + "." + v.Name(), last: v.Origin()}
		}
	}
	return place{}
}

// isWithin reports whether a position lies in a node.
func isWithin(at token.Pos, n ast.Node) bool { return n != nil && n.Pos() <= at && at < n.End() }

// inspect visits the nodes of code that runs when n runs: not the bodies of literals.
func inspect(n ast.Node, visit func(ast.Node) bool) {
	ast.Inspect(n, func(m ast.Node) bool {
		if _, ok := m.(*ast.FuncLit); ok && m != n {
			return false
		}
		return m == nil || visit(m)
	})
}
