package eval

import (
	"go/constant"
	"go/token"
	"slices"

	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/graphmodel"
)

func (f *frame) pos(n *code.Node) graphmodel.Position { return f.unit.Position(n.Pos) }

func (f *frame) cell(slot int) *Cell {
	if slot < 0 || slot >= len(f.cells) {
		return &Cell{V: Unknown{Reason: "the variable is not known"}}
	}
	if f.cells[slot] == nil {
		f.cells[slot] = &Cell{V: Zero{}}
	}
	return f.cells[slot]
}

// eval evaluates an expression; it never fails, what cannot be evaluated is Unknown.
func (m *Machine) eval(f *frame, n *code.Node) Value {
	m.Steps--
	if m.Steps < 0 {
		return Unknown{Reason: "evaluation took too many steps", Pos: f.pos(n)}
	}
	switch n.Op {
	case code.Const:
		return constOf(n)
	case code.Nil:
		return Nil{}
	case code.Zero:
		return zeroOf(n.Int, n.Name)
	case code.Local:
		return f.cell(n.Int).V
	case code.Global:
		return m.global(n.Str).V
	case code.FuncVal:
		return &Func{Ref: graphmodel.FuncRef(n.Str), Pos: f.pos(n), Types: f.bind(n.Types)}
	case code.Lit:
		return m.literal(f, n)
	case code.MethodVal:
		return m.methodVal(f, n)
	case code.Call, code.CallIface, code.CallDyn:
		return m.call(f, n)
	case code.Builtin:
		return m.builtin(f, n)
	case code.FieldSel:
		return m.field(f, n)
	case code.Index:
		return m.index(f, n)
	case code.SliceOf:
		return m.slice(f, n)
	case code.StructLit, code.ListLit, code.MapLit:
		return m.composite(f, n)
	case code.Addr:
		return Pointer{m.addressOf(f, n.Kids[0])}
	case code.Deref:
		return deref(m.eval(f, n.Kids[0]), f.pos(n))
	case code.Convert, code.Assert:
		return m.eval(f, n.Kids[0])
	case code.Binary:
		return m.binary(f, n)
	case code.Unary:
		return m.unary(f, n)
	}
	return Unknown{Reason: n.Str, Pos: f.pos(n)}
}

// bind replaces type parameters of the frame's function by what they stand for.
func (f *frame) bind(ts []code.Type) []code.Type {
	if len(ts) == 0 {
		return nil
	}
	out := make([]code.Type, len(ts))
	for i, t := range ts {
		out[i] = t
		if t.Param >= 0 && t.Param < len(f.types) {
			out[i] = f.types[t.Param]
		}
	}
	return out
}

// zeroOf is the zero value that a node asks for.
func zeroOf(kind int, typ string) Value {
	switch kind {
	case code.ConstString:
		return Str("")
	case code.ConstInt:
		return intValue(0)
	case code.ConstBool:
		return boolValue(false)
	case code.ZeroStruct:
		return &Struct{Type: typ}
	case code.ZeroSlice:
		return &List{}
	}
	return Zero{Type: typ}
}

func deref(v Value, pos graphmodel.Position) Value {
	switch v := v.(type) {
	case Pointer:
		return v.Cell.V
	case Choice:
		var out []Value
		for _, a := range v {
			out = append(out, deref(a, pos))
		}
		return Join(out...)
	case Unknown, *Object:
		return v
	}
	return Unknown{Reason: "a nil pointer is followed", Pos: pos}
}

// literal makes a closure: it keeps the variables that exist now, as Go's closures do.
func (m *Machine) literal(f *frame, n *code.Node) Value {
	for _, c := range n.Fn.Captured {
		f.cell(c.Slot) // exists from here on, also when it is assigned later
	}
	env := make([]*Cell, len(f.cells))
	copy(env, f.cells)
	return &Func{Ref: n.Fn.Ref, Pos: f.pos(n), Types: f.types, fn: n.Fn, env: env, pkg: &unit{f.unit}}
}

