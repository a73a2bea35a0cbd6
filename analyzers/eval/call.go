package eval

import (
	"go/constant"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/graphmodel"
)

func boolValue(b bool) Value { return Const{constant.MakeBool(b)} }

func (m *Machine) call(f *frame, n *code.Node) Value {
	kids := n.Kids
	switch n.Op {
	case code.CallDyn:
		fn := m.eval(f, kids[0])
		return m.applyIn(f, fn, m.args(f, kids[1:]), n.Flag, f.pos(n))
	case code.CallIface:
		recv := m.eval(f, kids[0])
		args := m.args(f, kids[1:])
		if _, ok := recv.(*Object); ok || m.Handlers[graphmodel.FuncRef(n.Str)] != nil {
			return m.invokeRef(f, graphmodel.FuncRef(n.Str), f.bind(n.Types), recv, args, n.Flag, f.pos(n))
		}
		if ref, r, ok := m.dynamic(recv, n.Name); ok {
			return m.invokeRef(f, ref, nil, r, args, n.Flag, f.pos(n))
		}
		return m.unhandled(graphmodel.FuncRef(n.Str), append([]Value{recv}, args...), f.pos(n))
	}
	var recv Value
	if n.Recv && len(kids) > 0 {
		recv, kids = m.eval(f, kids[0]), kids[1:]
	}
	return m.invokeRef(f, graphmodel.FuncRef(n.Str), f.bind(n.Types), recv, m.args(f, kids), n.Flag, f.pos(n))
}

func (m *Machine) args(f *frame, kids []*code.Node) []Value {
	args := make([]Value, 0, len(kids))
	for _, k := range kids {
		v := m.eval(f, k)
		if t, ok := v.(Tuple); ok && len(kids) == 1 { // f(g())
			return append(args, t...)
		}
		args = append(args, copyValue(v))
	}
	return args
}

// invokeRef calls a function by name: a handler, an intrinsic, or its code.
func (m *Machine) invokeRef(f *frame, ref graphmodel.FuncRef, ts []code.Type, recv Value, args []Value, spread bool, pos graphmodel.Position) Value {
	if h, ok := m.Handlers[ref]; ok {
		c := &Call{Ref: ref, Pos: m.home(f.at(pos)), Inner: pos, Recv: recv, Args: args, Spread: spread, m: m}
		for _, t := range ts {
			c.Types = append(c.Types, t.Desc)
		}
		c.Conditions = slices.Clone(m.conds)
		if f != nil {
			c.In, c.Package = f.fn.Ref, f.unit.Path()
		}
		v := h(c)
		for _, a := range args {
			m.callbacks(a, pos) // a node that builds a graph when it runs
		}
		return v
	}
	if v, ok := reflectType(ref, ts); ok {
		return v
	}
	if isIntrinsic(ref) {
		return evalIntrinsic(ref, args, pos)
	}
	if fn, u := m.Prog.Func(ref); fn != nil {
		if recv != nil {
			args = append([]Value{recv}, args...)
		}
		return m.invoke(fn, u, nil, ts, args, spread, f.at(pos))
	}
	if recv != nil {
		args = append([]Value{recv}, args...)
	}
	return m.unhandled(ref, args, pos)
}

func (m *Machine) unhandled(ref graphmodel.FuncRef, args []Value, pos graphmodel.Position) Value {
	if m.Unhandled != nil {
		m.Unhandled(ref, args, pos)
	}
	for _, a := range args {
		m.overwritten(a, ref, pos)
		m.callbacks(a, pos)
	}
	return Unknown{Reason: "it comes from " + string(ref) + ", which is not followed", Pos: pos}
}

// overwritten forgets what a variable holds whose address goes to code that is not followed, such
// as flag.IntVar(&n, …) or json.Unmarshal(b, &cfg). Only what such code is made to fill is
// forgotten: plain values, and structs in which nothing is set yet.
func (m *Machine) overwritten(v Value, ref graphmodel.FuncRef, pos graphmodel.Position) {
	p, ok := v.(Pointer)
	if !ok {
		return
	}
	switch x := p.Cell.V.(type) {
	case Const, Zero, Nil:
	case *Struct:
		if len(x.fields) > 0 {
			return
		}
	default:
		return
	}
	m.store(p.Cell, Unknown{Reason: "it is set by " + string(ref) + ", which is not followed", Pos: pos})
}

