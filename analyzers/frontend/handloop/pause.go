package handloop

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// A handler parks the run when it makes the loop return while the key still leads to where the run
// is to go on. A loop returns at the end of a run in the same ways, so here a name has to say that it
// is about waiting. Three ways are read; all else is taken for an end or a failure:
//
//   - it returns an error that the function of the loop asks for by name (errors.Is) and then returns,
//     before the key gets its next value: the run goes on at the same handler;
//   - it returns a next step that the loop compares with a constant and then returns, likewise;
//   - it sets a field of the state that the loop asks for and then returns, behind the assignment of
//     the key: the run goes on at the next handler, if there is only one.

// waits are the beginnings of words that say so.
var waits = []string{
	"wait", "await", "pause", "park", "suspend", "interrupt", "pending", "yield", "blocked", "approv", "confirm",
	"needsinput", "needinput", "inputrequired", "human",
}

// isWait reports whether a name is about waiting: ErrWait, StatusPaused, "awaiting_input".
func isWait(name string) bool {
	name = strings.ToLower(strings.ReplaceAll(name, "_", ""))
	return slices.ContainsFunc(waits, func(w string) bool { return strings.Contains(name, w) })
}

// exit is a condition in the function of the loop under which it returns.
type exit struct {
	at    token.Pos
	err   types.Object // the error that is asked for
	place place        // or what is compared
	value string       // with this constant
	name  string       // what says that this is about waiting
}

// addPauses marks the nodes that park the run.
func (l *loop) addPauses(g *graphmodel.Graph) {
	exits := l.exits()
	for i, n := range l.nodes {
		if n.handler == nil || n.handler.body == nil {
			continue
		}
		for _, e := range exits {
			switch {
			case e.err != nil:
				if l.keeps(e) && l.p.returnsError(n.handler, e.err) {
					g.Nodes[i].PauseBefore = true
				}
			case l.state.place.holds(e.place) && e.place.last != l.key.last:
				if e.at > l.assignedAt() && l.p.sets(n.handler, e) && len(l.next(i).values) == 1 && l.next(i).open == "" && !l.next(i).stays {
					g.Nodes[i].PauseAfter = true
				}
			case l.isNext(e.place):
				if l.keeps(e) && slices.Contains(l.next(i).values, e.value) && l.node(e.value) == graphmodel.End {
					g.Nodes[i].PauseBefore = true
				}
			}
		}
	}
}

// exits are the conditions of the loop that make its function return.
func (l *loop) exits() []exit {
	var out []exit
	inspect(l.body(), func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || len(s.Body.List) == 0 || l.setsKey(s.Body) {
			return true
		}
		if _, ok := s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt); ok {
			for _, e := range l.p.conditions(s.Cond) {
				if isWait(e.name) {
					out = append(out, e)
				}
			}
		}
		return true
	})
	return out
}

// conditions are those of which one is enough.
func (p *program) conditions(e ast.Expr) []exit {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LOR:
			return append(p.conditions(e.X), p.conditions(e.Y)...)
		case token.EQL:
			if v := p.Info.Types[e.Y].Value; v != nil {
				return []exit{{at: e.Pos(), place: p.place(e.X), value: v.ExactString(), name: p.nameOf(e.Y)}}
			}
			if obj := p.sentinel(e.Y); obj != nil {
				return []exit{{at: e.Pos(), err: obj, name: obj.Name()}}
			}
		}
	case *ast.CallExpr:
		if fn := p.callee(e); fn != nil && fn.FullName() == "errors.Is" && len(e.Args) == 2 {
			if obj := p.sentinel(e.Args[1]); obj != nil {
				return []exit{{at: e.Pos(), err: obj, name: obj.Name()}}
			}
		}
	case *ast.Ident, *ast.SelectorExpr:
		if pl := p.place(e); pl.root != nil {
			return []exit{{at: e.Pos(), place: pl, value: constant.MakeBool(true).ExactString(), name: pl.last.Name()}}
		}
	}
	return nil
}

// sentinel is the package-level error that an expression names.
func (p *program) sentinel(e ast.Expr) types.Object {
	v := p.variable(e)
	if v == nil || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || !isErrorValue(v.Type()) {
		return nil
	}
	return v
}

// setsKey reports whether code assigns the key.
func (l *loop) setsKey(n ast.Node) bool { return l.assignment(n).IsValid() }

// assignment is where code first assigns the key.
func (l *loop) assignment(n ast.Node) token.Pos {
	found := token.NoPos
	inspect(n, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if ok && !found.IsValid() && slices.ContainsFunc(a.Lhs, func(e ast.Expr) bool { return l.p.place(e).holds(l.key) }) {
			found = a.Pos()
		}
		return !found.IsValid()
	})
	return found
}

// assignedAt is where the loop assigns the key; where only handlers do, before all that it does then.
func (l *loop) assignedAt() token.Pos { return l.assignment(l.body()) }

// keeps reports whether the key is still that of the handler when the loop leaves by an exit.
func (l *loop) keeps(e exit) bool {
	at := l.assignedAt()
	for _, r := range l.routes {
		if r.result < 0 {
			return false // handlers write it
		}
	}
	return at.IsValid() && e.at < at
}

// isNext reports whether a place is the variable that holds what the handler returned as next step.
func (l *loop) isNext(pl place) bool {
	s := scan{p: l.p, key: l.key, calls: l.choice.calls, routes: new([]route)}
	if h := l.choice.helper; h != nil {
		s.calls = []*ast.CallExpr{h.call}
	}
	s.run(l.stmt)
	r, ok := s.from[pl.root]
	return ok && pl.path == "" && slices.ContainsFunc(l.routes, func(o route) bool { return o.result == r })
}

// returnsError reports whether a handler returns the error, wrapped or not.
func (p *program) returnsError(h *handler, err types.Object) bool {
	found := false
	inspect(h.body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
			ast.Inspect(ret.Results[len(ret.Results)-1], func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && p.Info.Uses[id] == err {
					found = true
				}
				return !found
			})
		}
		return !found
	})
	return found
}

// sets reports whether a handler sets the field to the value that makes the loop leave, whatever else
// it does: in its outermost block.
func (p *program) sets(h *handler, e exit) bool {
	for _, stmt := range h.body.List {
		a, ok := stmt.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			continue
		}
		for i, lhs := range a.Lhs {
			v := p.Info.Types[a.Rhs[i]].Value
			if pl := p.place(lhs); pl.last == e.place.last && v != nil && v.ExactString() == e.value {
				return true
			}
		}
	}
	return false
}
