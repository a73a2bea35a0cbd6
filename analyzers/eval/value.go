package eval

import (
	"go/constant"
	"go/token"
	"maps"
	"slices"
	"strconv"

	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/graphmodel"
)

// Value is what an expression evaluates to.
type Value interface{ value() }

// Unknown is a value that could not be determined.
type Unknown struct {
	Reason string // a clause: "parameter name of an exported function"
	Pos    graphmodel.Position
}

// Nil is nil.
type Nil struct{}

// Zero is the zero value of a type; it equals nil, "", 0 and false alike.
type Zero struct{ Type string }

// Const is a constant.
type Const struct{ V constant.Value }

// Func is a function value: declared, bound to a receiver, or a literal with what it captured.
type Func struct {
	Ref   graphmodel.FuncRef
	Pos   graphmodel.Position
	Recv  Value // the receiver of a bound method, else nil
	Types []code.Type

	fn  *code.Func // the literal
	env []*Cell    // its variables
	pkg *unit
}

// Struct is a struct value. It has value semantics: the evaluator copies it on assignment.
type Struct struct {
	Type string
	// Pos is where the literal stands, Conditions under what it is made; see [Call].
	Pos        graphmodel.Position
	Conditions []graphmodel.Position

	fields map[string]*Cell
	order  []string
}

// List is a slice or array, shared by reference like a slice.
type List struct {
	Elems []Value
	// Open says that there may be more elements than Elems; empty: no. It is a reason.
	Open string

	// maybe are the elements that are there only if a condition that is not known holds, and the
	// place of the condition; see Maybe.
	maybe map[int]graphmodel.Position
}

// Map is a map, shared by reference; keys in order of insertion.
type Map struct {
	Keys []Value
	Vals []Value
	Open string
}

// Pointer points to a variable or field.
type Pointer struct{ Cell *Cell }

// Tuple is several results.
type Tuple []Value

// Choice is one of several values, depending on conditions that are not known.
type Choice []Value

// Object is a value that a frontend made: a graph, a field, an option.
type Object struct{ Data any }

func (Unknown) value() {}
func (Nil) value()     {}
func (Zero) value()    {}
func (Const) value()   {}
func (*Func) value()   {}
func (*Struct) value() {}
func (*List) value()   {}
func (*Map) value()    {}
func (Pointer) value() {}
func (Tuple) value()   {}
func (Choice) value()  {}
func (*Object) value() {}

// Cell is a variable: a local, a package-level variable, a field.
type Cell struct {
	V Value
	// Ref is the symbol of a package-level variable or of a field of a named struct type; it is
	// given to objects that are stored there, see Named.
	Ref string
}

// Named is implemented by the data of objects that want to know the symbols by which code names
// them.
type Named interface{ AddRef(ref string) }

// Embedding is implemented by the data of objects that stand for structs with embedded fields. A
// promoted method is called on the embedded field, which for a frontend is the object itself.
type Embedding interface{ Embeds(field string) bool }

// String gives the string constant that v is.
func String(v Value) (string, bool) {
	switch v := v.(type) {
	case Const:
		if v.V.Kind() == constant.String {
			return constant.StringVal(v.V), true
		}
	case Zero:
		return "", true
	}
	return "", false
}

// Int gives the integer constant that v is.
func Int(v Value) (int, bool) {
	switch v := v.(type) {
	case Const:
		if n, ok := constant.Int64Val(constant.ToInt(v.V)); ok {
			return int(n), true
		}
	case Zero:
		return 0, true
	}
	return 0, false
}

// Bool gives the boolean constant that v is.
func Bool(v Value) (value, ok bool) {
	switch v := v.(type) {
	case Const:
		if v.V.Kind() == constant.Bool {
			return constant.BoolVal(v.V), true
		}
	case Zero:
		return false, true
	}
	return false, false
}

// Reason says why v is not known, and where; empty when v is known.
func Reason(v Value) (string, graphmodel.Position) {
	switch v := v.(type) {
	case Unknown:
		return v.Reason, v.Pos
	case Choice:
		return "it depends on a condition", graphmodel.Position{}
	case nil:
		return "it is missing", graphmodel.Position{}
	}
	return "", graphmodel.Position{}
}

// Str makes a string constant.
func Str(s string) Value { return Const{constant.MakeString(s)} }

