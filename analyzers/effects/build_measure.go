package effects

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A list whose length is tested before the loop over it is as long as somebody chose:
// `if len(list) > max { return errTooMany }`.

// listOf is the list or map whose length the condition of a loop compares, nil if it compares none.
func listOf(cond ssa.Value) ssa.Value {
	switch c := cond.(type) {
	case *ssa.BinOp:
		for _, v := range []ssa.Value{c.X, c.Y} {
			if list := lenOf(v); list != nil {
				return list
			}
		}
	case *ssa.Extract:
		if next, ok := c.Tuple.(*ssa.Next); ok {
			return next.Iter.(*ssa.Range).X
		}
	}
	return nil
}

// lenOf is what v is the length of, nil if it is none.
func lenOf(v ssa.Value) ssa.Value {
	if call, ok := v.(*ssa.Call); ok {
		if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			return call.Call.Args[0]
		}
	}
	return nil
}

// isMeasured reports whether a list that is longer than a number never comes to the loop at head.
func (fb *funcBuilder) isMeasured(list ssa.Value, head *ssa.BasicBlock) bool {
	return slices.ContainsFunc(fb.fn.Blocks, func(b *ssa.BasicBlock) bool {
		if b == head || len(b.Instrs) == 0 || !b.Dominates(head) {
			return false
		}
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			return false
		}
		tooLong := fb.tooLong(test.Cond, list)
		return tooLong >= 0 && !leadsTo(b.Succs[tooLong], head)
	})
}

// tooLong is the successor of a test for lists that are longer than a number; -1 if it tests
// something else.
func (fb *funcBuilder) tooLong(cond, list ssa.Value) int {
	is, ok := cond.(*ssa.BinOp)
	if !ok {
		return -1
	}
	length, number, more, less := is.X, is.Y, 0, 1
	if lenOf(length) == nil {
		length, number, more, less = is.Y, is.X, 1, 0
	}
	if of := lenOf(length); of == nil || !sameList(of, list) {
		return -1
	}
	if l := fb.limitOf(number); l.Bound != BoundConst && l.Bound != BoundLimited {
		return -1
	}
	switch is.Op {
	case token.GTR, token.GEQ:
		return more
	case token.LSS, token.LEQ:
		return less
	}
	return -1
}

func leadsTo(from, to *ssa.BasicBlock) bool {
	seen := make([]bool, len(from.Parent().Blocks))
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if b == to {
			return true
		}
		if seen[b.Index] {
			return false
		}
		seen[b.Index] = true
		return slices.ContainsFunc(b.Succs, visit)
	}
	return visit(from)
}

// sameList reports whether two values are one list as code spells it: a variable, or a field of one,
// that is read twice. That nobody changes it in between is taken for granted.
func sameList(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		return ok && a.Op == b.Op && sameList(a.X, b.X)
	case *ssa.FieldAddr:
		b, ok := b.(*ssa.FieldAddr)
		return ok && a.Field == b.Field && sameList(a.X, b.X)
	case *ssa.Field:
		b, ok := b.(*ssa.Field)
		return ok && a.Field == b.Field && sameList(a.X, b.X)
	}
	return false
}
