package effects

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// flow writes the contracted control-flow graph: blocks without events and without a condition
// that matters are left out, and edges go past them.
func (fb *funcBuilder) flow() {
	keep := make([]bool, len(fb.fn.Blocks))
	blocks := make([]block, len(fb.fn.Blocks))
	for i, b := range fb.fn.Blocks {
		for _, in := range b.Instrs {
			if e, ok := fb.events[in]; ok {
				blocks[i].Events = append(blocks[i].Events, e)
			}
		}
		keep[i] = keep[i] || i == 0 || len(blocks[i].Events) > 0 || len(b.Succs) == 0
		if blocks[i].Cond = fb.condition(b); blocks[i].Cond != 0 {
			keep[i], keep[b.Succs[0].Index], keep[b.Succs[1].Index] = true, true, true
		}
	}
	number := make([]int, len(keep))
	n := 0
	for i := range keep {
		if keep[i] {
			number[i] = n
			n++
		}
	}
	for i, b := range fb.fn.Blocks {
		if keep[i] {
			blocks[i].Succs = successors(b, keep, number)
			fb.out.Blocks = append(fb.out.Blocks, blocks[i])
		}
	}
}

// successors are the kept blocks that follow b. Both blocks behind a condition that matters are
// kept, so there they are two, in order.
func successors(b *ssa.BasicBlock, keep []bool, number []int) []int {
	var out []int
	seen := map[int]bool{}
	var visit func(s *ssa.BasicBlock)
	visit = func(s *ssa.BasicBlock) {
		switch {
		case seen[s.Index]:
			return
		case keep[s.Index]:
			out = append(out, number[s.Index])
		default:
			seen[s.Index] = true
			for _, t := range s.Succs {
				visit(t)
			}
		}
		seen[s.Index] = true
	}
	for _, s := range b.Succs {
		visit(s)
	}
	return out
}

// condition is the node of the condition at the end of b, if a call of an event decides it: it
// may tell whether the run is resumed.
func (fb *funcBuilder) condition(b *ssa.BasicBlock) node {
	if len(b.Instrs) == 0 {
		return 0
	}
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return 0
	}
	if fb.asks {
		return fb.answered(cond.Cond)
	}
	v := cond.Cond
	for {
		not, ok := v.(*ssa.UnOp)
		if !ok {
			break
		}
		v = not.X
	}
	if x, ok := comparedWithNil(v); ok {
		v = x
	}
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	switch call := v.(type) {
	case *ssa.Call:
		if _, ok := fb.events[call]; ok {
			return fb.node(cond.Cond)
		}
	case *ssa.FreeVar, *ssa.Alloc:
		return fb.node(cond.Cond)
	}
	return 0
}

// answered is the node of a condition in a function that knows the answers to a pause.
func (fb *funcBuilder) answered(cond ssa.Value) node {
	v, not := cond, false
	for {
		n, ok := v.(*ssa.UnOp)
		if !ok || n.Op != token.NOT {
			break
		}
		v, not = n.X, !not
	}
	if cmp, ok := v.(*ssa.BinOp); ok {
		if n := fb.emptiness(cmp); n != 0 {
			if not {
				n = fb.add(valueNode{Kind: notNode, Kids: []node{n}})
			}
			return n
		}
		if _, ok := comparedWithNil(v); ok {
			return fb.node(cond)
		}
	}
	return fb.tested(cond, 0)
}

// comparedWithNil is what is compared with nil. Some frameworks say that a run is resumed by an
// answer that is not nil.
func comparedWithNil(v ssa.Value) (ssa.Value, bool) {
	cmp, ok := v.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return nil, false
	}
	for _, pair := range [][2]ssa.Value{{cmp.X, cmp.Y}, {cmp.Y, cmp.X}} {
		if c, ok := pair[1].(*ssa.Const); ok && c.IsNil() {
			return pair[0], true
		}
	}
	return nil, false
}
