package effects

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// onlyFails reports whether every way on from the block ends with an error.
func (fb *funcBuilder) onlyFails(b *ssa.BasicBlock) bool {
	is, ok := fb.failing[b]
	if !ok {
		is = len(b.Succs) == 0 && endsInError(b) || len(b.Succs) > 0 && fb.endsInErrors(b.Succs, nil)
		fb.failing[b] = is
	}
	return is
}

// endsInErrors reports whether all that is reachable from the blocks ends with an error, and has
// none of the events that are excluded.
func (fb *funcBuilder) endsInErrors(from []*ssa.BasicBlock, excluded map[ssa.Instruction]int) bool {
	seen := make([]bool, len(fb.fn.Blocks))
	todo := append([]*ssa.BasicBlock(nil), from...)
	ends := false
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[b.Index] {
			continue
		}
		seen[b.Index] = true
		for _, in := range b.Instrs {
			if _, is := excluded[in]; is {
				return false
			}
		}
		if len(b.Succs) == 0 {
			if !endsInError(b) {
				return false
			}
			ends = true
		}
		todo = append(todo, b.Succs...)
	}
	return ends
}

func endsInError(b *ssa.BasicBlock) bool {
	ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	return dull(last.Type()) && isError(last, b)
}

// stops reports whether the function ends when the call returns an error: it returns what the call
// did, or tests the error at once and returns it.
func (fb *funcBuilder) stops(in ssa.Instruction, b *ssa.BasicBlock) bool {
	call, ok := in.(*ssa.Call)
	if !ok || !fb.lastEvent(in, b) {
		return false
	}
	err := errorOf(call)
	if err == nil {
		return false
	}
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Return:
		return len(last.Results) > 0 && last.Results[len(last.Results)-1] == err
	case *ssa.If:
		is, ok := last.Cond.(*ssa.BinOp)
		if !ok || is.X != err && is.Y != err || !isZero(is.X) && !isZero(is.Y) {
			return false
		}
		failed := b.Succs[0]
		if is.Op == token.EQL {
			failed = b.Succs[1]
		}
		return fb.endsInErrors([]*ssa.BasicBlock{failed}, fb.events)
	}
	return false
}

// lastEvent reports whether no other event follows in the block.
func (fb *funcBuilder) lastEvent(in ssa.Instruction, b *ssa.BasicBlock) bool {
	for i := len(b.Instrs) - 1; i >= 0 && b.Instrs[i] != in; i-- {
		if _, is := fb.events[b.Instrs[i]]; is {
			return false
		}
	}
	return true
}

// errorOf is the error that a call returns last, nil if it returns none or nobody looks at it.
func errorOf(call *ssa.Call) ssa.Value {
	res := call.Call.Signature().Results()
	n := res.Len() - 1
	if n < 0 || !dull(res.At(n).Type()) {
		return nil
	}
	if n == 0 {
		return call
	}
	for _, use := range *call.Referrers() {
		if x, ok := use.(*ssa.Extract); ok && x.Index == n {
			return x
		}
	}
	return nil
}

// takes reports whether the function takes a place of a semaphore from outside before it does
// anything that matters.
func (fb *funcBuilder) takes() bool {
	for _, b := range fb.fn.Blocks {
		for i, in := range b.Instrs {
			if fb.takesPlace(in) {
				return fb.allBehind(b, i)
			}
		}
	}
	return false
}

func (fb *funcBuilder) takesPlace(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Send:
		if !isToken(in.Chan.Type()) {
			return false
		}
		switch groupRoot(in.Chan).(type) {
		case *ssa.FreeVar, *ssa.Parameter, *ssa.Global:
			return true
		}
	case ssa.CallInstruction:
		return fb.isAcquire(in.Common())
	}
	return false
}

// allBehind reports whether all events but deferred ones come behind the i-th instruction of b.
func (fb *funcBuilder) allBehind(b *ssa.BasicBlock, i int) bool {
	for in := range fb.events {
		if _, late := in.(*ssa.Defer); late || in == b.Instrs[i] {
			continue
		}
		if in.Block() != b {
			if !b.Dominates(in.Block()) {
				return false
			}
			continue
		}
		for _, before := range b.Instrs[:i] {
			if before == in {
				return false
			}
		}
	}
	return true
}

// awaits reports whether the loop round a go statement waits, before it comes round, for what the
// goroutine was given: a channel or a group.
func (fb *funcBuilder) awaits(call ssa.CallInstruction, b *ssa.BasicBlock) bool {
	l := fb.loops.of(b)
	if _, isGo := call.(*ssa.Go); !isGo || l == 0 {
		return false
	}
	given := givenTo(call.Common())
	loop := fb.loops.list[l-1]
	seen := map[*ssa.BasicBlock]bool{}
	var comesRound func(b *ssa.BasicBlock, from int) bool
	comesRound = func(b *ssa.BasicBlock, from int) bool {
		for _, in := range b.Instrs[from:] {
			if waitsFor(in, given) {
				return false
			}
		}
		for _, s := range b.Succs {
			if s == loop.head {
				return true
			}
			if loop.body[s] && !seen[s] {
				seen[s] = true
				if comesRound(s, 0) {
					return true
				}
			}
		}
		return false
	}
	for i, in := range b.Instrs {
		if in == call {
			return !comesRound(b, i+1)
		}
	}
	return false
}

// givenTo are the variables that a call passes on or captures.
func givenTo(c *ssa.CallCommon) map[ssa.Value]bool {
	given := map[ssa.Value]bool{}
	add := func(v ssa.Value) { given[groupRoot(v)] = true }
	for _, a := range c.Args {
		add(a)
	}
	if mc, ok := c.Value.(*ssa.MakeClosure); ok {
		for _, b := range mc.Bindings {
			add(b)
		}
	}
	return given
}

func waitsFor(in ssa.Instruction, given map[ssa.Value]bool) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.ARROW && given[groupRoot(in.X)]
	case *ssa.Select:
		for _, s := range in.States {
			if in.Blocking && given[groupRoot(s.Chan)] {
				return true
			}
		}
	case *ssa.Call:
		return isWait(&in.Call) && len(in.Call.Args) > 0 && given[groupRoot(in.Call.Args[0])]
	}
	return false
}
