package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// width notes how long the slice is that the function returns first.
func (fb *funcBuilder) width() {
	res := fb.fn.Signature.Results()
	if res.Len() == 0 {
		return
	}
	if _, ok := res.At(0).Type().Underlying().(*types.Slice); !ok {
		return
	}
	for _, b := range fb.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		w := fb.lengthOf(ret.Results[0])
		w.Pos = fb.place(ret.Pos())
		fb.out.Width = wider(fb.out.Width, w)
	}
}

// wider is the width of "one or the other". Data is wider than all, a width that is not known
// wider than what is known and bounded. The zero width stands for "nothing yet".
func wider(a, b width) width {
	rank := [...]int{BoundConst: 1, BoundLimited: 2, BoundUnknown: 3, BoundData: 4}
	switch {
	case a == width{}:
		return b
	case b == width{}:
		return a
	case rank[b.Bound] > rank[a.Bound], a.Bound == b.Bound && b.N > a.N:
		return b
	}
	return a
}

// maxMeasured bounds how far back the length of a value is followed.
const maxMeasured = 12

// maxLooks bounds how many values are looked at for the length of one. Without it a state machine that a
// program wrote, whose variables are stored in hundreds of places from each other, takes as many as
// there are ways of maxMeasured steps.
const maxLooks = 1000

// look begins to measure a value. The caller drops it from measuring when it is done.
func (fb *funcBuilder) look(v ssa.Value) (ok bool) {
	if len(fb.measuring) == 0 {
		fb.looks = 0
	}
	fb.looks++
	if len(fb.measuring) > maxMeasured || fb.looks > maxLooks {
		return false
	}
	fb.measuring[v] = true
	return true
}

// lengthOf is the length of a slice, map, string or channel.
func (fb *funcBuilder) lengthOf(v ssa.Value) width {
	if fb.measuring[v] {
		return width{Bound: BoundConst} // what comes round a loop adds nothing by itself
	}
	if !fb.look(v) {
		return fb.dataWidth(v)
	}
	defer delete(fb.measuring, v)
	switch v := v.(type) {
	case *ssa.Const:
		return width{Bound: BoundConst}
	case *ssa.Slice:
		return fb.lengthOfSlice(v)
	case *ssa.MakeSlice:
		l := fb.limitOf(v.Len)
		return width{Bound: l.Bound, N: l.N, Source: l.Source, Text: l.Text}
	case *ssa.Phi:
		return fb.lengthOfPhi(v)
	case *ssa.Call:
		return fb.lengthOfCall(v, 0)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return fb.lengthOfCall(call, v.Index)
		}
	case *ssa.ChangeType:
		return fb.lengthOf(v.X)
	case *ssa.Convert:
		return fb.lengthOf(v.X)
	case *ssa.UnOp:
		if w, ok := fb.lengthOfLocal(v); ok {
			return w
		}
	case *ssa.Parameter:
		w := fb.dataWidth(v)
		for i, p := range fb.fn.Params {
			if p == v {
				w.Param = i + 1
			}
		}
		return w
	}
	return fb.dataWidth(v)
}

func (fb *funcBuilder) dataWidth(v ssa.Value) width {
	if _, ok := arrayLen(v.Type()); ok {
		n, _ := arrayLen(v.Type())
		return width{Bound: BoundConst, N: n}
	}
	return width{Bound: BoundData, Source: fb.node(v), Text: fb.str(spell(v))}
}

func arrayLen(t types.Type) (int, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	a, ok := t.Underlying().(*types.Array)
	if !ok {
		return 0, false
	}
	return int(a.Len()), true
}

func (fb *funcBuilder) lengthOfSlice(v *ssa.Slice) width {
	if v.High == nil {
		return fb.lengthOf(v.X)
	}
	switch l := fb.limitOf(v.High); l.Bound {
	case BoundConst:
		return width{Bound: BoundLimited, N: l.N}
	case BoundLimited:
		return width{Bound: BoundLimited, N: l.N}
	}
	return fb.lengthOf(v.X)
}

// lengthOfPhi knows `if len(s) > max { s = s[:max] }`: of two values, one the other cut short,
// the cut decides.
func (fb *funcBuilder) lengthOfPhi(v *ssa.Phi) width {
	for _, e := range v.Edges {
		if cut, ok := e.(*ssa.Slice); ok && cut.High != nil && len(v.Edges) == 2 && containsValue(v.Edges, cut.X) {
			if w := fb.lengthOfSlice(cut); w.Bound == BoundLimited {
				return w
			}
		}
	}
	var out width
	for _, e := range v.Edges {
		out = wider(out, fb.lengthOf(e))
	}
	return out
}

func containsValue(list []ssa.Value, v ssa.Value) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

func (fb *funcBuilder) lengthOfCall(call *ssa.Call, index int) width {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
		return fb.lengthOfAppend(call)
	}
	w := width{Bound: BoundData}
	if e, ok := fb.events[call]; ok {
		w.Source = fb.node(call)
		if index == 0 {
			w.Event = e + 1
		}
		if index > 0 {
			w.Source = 0
		}
		return w
	}
	return fb.dataWidth(call)
}

// lengthOfAppend: outside loops the parts add up; in a loop the loop decides.
func (fb *funcBuilder) lengthOfAppend(call *ssa.Call) width {
	base := fb.lengthOf(call.Call.Args[0])
	more := fb.lengthOf(call.Call.Args[1])
	if l := fb.loops.of(call.Block()); l != 0 {
		in := fb.loopWidth(l)
		if in.Bound == BoundConst && more.Bound == BoundConst {
			more.N *= in.N
		} else {
			more = wider(in, more)
		}
	}
	if base.Bound == BoundConst && more.Bound == BoundConst {
		return width{Bound: BoundConst, N: base.N + more.N}
	}
	return wider(base, more)
}

// loopWidth is how often a loop runs.
func (fb *funcBuilder) loopWidth(l int) width {
	n := fb.loops.list[l-1]
	if l-1 < len(fb.out.Loops) {
		o := fb.out.Loops[l-1]
		return width{Bound: o.Bound, N: o.N, Source: o.Source, Text: o.Text, Event: o.Event}
	}
	o := fb.describe(n)
	return width{Bound: o.Bound, N: o.N, Source: o.Source, Text: o.Text, Event: o.Event}
}

// holdsData reports whether a value of the type can be data, and is not something that works: a
// context, a service behind an interface, a function, a channel.
func holdsData(t types.Type) bool {
	if dull(t) {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return t.NumMethods() == 0
	case *types.Signature, *types.Chan:
		return false
	}
	return true
}

// lengthOfLocal is the width of a variable that a closure captures, by all that is stored there.
func (fb *funcBuilder) lengthOfLocal(load *ssa.UnOp) (width, bool) {
	a, ok := load.X.(*ssa.Alloc)
	if !ok {
		return width{}, false
	}
	if n, ok := arrayLen(a.Type()); ok {
		return width{Bound: BoundConst, N: n}, true
	}
	var out width
	for _, in := range *a.Referrers() {
		if st, ok := in.(*ssa.Store); ok && st.Addr == a {
			out = wider(out, fb.lengthOf(st.Val))
		}
	}
	return out, out != width{}
}
