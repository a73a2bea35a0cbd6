package handloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// loop is a loop that runs a graph.
type loop struct {
	p      *program
	in     *ast.FuncDecl
	stmt   ast.Stmt
	choice *choice
	key    place // what decides, as the function of the loop sees it
	state  state
	routes []route
	nodes  []*node
}

// node is one handler, under the value of the key that leads to it.
type node struct {
	name    string
	values  []string // exact forms of the constants, or the index in a slice
	handler *handler
	arg     int    // which argument of its call is the state
	why     string // when the handler is not known
	pos     token.Pos
	expr    ast.Node
	clause  *ast.CaseClause
}

// route is one way in which the key gets its next value from a handler.
type route struct {
	result int        // from this result of the handler; -1: not
	field  *types.Var // from what the handler writes to this field
	clause bool       // from constants that the handler's case assigns
	step   bool       // the next index
}

// loops finds the loops of a function that run a graph.
func (p *program) loops(fd *ast.FuncDecl) []*loop {
	var out []*loop
	var stack []ast.Node
	taken := map[ast.Stmt]bool{}
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		for i := len(stack) - 1; i >= 0; i-- {
			stmt, ok := stack[i].(ast.Stmt)
			if !ok || !p.isLoop(stmt) {
				continue
			}
			c := p.choice(n)
			if c == nil {
				break
			}
			if l := p.loop(fd, stmt, c); l != nil && !taken[stmt] {
				taken[stmt] = true
				out = append(out, l)
				break
			}
		}
		stack = append(stack, n)
		return true
	})
	return out
}

// isLoop reports whether a statement runs until something changes, or some number of times. A loop
// over the elements of something goes where they lead.
func (p *program) isLoop(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ForStmt:
		return true
	case *ast.RangeStmt:
		if t := p.Info.TypeOf(s.X); t != nil {
			b, ok := t.Underlying().(*types.Basic)
			return ok && b.Info()&types.IsInteger != 0
		}
	}
	return false
}

// loop decides whether a choice of handlers makes a loop one that runs a graph.
func (p *program) loop(fd *ast.FuncDecl, stmt ast.Stmt, c *choice) *loop {
	l := &loop{p: p, in: fd, stmt: stmt, choice: c}
	if l.key = c.outside(p, p.keyPlace(c.key)); l.key.root == nil {
		return nil
	}
	if !l.findState() {
		return nil
	}
	p.fill(l)
	l.unique()
	if len(l.nodes) < 2 || !l.acts() || !l.findRoutes() {
		return nil
	}
	return l
}

// keyPlace is the place of what decides. A variable that only ever holds the value of one place
// stands for that.
func (p *program) keyPlace(e ast.Expr) place {
	pl := p.place(e)
	if pl.root == nil || pl.path != "" || pl.root.IsField() {
		return pl
	}
	if ws := p.writes[pl.root]; len(ws) == 1 && ws[0].result < 0 && ws[0].key == nil && !p.isStepped(pl.root, ws[0].in) {
		if of := p.place(ws[0].value); of.root != nil {
			return of
		}
	}
	return pl
}

// isStepped reports whether a variable is counted up in a function.
func (p *program) isStepped(v *types.Var, in *ast.FuncDecl) bool {
	found := false
	if in != nil {
		ast.Inspect(in, func(n ast.Node) bool {
			if s, ok := n.(*ast.IncDecStmt); ok && p.variable(s.X) == v {
				found = true
			}
			return !found
		})
	}
	return found
}

// findState picks the struct that the handlers are given: one that holds the key, else the only one
// that all calls pass and that outlives a round of the loop.
func (l *loop) findState() bool {
	var found []state
	for _, call := range l.choice.calls {
		for _, a := range call.Args {
			s, ok := l.stateOf(a)
			if ok && !l.has(found, s.place) {
				found = append(found, s)
			}
		}
	}
	for _, s := range found {
		if s.place.holds(l.key) {
			l.state = s
			return true
		}
	}
	if len(found) != 1 {
		return false
	}
	l.state = found[0]
	return true
}

