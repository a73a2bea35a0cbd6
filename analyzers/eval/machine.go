package eval

import (
	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/graphmodel"
)

// Unit gives the places of one compiled package.
type Unit interface {
	Path() string
	Position(code.Pos) graphmodel.Position
}

// Program finds compiled code by name. Lookups of what is not at hand return nil.
type Program interface {
	Func(ref graphmodel.FuncRef) (*code.Func, Unit)
	Global(name string) (*code.GlobalVar, Unit)
	// Method finds the method that a call of name on a value of the named type runs, and the
	// embedded fields that lead to its receiver.
	Method(typeName, name string) (ref graphmodel.FuncRef, embedded []string, ok bool)
}

// Handler says what a call of a framework's function means.
type Handler func(c *Call) Value

// Call is one call of a function that has a handler.
type Call struct {
	Ref   graphmodel.FuncRef
	Pos   graphmodel.Position // in the package that is analysed, see Machine.Home
	Inner graphmodel.Position // of the call itself
	Recv  Value               // nil for functions
	Args  []Value
	Types []graphmodel.TypeDesc // type arguments
	// Spread says that the last argument was passed with "…".
	Spread bool
	// Conditions are the places of conditions that are not known and decide whether the call is
	// made, outermost first.
	Conditions []graphmodel.Position
	// In is the function that makes the call, Package its package.
	In      graphmodel.FuncRef
	Package string

	m *Machine
}

// Arg is the i-th argument, or Unknown when there is none.
func (c *Call) Arg(i int) Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return Unknown{Reason: "the argument is missing", Pos: c.Pos}
}

// Rest are the variadic arguments from the i-th on, and the reason why there may be more.
func (c *Call) Rest(i int) (vals []Value, open string) {
	if i >= len(c.Args) {
		return nil, ""
	}
	if c.Spread {
		vals = append(vals, c.Args[i:len(c.Args)-1]...)
		more, o := Elements(c.Args[len(c.Args)-1])
		return append(vals, more...), o
	}
	return c.Args[i:], ""
}

// Apply calls a function value, as a framework that takes a callback does.
func (c *Call) Apply(fn Value, args ...Value) Value { return c.m.apply(fn, args, false, c.Pos) }

// Method is the method that a call of name on the value would run, as a framework that is given a
// value of the program's own type calls it. ok is false when the value's type is not known.
func (c *Call) Method(v Value, name string) (fn *Func, ok bool) {
	ref, recv, ok := c.m.dynamic(v, name)
	if !ok {
		return nil, false
	}
	return &Func{Ref: ref, Pos: c.Pos, Recv: recv}, true
}

// Set writes a variable that a handler keeps, such as the last node of a chain. Under a condition
// that is not known it ends up as what either side left, as the program's own variables do.
func (c *Call) Set(cell *Cell, v Value) { c.m.store(cell, v) }

// Machine evaluates. It is not safe for concurrent use.
type Machine struct {
	Prog Program
	// Handlers are the handlers of functions. One under the name of a package-level variable of a
	// framework gives the variable's value, for a graph's start that is a variable and no constant.
	Handlers map[graphmodel.FuncRef]Handler
	// Unhandled is told of calls that are not followed, with the values that they get: objects
	// among them escape. It may be nil.
	Unhandled func(ref graphmodel.FuncRef, args []Value, pos graphmodel.Position)
	// Home is the package that is analysed. A call that another package makes on its behalf gets
	// the place of the call in this package that led there.
	Home string
	// Matters reports whether a function can take part in building; nil: all can. Others are
	// entered for the values that they compute, with a small budget of their own, so that a main
	// function that also runs the business does not use up the evaluation.
	Matters func(graphmodel.FuncRef) bool
	// Builds reports whether a function takes part in building. A literal that mentions one is run
	// when it is handed to code that is not followed, since that may call it; nil: none is.
	Builds func(graphmodel.FuncRef) bool
	// StoredBy names the function at whose only place of all a field ("pkgpath.Type.field") is stored,
	// and Root runs a function as the machine's owner runs its roots. With both, the field of a value
	// that is not known has the value that is stored there. Both may be nil.
	StoredBy func(field string) (graphmodel.FuncRef, bool)
	Root     func(graphmodel.FuncRef)
	// Steps is the budget of the next Run.
	Steps int
	// Visited are the functions whose code was run so far.
	Visited map[graphmodel.FuncRef]bool

	globals map[string]*Cell
	kept    map[string]*kept            // by field, see keep
	costly  map[graphmodel.FuncRef]bool // functions that used up the small budget once
	aside   bool                        // inside a function that does not matter
	stack   []activation
	journal []*journal
	conds   []graphmodel.Position
}

// activation is one call on the stack: what was called, where, and by which package.
type activation struct {
	ref  graphmodel.FuncRef
	site site
}

// site is a place in the code of a package.
type site struct {
	pos graphmodel.Position
	pkg string
}

// at is the site of a node of the frame; the zero site for a nil frame.
func (f *frame) at(pos graphmodel.Position) site {
	if f == nil {
		return site{pos: pos}
	}
	return site{pos, f.unit.Path()}
}

// home is the innermost call that code of the machine's own package makes on the way to s.
func (m *Machine) home(s site) graphmodel.Position {
	if s.pkg == m.Home {
		return s.pos
	}
	for i := len(m.stack) - 1; i >= 0; i-- {
		if m.stack[i].site.pkg == m.Home {
			return m.stack[i].site.pos
		}
	}
	return s.pos
}

// DefaultSteps is the budget of one root: enough for graphs of thousands of nodes.
const DefaultSteps = 2_000_000

