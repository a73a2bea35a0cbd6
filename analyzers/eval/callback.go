package eval

import (
	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/graphmodel"
)

// callbacks runs the literals that code which is not followed gets and may call: those that
// build, for arguments that are not known, each once. Whether and when they are called is not
// known either, so what they leave behind is one of two possibilities.
func (m *Machine) callbacks(v Value, pos graphmodel.Position) {
	if m.Builds == nil {
		return
	}
	for _, fn := range literals(v) {
		if m.Visited[fn.Ref] || !m.buildsIn(fn.fn.Body) {
			continue
		}
		args := make([]Value, len(fn.fn.Params))
		for i := range args {
			args[i] = Unknown{Reason: "it is passed by code that is not followed", Pos: fn.Pos}
		}
		m.either(pos,
			func() ctl { m.apply(fn, args, true, pos); return next },
			func() ctl { return next })
	}
}

// Callbacks runs the literals in a value that leaves the code in sight, see [Machine.Builds].
func (m *Machine) Callbacks(v Value) {
	m.Steps = DefaultSteps
	m.callbacks(v, graphmodel.Position{})
}

// literals are the function literals in a value, not counting what they captured.
func literals(v Value) []*Func {
	var out []*Func
	seen := make(map[Value]bool)
	var visit func(v Value, depth int)
	visit = func(v Value, depth int) {
		if depth > 8 || len(seen) > 10_000 {
			return
		}
		switch v := v.(type) {
		case *Func:
			if v.fn != nil {
				out = append(out, v)
			}
			return
		case Pointer:
			visit(v.Cell.V, depth+1)
			return
		case *Struct, *List, *Map:
			if seen[v] {
				return
			}
			seen[v] = true
		}
		for _, part := range parts(v) {
			visit(part, depth+1)
		}
	}
	visit(v, 0)
	return out
}

// parts are the values that a value consists of.
func parts(v Value) []Value {
	switch v := v.(type) {
	case *Struct:
		var out []Value
		for _, name := range v.order {
			out = append(out, v.fields[name].V)
		}
		return out
	case *List:
		return v.Elems
	case *Map:
		return v.Vals
	case Tuple:
		return v
	case Choice:
		return v
	}
	return nil
}

// buildsIn reports whether code mentions a function that builds.
func (m *Machine) buildsIn(n *code.Node) bool {
	if n == nil {
		return false
	}
	switch n.Op {
	case code.Call, code.CallIface, code.FuncVal, code.MethodVal:
		if m.Builds(graphmodel.FuncRef(n.Str)) {
			return true
		}
	}
	if n.Fn != nil && m.buildsIn(n.Fn.Body) {
		return true
	}
	for _, k := range n.Kids {
		if m.buildsIn(k) {
			return true
		}
	}
	return false
}
