package handloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// scan looks in code for what makes the key change after a call of a handler.
type scan struct {
	p      *program
	key    place
	calls  []*ast.CallExpr
	routes *[]route
	counts bool
	// result turns a result of the call into one of the handler; nil: they are the same.
	result func(int) int

	from map[*types.Var]int // variables that hold a result of the call
}

func (s *scan) run(body ast.Node) {
	s.from = make(map[*types.Var]int)
	ast.Inspect(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			s.results(a)
		}
		return true
	})
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			s.assign(n)
		case *ast.IncDecStmt:
			if s.counts && n.Tok == token.INC && s.p.place(n.X).is(s.key) {
				s.add(route{result: -1, step: true})
			}
		}
		return true
	})
	s.clauses(body)
}

func (s *scan) add(r route) { *s.routes = addRoute(*s.routes, r) }

func (s *scan) isCall(e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && slices.Contains(s.calls, c)
}

// index is the handler's result that the i-th result of the call is; -1: none.
func (s *scan) index(i int) int {
	if s.result == nil || i < 0 {
		return i
	}
	return s.result(i)
}

// results notes which variables hold results of the call.
func (s *scan) results(a *ast.AssignStmt) {
	for i, l := range a.Lhs {
		r := i
		if len(a.Rhs) == len(a.Lhs) {
			r = 0
		}
		if !s.isCall(a.Rhs[min(i, len(a.Rhs)-1)]) {
			continue
		}
		if pl := s.p.place(l); pl.root != nil && pl.path == "" {
			s.from[pl.root] = r
		}
	}
}

// assign looks at an assignment to the key, or to what it is a part of.
func (s *scan) assign(a *ast.AssignStmt) {
	for i, l := range a.Lhs {
		pl := s.p.place(l)
		if !pl.holds(s.key) {
			continue
		}
		whole := !pl.is(s.key)
		rhs, r := a.Rhs[min(i, len(a.Rhs)-1)], i
		if len(a.Rhs) == len(a.Lhs) {
			r = 0
		}
		switch from := s.p.place(rhs); {
		case s.isCall(rhs) && whole:
			s.add(route{result: -1, field: s.key.last})
		case s.isCall(rhs):
			if r = s.index(r); r >= 0 {
				s.add(route{result: r})
			}
		case from.root != nil && !whole:
			s.copied(from)
		}
		if s.counts && a.Tok == token.ADD_ASSIGN && !whole {
			s.add(route{result: -1, step: true})
		}
	}
}

// copied: the key gets the value of a place.
func (s *scan) copied(from place) {
	r, ok := s.from[from.root]
	if !ok {
		return
	}
	if from.path != "" {
		s.add(route{result: -1, field: from.last})
	} else if r = s.index(r); r >= 0 {
		s.add(route{result: r})
	}
}

// clauses notes whether cases of a switch assign constants to the key.
func (s *scan) clauses(body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CaseClause); ok && len(s.p.assigned(c, s.key)) > 0 {
			s.add(route{result: -1, clause: true})
		}
		return true
	})
}

// assigned are the constants that a case assigns to the key.
func (p *program) assigned(c *ast.CaseClause, key place) []ast.Expr {
	var out []ast.Expr
	for _, stmt := range c.Body {
		inspect(stmt, func(n ast.Node) bool {
			a, ok := n.(*ast.AssignStmt)
			if !ok || len(a.Lhs) != len(a.Rhs) {
				return true
			}
			for i, l := range a.Lhs {
				if p.place(l).is(key) && p.Info.Types[a.Rhs[i]].Value != nil {
					out = append(out, a.Rhs[i])
				}
			}
			return true
		})
	}
	return out
}

// returned is the result of the handler that a function in which the choice stands returns as its
// i-th; -1: none.
func (s *scan) returned(fd *ast.FuncDecl, i int) int {
	found := -1
	inspect(fd.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || found >= 0 {
			return true
		}
		switch {
		case len(ret.Results) == 1 && s.isCall(ret.Results[0]):
			found = i
		case len(ret.Results) == 0:
			if v := s.p.nth(fd.Type.Results, i); v != nil {
				if r, ok := s.from[v]; ok {
					found = r
				}
			}
		case i < len(ret.Results):
			if pl := s.p.place(ret.Results[i]); pl.root != nil && pl.path == "" {
				if r, ok := s.from[pl.root]; ok {
					found = r
				}
			}
		}
		return true
	})
	return found
}