// apply calls a function value from a handler.
func (m *Machine) apply(fn Value, args []Value, spread bool, pos graphmodel.Position) Value {
	return m.applyIn(nil, fn, args, spread, pos)
}

func (m *Machine) applyIn(f *frame, fn Value, args []Value, spread bool, pos graphmodel.Position) Value {
	switch fn := fn.(type) {
	case *Func:
		if fn.fn != nil {
			return m.invoke(fn.fn, fn.pkg.Unit, fn.env, fn.Types, args, spread, f.at(pos))
		}
		recv := fn.Recv
		return m.invokeRef(f, fn.Ref, fn.Types, recv, args, spread, pos)
	case *Object:
		if h, ok := fn.Data.(Handler); ok {
			return h(&Call{Pos: m.home(f.at(pos)), Inner: pos, Args: args, Spread: spread, m: m})
		}
	case Choice:
		var out []Value
		for _, a := range fn {
			out = append(out, m.applyIn(f, a, args, spread, pos))
		}
		return Join(out...)
	}
	return m.unhandled("a function value that is not known", args, pos)
}

// invoke runs code. Literals start from the variables they captured.
func (m *Machine) invoke(fn *code.Func, u Unit, env []*Cell, ts []code.Type, args []Value, spread bool, from site) Value {
	if len(m.stack) >= maxDepth || m.recursion(fn.Ref) > 3 || m.Steps < 0 {
		return Unknown{Reason: "calls nest too deep to follow", Pos: u.Position(fn.Pos)}
	}
	if m.Visited == nil {
		m.Visited = make(map[graphmodel.FuncRef]bool)
	}
	m.Visited[fn.Ref] = true
	m.stack = append(m.stack, activation{fn.Ref, from})
	defer func() { m.stack = m.stack[:len(m.stack)-1] }()

	if m.aside || m.Matters == nil || strings.Contains(string(fn.Ref), ".lit@") || m.Matters(fn.Ref) || m.getsBuilder(args) {
		return m.run(fn, u, env, ts, args, spread)
	}
	return m.runAside(fn, u, env, ts, args, spread)
}

// getsBuilder reports whether one of the arguments is a function that builds: whoever gets it calls
// it, and matters as it does.
func (m *Machine) getsBuilder(args []Value) bool {
	if m.Builds == nil {
		return false
	}
	for _, a := range args {
		fn, ok := a.(*Func)
		if ok && (fn.fn != nil && m.buildsIn(fn.fn.Body) || fn.fn == nil && m.Builds(fn.Ref)) {
			return true
		}
		if l, ok := a.(*List); ok && len(l.Elems) <= maxGiven && m.getsBuilder(l.Elems) {
			return true
		}
	}
	return false
}

// maxGiven bounds the list of functions that getsBuilder looks through.
const maxGiven = 32

// runAside runs a function that does not matter with a budget of its own. One that needs more is
// not entered again.
func (m *Machine) runAside(fn *code.Func, u Unit, env []*Cell, ts []code.Type, args []Value, spread bool) Value {
	tooLong := Unknown{Reason: "it comes from " + string(fn.Ref) + ", which takes too long to follow", Pos: u.Position(fn.Pos)}
	if m.costly[fn.Ref] {
		return tooLong
	}
	budget := min(m.Steps, asideSteps)
	rest := m.Steps - budget
	m.Steps, m.aside = budget, true
	v := m.run(fn, u, env, ts, args, spread)
	exhausted := m.Steps < 0
	m.Steps, m.aside = rest+max(m.Steps, 0), false
	if exhausted {
		if m.costly == nil {
			m.costly = make(map[graphmodel.FuncRef]bool)
		}
		m.costly[fn.Ref] = true
		return tooLong
	}
	return v
}

func (m *Machine) run(fn *code.Func, u Unit, env []*Cell, ts []code.Type, args []Value, spread bool) Value {
	f := &frame{fn: fn, unit: u, types: ts}
	f.cells = make([]*Cell, max(fn.Slots, len(env)))
	copy(f.cells, env)
	f.bindParams(fn, args, spread)
	for _, s := range fn.Results {
		f.cells[s] = &Cell{V: Zero{}}
	}
	m.exec(f, fn.Body)
	if len(f.returns) == 0 && len(fn.Results) > 0 {
		return f.named()
	}
	return Join(f.returns...)
}

