package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/lazyssa"
)

// maxPath is how deep parts of a value are told apart: deeper ones count as the whole.
const maxPath = 5

// shape collects what is written into a value, by the path of the write.
type shape struct {
	whole  []node
	elems  []string
	parts  []*shape
	record bool
	// spot is where the part is written first, if that may be a write of state; blocks are all
	// blocks in which it is.
	spot   spot
	blocks []*ssa.BasicBlock
}

func (s *shape) at(path []string) *shape {
	for _, e := range path {
		s = s.part(e)
	}
	return s
}

func (s *shape) part(elem string) *shape {
	for i, e := range s.elems {
		if e == elem {
			return s.parts[i]
		}
	}
	p := &shape{}
	s.elems, s.parts = append(s.elems, elem), append(s.parts, p)
	return p
}

func (s *shape) empty() bool { return len(s.whole) == 0 && len(s.parts) == 0 }

// marked reports whether a write into a part has a place.
func (s *shape) marked() bool {
	for _, p := range s.parts {
		if p.spot.Line != 0 || p.marked() {
			return true
		}
	}
	return false
}

// mutable reports whether writes through v are to be looked for: v is a place that this function
// made, was given or got from a call. Writes through other values (fields of shared objects) are
// not followed.
func (fb *funcBuilder) mutable(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return true
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Call, *ssa.Extract:
		switch v.Type().Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Chan, *types.Slice, *types.Interface:
			return true
		}
	}
	return false
}

// mutations is the node of all that is written into v here, 0 if nothing is.
func (fb *funcBuilder) mutations(v ssa.Value) node {
	w := &writeFinder{fb: fb, seen: map[ssa.Value]bool{}, root: &shape{record: fb.isRecord(v.Type())}, track: fb.maybeState(v)}
	w.collect(v, nil)
	return fb.composite(w.root)
}

func (b *builder) isRecord(t types.Type) bool {
	is, ok := b.records[t]
	if !ok {
		is = isRecordType(b.base, t)
		b.records[t] = is
	}
	return is
}

func (fb *funcBuilder) composite(s *shape) node {
	if s.empty() {
		return 0
	}
	if len(s.parts) == 0 && !s.record {
		return fb.union(s.whole)
	}
	marked := s.marked()
	n := valueNode{Kind: compositeNode}
	if s.record {
		n.A = 1
	}
	add := func(k node, elem string, at spot) {
		n.add(k, fb.str(elem))
		if marked {
			n.Parts.Spots = append(n.Parts.Spots, at)
		}
	}
	if whole := fb.union(s.whole); whole != 0 {
		add(whole, "", spot{})
	}
	for i, p := range s.parts {
		k := fb.composite(p)
		if k == 0 && p.spot.Line == 0 {
			continue
		}
		add(k, s.elems[i], p.spot)
	}
	if len(n.Kids) == 0 {
		return 0
	}
	return fb.add(n)
}

// add adds a part to a composite.
func (n *valueNode) add(k node, elem str) {
	if n.Parts == nil {
		n.Parts = &nodeParts{}
	}
	n.Kids, n.Parts.Elems = append(n.Kids, k), append(n.Parts.Elems, elem)
}

// writeFinder walks the uses of a value, flow-insensitively.
type writeFinder struct {
	fb   *funcBuilder
	seen map[ssa.Value]bool
	root *shape
	// track: what is written may be state, so the places of writes are kept.
	track bool
}

// mark notes the first write into a part, on every path if one of them is.
func (w *writeFinder) mark(path []string, in ssa.Instruction) {
	if !w.track || len(path) == 0 {
		return
	}
	s := w.root.at(path)
	if s.blocks = append(s.blocks, in.Block()); len(s.blocks) == 1 {
		s.spot = w.fb.spot(in.Pos(), in.Block())
	}
	s.spot.Skips = s.spot.Skips && (len(s.blocks) == 1 || avoids(s.blocks...))
}

func (w *writeFinder) add(path []string, n node) {
	if s := w.root.at(path); n != 0 && !contains(s.whole, n) {
		s.whole = append(s.whole, n)
	}
}

func (w *writeFinder) collect(v ssa.Value, path []string) {
	if w.seen[v] || len(path) > maxPath || v.Referrers() == nil {
		return
	}
	w.seen[v] = true
	for _, in := range *v.Referrers() {
		w.use(v, in, path)
	}
}

