package effects

import (
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/lazyssa"

	"github.com/skewlint/skewlint/analyzers/refs"
)

// node gives the node of a value. Pointers are not told apart from what they point to, nor
// slices, channels and arrays from their elements: what flows in comes out.
func (fb *funcBuilder) node(v ssa.Value) node {
	if v == nil {
		return 0
	}
	if n, ok := fb.nodes[v]; ok {
		return n
	}
	if dull(v.Type()) {
		return 0
	}
	if fb.isFieldRead(v) {
		fb.nodes[v] = fb.add(fb.readNode(v))
		return fb.nodes[v]
	}
	if through := transparent(v); through != nil {
		n := fb.node(through)
		fb.nodes[v] = n // before its writes are looked at: what is written can be made of it
		if fb.mutable(v) {
			n = fb.union([]node{n, fb.mutations(v)})
		}
		fb.nodes[v] = n
		return n
	}
	n := node(len(fb.out.Nodes))
	fb.nodes[v] = n // before its parts are made: values can be cyclic
	fb.out.Nodes = append(fb.out.Nodes, valueNode{})
	made, ok := fb.answersNode(v)
	if !ok {
		made = fb.make(v)
	}
	if fb.mutable(v) {
		if w := fb.mutations(v); w != 0 {
			inner := fb.add(made)
			made = valueNode{Kind: unionNode, Kids: []node{inner, w}}
		}
	}
	fb.out.Nodes[n] = made
	return n
}

func (fb *funcBuilder) add(n valueNode) node {
	fb.out.Nodes = append(fb.out.Nodes, n)
	return node(len(fb.out.Nodes) - 1)
}

func (fb *funcBuilder) union(kids []node) node {
	var keep []node
	for _, k := range kids {
		if k != 0 && !contains(keep, k) {
			keep = append(keep, k)
		}
	}
	switch len(keep) {
	case 0:
		return 0
	case 1:
		return keep[0]
	}
	return fb.add(valueNode{Kind: unionNode, Kids: keep})
}

func contains(list []node, n node) bool {
	for _, x := range list {
		if x == n {
			return true
		}
	}
	return false
}

// dull reports whether values of the type carry nothing that anyone asks about: errors, contexts.
func dull(t types.Type) bool {
	switch n := types.Unalias(t).(type) {
	case *types.Named:
		obj := n.Obj()
		return obj.Pkg() == nil && obj.Name() == "error" ||
			obj.Pkg() != nil && obj.Pkg().Path() == "context" && obj.Name() == "Context"
	case *types.Pointer:
		return dull(n.Elem())
	}
	return false
}

// transparent is the value that v passes on unchanged, as far as flow goes.
func transparent(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op != token.NOT {
			return v.X
		}
	case *ssa.ChangeType:
		return v.X
	case *ssa.Convert:
		return v.X
	case *ssa.MultiConvert:
		return v.X
	case *ssa.ChangeInterface:
		return v.X
	case *ssa.MakeInterface:
		return v.X
	case *ssa.SliceToArrayPointer:
		return v.X
	case *ssa.TypeAssert:
		return v.X
	case *ssa.Slice:
		return v.X
	case *ssa.Index:
		return v.X
	case *ssa.IndexAddr:
		return v.X
	case *ssa.Next:
		return v.Iter
	case *ssa.Extract:
		return transparentExtract(v)
	}
	return nil
}

// nilTest carries only what is known of being resumed: two negations keep that and drop the rest.
func (fb *funcBuilder) nilTest(x ssa.Value, isNil bool) valueNode {
	not := valueNode{Kind: notNode, Kids: []node{fb.node(x)}}
	if isNil {
		return not
	}
	return valueNode{Kind: notNode, Kids: []node{fb.add(not)}}
}

func transparentExtract(v *ssa.Extract) ssa.Value {
	switch t := v.Tuple.(type) {
	case *ssa.Lookup, *ssa.UnOp, *ssa.TypeAssert:
		if v.Index == 0 {
			return t
		}
	case *ssa.Next:
		if v.Index > 0 {
			return t.Iter
		}
	}
	return nil
}