// Alternatives are the values that v may be.
func Alternatives(v Value) []Value {
	if c, ok := v.(Choice); ok {
		return c
	}
	return []Value{v}
}

// Elements are the elements of a list, and the reason why there may be more.
func Elements(v Value) (elems []Value, open string) {
	switch v := v.(type) {
	case *List:
		return v.Elems, v.Open
	case Nil, Zero:
		return nil, ""
	case Choice:
		return choiceElements(v)
	}
	reason, _ := Reason(v)
	if reason == "" {
		reason = "it is not a list"
	}
	return nil, reason
}

// choiceElements are the elements of all alternatives. What they begin with in common is there
// once: a loop that appends one thing or another would double the list in each round otherwise.
func choiceElements(v Choice) (elems []Value, open string) {
	for i, a := range v {
		e, o := Elements(a)
		if o != "" {
			open = o
		}
		common := 0
		for i > 0 && common < min(len(e), len(elems)) && Same(e[common], elems[common]) {
			common++
		}
		elems = append(elems, e[common:]...)
	}
	return elems, open
}

// Data is the data of an object, also behind a pointer.
func Data(v Value) any {
	switch v := v.(type) {
	case *Object:
		return v.Data
	case Pointer:
		return Data(v.Cell.V)
	}
	return nil
}

// Field reads a field of a struct value, also behind a pointer.
func (s *Struct) Field(name string) (Value, bool) {
	c, ok := s.fields[name]
	if !ok {
		return nil, false
	}
	return c.V, true
}

func constOf(n *code.Node) Value {
	switch n.Int {
	case code.ConstString:
		return Str(n.Str)
	case code.ConstBool:
		return Const{constant.MakeBool(n.Str == "true")}
	case code.ConstInt:
		if i, err := strconv.ParseInt(n.Str, 10, 64); err == nil {
			return Const{constant.MakeInt64(i)}
		}
	}
	if v := constant.MakeFromLiteral(n.Str, token.FLOAT, 0); v.Kind() != constant.Unknown {
		return Const{v}
	}
	return Const{constant.MakeString(n.Str)}
}

// copyValue gives a struct its value semantics.
func copyValue(v Value) Value {
	s, ok := v.(*Struct)
	if !ok {
		return v
	}
	c := &Struct{
		Type: s.Type, Pos: s.Pos, Conditions: s.Conditions,
		order: s.order, fields: make(map[string]*Cell, len(s.fields)),
	}
	for name, cell := range s.fields {
		c.fields[name] = &Cell{V: copyValue(cell.V), Ref: cell.Ref}
	}
	return c
}

// Capture is one variable that a function value carries with it.
type Capture struct {
	Name  string // the variable's name, or ".field" for a field of a bound receiver
	Value Value
}

// Captures are the variables that a literal captured and the fields of a bound method's receiver,
// sorted by name.
func (f *Func) Captures() []Capture {
	var out []Capture
	if f.fn != nil {
		for _, c := range f.fn.Captured {
			if c.Slot < len(f.env) && f.env[c.Slot] != nil {
				out = append(out, Capture{c.Name, f.env[c.Slot].V})
			}
		}
	}
	recv := f.Recv
	if p, ok := recv.(Pointer); ok {
		recv = p.Cell.V
	}
	if s, ok := recv.(*Struct); ok {
		for _, name := range slices.Sorted(maps.Keys(s.fields)) {
			out = append(out, Capture{"." + name, s.fields[name].V})
		}
	}
	return out
}

// FieldOf reads a field of a field of a struct value, behind any pointers; Zero when it is not set.
func FieldOf(v Value, names ...string) Value {
	for _, name := range names {
		v = fieldValue(v, name)
	}
	return v
}

func fieldValue(v Value, name string) Value {
	switch v := v.(type) {
	case Pointer:
		return fieldValue(v.Cell.V, name)
	case *Struct:
		if f, ok := v.Field(name); ok {
			return f
		}
		return Zero{}
	case Choice:
		var all []Value
		for _, a := range v {
			all = append(all, fieldValue(a, name))
		}
		return Join(all...)
	case Zero, Nil:
		return Zero{}
	case Unknown:
		return v
	}
	return Unknown{Reason: "field " + name + " is not known"}
}
