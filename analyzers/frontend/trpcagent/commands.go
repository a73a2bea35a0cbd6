package trpcagent

import (
	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

const (
	command     = graphPath + ".Command"
	commandList = "[]*" + command
)

// maxScan bounds the functions that are read for the commands of one node.
const maxScan = 1000

// commands is what code shows of the commands that a node makes.
type commands struct {
	seen    bool     // it makes some
	list    bool     // in lists
	here    bool     // one without destination; in a list it starts the node itself
	later   bool     // a destination is assigned after the command is made
	targets []string // in order of appearance
	open    string   // why there may be others
}

// scanner reads the code of a node and of the functions that it calls. It does not follow values
// through calls: a destination is a constant, a variable that is only assigned constants, or
// something that a literal captured.
type scanner struct {
	c    *eval.Call
	out  commands
	done map[graphmodel.FuncRef]bool
	read int // functions
	todo []*eval.Func
}

// scan reads what commands the node function can make.
func scan(c *eval.Call, v eval.Value) commands {
	s := &scanner{c: c, done: make(map[graphmodel.FuncRef]bool)}
	for _, a := range eval.Alternatives(v) {
		if f, ok := a.(*eval.Func); ok {
			s.todo = append(s.todo, f)
		}
	}
	for len(s.todo) > 0 {
		if s.read >= maxScan {
			s.out.open = "it calls too many functions to read"
			break
		}
		f := s.todo[0]
		s.todo = s.todo[1:]
		if s.done[f.Ref] {
			continue
		}
		s.done[f.Ref] = true
		if body := c.Code(f); body != nil {
			s.read++
			s.function(f, body)
		}
	}
	return s.out
}

func (s *scanner) call(ref string) {
	s.todo = append(s.todo, &eval.Func{Ref: graphmodel.FuncRef(ref)})
}

// function reads one function; literals inside it share its variables.
func (s *scanner) function(f *eval.Func, body *code.Func) {
	v := &variables{assigned: make(map[int][]*code.Node), captured: make(map[string]eval.Value), slots: make(map[int]string)}
	for _, c := range f.Captures() {
		v.captured[c.Name] = c.Value
		for _, a := range eval.Alternatives(c.Value) {
			if fn, ok := a.(*eval.Func); ok {
				s.todo = append(s.todo, fn)
			}
		}
	}
	for _, c := range body.Captured {
		v.slots[c.Slot] = c.Name
	}
	if f.Recv != nil && len(body.Params) > 0 {
		v.recv = body.Params[0] + 1
	}
	v.collect(body.Body)
	s.look(body.Body, v)
}

// look looks for commands in code.
func (s *scanner) look(n *code.Node, v *variables) {
	if n == nil {
		return
	}
	switch n.Op {
	case code.StructLit:
		if n.Name == command {
			s.made(n, v)
		}
	case code.Assign:
		s.assigned(n, v)
	case code.ListLit, code.Zero:
		if n.Name == commandList {
			s.out.list = true
		}
	case code.Call, code.FuncVal, code.MethodVal:
		s.call(n.Str)
	}
	if n.Fn != nil {
		s.look(n.Fn.Body, v)
	}
	for _, k := range n.Kids {
		s.look(k, v)
	}
}

// made notes a command literal.
func (s *scanner) made(n *code.Node, v *variables) {
	resumes := false
	for _, kv := range n.Kids {
		switch kv.Str {
		case "GoTo":
			s.out.seen = true
			s.target(kv.Kids[0], v)
			return
		case "Resume", "ResumeMap":
			resumes = true // the answer to a pause of another graph
		}
	}
	if !resumes {
		s.out.seen, s.out.here = true, true
	}
}

// assigned notes cmd.GoTo = x.
func (s *scanner) assigned(n *code.Node, v *variables) {
	left, right := n.Kids[:n.Int], n.Kids[n.Int:]
	for i, l := range left {
		if l.Op != code.FieldSel || l.Str != "GoTo" || l.Name != command {
			continue
		}
		s.out.seen, s.out.later = true, true
		if len(left) != len(right) {
			s.out.open = "a destination is the result of a call"
			continue
		}
		s.target(right[i], v)
	}
}

func (s *scanner) target(n *code.Node, v *variables) {
	names, ok := v.strings(n, 5)
	for _, name := range names {
		if name != "" {
			s.out.targets = append(s.out.targets, name)
		}
	}
	if !ok {
		s.out.open = "a destination is computed at run time"
	}
}

// variables are the variables of one outermost function.
type variables struct {
	assigned map[int][]*code.Node // nil among them: a value that is not a plain expression
	captured map[string]eval.Value
	slots    map[int]string // names of captured variables
	recv     int            // slot of the bound receiver, plus one
}

// collect notes what is assigned to local variables.
func (v *variables) collect(n *code.Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case code.Assign, code.Define:
		left, right := n.Kids[:n.Int], n.Kids[n.Int:]
		for i, l := range left {
			if l.Op != code.Local {
				continue
			}
			var r *code.Node
			if len(left) == len(right) && n.Str == "" {
				r = right[i]
			}
			v.assigned[l.Int] = append(v.assigned[l.Int], r)
		}
	case code.Range:
		for _, k := range n.Kids[:2] {
			if k.Op == code.Local {
				v.assigned[k.Int] = append(v.assigned[k.Int], nil)
			}
		}
	case code.Addr:
		if k := n.Kids[0]; k.Op == code.Local {
			v.assigned[k.Int] = append(v.assigned[k.Int], nil)
		}
	}
	if n.Fn != nil {
		v.collect(n.Fn.Body)
	}
	for _, k := range n.Kids {
		v.collect(k)
	}
}

// strings are the constants that an expression can be, and whether that is all.
func (v *variables) strings(n *code.Node, depth int) ([]string, bool) {
	if n == nil || depth == 0 {
		return nil, false
	}
	switch n.Op {
	case code.Const:
		return []string{n.Str}, n.Int == code.ConstString
	case code.Zero:
		return nil, true
	case code.Convert:
		return v.strings(n.Kids[0], depth-1)
	case code.Local:
		var out []string
		ok := len(v.assigned[n.Int]) > 0
		if name, is := v.slots[n.Int]; is {
			var known bool
			out, known = constants(v.captured[name])
			ok = known
		}
		for _, r := range v.assigned[n.Int] {
			more, known := v.strings(r, depth-1)
			out, ok = append(out, more...), ok && known
		}
		return out, ok
	case code.FieldSel:
		if k := n.Kids[0]; k.Op == code.Local && k.Int == v.recv-1 {
			return constants(v.captured["."+n.Str])
		}
	}
	return nil, false
}

func constants(v eval.Value) ([]string, bool) {
	var out []string
	for _, a := range eval.Alternatives(v) {
		s, ok := eval.String(a)
		if !ok {
			return out, false
		}
		out = append(out, s)
	}
	return out, true
}

// skips reports whether code has statements that the evaluator does not follow.
func skips(n *code.Node) bool {
	if n == nil {
		return false
	}
	if n.Op == code.ExprStmt && len(n.Kids) == 1 && n.Kids[0].Op == code.Unknown {
		return true
	}
	for _, k := range n.Kids {
		if skips(k) {
			return true
		}
	}
	return false
}
