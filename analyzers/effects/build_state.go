package effects

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/refs"
)

// Most frameworks hand state to a node as a map or a struct. Which value that is, only the graph
// knows, so a summary keeps what could be it: where a function takes a key or a field out of
// what it was given (peeks), and where it puts one in (spots).

// peeks notes each element that is taken out of what a parameter or a captured variable is, once.
func (fb *funcBuilder) peeks() {
	seen := map[peek]bool{}
	for _, b := range fb.fn.Blocks {
		for _, in := range b.Instrs {
			of, elem := fb.taken(in)
			if of == 0 || elem == "" {
				continue
			}
			p := peek{Of: of, Elem: fb.str(elem)}
			if seen[p] {
				continue
			}
			seen[p] = true
			p.Spot = fb.spot(in.Pos(), b)
			fb.out.Peeks = append(fb.out.Peeks, p)
		}
	}
}

// taken is the element that an instruction takes out of a value, and the node of that value.
func (fb *funcBuilder) taken(in ssa.Instruction) (node, string) {
	switch in := in.(type) {
	case *ssa.Lookup:
		if !keyed(in.X.Type()) {
			return 0, ""
		}
		if key, ok := constString(in.Index); ok {
			return fb.given(in.X), keyElem(key)
		}
		return fb.given(in.X), anyElem
	case *ssa.Range:
		if keyed(in.X.Type()) {
			return fb.given(in.X), anyElem
		}
	case *ssa.Field:
		return fb.takenField(in.X, in.Field)
	case *ssa.FieldAddr:
		for _, use := range *in.Referrers() {
			if st, ok := use.(*ssa.Store); !ok || st.Addr != in {
				return fb.takenField(in.X, in.Field)
			}
		}
	}
	return 0, ""
}

func (fb *funcBuilder) takenField(of ssa.Value, i int) (node, string) {
	if !fb.ownStruct(of.Type()) {
		return 0, ""
	}
	elem := fb.fieldElem(of.Type(), i)
	if elemSymbol(elem) == "" {
		return 0, ""
	}
	return fb.given(of), elem
}

// given is the node of the parameter or captured variable that v is, or of the map in a field of
// one, or of the call that made a map; 0 if it is another value. The node is a plain one, without what is written there.
func (fb *funcBuilder) given(v ssa.Value) node {
	if v = origin(v); v == nil {
		return 0
	}
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		if fb.plain[v] == 0 {
			fb.plain[v] = fb.add(fb.make(v))
		}
		return fb.plain[v]
	case *ssa.Call, *ssa.Extract:
		if keyed(v.Type()) {
			return fb.node(v)
		}
	case *ssa.FieldAddr:
		return fb.givenField(v, v.X, v.Field)
	case *ssa.Field:
		return fb.givenField(v, v.X, v.Field)
	}
	return 0
}

// givenField is given for a map that stands in a field.
func (fb *funcBuilder) givenField(v, of ssa.Value, i int) node {
	if !keyed(v.Type()) && !pointsTo(v.Type(), keyed) {
		return 0
	}
	if n := fb.plain[v]; n != 0 {
		return n
	}
	if base := fb.given(of); base != 0 {
		fb.plain[v] = fb.add(valueNode{Kind: selectNode, S: fb.str(fb.fieldElem(of.Type(), i)), Kids: []node{base}})
	}
	return fb.plain[v]
}

// origin is the value that v is, or of which it is a part or a copy: a variable that is set from a
// parameter once, and changed then, is the parameter still.
func origin(v ssa.Value) ssa.Value {
	for range maxOrigin {
		through := transparent(v)
		if a, ok := v.(*ssa.Alloc); ok {
			through = copyOf(a)
		}
		if through == nil {
			return v
		}
		v = through
	}
	return nil
}

// maxOrigin bounds how many steps a value is followed back; a variable can be set from itself.
const maxOrigin = 12

// copyOf is what a variable is set to, if it is set once.
func copyOf(a *ssa.Alloc) ssa.Value {
	var from ssa.Value
	for _, in := range *a.Referrers() {
		if st, ok := in.(*ssa.Store); ok && st.Addr == a {
			if from != nil {
				return nil
			}
			from = st.Val
		}
	}
	return from
}