func (f *frame) bindParams(fn *code.Func, args []Value, spread bool) {
	n := len(fn.Params)
	for i, slot := range fn.Params {
		var v Value = Zero{}
		switch {
		case fn.Variadic && i == n-1:
			v = rest(args, i, spread)
		case i < len(args):
			v = args[i]
		}
		if slot >= 0 && slot < len(f.cells) {
			f.cells[slot] = &Cell{V: v}
		}
	}
}

func rest(args []Value, from int, spread bool) Value {
	if from >= len(args) {
		return Nil{}
	}
	if spread {
		return args[len(args)-1]
	}
	return &List{Elems: append([]Value(nil), args[from:]...)}
}

func (m *Machine) recursion(ref graphmodel.FuncRef) int {
	n := 0
	for _, a := range m.stack {
		if a.ref == ref {
			n++
		}
	}
	return n
}

func (m *Machine) builtin(f *frame, n *code.Node) Value {
	args := m.args(f, n.Kids)
	switch n.Str {
	case "append":
		return m.appended(appendTo(args, n.Flag), f.pos(n))
	case "len", "cap":
		if k, ok := length(args[0]); ok {
			return intValue(k)
		}
	case "make":
		return m.makeValue(n, args)
	case "new":
		return Pointer{&Cell{V: args[0]}}
	case "min", "max":
		return minMax(n.Str, args, f.pos(n))
	case "delete", "clear", "copy", "panic", "print", "println", "close":
		return Nil{}
	}
	return Unknown{Reason: "the result of " + n.Str + " is not known", Pos: f.pos(n)}
}

func (m *Machine) makeValue(n *code.Node, args []Value) Value {
	switch n.Kids[0].Int {
	case code.ZeroMap:
		return &Map{}
	case code.ZeroSlice:
		if len(args) < 2 {
			return &List{}
		}
		if k, ok := Int(args[1]); ok && k < maxLoop {
			l := &List{}
			for range k {
				l.Elems = append(l.Elems, Zero{})
			}
			return l
		}
		return &List{Open: "its length is not known"}
	}
	return Zero{Type: n.Kids[0].Name}
}

func appendTo(args []Value, spread bool) *List {
	l := &List{}
	switch base := args[0].(type) {
	case *List:
		l.Elems = append(l.Elems, base.Elems...)
		l.Open = base.Open
		l.keepMaybe(base, 0)
	case Nil, Zero:
	default:
		elems, open := Elements(args[0])
		l.Elems, l.Open = append(l.Elems, elems...), open
	}
	if !spread {
		l.Elems = append(l.Elems, args[1:]...)
		return l
	}
	elems, open := Elements(args[len(args)-1])
	before := len(l.Elems)
	l.Elems = append(l.Elems, elems...)
	if more, ok := args[len(args)-1].(*List); ok {
		l.keepMaybe(more, before)
	}
	if open != "" {
		l.Open = open
	}
	return l
}

// appended charges the budget for the copy that append made, and keeps the length of lists in
// bounds: the elements that two sides of a condition appended add up.
func (m *Machine) appended(l *List, pos graphmodel.Position) Value {
	m.Steps -= len(l.Elems) / elemsPerStep
	if len(l.Elems) > maxElems {
		return Unknown{Reason: "it can have too many elements to follow", Pos: pos}
	}
	return l
}

func length(v Value) (int, bool) {
	switch v := v.(type) {
	case *List:
		return len(v.Elems), v.Open == "" && len(v.maybe) == 0
	case *Map:
		return len(v.Keys), v.Open == ""
	case Nil, Zero:
		return 0, true
	}
	if s, ok := String(v); ok {
		return len(s), true
	}
	return 0, false
}

func minMax(op string, args []Value, pos graphmodel.Position) Value {
	best, ok := 0, len(args) > 0
	for i, a := range args {
		k, known := Int(a)
		ok = ok && known
		if i == 0 || op == "min" && k < best || op == "max" && k > best {
			best = k
		}
	}
	if !ok {
		return Unknown{Reason: "the result of " + op + " is not known", Pos: pos}
	}
	return intValue(best)
}