func (m *Machine) methodVal(f *frame, n *code.Node) Value {
	recv := m.eval(f, n.Kids[0])
	if n.Flag { // of an interface: the dynamic type decides
		if ref, r, ok := m.dynamic(recv, n.Name); ok {
			return &Func{Ref: ref, Pos: f.pos(n), Recv: r}
		}
	}
	return &Func{Ref: graphmodel.FuncRef(n.Str), Pos: f.pos(n), Recv: recv}
}

// dynamic finds the method that an interface call runs, by the value's type.
func (m *Machine) dynamic(recv Value, name string) (graphmodel.FuncRef, Value, bool) {
	base := recv
	if p, ok := recv.(Pointer); ok {
		base = p.Cell.V
	}
	s, ok := base.(*Struct)
	if !ok || s.Type == "" {
		return "", nil, false
	}
	ref, embedded, ok := m.Prog.Method(s.Type, name)
	if !ok {
		return "", nil, false
	}
	for _, field := range embedded {
		recv = fieldOf(recv, field, graphmodel.Position{})
	}
	return ref, recv, true
}

func (m *Machine) field(f *frame, n *code.Node) Value {
	x := m.eval(f, n.Kids[0])
	if _, unknown := x.(Unknown); unknown && n.Name != "" {
		if v, ok := m.stored(n.Name + "." + n.Str); ok {
			return v
		}
	}
	v := fieldOf(x, n.Str, f.pos(n))
	if z, ok := v.(Zero); ok && z.Type == "" {
		return zeroOf(n.Int, "")
	}
	return v
}

func fieldOf(v Value, name string, pos graphmodel.Position) Value {
	switch v := v.(type) {
	case *Struct:
		if c, ok := v.fields[name]; ok {
			return c.V
		}
		return Zero{}
	case Pointer:
		return fieldOf(v.Cell.V, name, pos)
	case Choice:
		var out []Value
		for _, a := range v {
			out = append(out, fieldOf(a, name, pos))
		}
		return Join(out...)
	case Zero:
		return Zero{}
	case Unknown:
		return Unknown{Reason: "field " + name + ": " + v.Reason, Pos: v.Pos}
	case *Object:
		if e, ok := v.Data.(Embedding); ok && e.Embeds(name) {
			return v
		}
	}
	return Unknown{Reason: "field " + name + " of this value is not known", Pos: pos}
}

// address is the variable that an expression names.
func (m *Machine) addressOf(f *frame, n *code.Node) *Cell {
	switch n.Op {
	case code.Local:
		return f.cell(n.Int)
	case code.Global:
		return m.global(n.Str)
	case code.FieldSel:
		return m.fieldCell(f, n)
	case code.Deref:
		if p, ok := m.eval(f, n.Kids[0]).(Pointer); ok {
			return p.Cell
		}
	case code.Index:
		return m.elemCell(f, n)
	case code.StructLit, code.ListLit, code.MapLit, code.Zero:
		return &Cell{V: m.eval(f, n)}
	}
	return &Cell{V: m.eval(f, n)}
}

func (m *Machine) fieldCell(f *frame, n *code.Node) *Cell {
	c := m.addressOf(f, n.Kids[0])
	if p, ok := c.V.(Pointer); ok {
		c = p.Cell
	}
	if z, ok := c.V.(Zero); ok {
		c.V = &Struct{Type: z.Type}
	}
	if s, ok := c.V.(*Struct); ok {
		return s.cell(n.Str, n.Name)
	}
	return &Cell{V: fieldOf(c.V, n.Str, f.pos(n))}
}

// elemCell is a copy of an element: a write through it is lost, which setIndex makes good for
// plain assignments.
func (m *Machine) elemCell(f *frame, n *code.Node) *Cell {
	x, i := m.eval(f, n.Kids[0]), m.eval(f, n.Kids[1])
	if l, ok := x.(*List); ok {
		if k, ok := Int(i); ok && k >= 0 && k < len(l.Elems) {
			if _, isStruct := l.Elems[k].(*Struct); isStruct {
				return &Cell{V: l.Elems[k]}
			}
		}
	}
	return &Cell{V: m.index(f, n)}
}

