package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/lazyssa"
	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// Some frameworks take what is written to the state from a map in a field of what a function makes
// or is given: the delta of an event in ADK. A row of the role state-update names such a field, as
// "(Type).Field", and what is put into it is written to the state under its keys.

// updates notes what the function puts into such fields.
func (fb *funcBuilder) updates() {
	for _, b := range fb.fn.Blocks {
		for _, in := range b.Instrs {
			u, ok := fb.updated(in)
			if ok && (u.Of != 0 || u.Field != 0) {
				u.Spot = fb.spot(in.Pos(), b)
				fb.out.Updates = append(fb.out.Updates, u)
			}
		}
	}
}

func (fb *funcBuilder) updated(in ssa.Instruction) (update, bool) {
	switch in := in.(type) {
	case *ssa.Store:
		if addr, ok := in.Addr.(*ssa.FieldAddr); ok && keyed(in.Val.Type()) {
			if row := fb.updateRow(addr.X.Type(), addr.Field); row != 0 {
				return update{Row: row, Of: fb.node(in.Val)}, true
			}
		}
	case *ssa.MapUpdate:
		if row := fb.updateIn(in.Map); row != 0 {
			return update{Row: row, Field: fb.node(in.Key), Of: fb.node(in.Value)}, true
		}
	case *ssa.Call:
		return fb.updatedBy(in)
	}
	return update{}, false
}

// updatedBy is a call that is given the map in such a field and puts something into it.
func (fb *funcBuilder) updatedBy(in *ssa.Call) (update, bool) {
	for i, a := range in.Call.Args {
		row := fb.updateIn(a)
		if row == 0 {
			continue
		}
		if isMapsCopy(&in.Call) && i == 0 {
			return update{Row: row, Of: fb.node(in.Call.Args[1])}, true
		}
		if e, ok := fb.events[in]; ok && !in.Call.IsInvoke() {
			return update{Row: row, Of: fb.add(valueNode{Kind: argWriteNode, A: int32(e), B: int32(i)})}, true
		}
	}
	return update{}, false
}

// isMapsCopy reports whether a call puts the entries of its second argument into its first.
func isMapsCopy(c *ssa.CallCommon) bool {
	f := c.StaticCallee()
	return f != nil && lazyssa.Ref(f) == "maps.Copy"
}

// updateIn is the row of the field in which a map stands, 0 if there is none.
func (fb *funcBuilder) updateIn(v ssa.Value) str {
	if !keyed(v.Type()) {
		return 0
	}
	for range maxOrigin {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			return fb.updateRow(x.X.Type(), x.Field)
		case *ssa.Field:
			return fb.updateRow(x.X.Type(), x.Field)
		}
		if v = transparent(v); v == nil {
			return 0
		}
	}
	return 0
}

// updateRow is the row about a field of a struct, 0 if it has none of that role.
func (fb *funcBuilder) updateRow(t types.Type, field int) str {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	owner := refs.Type(t)
	if !ok || owner == "" {
		return 0
	}
	ref := graphmodel.FuncRef("(" + owner + ")." + st.Field(field).Name())
	if row, _ := fb.base.Func(ref); row.Role != knowledge.RoleStateUpdate {
		return 0
	}
	return fb.str(string(ref))
}

// updates are the writes of the frame's own function by such fields.
func (fr *frame) updates() {
	for _, u := range fr.fn.f.Updates {
		row, _ := fr.e.base.Func(graphmodel.FuncRef(fr.str(u.Row)))
		use := &stateUse{fact: *fr.at(u.Spot, stepText(&row, nothing)), write: true, field: fr.node(u.Field), v: fr.node(u.Of)}
		use.update = u.Field == 0
		fr.x.addUse(use.seal())
	}
}

// each are the writes that the use is: an update is one for each of its keys.
func (u *stateUse) each(in *pool) []*stateUse {
	if !u.update {
		return []*stateUse{u}
	}
	out := (&shapeOf{StateShape: graphmodel.StateShape{Kind: graphmodel.StateMap}}).fields(in, u.v)
	for _, w := range out {
		w.fact = u.fact
	}
	return out
}

// eachUse takes the updates of a list apart.
func eachUse(in *pool, list []*stateUse) []*stateUse {
	var out []*stateUse
	for _, u := range list {
		out = append(out, u.each(in)...)
	}
	return out
}
