package eval

import (
	"github.com/skewlint/skewlint/analyzers/code"
)

// maxLoop bounds the iterations of one counted loop.
const maxLoop = 20_000

func (m *Machine) exec(f *frame, n *code.Node) ctl {
	m.Steps--
	if n == nil || m.Steps < 0 {
		return next
	}
	switch n.Op {
	case code.Block:
		for _, k := range n.Kids {
			if c := m.exec(f, k); c != next {
				return c
			}
		}
	case code.ExprStmt:
		if m.ends(f, n.Kids[0]) {
			return returned
		}
	case code.Assign, code.Define:
		m.assign(f, n)
	case code.If:
		return m.ifStmt(f, n)
	case code.For:
		return m.forStmt(f, n)
	case code.Range:
		return m.rangeStmt(f, n)
	case code.Switch:
		return m.switchStmt(f, n)
	case code.Return:
		m.ret(f, n)
		return returned
	case code.Break:
		return broke
	case code.Continue:
		return continued
	}
	return next
}

// endings are functions that do not return; what follows them does not run.
var endings = map[string]bool{
	"os.Exit": true, "log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true, "log.Panic": true,
	"log.Panicf": true, "runtime.Goexit": true,
	"(*testing.common).Fatal": true, "(*testing.common).Fatalf": true, "(*testing.common).FailNow": true,
	"(*testing.common).Skip": true, "(*testing.common).Skipf": true, "(*testing.common).SkipNow": true,
}

func (m *Machine) ends(f *frame, n *code.Node) bool {
	m.eval(f, n)
	return n.Op == code.Builtin && n.Str == "panic" || n.Op == code.Call && endings[n.Str]
}

func (m *Machine) ret(f *frame, n *code.Node) {
	var v Value
	switch len(n.Kids) {
	case 0:
		v = f.named()
	case 1:
		v = m.eval(f, n.Kids[0])
	default:
		t := make(Tuple, len(n.Kids))
		for i, k := range n.Kids {
			t[i] = copyValue(m.eval(f, k))
		}
		v = t
	}
	f.returns = append(f.returns, v)
}

// named are the named results as they stand.
func (f *frame) named() Value {
	if len(f.fn.Results) == 1 {
		return f.cell(f.fn.Results[0]).V
	}
	t := make(Tuple, len(f.fn.Results))
	for i, s := range f.fn.Results {
		t[i] = f.cell(s).V
	}
	return t
}

func (m *Machine) assign(f *frame, n *code.Node) {
	left, right := n.Kids[:n.Int], n.Kids[n.Int:]
	if n.Str != "" && len(right) == 1 { // x += y
		op := &code.Node{Op: code.Binary, Pos: n.Pos, Str: n.Str, Kids: []*code.Node{left[0], right[0]}}
		m.assignTo(f, left[0], m.eval(f, op))
		return
	}
	vals := make([]Value, 0, len(left))
	if len(right) == 1 && len(left) > 1 {
		vals = m.spread(f, right[0], len(left))
	} else {
		for _, r := range right {
			vals = append(vals, m.eval(f, r))
		}
	}
	for i, l := range left {
		if i < len(vals) {
			m.assignTo(f, l, vals[i])
		}
	}
}

// spread evaluates the right side of a, b = f() and of v, ok = m[k].
func (m *Machine) spread(f *frame, n *code.Node, want int) []Value {
	v := m.eval(f, n)
	if t, ok := v.(Tuple); ok {
		return t
	}
	if n.Op == code.Index {
		return []Value{v, m.present(f, n)}
	}
	vals := make([]Value, want)
	vals[0] = v
	for i := 1; i < want; i++ {
		vals[i] = Unknown{Reason: "the result is not known", Pos: f.pos(n)}
	}
	if _, known := v.(Unknown); known {
		return vals
	}
	return vals
}

// present is the second result of v, ok = m[k].
func (m *Machine) present(f *frame, n *code.Node) Value {
	if mp, ok := m.eval(f, n.Kids[0]).(*Map); ok && mp.Open == "" {
		k := m.eval(f, n.Kids[1])
		for _, key := range mp.Keys {
			if Same(k, key) {
				return boolValue(true)
			}
		}
		if _, known := k.(Const); known {
			return boolValue(false)
		}
	}
	return Unknown{Reason: "whether the key is there is not known", Pos: f.pos(n)}
}