const (
	maxDepth = 60
	// asideSteps is the budget of a call that does not matter: enough to make a name or a table.
	asideSteps = 2_000
	// Where conditions are not known, values multiply. Beyond these sizes a value is not known.
	maxAlternatives = 256
	maxElems        = 20_000
	// elemsPerStep is how many elements of a list can be copied in one step.
	elemsPerStep = 16
)

// unit is the package in which a literal was written.
type unit struct{ Unit }

// frame is one activation.
type frame struct {
	fn      *code.Func
	unit    Unit
	cells   []*Cell
	types   []code.Type
	returns []Value
}

// ctl is how a statement ended.
type ctl int

const (
	next ctl = iota
	returned
	broke
	continued
)

// journal records the old values of cells that are written under a condition.
type journal struct {
	order []*Cell
	old   map[*Cell]Value
}

// NotCalled ends the reason why a parameter is not known: what depends on it is for its callers to
// see, in whatever package they are.
const NotCalled = "that nothing in sight calls"

// Run evaluates a function as a root: its parameters are not known.
func (m *Machine) Run(fn *code.Func, u Unit) Value {
	m.Steps = DefaultSteps
	args := make([]Value, len(fn.Params))
	for i := range args {
		reason := "it is a parameter of a function " + NotCalled
		if i == 0 && fn.HasRecv {
			reason = "it is the receiver of a method " + NotCalled
		}
		args[i] = Unknown{Reason: reason, Pos: u.Position(fn.Pos)}
	}
	return m.invoke(fn, u, nil, nil, args, false, site{})
}

// RunGlobal evaluates a package-level variable as a root.
func (m *Machine) RunGlobal(name string) Value {
	m.Steps = DefaultSteps
	return m.global(name).V
}

// global is the cell of a package-level variable, initialised on first use.
func (m *Machine) global(name string) *Cell {
	if c, ok := m.globals[name]; ok {
		return c
	}
	if m.globals == nil {
		m.globals = make(map[string]*Cell)
	}
	c := &Cell{V: Unknown{Reason: "the value of " + name + " is not known"}, Ref: name}
	m.globals[name] = c
	if h, ok := m.Handlers[graphmodel.FuncRef(name)]; ok {
		c.V = h(&Call{Ref: graphmodel.FuncRef(name), m: m})
		return c
	}
	g, u := m.Prog.Global(name)
	if g == nil {
		return c
	}
	f := &frame{fn: &code.Func{Ref: graphmodel.FuncRef(name)}, unit: u, cells: make([]*Cell, g.Slots)}
	// What a condition does to the caller does not touch the initial value.
	conds, journal := m.conds, m.journal
	m.conds, m.journal = nil, nil
	v := m.eval(f, g.Init)
	m.conds, m.journal = conds, journal
	if t, ok := v.(Tuple); ok && g.Index >= 0 && g.Index < len(t) {
		v = t[g.Index]
	}
	m.store(c, v)
	return c
}

// store writes a cell. Objects learn the symbols by which code names them.
func (m *Machine) store(c *Cell, v Value) {
	if n := len(m.journal); n > 0 {
		j := m.journal[n-1]
		if _, seen := j.old[c]; !seen {
			j.old[c] = c.V
			j.order = append(j.order, c)
		}
	}
	initial(c, v)
	m.keep(c, v)
}

// initial gives a cell its first value. Nothing is to be undone: the cell is younger than any
// condition that holds.
func initial(c *Cell, v Value) {
	c.V = copyValue(v)
	if c.Ref != "" {
		if n, ok := Data(v).(Named); ok {
			n.AddRef(c.Ref)
		}
	}
}

// setField writes a field of a struct; the symbol is that of the named type's field.
func (s *Struct) cell(name, typ string) *Cell {
	if s.fields == nil {
		s.fields = make(map[string]*Cell)
	}
	c, ok := s.fields[name]
	if !ok {
		c = &Cell{V: Zero{}}
		s.fields[name] = c
		s.order = append(s.order, name)
	}
	if c.Ref == "" && typ != "" {
		c.Ref = typ + "." + name
	}
	return c
}

// branch runs one side of a condition that is not known, and undoes what it wrote to variables.
func (m *Machine) branch(at graphmodel.Position, run func() ctl) (map[*Cell]Value, []*Cell, ctl) {
	j := &journal{old: make(map[*Cell]Value)}
	m.journal = append(m.journal, j)
	m.conds = append(m.conds, at)
	end := run()
	m.conds = m.conds[:len(m.conds)-1]
	m.journal = m.journal[:len(m.journal)-1]
	changed := make(map[*Cell]Value, len(j.order))
	for _, c := range j.order {
		changed[c] = c.V
		c.V = j.old[c]
	}
	return changed, j.order, end
}

// either runs the sides of a condition that is not known and joins what they leave behind. The
// variables of a side that leaves the function are forgotten.
func (m *Machine) either(at graphmodel.Position, sides ...func() ctl) ctl {
	type outcome struct {
		changed map[*Cell]Value
		end     ctl
	}
	var outs []outcome
	var order []*Cell
	for _, side := range sides {
		changed, cells, end := m.branch(at, side)
		order = append(order, cells...)
		outs = append(outs, outcome{changed, end})
	}
	result := returned
	for _, o := range outs {
		switch {
		case o.end == next || o.end == continued:
			result = next
		case o.end == broke && result == returned:
			result = broke
		}
	}
	if result == returned {
		return returned
	}
	seen := make(map[*Cell]bool)
	for _, c := range order {
		if seen[c] {
			continue
		}
		seen[c] = true
		var vals []Value
		for _, o := range outs {
			if o.end == returned {
				continue
			}
			if v, ok := o.changed[c]; ok {
				vals = append(vals, v)
			} else {
				vals = append(vals, c.V)
			}
		}
		m.store(c, decidedAt(Join(vals...), at))
	}
	return result
}