func (w *writeFinder) use(v ssa.Value, in ssa.Instruction, path []string) {
	switch in := in.(type) {
	case *ssa.Store:
		if in.Addr == v {
			w.add(path, w.fb.node(in.Val))
			w.mark(path, in)
		}
	case *ssa.Send:
		if in.Chan == v {
			w.add(path, w.fb.node(in.X))
		}
	case *ssa.MapUpdate:
		if in.Map == v {
			w.mapUpdate(in, path)
		}
	case *ssa.FieldAddr:
		elem := w.fb.fieldElem(in.X.Type(), in.Field)
		at := extend(path, elem)
		w.markRecord(in, at)
		w.collect(in, at)
	case *ssa.IndexAddr:
		if in.X == v {
			w.collect(in, path)
		}
	case *ssa.UnOp:
		if refersTo(in.Type()) {
			w.collect(in, path)
		}
	case *ssa.Slice, *ssa.MakeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.Phi:
		w.collect(in.(ssa.Value), path)
	case *ssa.Extract:
		if _, ok := in.Tuple.(*ssa.TypeAssert); ok && in.Index == 0 {
			w.collect(in, path)
		}
	case *ssa.MakeClosure:
		w.closure(v, in, path)
	case ssa.CallInstruction:
		w.call(v, in, path)
	}
}

// markRecord notes that the part is a custody record, only if something is written there.
func (w *writeFinder) markRecord(in *ssa.FieldAddr, at []string) {
	if _, isStruct := in.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); !isStruct {
		return
	}
	if w.fb.isRecord(in.Type()) {
		w.root.at(at).record = true
	}
}

func extend(path []string, elem string) []string {
	return append(path[:len(path):len(path)], elem)
}

func refersTo(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Interface:
		return true
	}
	return false
}

func (w *writeFinder) mapUpdate(in *ssa.MapUpdate, path []string) {
	if key, ok := constString(in.Key); ok {
		path = extend(path, keyElem(key))
		w.mark(path, in)
	} else {
		w.add(path, w.fb.node(in.Key))
		w.mark(extend(path, anyElem), in)
	}
	w.add(path, w.fb.node(in.Value))
}

func (w *writeFinder) closure(v ssa.Value, in *ssa.MakeClosure, path []string) {
	fn := in.Fn.(*ssa.Function)
	if fn.Parent() == nil {
		return
	}
	for i, b := range in.Bindings {
		if b == v {
			ref := w.fb.str(string(lazyssa.Ref(fn)))
			w.add(path, w.fb.add(valueNode{Kind: freeWriteNode, S: ref, A: int32(i), Kids: []node{w.fb.node(in)}}))
		}
	}
}

// call follows a value into a call: what a summarised callee puts into it is found by its
// summary; a library function is taken to put the other arguments into it (json.Unmarshal).
func (w *writeFinder) call(v ssa.Value, in ssa.CallInstruction, path []string) {
	c := in.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "copy" && c.Args[0] == v {
			w.add(path, w.fb.node(c.Args[1]))
		}
		if b.Name() == "delete" && c.Args[0] == v {
			w.remove(c.Args[1], in, path)
		}
		return
	}
	if row, ok := w.fb.rowOf(c); ok && row.Role != knowledge.RoleNone {
		return // rows say what such a call returns, and it writes nothing else
	}
	args := c.Args
	if c.IsInvoke() {
		args = append([]ssa.Value{c.Value}, args...)
	}
	for i, a := range args {
		if a != v || !refersTo(v.Type()) || i > 0 && isMapsCopy(c) {
			continue
		}
		if e, ok := w.fb.events[in]; ok {
			w.add(path, w.fb.add(valueNode{Kind: argWriteNode, A: int32(e), B: int32(i)}))
		} else {
			w.library(args, i, path, c.Signature().Recv() != nil)
		}
	}
}

// remove is delete(m, key): a write of nothing.
func (w *writeFinder) remove(key ssa.Value, in ssa.CallInstruction, path []string) {
	elem := anyElem
	if k, ok := constString(key); ok {
		elem = keyElem(k)
	}
	w.mark(extend(path, elem), in)
}

func (w *writeFinder) library(args []ssa.Value, into int, path []string, method bool) {
	if _, ok := args[into].Type().Underlying().(*types.Slice); ok {
		return // read, as a rule: []byte goes in
	}
	if method && into == 0 && anyRefers(args[1:]) {
		return // res.Decode(&out) reads res
	}
	for i, a := range args {
		if i != into {
			w.add(path, w.fb.node(a))
		}
	}
}

func anyRefers(args []ssa.Value) bool {
	for _, a := range args {
		if m, ok := a.(*ssa.MakeInterface); ok {
			a = m.X
		}
		if _, ok := a.Type().Underlying().(*types.Pointer); ok {
			return true
		}
	}
	return false
}
