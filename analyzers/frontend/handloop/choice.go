package handloop

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// choice is the place at which one handler of several is called.
type choice struct {
	key    ast.Expr
	calls  []*ast.CallExpr // of handlers; several for a switch
	table  ast.Expr        // nil for a switch
	sel    *ast.SelectorExpr
	slice  bool
	open   string // why there may be more handlers
	sw     *ast.SwitchStmt
	helper *helper
}

// helper is the function in which a choice stands, and the loop's call of it.
type helper struct {
	decl *ast.FuncDecl
	call *ast.CallExpr
}

// choice is the choice that a node of the tree makes; nil: none.
func (p *program) choice(n ast.Node) *choice {
	switch n := n.(type) {
	case *ast.SwitchStmt:
		p.index()
		return p.bySwitch(n)
	case *ast.CallExpr:
		p.index()
		if c := p.byTable(n); c != nil {
			return c
		}
		return p.byHelper(n)
	}
	return nil
}

func (p *program) bySwitch(sw *ast.SwitchStmt) *choice {
	if sw.Tag == nil || p.Info.Types[sw.Tag].Value != nil {
		return nil
	}
	c := &choice{key: sw.Tag, sw: sw}
	for _, s := range sw.Body.List {
		clause := s.(*ast.CaseClause)
		for _, e := range clause.List {
			if p.Info.Types[e].Value == nil {
				return nil
			}
		}
		if len(clause.List) == 0 {
			continue
		}
		for _, stmt := range clause.Body {
			inspect(stmt, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && !p.Info.Types[call.Fun].IsType() {
					c.calls = append(c.calls, call)
				}
				return true
			})
		}
	}
	return c
}

// byTable: the call of an element of a map or slice, or of a function or method of one.
func (p *program) byTable(call *ast.CallExpr) *choice {
	fun := ast.Unparen(call.Fun)
	var sel *ast.SelectorExpr
	table, key := p.element(fun)
	if table == nil {
		s, ok := fun.(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		if table, key = p.element(s.X); table == nil {
			return nil
		}
		sel = s
	}
	_, isMap := p.Info.TypeOf(table).Underlying().(*types.Map)
	return &choice{key: key, calls: []*ast.CallExpr{call}, table: table, sel: sel, slice: !isMap}
}

// element is the table and the key of an element that an expression denotes, directly or as the one
// value of a variable; nil: it is none.
func (p *program) element(e ast.Expr) (table, key ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		if t := p.Info.TypeOf(e.X); t != nil && isTable(t) && p.Info.Types[e.X].IsValue() {
			return e.X, e.Index
		}
	case *ast.Ident:
		v := p.variable(e)
		if v == nil {
			return nil, nil
		}
		ws := p.writes[v]
		if len(ws) == 1 && ws[0].key == nil && !ws[0].more && ws[0].result <= 0 {
			if ix, ok := ast.Unparen(ws[0].value).(*ast.IndexExpr); ok {
				return p.element(ix)
			}
			return p.looked(ws[0].value)
		}
	}
	return nil, nil
}

// looked is the element that a call of a function looks up in a table by its parameter.
func (p *program) looked(e ast.Expr) (table, key ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	fd := p.decls[p.callee(call)]
	if fd == nil || len(call.Args) == 0 || p.looking[fd] {
		return nil, nil // a function that returns what it gives itself looks nothing up
	}
	p.looking[fd] = true
	defer delete(p.looking, fd)
	inspect(fd.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) == 0 || table != nil {
			return true
		}
		if id, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok && !p.Info.Types[id.Fun].IsType() {
			return true // no further
		}
		t, k := p.element(ret.Results[0])
		if t == nil {
			return true
		}
		for i := range call.Args {
			if v := p.nth(fd.Type.Params, i); v != nil && p.variable(k) == v {
				table, key = t, call.Args[i]
			}
		}
		return true
	})
	return table, key
}

func isTable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Array:
		return true
	}
	return false
}

// byHelper: the call of a function of the package whose body makes the choice.
func (p *program) byHelper(call *ast.CallExpr) *choice {
	fd := p.decls[p.callee(call)]
	if fd == nil {
		return nil
	}
	var found *choice
	inspect(fd.Body, func(n ast.Node) bool {
		if found != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return false
		case *ast.SwitchStmt:
			found = p.bySwitch(n)
		case *ast.CallExpr:
			found = p.byTable(n)
		}
		if found != nil && found.outsideOf(p, fd, call, p.keyPlace(found.key)).root == nil {
			found = nil
		}
		return true
	})
	if found != nil {
		found.helper = &helper{fd, call}
	}
	return found
}

// outside is a place as the function of the loop sees it.
func (c *choice) outside(p *program, pl place) place {
	if c.helper == nil {
		return pl
	}
	return c.outsideOf(p, c.helper.decl, c.helper.call, pl)
}

