package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/lazyssa"

	"github.com/skewlint/skewlint/analyzers/refs"
)

// limit says what limits a start of concurrent work from outside its loop: BoundLimited for a
// semaphore or a limited group, BoundData for a group without a limit or a plain go statement,
// BoundUnknown for a group that came from elsewhere.
func (fb *funcBuilder) limit(call ssa.CallInstruction, b *ssa.BasicBlock) Bound {
	row, isRow := fb.rowOf(call.Common())
	_, isGo := call.(*ssa.Go)
	spawn := isRow && row.Role == knowledge.RoleSpawn
	if !isGo && !spawn {
		return BoundUnknown
	}
	if fb.acquires(b) || fb.awaits(call, b) {
		return BoundLimited
	}
	if isGo || row.Group == "" {
		return BoundData
	}
	return fb.groupLimit(groupOf(call.Common(), row.Group))
}

func (fb *funcBuilder) rowOf(c *ssa.CallCommon) (knowledge.Row, bool) {
	var row knowledge.Row
	answer := knowledge.NotKnown
	if c.IsInvoke() {
		row, answer = fb.base.Func(refs.Func(c.Method))
	} else if f := c.StaticCallee(); f != nil {
		row, answer = fb.base.Func(lazyssa.Ref(f))
	}
	return row, answer == knowledge.HasEffect
}

func groupOf(c *ssa.CallCommon, p knowledge.Place) ssa.Value {
	ref, err := p.Parse()
	if err != nil {
		return nil
	}
	i := ref.Index
	if ref.Base == knowledge.PlaceRecv {
		i = 0
		if c.IsInvoke() {
			return c.Value
		}
	} else if !c.IsInvoke() && c.Signature().Recv() != nil {
		i++
	}
	if i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// acquires reports whether the loop round b takes a place of a semaphore before b: a send into a
// channel of empty values, or a call that a row calls an acquire.
func (fb *funcBuilder) acquires(b *ssa.BasicBlock) bool {
	l := fb.loops.of(b)
	for _, before := range fb.fn.Blocks {
		if !before.Dominates(b) || l != 0 && !fb.loops.list[l-1].body[before] {
			continue
		}
		for _, in := range before.Instrs {
			switch in := in.(type) {
			case *ssa.Send:
				if isToken(in.Chan.Type()) {
					return true
				}
			case ssa.CallInstruction:
				if fb.isAcquire(in.Common()) {
					return true
				}
			}
		}
	}
	return fb.selectsToken(b, l)
}

func (fb *funcBuilder) isAcquire(c *ssa.CallCommon) bool {
	row, ok := fb.rowOf(c)
	return ok && row.Role == knowledge.RoleAcquire
}

// selectsToken is acquires for `select { case sem <- struct{}{}: case <-ctx.Done(): }`.
func (fb *funcBuilder) selectsToken(b *ssa.BasicBlock, l int) bool {
	for _, before := range fb.fn.Blocks {
		if !before.Dominates(b) || l != 0 && !fb.loops.list[l-1].body[before] {
			continue
		}
		for _, in := range before.Instrs {
			sel, ok := in.(*ssa.Select)
			if !ok {
				continue
			}
			for _, s := range sel.States {
				if s.Dir == types.SendOnly && isToken(s.Chan.Type()) {
					return true
				}
			}
		}
	}
	return false
}

// isToken reports whether a channel carries nothing: struct{} or bool.
func isToken(t types.Type) bool {
	c, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	switch e := c.Elem().Underlying().(type) {
	case *types.Struct:
		return e.NumFields() == 0
	case *types.Basic:
		return e.Info()&types.IsBoolean != 0
	}
	return false
}

// groupLimit looks for a limit on the same group in this function.
func (fb *funcBuilder) groupLimit(g ssa.Value) Bound {
	root := groupRoot(g)
	switch root.(type) {
	case *ssa.Alloc, *ssa.Call:
	default:
		return BoundUnknown // made elsewhere, and limited there if at all
	}
	for _, b := range fb.fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			row, ok := fb.rowOf(call.Common())
			if ok && row.Role == knowledge.RoleLimit && groupRoot(groupOf(call.Common(), row.Group)) == root {
				return BoundLimited
			}
			if !ok && passes(call.Common(), root) {
				return BoundUnknown // a helper may limit it
			}
		}
	}
	return BoundData
}

func passes(c *ssa.CallCommon, root ssa.Value) bool {
	if f := c.StaticCallee(); f == nil || f.Name() == "Wait" {
		return false
	}
	for _, a := range c.Args {
		if groupRoot(a) == root {
			return true
		}
	}
	return false
}

func groupRoot(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Alloc:
			if from := soleStore(x); from != nil {
				v = from
				continue
			}
			return x
		default:
			return v
		}
	}
}

// soleStore is what a variable is set to, if it is set once to the result of a call.
func soleStore(a *ssa.Alloc) ssa.Value {
	switch from := copyOf(a).(type) {
	case *ssa.Call, *ssa.Extract, *ssa.Alloc:
		return from
	}
	return nil
}