func (m *Machine) assignTo(f *frame, l *code.Node, v Value) {
	switch l.Op {
	case code.Blank:
	case code.Local:
		if l.Flag && l.Int >= 0 && l.Int < len(f.cells) {
			f.cells[l.Int] = &Cell{V: copyValue(v)} // a new variable
			return
		}
		m.store(f.cell(l.Int), v)
	case code.Index:
		m.setIndex(f, l, v)
	default:
		m.store(m.addressOf(f, l), v)
	}
}

func (m *Machine) setIndex(f *frame, l *code.Node, v Value) {
	x, i := m.eval(f, l.Kids[0]), m.eval(f, l.Kids[1])
	if p, ok := x.(Pointer); ok {
		x = p.Cell.V
	}
	switch x := x.(type) {
	case *List:
		if k, ok := Int(i); ok && k >= 0 && k < len(x.Elems) {
			x.Elems[k] = copyValue(v)
			return
		}
		x.Open = "an element is set at an index that is not known"
	case *Map:
		for j, k := range x.Keys {
			if Same(k, i) {
				x.Vals[j] = copyValue(v)
				return
			}
		}
		x.Keys, x.Vals = append(x.Keys, i), append(x.Vals, copyValue(v))
	case Zero, Nil:
		m.store(m.addressOf(f, l.Kids[0]), &Map{Keys: []Value{i}, Vals: []Value{copyValue(v)}})
	}
}

func (m *Machine) ifStmt(f *frame, n *code.Node) ctl {
	cond := m.eval(f, n.Kids[0])
	if b, ok := Bool(cond); ok {
		if b {
			return m.exec(f, n.Kids[1])
		}
		return m.exec(f, n.Kids[2])
	}
	return m.either(f.pos(n),
		func() ctl { return m.exec(f, n.Kids[1]) },
		func() ctl { return m.exec(f, n.Kids[2]) })
}

func (m *Machine) forStmt(f *frame, n *code.Node) ctl {
	m.exec(f, n.Kids[0])
	for i := 0; i < maxLoop; i++ {
		cond := boolValue(true)
		if n.Kids[1].Op != code.Nil {
			cond = m.eval(f, n.Kids[1])
		}
		b, known := Bool(cond)
		if known && !b || m.Steps < 0 {
			return next
		}
		if !known || n.Kids[1].Op == code.Nil {
			// How often it runs is not known: once shows what it does.
			return m.either(f.pos(n), func() ctl { return loopEnd(m.exec(f, n.Kids[3])) }, func() ctl { return next })
		}
		switch m.exec(f, n.Kids[3]) {
		case broke:
			return next
		case returned:
			return returned
		}
		f.renew(n.Kids[0])
		m.exec(f, n.Kids[2])
	}
	return next
}

// renew gives the variables of a three-clause loop their own cell in each iteration.
func (f *frame) renew(init *code.Node) {
	if init.Op != code.Define {
		return
	}
	for _, l := range init.Kids[:init.Int] {
		if l.Op == code.Local && l.Int < len(f.cells) && f.cells[l.Int] != nil {
			f.cells[l.Int] = &Cell{V: f.cells[l.Int].V}
		}
	}
}

func loopEnd(c ctl) ctl {
	if c == broke || c == continued {
		return next
	}
	return c
}

func (m *Machine) rangeStmt(f *frame, n *code.Node) ctl {
	x := m.eval(f, n.Kids[2])
	if p, ok := x.(Pointer); ok {
		x = p.Cell.V
	}
	if fn, ok := x.(*Func); ok && fn.fn != nil {
		return m.rangeFunc(f, n, fn)
	}
	keys, vals, open := iterate(x)
	for i := range keys {
		if m.Steps < 0 {
			return next
		}
		switch m.maybeIteration(f, n, x, i, keys[i], vals[i]) {
		case broke:
			return next
		case returned:
			return returned
		}
	}
	if open == "" {
		return next
	}
	unknown := Unknown{Reason: "it comes from a loop over values that are not known: " + open, Pos: f.pos(n)}
	return m.either(f.pos(n),
		func() ctl { return loopEnd(m.iteration(f, n, unknown, unknown)) },
		func() ctl { return next })
}

