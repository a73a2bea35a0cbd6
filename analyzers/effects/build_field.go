package effects

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// Some libraries have no call for what matters: a handler pauses by setting a field of what it
// returns, and is resumed when a field of what it was given is not empty. Rows name such fields,
// and setting or reading one is an event, like a call.

// fieldEvent is the event of an instruction that sets or reads a field of which a row speaks.
func (fb *funcBuilder) fieldEvent(in ssa.Instruction) (event, bool) {
	switch in := in.(type) {
	case *ssa.Store:
		addr, ok := in.Addr.(*ssa.FieldAddr)
		if !ok {
			return event{}, false
		}
		ref, row := fb.fieldRow(addr.X.Type(), addr.Field)
		if row.Role == knowledge.RolePause && !isZero(in.Val) && !fb.handsOn(in.Val, row) {
			return event{Callee: fb.str(string(ref)), Recv: true, Field: true, Pos: fb.place(in.Pos())}, true
		}
	case *ssa.UnOp:
		if v, ok := in.X.(*ssa.Global); ok && in.Op == token.MUL {
			return fb.sentinelEvent(in, v)
		}
		if addr, ok := in.X.(*ssa.FieldAddr); ok && in.Op == token.MUL {
			return fb.readEvent(in, addr.X.Type(), addr.Field)
		}
	case *ssa.Field:
		return fb.readEvent(in, in.X.Type(), in.Field)
	}
	return event{}, false
}

func (fb *funcBuilder) readEvent(in ssa.Value, t types.Type, field int) (event, bool) {
	ref, row := fb.fieldRow(t, field)
	if row.Role != knowledge.RoleResumed {
		return event{}, false
	}
	return event{Callee: fb.str(string(ref)), Recv: true, Field: true, Pos: fb.place(in.Pos())}, true
}

// fieldRow is the row about a field, if its struct belongs to an agent package and it has one.
func (fb *funcBuilder) fieldRow(t types.Type, field int) (graphmodel.FuncRef, knowledge.Row) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !fb.isAgent(named.Obj().Pkg()) {
		return "", knowledge.Row{}
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return "", knowledge.Row{}
	}
	ref := graphmodel.FuncRef("(" + refs.Type(named) + ")." + st.Field(field).Name())
	row, _ := fb.base.Func(ref)
	return ref, row
}

// isAgent is asked for every field that a package touches, so it is kept.
func (b *builder) isAgent(p *types.Package) bool {
	is, ok := b.agents[p]
	if !ok {
		is = b.base.IsAgent(p.Path())
		b.agents[p] = is
	}
	return is
}

// handsOn reports whether a value was read from a field with the same row: a gateway that passes on
// what another server asked does not ask by itself.
func (fb *funcBuilder) handsOn(v ssa.Value, row knowledge.Row) bool {
	for range 4 {
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			if addr, ok := load.X.(*ssa.FieldAddr); ok {
				_, other := fb.fieldRow(addr.X.Type(), addr.Field)
				return other.Role == row.Role
			}
		}
		if f, ok := v.(*ssa.Field); ok {
			_, other := fb.fieldRow(f.X.Type(), f.Field)
			return other.Role == row.Role
		}
		if v = transparent(v); v == nil {
			return false
		}
	}
	return false
}

// fieldArgs are the values of a field's event, in the order of a method's: what has the field, and
// what is put there.
func (fb *funcBuilder) fieldArgs(in ssa.Instruction) []node {
	if st, ok := in.(*ssa.Store); ok {
		return []node{0, fb.node(st.Val)}
	}
	return []node{0}
}

// isFieldRead reports whether a value is read from a field that says whether the run is resumed.
func (fb *funcBuilder) isFieldRead(v ssa.Value) bool {
	in, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	e, isEvent := fb.events[in]
	return isEvent && fb.out.Events[e].Field
}

// readNode is the value of such a field, see fieldResult.
func (fb *funcBuilder) readNode(v ssa.Value) valueNode {
	return valueNode{Kind: resultNode, A: int32(fb.events[v.(ssa.Instruction)])}
}

// The results of reading a field: what it holds, and whether it holds anything, which is what a test
// for nil or length asks.
const (
	fieldHolds = iota
	fieldIsSet
)

// presence is the node for "v is not empty" where v is such a field, or a variable that holds one or
// nothing; 0 for other values.
func (fb *funcBuilder) presence(v ssa.Value, depth int) node {
	if depth > maxTested {
		return 0 // variables of loops depend on themselves
	}
	switch x := v.(type) {
	case *ssa.ChangeType:
		return fb.presence(x.X, depth+1)
	case *ssa.Phi:
		var kids []node
		for _, e := range x.Edges {
			if isZero(e) {
				continue
			}
			set := fb.presence(e, depth+1)
			if set == 0 {
				return 0
			}
			kids = append(kids, set)
		}
		return fb.union(kids)
	}
	switch {
	case fb.isFieldRead(v):
		n := fb.readNode(v)
		n.B = fieldIsSet
		return fb.add(n)
	case fb.isAnswers(v):
		return fb.add(valueNode{Kind: answersNode, A: isAnswered})
	}
	return 0
}