func (fb *funcBuilder) make(v ssa.Value) valueNode {
	switch v := v.(type) {
	case *ssa.Parameter:
		for i, p := range fb.fn.Params {
			if p == v {
				return valueNode{Kind: paramNode, A: int32(i)}
			}
		}
	case *ssa.FreeVar:
		return valueNode{Kind: freeNode, S: fb.str(v.Name())}
	case *ssa.Const:
		return fb.constant(v)
	case *ssa.Global:
		return valueNode{Kind: globalNode, S: fb.str(v.Pkg.Pkg.Path() + "." + v.Name())}
	case *ssa.Function:
		return valueNode{Kind: funcNode, S: fb.str(string(lazyssa.Ref(v)))}
	case *ssa.MakeClosure:
		return fb.closure(v)
	case *ssa.Phi:
		return fb.unionOf(v.Edges)
	case *ssa.BinOp:
		if x, ok := comparedWithNil(v); ok {
			return fb.nilTest(x, v.Op == token.EQL)
		}
		return fb.binary(v)
	case *ssa.UnOp: // the others are transparent
		return valueNode{Kind: notNode, Kids: []node{fb.node(v.X)}}
	case *ssa.Field:
		return valueNode{Kind: selectNode, S: fb.str(fb.fieldElem(v.X.Type(), v.Field)), Kids: []node{fb.node(v.X)}}
	case *ssa.FieldAddr:
		return valueNode{Kind: selectNode, S: fb.str(fb.fieldElem(v.X.Type(), v.Field)), Kids: []node{fb.node(v.X)}}
	case *ssa.Lookup:
		return fb.lookup(v)
	case *ssa.Range:
		return fb.any(fb.node(v.X))
	case *ssa.Call:
		return fb.callResult(v, 0)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return fb.callResult(call, v.Index)
		}
	}
	return valueNode{}
}

func (fb *funcBuilder) unionOf(vs []ssa.Value) valueNode {
	kids := make([]node, 0, len(vs))
	for _, v := range vs {
		if n := fb.node(v); n != 0 && !contains(kids, n) {
			kids = append(kids, n)
		}
	}
	return valueNode{Kind: unionNode, Kids: kids}
}

// maxText is how long a constant can be and still be a name: of a tool, a key, a field. Longer ones
// are prose, and would make up most of a fact.
const maxText = 64

func (fb *funcBuilder) constant(c *ssa.Const) valueNode {
	if c.Value == nil {
		return valueNode{}
	}
	switch c.Value.Kind() {
	case constant.String:
		if len(constant.StringVal(c.Value)) > maxText {
			return valueNode{}
		}
		return valueNode{Kind: constNode, S: fb.str(constant.StringVal(c.Value)), A: 1}
	case constant.Int:
		return valueNode{Kind: constNode, S: fb.str(c.Value.ExactString())}
	}
	return valueNode{}
}

func (fb *funcBuilder) closure(v *ssa.MakeClosure) valueNode {
	fn := v.Fn.(*ssa.Function)
	n := valueNode{Kind: funcNode, S: fb.str(string(lazyssa.Ref(fn)))}
	if fn.Parent() == nil {
		n.A = 1 // a method value: the binding is the receiver
	}
	for _, b := range v.Bindings {
		n.Kids = append(n.Kids, fb.node(b))
	}
	return n
}

func (fb *funcBuilder) binary(v *ssa.BinOp) valueNode {
	switch v.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return valueNode{}
	}
	return fb.unionOf([]ssa.Value{v.X, v.Y})
}

func (fb *funcBuilder) lookup(v *ssa.Lookup) valueNode {
	of := fb.node(v.X)
	if key, ok := constString(v.Index); ok {
		return valueNode{Kind: selectNode, S: fb.str(keyElem(key)), Kids: []node{of}}
	}
	return fb.any(of)
}

// any is some element of a map.
func (fb *funcBuilder) any(of node) valueNode {
	return valueNode{Kind: selectNode, S: fb.str(anyElem), Kids: []node{of}}
}

func constString(v ssa.Value) (string, bool) {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Const:
			if x.Value != nil && x.Value.Kind() == constant.String {
				return constant.StringVal(x.Value), true
			}
			return "", false
		default:
			return "", false
		}
	}
}

// callResult is a result of a call: of its event, or derived from what went in.
func (fb *funcBuilder) callResult(call *ssa.Call, index int) valueNode {
	if e, ok := fb.events[call]; ok {
		return valueNode{Kind: resultNode, A: int32(e), B: int32(index)}
	}
	if n, ok := fb.formatted(call); ok {
		return n
	}
	args := call.Call.Args
	if call.Call.IsInvoke() {
		args = append([]ssa.Value{call.Call.Value}, args...)
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") {
		return valueNode{}
	}
	return fb.unionOf(args)
}

// fieldElem is the element of the i-th field of a struct, or of the struct it points to.
func (b *builder) fieldElem(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return ""
	}
	f, owner := st.Field(i), refs.Type(t)
	key := jsonKey(st.Tag(i))
	if path, ok := packageOfType(owner); ok && b.base.IsCovered(path) {
		key = "" // a field of a library's type is a place, not a key of the data
	} else if key == "" {
		key = f.Name()
	}
	return fieldElem(f.Name(), key, owner)
}

func jsonKey(tag string) string {
	name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	if name == "-" {
		return ""
	}
	return name
}

// packageOfType is the import path in "example.com/app.Type".
func packageOfType(name string) (path string, ok bool) {
	slash := strings.LastIndexByte(name, '/') + 1
	path, _, ok = strings.Cut(name[slash:], ".")
	return name[:slash] + path, ok
}