// maybeIteration runs the body for one element, under a condition if the element is there under
// one only.
func (m *Machine) maybeIteration(f *frame, n *code.Node, x Value, i int, key, val Value) ctl {
	if l, ok := x.(*List); ok {
		if at, doubtful := l.Maybe(i); doubtful {
			return m.either(at,
				func() ctl { return m.iteration(f, n, key, val) },
				func() ctl { return next })
		}
	}
	return m.iteration(f, n, key, val)
}

func (m *Machine) iteration(f *frame, n *code.Node, key, val Value) ctl {
	m.assignTo(f, n.Kids[0], key)
	m.assignTo(f, n.Kids[1], val)
	return m.exec(f, n.Kids[3])
}

// rangeFunc runs the body for what an iterator function yields.
func (m *Machine) rangeFunc(f *frame, n *code.Node, fn *Func) ctl {
	end := next
	yield := &Object{Data: Handler(func(c *Call) Value {
		var k, v Value = Nil{}, Nil{}
		if len(c.Args) > 0 {
			k = c.Args[0]
		}
		if len(c.Args) > 1 {
			v = c.Args[1]
		}
		switch m.iteration(f, n, k, v) {
		case broke:
			return boolValue(false)
		case returned:
			end = returned
			return boolValue(false)
		}
		return boolValue(true)
	})}
	m.apply(fn, []Value{yield}, false, f.pos(n))
	return end
}

// iterate gives the keys and values of a loop, and the reason why there may be more.
func iterate(x Value) (keys, vals []Value, open string) {
	switch x := x.(type) {
	case *List:
		for i, e := range x.Elems {
			keys, vals = append(keys, intValue(i)), append(vals, e)
		}
		return keys, vals, x.Open
	case *Map:
		return append([]Value(nil), x.Keys...), append([]Value(nil), x.Vals...), x.Open
	case Nil:
		return nil, nil, ""
	case Choice:
		for _, a := range x {
			k, v, o := iterate(a)
			keys, vals = append(keys, k...), append(vals, v...)
			if o != "" {
				open = o
			}
		}
		return keys, vals, open
	}
	if k, ok := Int(x); ok {
		for i := range min(k, maxLoop) {
			keys, vals = append(keys, intValue(i)), append(vals, Nil{})
		}
		return keys, vals, ""
	}
	reason, _ := Reason(x)
	if reason == "" {
		reason = "this value is not a list"
	}
	return nil, nil, reason
}

func (m *Machine) switchStmt(f *frame, n *code.Node) ctl {
	tag := m.eval(f, n.Kids[0])
	cases := n.Kids[1:]
	def, unknown := -1, false
	var possible []int
	for i, c := range cases {
		if c.Int < 0 {
			def = i
			continue
		}
		hit, sure := m.matches(f, tag, c)
		if hit && sure && !unknown {
			return caseEnd(m.exec(f, c.Kids[c.Int]))
		}
		if hit {
			possible = append(possible, i)
			unknown = unknown || !sure
		}
	}
	if !unknown {
		if def < 0 {
			return next
		}
		return caseEnd(m.exec(f, body(cases[def])))
	}
	if def >= 0 {
		possible = append(possible, def)
	}
	sides := make([]func() ctl, 0, len(possible)+1)
	for _, i := range possible {
		sides = append(sides, func() ctl { return caseEnd(m.exec(f, body(cases[i]))) })
	}
	if def < 0 {
		sides = append(sides, func() ctl { return next })
	}
	return m.either(f.pos(n), sides...)
}

func body(c *code.Node) *code.Node { return c.Kids[len(c.Kids)-1] }

func caseEnd(c ctl) ctl {
	if c == broke {
		return next
	}
	return c
}

// matches reports whether a case can match, and whether that is sure.
func (m *Machine) matches(f *frame, tag Value, c *code.Node) (hit, sure bool) {
	for _, e := range c.Kids[:c.Int] {
		eq, known := equal(tag, m.eval(f, e))
		if known && eq {
			return true, true
		}
		if !known {
			hit = true
		}
	}
	return hit, false
}