// isAnswers reports whether a value that comes from outside holds answers, by its type: whoever
// passed it, they are the answers to this call.
func (fb *funcBuilder) isAnswers(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return fb.isMarked(v.Type(), knowledge.Answers)
	}
	return false
}

// answersNode is the value of what holds answers, and of a test whether there are any.
func (fb *funcBuilder) answersNode(v ssa.Value) (valueNode, bool) {
	if fb.isAnswers(v) {
		return valueNode{Kind: answersNode, A: ofAnswers}, true
	}
	if cmp, ok := v.(*ssa.BinOp); ok {
		if n := fb.emptiness(cmp); n != 0 {
			return fb.out.Nodes[n], true
		}
	}
	return valueNode{}, false
}

// emptiness is the node of a comparison that asks whether something is empty: with nil, with an
// empty string, of its length with zero or one.
func (fb *funcBuilder) emptiness(cmp *ssa.BinOp) node {
	if !fb.asks {
		return 0
	}
	x, isEmpty, ok := comparesEmpty(cmp)
	if !ok {
		return 0
	}
	set := fb.presence(x, 0)
	if set == 0 || !isEmpty {
		return set
	}
	return fb.add(valueNode{Kind: notNode, Kids: []node{set}})
}

// comparesEmpty takes such a comparison apart; isEmpty says which way it asks.
func comparesEmpty(cmp *ssa.BinOp) (x ssa.Value, isEmpty, ok bool) {
	op, x, y := cmp.Op, cmp.X, cmp.Y
	if _, is := x.(*ssa.Const); is {
		x, y, op = y, x, mirrored[op]
	}
	c, is := y.(*ssa.Const)
	if !is {
		return nil, false, false
	}
	of, measured := lengthArg(x)
	switch {
	case !measured && isZero(c):
		return x, op == token.EQL, op == token.EQL || op == token.NEQ
	case measured && c.Value != nil && c.Value.ExactString() == "0":
		isEmpty = op == token.EQL || op == token.LEQ
		return of, isEmpty, isEmpty || op == token.NEQ || op == token.GTR
	case measured && c.Value != nil && c.Value.ExactString() == "1":
		return of, op == token.LSS, op == token.LSS || op == token.GEQ
	}
	return nil, false, false
}

var mirrored = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ, token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
}

// lengthArg is what a call of len measures.
func lengthArg(v ssa.Value) (ssa.Value, bool) {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil, false
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
		return nil, false
	}
	return call.Call.Args[0], true
}

// asksAnswers reports whether the function reads such a field, or is given what one holds. Only there
// conditions are looked at more closely: most functions have none that matters.
func (fb *funcBuilder) asksAnswers() bool {
	for in := range fb.events {
		if v, ok := in.(ssa.Value); ok && fb.isFieldRead(v) {
			return true
		}
	}
	for _, p := range fb.fn.Params {
		if fb.isAnswers(p) {
			return true
		}
	}
	for _, v := range fb.fn.FreeVars {
		if fb.isAnswers(v) {
			return true
		}
	}
	return false
}

// isMarked reports whether a row marks the type, or the one it points to.
func (b *builder) isMarked(t types.Type, mark string) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !b.isAgent(named.Obj().Pkg()) {
		return false
	}
	row, ok := b.base.Type(refs.Type(named))
	return ok && row.Is == mark
}

// tested are the values that a condition looks at, whatever it asks of them.
func (fb *funcBuilder) tested(v ssa.Value, depth int) node {
	if depth > maxTested {
		return 0
	}
	both := func(vs ...ssa.Value) node {
		var kids []node
		for _, x := range vs {
			kids = append(kids, fb.tested(x, depth+1))
		}
		return fb.union(kids)
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return both(v.X, v.Y)
	case *ssa.Phi:
		return both(v.Edges...)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Lookup:
			return fb.node(t.X)
		case *ssa.TypeAssert:
			return fb.node(t.X)
		case *ssa.Next:
			return fb.node(t.Iter)
		}
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return fb.tested(v.X, depth+1)
		}
	case *ssa.Call:
		if x, ok := lengthArg(v); ok {
			return fb.node(x)
		}
	case *ssa.Const:
		return 0
	}
	return fb.node(v)
}

const maxTested = 6 // levels of a condition that are looked into

// serves reports whether the function is a handler of a server, by its signature.
func (fb *funcBuilder) serves() bool {
	sig := fb.fn.Signature
	if sig.Results().Len() == 0 || !fb.isMarked(sig.Results().At(0).Type(), knowledge.Response) {
		return false
	}
	for p := range sig.Params().Variables() {
		if fb.isMarked(p.Type(), knowledge.Request) {
			return true
		}
	}
	return false
}