func (c *choice) outsideOf(p *program, fd *ast.FuncDecl, call *ast.CallExpr, pl place) place {
	join := func(e ast.Expr) place {
		x := p.place(e)
		if x.root == nil {
			return place{}
		}
		if pl.path == "" {
			return x
		}
		return place{root: x.root, path: x.path + pl.path, last: pl.last}
	}
	for i, a := range call.Args {
		if v := p.nth(fd.Type.Params, i); v != nil && v == pl.root {
			return join(a)
		}
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fd.Recv != nil && p.nth(fd.Recv, 0) == pl.root && pl.root != nil {
		return join(sel.X)
	}
	if pl.root != nil && pl.root.Parent() == p.Pkg.Scope() {
		return pl
	}
	return place{}
}

// fill finds the nodes of a loop.
func (p *program) fill(l *loop) {
	if l.choice.sw != nil {
		p.fillCases(l)
		return
	}
	p.fillTable(l)
}

// fillCases: each case that gives the state to a function is a node. One that only leaves the loop
// is its end.
func (p *program) fillCases(l *loop) {
	for _, s := range l.choice.sw.Body.List {
		clause := s.(*ast.CaseClause)
		n := &node{clause: clause, pos: clause.Pos(), why: "its case calls no function with the state"}
		count := 0
		for _, call := range l.choice.calls {
			if !isWithin(call.Pos(), clause) {
				continue
			}
			for i, a := range call.Args {
				if s, ok := l.stateOf(a); ok && s.place.is(l.state.place) {
					count++
					n.handler, n.arg, n.expr = p.handlerOf(call.Fun), i, call.Fun
					break
				}
			}
		}
		switch {
		case count > 1:
			n.handler, n.why = nil, "its case calls several functions with the state"
		case count == 0 && (leaves(clause) || len(clause.Body) == 0):
			continue
		case count == 1 && n.handler == nil:
			n.why = "what its case calls is not known"
		}
		for _, e := range clause.List {
			if n.name == "" {
				n.name = p.nameOf(e)
			}
			n.values = append(n.values, p.Info.Types[e].Value.ExactString())
		}
		if len(n.values) > 0 {
			l.nodes = append(l.nodes, n)
		}
	}
}

// leaves reports whether a case ends the function.
func leaves(c *ast.CaseClause) bool {
	if len(c.Body) == 0 {
		return false
	}
	switch last := c.Body[len(c.Body)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.BREAK && last.Label != nil
	}
	return false
}

// nameOf is how a constant is called: a string by its value, others by their name.
func (p *program) nameOf(e ast.Expr) string {
	v := p.Info.Types[e].Value
	if v == nil {
		return ""
	}
	if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return v.String()
}

// fillTable: each entry of the table is a node.
func (p *program) fillTable(l *loop) {
	call := l.choice.calls[0]
	arg := 0
	for i, a := range call.Args {
		if s, ok := l.stateOf(a); ok && s.place.is(l.state.place) {
			arg = i
		}
	}
	t := &table{p: p, choice: l.choice}
	v := p.variable(l.choice.table)
	if v == nil || !p.passed(v, l.in, func(arg ast.Expr) { t.value(write{value: arg, result: -1}, 1) }) {
		t.collect(v, 0)
	}
	names := map[string]int{}
	for i, n := range t.nodes {
		n.arg = arg
		if l.choice.slice {
			n.values = []string{strconv.Itoa(i)}
			if n.name == "" && n.handler != nil && !strings.Contains(string(n.handler.ref), ".lit@") {
				n.name = string(n.handler.ref[strings.LastIndexByte(string(n.handler.ref), '.')+1:])
			}
			if names[n.name]++; n.name == "" || names[n.name] > 1 {
				n.name = fmt.Sprintf("%s#%d", n.name, i)
			}
		}
	}
	l.nodes, l.choice.open = t.nodes, t.open
}

// isTest reports whether a place is in a test, where states are made up.
func (p *program) isTest(at token.Pos) bool {
	return strings.HasSuffix(filepath.Base(p.Fset.Position(at).Filename), "_test.go")
}

// table collects the entries of a table: what the package writes to the variable or field.
type table struct {
	p      *program
	choice *choice
	nodes  []*node
	open   string // why there may be more
	seen   []*types.Var
}

func (t *table) gap(format string, args ...any) {
	if t.open == "" {
		t.open = fmt.Sprintf(format, args...)
	}
}

// maxAlias is how many variables a table may be handed through.
const maxAlias = 4

func (t *table) collect(v *types.Var, depth int) {
	if v == nil || depth > maxAlias {
		t.gap("the table is not known")
		return
	}
	if slices.Contains(t.seen, v) {
		return
	}
	t.seen = append(t.seen, v)
	ws := t.p.writes[v]
	if len(ws) == 0 {
		t.gap("nothing in sight fills the table %s", v.Name())
	}
	for _, w := range ws {
		switch {
		case t.p.isTest(w.at):
		case w.more:
			t.add(nil, w.value)
		case w.key != nil:
			t.set(w)
		default:
			t.value(w, depth)
		}
	}
}

// value is what a table as a whole is set to.
func (t *table) value(w write, depth int) {
	if w.result > 0 {
		t.gap("the table is a result of a call")
		return
	}
	switch e := ast.Unparen(w.value).(type) {
	case *ast.CompositeLit:
		for _, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				t.add(kv.Key, kv.Value)
			} else {
				t.add(nil, el)
			}
		}
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && (id.Name == "make" || id.Name == "append") {
			if id.Name == "append" {
				t.gap("the table grows by elements that are not known")
			}
			return
		}
		t.made(e, depth)
	case *ast.Ident, *ast.SelectorExpr:
		if id, ok := e.(*ast.Ident); ok && id.Name == "nil" {
			return
		}
		v := t.p.variable(w.value)
		if v != nil && t.p.passed(v, w.in, func(arg ast.Expr) { t.value(write{value: arg, result: -1}, depth+1) }) {
			return
		}
		t.collect(v, depth+1)
	default:
		t.gap("the table is not known")
	}
}