// keyed reports whether the type is a map by names.
func keyed(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	b, ok := m.Key().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// ownStruct reports whether the type is a struct of the user's, or a pointer to one.
func (fb *funcBuilder) ownStruct(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if _, ok := t.Underlying().(*types.Struct); !ok {
		return false
	}
	path, ok := packageOfType(refs.Type(t))
	return ok && !fb.base.IsCovered(path)
}

// maybeState reports whether what is written into v may be written to state: v can be a state or
// an update, and it came in or goes out.
func (fb *funcBuilder) maybeState(v ssa.Value) bool {
	t := v.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok && types.IsInterface(p.Elem()) {
		t = p.Elem()
	}
	if !keyed(t) && !fb.ownStruct(t) && !types.IsInterface(t) {
		return pointsTo(t, keyed)
	}
	switch v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	}
	return fb.givesState()
}

func pointsTo(t types.Type, is func(types.Type) bool) bool {
	p, ok := t.Underlying().(*types.Pointer)
	return ok && is(p.Elem())
}

// givesState reports whether the function returns something that can be an update.
func (fb *funcBuilder) givesState() bool {
	res := fb.fn.Signature.Results()
	for i := range res.Len() {
		t := res.At(i).Type()
		if s, ok := t.Underlying().(*types.Slice); ok {
			t = s.Elem()
		}
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		_, isStruct := t.Underlying().(*types.Struct)
		if (isStruct || keyed(t) || types.IsInterface(t)) && !dull(t) {
			return true
		}
	}
	return false
}

func (fb *funcBuilder) spot(pos token.Pos, b *ssa.BasicBlock) spot {
	p := fb.pass.Fset.Position(pos)
	return spot{int32(p.Line), int32(p.Column), fb.skips(b)}
}

// skips reports whether a path on which the function succeeds passes the block by.
func (fb *funcBuilder) skips(b *ssa.BasicBlock) bool {
	is, ok := fb.skipped[b]
	if !ok {
		is = b.Index != 0 && avoids(b)
		fb.skipped[b] = is
	}
	return is
}

// avoids reports whether a path from the entry to a success passes all the blocks by.
func avoids(blocks ...*ssa.BasicBlock) bool {
	all := blocks[0].Parent().Blocks
	seen := make([]bool, len(all))
	for _, b := range blocks {
		seen[b.Index] = true
	}
	todo := []*ssa.BasicBlock{all[0]}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at.Index] {
			continue
		}
		seen[at.Index] = true
		if ret, ok := at.Instrs[len(at.Instrs)-1].(*ssa.Return); ok && !fails(ret) {
			return true
		}
		todo = append(todo, at.Succs...)
	}
	return false
}

// fails reports whether a return gives an error for certain, or one that may be and nothing else.
func fails(ret *ssa.Return) bool {
	n := len(ret.Results)
	if n == 0 || !dull(ret.Results[n-1].Type()) || isZero(ret.Results[n-1]) {
		return false
	}
	if isError(ret.Results[n-1], ret.Block()) {
		return true
	}
	for _, r := range ret.Results[:n-1] {
		if !isZero(r) {
			return false
		}
	}
	return true
}

// isError reports whether v is not nil in b: made there, or behind `if v != nil`.
func isError(v ssa.Value, b *ssa.BasicBlock) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.UnOp:
		if _, ok := x.X.(*ssa.Global); ok { // a sentinel
			return true
		}
	case *ssa.Call:
		if f := x.Call.StaticCallee(); f != nil && (f.String() == "fmt.Errorf" || f.String() == "errors.New") {
			return true
		}
	}
	for at := b; at.Idom() != nil; at = at.Idom() {
		cond, ok := at.Idom().Instrs[len(at.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(at.Preds) != 1 {
			continue
		}
		is, ok := cond.Cond.(*ssa.BinOp)
		if !ok || is.X != v && is.Y != v {
			continue
		}
		succs := at.Idom().Succs
		if is.Op == token.NEQ && succs[0] == at || is.Op == token.EQL && succs[1] == at {
			return isZero(is.X) || isZero(is.Y)
		}
	}
	return false
}

func isZero(v ssa.Value) bool {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	return c.Value == nil || c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}
