package effects

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// loops are the natural loops of a function, outer ones before inner ones.
type loops struct {
	list  []*natural
	inner map[*ssa.BasicBlock]int // innermost loop, plus one
}

type natural struct {
	head *ssa.BasicBlock
	body map[*ssa.BasicBlock]bool
}

func findLoops(f *ssa.Function) *loops {
	l := &loops{inner: map[*ssa.BasicBlock]int{}}
	byHead := map[*ssa.BasicBlock]*natural{}
	for _, b := range f.Blocks {
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			n := byHead[h]
			if n == nil {
				n = &natural{head: h, body: map[*ssa.BasicBlock]bool{h: true}}
				byHead[h] = n
			}
			n.addBack(b)
		}
	}
	for _, b := range f.DomPreorder() { // heads of outer loops come first
		n := byHead[b]
		if n == nil {
			continue
		}
		l.list = append(l.list, n)
		for in := range n.body {
			l.inner[in] = len(l.list)
		}
	}
	return l
}

func (n *natural) addBack(b *ssa.BasicBlock) {
	if n.body[b] {
		return
	}
	n.body[b] = true
	for _, p := range b.Preds {
		n.addBack(p)
	}
}

func (l *loops) of(b *ssa.BasicBlock) int { return l.inner[b] }

func (fb *funcBuilder) describeLoops() {
	for i, n := range fb.loops.list {
		out := fb.describe(n)
		for j := i - 1; j >= 0; j-- {
			if fb.loops.list[j].body[n.head] {
				out.Outer = j + 1
				break
			}
		}
		fb.out.Loops = append(fb.out.Loops, out)
	}
}

// describe finds what decides how often a loop runs: the first condition that leaves it.
func (fb *funcBuilder) describe(n *natural) loop {
	for _, b := range fb.fn.Blocks {
		if !n.body[b] || len(b.Instrs) == 0 {
			continue
		}
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || n.body[b.Succs[0]] && n.body[b.Succs[1]] {
			continue
		}
		out := fb.bound(cond.Cond)
		if list := listOf(cond.Cond); out.Bound == BoundData && list != nil && fb.isMeasured(list, n.head) {
			return loop{Bound: BoundLimited}
		}
		return out
	}
	return loop{}
}

func (fb *funcBuilder) bound(cond ssa.Value) loop {
	switch c := cond.(type) {
	case *ssa.BinOp:
		if c.Op == token.LSS || c.Op == token.LEQ || c.Op == token.NEQ {
			return fb.limitOf(c.Y)
		}
		if c.Op == token.GTR || c.Op == token.GEQ {
			return fb.limitOf(c.X)
		}
	case *ssa.Extract:
		if next, ok := c.Tuple.(*ssa.Next); ok {
			return fb.data(next.Iter.(*ssa.Range).X)
		}
		if recv, ok := c.Tuple.(*ssa.UnOp); ok {
			return fb.data(recv.X)
		}
	}
	return loop{}
}

// limitOf is the bound that a number gives: constant, the length of something, or a number that
// someone chose (a parameter, a setting, the number of processors).
func (fb *funcBuilder) limitOf(v ssa.Value) loop {
	if fb.measuring[v] || !fb.look(v) {
		return loop{}
	}
	defer delete(fb.measuring, v)
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Int {
			n, _ := constant.Int64Val(v.Value)
			return loop{Bound: BoundConst, N: int(n)}
		}
	case *ssa.Call:
		return fb.limitOfCall(v)
	case *ssa.Parameter, *ssa.FreeVar, *ssa.UnOp, *ssa.Field, *ssa.Extract:
		return fb.chosen(v)
	case *ssa.Phi: // if n > max { n = max }
		for _, e := range v.Edges {
			if c, ok := e.(*ssa.Const); ok && len(v.Edges) == 2 {
				return loop{Bound: BoundLimited, N: fb.limitOf(c).N}
			}
		}
	case *ssa.BinOp:
		return fb.limitOf(v.X)
	case *ssa.Convert:
		return fb.limitOf(v.X)
	}
	return loop{}
}

// chosen is a bound by a number. Who chose it shows when its source is known: a number that came
// from a tool or from state is data after all.
func (fb *funcBuilder) chosen(v ssa.Value) loop {
	return loop{Bound: BoundLimited, Source: fb.node(v), Text: fb.str(spell(v))}
}

func (fb *funcBuilder) limitOfCall(v *ssa.Call) loop {
	b, ok := v.Call.Value.(*ssa.Builtin)
	if !ok {
		return fb.chosen(v)
	}
	switch b.Name() {
	case "len":
		return fb.data(v.Call.Args[0])
	case "min":
		for _, a := range v.Call.Args {
			if l := fb.limitOf(a); l.Bound == BoundConst {
				return loop{Bound: BoundLimited, N: l.N}
			}
		}
		return fb.limitOf(v.Call.Args[0])
	}
	return loop{}
}

// data is a loop over a value: bounded when the value has a constant length or is cut to one.
func (fb *funcBuilder) data(v ssa.Value) loop {
	w := fb.lengthOf(v)
	return loop{Bound: w.Bound, N: w.N, Source: w.Source, Text: w.Text, Event: w.Event, Peers: fb.isPeers(v.Type())}
}

// spell is how source names a value, "" if it has no name.
func spell(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return v.Name()
	case *ssa.Alloc:
		if v.Comment != "complit" && v.Comment != "slicelit" && v.Comment != "new" && v.Comment != "varargs" {
			return v.Comment
		}
	case *ssa.UnOp:
		return spell(v.X)
	case *ssa.Slice:
		return spell(v.X)
	case *ssa.Phi:
		return v.Comment
	case *ssa.Field:
		return fieldName(v.X.Type(), v.Field)
	case *ssa.FieldAddr:
		return fieldName(v.X.Type(), v.Field)
	}
	return ""
}

func fieldName(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok && i < st.NumFields() {
		return st.Field(i).Name()
	}
	return "field " + strconv.Itoa(i)
}