// made is a table that a function of the package returns.
func (t *table) made(call *ast.CallExpr, depth int) {
	fd := t.p.decls[t.p.callee(call)]
	if fd == nil || depth > maxAlias {
		t.gap("the table comes from a call that is not followed")
		return
	}
	inspect(fd.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
			t.value(write{value: ret.Results[0], result: -1, in: fd}, depth+1)
		}
		return true
	})
}

// passed calls visit with what each call in the package passes for a parameter; false: it is none.
func (p *program) passed(v *types.Var, in *ast.FuncDecl, visit func(ast.Expr)) bool {
	i := p.paramIndex(v, in)
	if i < 0 {
		return false
	}
	fn, _ := p.Info.Defs[in.Name].(*types.Func)
	for _, call := range p.calls[fn] {
		if i < len(call.Args) {
			visit(call.Args[i])
		}
	}
	return true
}

func (p *program) paramIndex(v *types.Var, in *ast.FuncDecl) int {
	if in == nil {
		return -1
	}
	for i := range in.Type.Params.NumFields() {
		if p.nth(in.Type.Params, i) == v {
			return i
		}
	}
	return -1
}

// set is table[key] = value. In a function that registers what it is given, the calls tell.
func (t *table) set(w write) {
	if t.p.Info.Types[w.key].Value != nil {
		t.add(w.key, w.value)
		return
	}
	k, v := t.p.paramIndex(t.p.variable(w.key), w.in), t.p.paramIndex(t.p.variable(w.value), w.in)
	if k < 0 || v < 0 || t.p.variable(w.key) == nil || t.p.variable(w.value) == nil {
		t.gap("an entry has a key that is not constant")
		return
	}
	fn, _ := t.p.Info.Defs[w.in.Name].(*types.Func)
	if fn.Exported() {
		t.gap("other packages may add handlers with %s", fn.Name())
	}
	for _, call := range t.p.calls[fn] {
		if max(k, v) < len(call.Args) && !t.p.isTest(call.Pos()) {
			t.add(call.Args[k], call.Args[v])
		}
	}
}

// add adds an entry.
func (t *table) add(key, value ast.Expr) {
	n := &node{pos: value.Pos(), expr: value, why: "it is not a function of the program by name"}
	if key != nil && !t.choice.slice {
		v := t.p.Info.Types[key].Value
		if v == nil {
			t.gap("an entry has a key that is not constant")
			return
		}
		n.name, n.values, n.pos = t.p.nameOf(key), []string{v.ExactString()}, key.Pos()
	}
	t.handler(n, value)
	t.nodes = append(t.nodes, n)
}

// handler is the function that the loop calls of an entry.
func (t *table) handler(n *node, value ast.Expr) {
	if t.choice.sel == nil {
		n.handler = t.p.handlerOf(value)
		return
	}
	name := t.choice.sel.Sel.Name
	if _, field := t.p.Info.Uses[t.choice.sel.Sel].(*types.Var); !field {
		n.handler = t.p.method(value, name)
		return
	}
	if u, ok := ast.Unparen(value).(*ast.UnaryExpr); ok {
		value = u.X
	}
	lit, ok := ast.Unparen(value).(*ast.CompositeLit)
	if !ok {
		return
	}
	_, s := structOf(t.p.Info.TypeOf(lit))
	if s == nil {
		s, _ = t.p.Info.TypeOf(lit).Underlying().(*types.Struct)
	}
	for i, e := range lit.Elts {
		field := ""
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				field, e = id.Name, kv.Value
			}
		} else if s != nil && i < s.NumFields() {
			field = s.Field(i).Name()
		}
		if field == name {
			n.handler, n.expr = t.p.handlerOf(e), e
		} else if v := t.p.Info.Types[e].Value; t.choice.slice && n.name == "" && v != nil && v.Kind() == constant.String {
			n.name = constant.StringVal(v)
		}
	}
}