func (m *Machine) index(f *frame, n *code.Node) Value {
	return indexOf(m.eval(f, n.Kids[0]), m.eval(f, n.Kids[1]), f.pos(n))
}

func indexOf(x, i Value, pos graphmodel.Position) Value {
	switch x := x.(type) {
	case Pointer:
		return indexOf(x.Cell.V, i, pos)
	case *List:
		k, ok := Int(i)
		if ok && k >= 0 && k < len(x.Elems) {
			return x.Elems[k]
		}
		if !ok && len(x.Elems) > 0 {
			return Join(append([]Value{Unknown{Reason: "the index is not known", Pos: pos}}, x.Elems...)...)
		}
	case *Map:
		for j, k := range x.Keys {
			if Same(k, i) {
				return x.Vals[j]
			}
		}
		if x.Open == "" {
			if _, known := i.(Const); known {
				return Zero{}
			}
		}
		return Join(append([]Value{Unknown{Reason: "the key is not known", Pos: pos}}, x.Vals...)...)
	case Unknown:
		return x
	}
	return Unknown{Reason: "an element of this value is not known", Pos: pos}
}

func (m *Machine) slice(f *frame, n *code.Node) Value {
	x := m.eval(f, n.Kids[0])
	l, isList := x.(*List)
	s, isString := String(x)
	if !isList && !isString {
		return x
	}
	lo, hi := 0, len(s)
	if isList {
		hi = len(l.Elems)
	}
	limit := hi
	var ok bool
	if n.Kids[1].Op != code.Nil {
		if lo, ok = Int(m.eval(f, n.Kids[1])); !ok {
			return Unknown{Reason: "the bounds of a slice are not known", Pos: f.pos(n)}
		}
	}
	if n.Kids[2].Op != code.Nil {
		if hi, ok = Int(m.eval(f, n.Kids[2])); !ok {
			return Unknown{Reason: "the bounds of a slice are not known", Pos: f.pos(n)}
		}
	}
	if lo < 0 || hi > limit || lo > hi {
		return Unknown{Reason: "a slice is out of range", Pos: f.pos(n)}
	}
	if isString {
		return Str(s[lo:hi])
	}
	part := &List{Elems: append([]Value(nil), l.Elems[lo:hi]...), Open: l.Open}
	part.keepMaybe(l, -lo)
	return part
}

func (m *Machine) composite(f *frame, n *code.Node) Value {
	switch n.Op {
	case code.StructLit:
		s := &Struct{Type: n.Name, Pos: m.home(f.at(f.pos(n))), Conditions: slices.Clone(m.conds)}
		for _, kv := range n.Kids {
			c := s.cell(kv.Str, n.Name)
			initial(c, m.eval(f, kv.Kids[0]))
			m.keep(c, c.V)
		}
		return s
	case code.MapLit:
		mp := &Map{}
		for _, kv := range n.Kids {
			mp.Keys = append(mp.Keys, m.eval(f, kv.Kids[0]))
			mp.Vals = append(mp.Vals, copyValue(m.eval(f, kv.Kids[1])))
		}
		return mp
	}
	l := &List{}
	for _, k := range n.Kids {
		l.Elems = append(l.Elems, copyValue(m.eval(f, k)))
	}
	return l
}

var operators = map[string]token.Token{
	"+": token.ADD, "-": token.SUB, "*": token.MUL, "/": token.QUO, "%": token.REM,
	"==": token.EQL, "!=": token.NEQ, "<": token.LSS, "<=": token.LEQ, ">": token.GTR, ">=": token.GEQ,
}

