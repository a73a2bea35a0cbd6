package eval

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/graphmodel"
)

// Code is the code of a function value; nil when it is not at hand, as for other modules.
func (c *Call) Code(fn *Func) *code.Func {
	if fn.fn != nil {
		return fn.fn
	}
	f, _ := c.m.Prog.Func(fn.Ref)
	return f
}

// Results are what a function that the framework will call later can return, for arguments that
// are not known unless given. Nothing happens: what it writes to variables is undone, and what it
// calls of a framework builds nothing. The budget is small.
func (c *Call) Results(fn Value, args ...Value) Value {
	m := c.m
	handlers, unhandled, builds, aside, steps := m.Handlers, m.Unhandled, m.Builds, m.aside, m.Steps
	storedBy := m.StoredBy // what is stored is not that of a run which builds nothing
	budget := min(steps, asideSteps)
	m.Handlers, m.Unhandled, m.Builds, m.StoredBy, m.aside, m.Steps = nil, nil, nil, nil, true, budget
	visited := m.Visited
	m.Visited = make(map[graphmodel.FuncRef]bool) // it may still be evaluated as a root
	var v Value
	m.branch(c.Inner, func() ctl {
		v = m.apply(fn, args, false, c.Inner)
		return next
	})
	if m.Steps < 0 {
		v = Unknown{Reason: "it takes too long to follow", Pos: c.Pos}
	}
	spent := budget - max(m.Steps, 0)
	m.Handlers, m.Unhandled, m.Builds, m.StoredBy, m.aside, m.Steps = handlers, unhandled, builds, storedBy, aside, steps-spent
	m.Visited = visited
	return v
}

// NewStruct makes a struct value for a framework's function that returns one.
func NewStruct(typ string, fields map[string]Value) *Struct {
	s := &Struct{Type: typ, fields: make(map[string]*Cell, len(fields))}
	for name, v := range fields {
		s.fields[name] = &Cell{V: v}
		s.order = append(s.order, name)
	}
	slices.Sort(s.order)
	return s
}

// ReflectType is the data of a reflect.Type that reflect.TypeOf or reflect.TypeFor made.
type ReflectType struct{ Desc graphmodel.TypeDesc }

// reflectType evaluates reflect.TypeOf, for which the compiler notes the type of the argument, and
// reflect.TypeFor.
func reflectType(ref graphmodel.FuncRef, ts []code.Type) (Value, bool) {
	if ref != "reflect.TypeOf" && ref != "reflect.TypeFor" || len(ts) != 1 || ts[0].Param >= 0 {
		return nil, false
	}
	return &Object{Data: ReflectType{ts[0].Desc}}, true
}

// Dynamic makes the call of an interface method that has a handler as Go does, for receivers that
// the handler does not know: on a value of a type of the program, by its method.
func (c *Call) Dynamic(name string) (Value, bool) {
	ref, recv, ok := c.m.dynamic(c.Recv, name)
	if !ok {
		return nil, false
	}
	return c.m.invokeRef(nil, ref, nil, recv, c.Args, c.Spread, c.Inner), true
}