func (l *loop) has(list []state, pl place) bool {
	for _, s := range list {
		if s.place.is(pl) {
			return true
		}
	}
	return false
}

// stateOf is the state that an argument can be: a struct of the program's own type that is older than
// a round of the loop.
func (l *loop) stateOf(arg ast.Expr) (state, bool) {
	t := l.p.Info.TypeOf(arg)
	named, str := structOf(t)
	if str == nil || str.NumFields() == 0 || !l.p.isOwn(named.Obj().Pkg()) {
		return state{}, false
	}
	pl := l.choice.outside(l.p, l.p.place(arg))
	if pl.root == nil || pl.path == "" && isWithin(pl.root.Pos(), l.stmt) {
		return state{}, false
	}
	return state{place: pl, typ: t, named: named, str: str}, true
}

// isOwn reports whether a package looks like one of the same program: the state of an agent is of a
// type of its own, while a library's struct (a logger, a request) goes through all its functions.
func (p *program) isOwn(pkg *types.Package) bool {
	if pkg == nil || p.Base.IsCovered(pkg.Path()) {
		return false
	}
	const host = 3 // host, owner, repository
	own, other := strings.Split(p.Pkg.Path(), "/"), strings.Split(pkg.Path(), "/")
	n := min(len(own), len(other), host)
	if !strings.Contains(own[0], ".") {
		n = 1
	}
	return slices.Equal(own[:n], other[:n])
}

// unique gives each node a name of its own. A key that two functions are registered under leads to
// one that is not known.
func (l *loop) unique() {
	var out []*node
	for _, n := range l.nodes {
		if n.name == "" {
			n.name = "(" + strings.Join(n.values, ", ") + ")"
		}
		i := slices.IndexFunc(out, func(o *node) bool { return o.name == n.name })
		switch {
		case i < 0:
			out = append(out, n)
		case n.handler == nil || out[i].handler == nil || out[i].handler.ref != n.handler.ref:
			out[i].handler, out[i].why = nil, "several functions stand under its name"
		}
	}
	l.nodes = out
}

// acts reports whether a handler calls a tool or a model.
func (l *loop) acts() bool {
	for _, n := range l.nodes {
		if n.handler == nil {
			continue
		}
		if n.handler.body != nil && l.p.Acts(n.handler.body) || n.expr != nil && l.p.Acts(n.expr) {
			return true
		}
	}
	return false
}

// findRoutes says how the key changes. There is no graph if it does not.
func (l *loop) findRoutes() bool {
	calls := l.choice.calls
	if h := l.choice.helper; h != nil {
		inner := scan{p: l.p, key: l.p.keyPlace(l.choice.key), calls: calls, routes: &l.routes}
		inner.run(h.decl.Body)
		outer := scan{
			p: l.p, key: l.key, calls: []*ast.CallExpr{h.call}, routes: &l.routes,
			result: func(i int) int { return inner.returned(h.decl, i) },
		}
		outer.run(l.stmt)
	} else {
		s := scan{p: l.p, key: l.key, calls: calls, routes: &l.routes, counts: l.choice.slice}
		s.run(l.stmt)
	}
	if l.state.place.holds(l.key) && l.key.path != l.state.place.path {
		for _, n := range l.nodes {
			if n.handler != nil && len(l.p.written(n.handler.body, l.key.last)) > 0 {
				l.routes = addRoute(l.routes, route{result: -1, field: l.key.last})
				break
			}
		}
	}
	return len(l.routes) > 0 && !l.onlyCounts()
}

// onlyCounts reports whether the key is a counter that is no part of the state: then every run begins
// with the first handler, and the slice is a list of calls.
func (l *loop) onlyCounts() bool {
	for _, r := range l.routes {
		if !r.step {
			return false
		}
	}
	if l.state.place.holds(l.key) {
		return false
	}
	for _, w := range l.p.writes[l.key.last] {
		if w.result < 0 && l.state.place.holds(l.p.place(w.value)) {
			return false
		}
	}
	return true
}

func addRoute(list []route, r route) []route {
	for _, o := range list {
		if o == r {
			return list
		}
	}
	return append(list, r)
}