func (m *Machine) binary(f *frame, n *code.Node) Value {
	x := m.eval(f, n.Kids[0])
	if b, ok := Bool(x); ok && (n.Str == "&&" && !b || n.Str == "||" && b) {
		return x
	}
	y := m.eval(f, n.Kids[1])
	switch n.Str {
	case "&&", "||":
		if b, ok := Bool(x); ok && b == (n.Str == "&&") {
			return y
		}
	case "==", "!=":
		if eq, ok := equal(x, y); ok {
			return Const{constant.MakeBool(eq == (n.Str == "=="))}
		}
	default:
		if v, ok := arith(x, y, n.Str); ok {
			return v
		}
		for _, v := range []Value{x, y} { // the cause is what a reader can do something about
			if u, ok := v.(Unknown); ok {
				return u
			}
		}
	}
	return Unknown{Reason: "the result of " + n.Str + " is not known", Pos: f.pos(n)}
}

// equal compares values as far as they are known.
func equal(x, y Value) (eq, known bool) {
	if isEmpty(x) && isEmpty(y) {
		return true, true
	}
	a, aok := x.(Const)
	b, bok := y.(Const)
	switch {
	case aok && bok:
		return a.V.Kind() == b.V.Kind() && constant.Compare(a.V, token.EQL, b.V), true
	case aok && isEmpty(y):
		return isZeroConst(a), true
	case bok && isEmpty(x):
		return isZeroConst(b), true
	case isEmpty(y):
		return false, isReference(x)
	case isEmpty(x):
		return false, isReference(y)
	}
	return false, false
}

func isEmpty(v Value) bool {
	switch v.(type) {
	case Nil, Zero:
		return true
	}
	return false
}

func isReference(v Value) bool {
	switch v.(type) {
	case *Func, *Object, Pointer, *Map, *List:
		return true
	}
	return false
}

func isZeroConst(c Const) bool {
	switch c.V.Kind() {
	case constant.String:
		return constant.StringVal(c.V) == ""
	case constant.Bool:
		return !constant.BoolVal(c.V)
	case constant.Int, constant.Float:
		return constant.Sign(c.V) == 0
	}
	return false
}

func arith(x, y Value, op string) (Value, bool) {
	tok, ok := operators[op]
	if !ok {
		return nil, false
	}
	a, aok := asConst(x, y)
	b, bok := asConst(y, x)
	if !aok || !bok || a.Kind() != b.Kind() {
		return nil, false
	}
	switch tok {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return Const{constant.MakeBool(constant.Compare(a, tok, b))}, true
	case token.QUO, token.REM:
		if constant.Sign(b) == 0 {
			return nil, false
		}
		if a.Kind() == constant.Int && tok == token.QUO {
			tok = token.QUO_ASSIGN // integer division, see constant.BinaryOp
		}
	}
	if a.Kind() == constant.String && (tok != token.ADD || len(constant.StringVal(a))+len(constant.StringVal(b)) > maxText) {
		return nil, false
	}
	return fitting(constant.BinaryOp(a, tok, b))
}

// maxText bounds a string: a loop that doubles one must not fill the memory.
const maxText = 1 << 16

// fitting refuses an integer that Go would have wrapped: of which size it is nobody knows here.
func fitting(v constant.Value) (Value, bool) {
	if v.Kind() == constant.Int {
		if _, exact := constant.Int64Val(v); !exact {
			return nil, false
		}
	}
	return Const{v}, true
}

// asConst is the constant that v is; a zero value takes the kind of other.
func asConst(v, other Value) (constant.Value, bool) {
	switch v := v.(type) {
	case Const:
		return v.V, v.V.Kind() == constant.String || v.V.Kind() == constant.Int
	case Zero:
		if o, ok := other.(Const); ok && o.V.Kind() == constant.String {
			return constant.MakeString(""), true
		}
		return constant.MakeInt64(0), true
	}
	return nil, false
}

func (m *Machine) unary(f *frame, n *code.Node) Value {
	x := m.eval(f, n.Kids[0])
	if b, ok := Bool(x); ok && n.Str == "!" {
		return Const{constant.MakeBool(!b)}
	}
	if i, ok := Int(x); ok && n.Str == "-" {
		return Const{constant.MakeInt64(int64(-i))}
	}
	return Unknown{Reason: "the result of " + n.Str + " is not known", Pos: f.pos(n)}
}

func intValue(i int) Value { return Const{constant.MakeInt64(int64(i))} }
