package effects

import "strconv"

// frame is one function being expanded: its values and its calls, each looked at once.
type frame struct {
	e     *engine
	fn    *funcEntry
	bound *env
	vals  []*value
	busy  []bool
	calls []*callSite
	x     *expansion
	// Values can depend on themselves, by loops and by calls that write into their arguments.
	// What is met again while it is being evaluated counts with what the round before found,
	// and cyclic says that another round may find more.
	cyclic   bool
	before   []*value
	previous []*callSite
}

func newFrame(e *engine, fn *funcEntry, bound *env) *frame {
	return evaluated(e, fn, bound, func(fr *frame) {
		for i := range fn.f.Events {
			fr.call(i)
		}
	})
}

// frameFor is the frame of a question about some values only. What they do not depend on is left
// out, which may be most of the program: a function that lists all tools, and is asked what it passes
// to one of them, would have them all expanded.
func frameFor(e *engine, fn *funcEntry, bound *env, nodes []node) *frame {
	return evaluated(e, fn, bound, func(fr *frame) {
		for _, n := range nodes {
			fr.node(n)
		}
	})
}

func evaluated(e *engine, fn *funcEntry, bound *env, round func(*frame)) *frame {
	fr := &frame{e: e, fn: fn, bound: bound, busy: make([]bool, len(fn.f.Nodes)), x: &expansion{}}
	for range rounds {
		fr.before, fr.previous, fr.cyclic = fr.vals, fr.calls, false
		fr.vals, fr.calls = make([]*value, len(fn.f.Nodes)), make([]*callSite, len(fn.f.Events))
		round(fr)
		if !fr.cyclic || fr.steady() {
			break
		}
	}
	return fr
}

// steady reports whether a round found what the round before did.
func (fr *frame) steady() bool {
	if len(fr.previous) == 0 {
		return false
	}
	for i, v := range fr.vals {
		if old := fr.before[i]; v != old && (v == nil || old == nil || v.id != old.id) {
			return false
		}
	}
	return true
}

// rounds is how often a function with cyclic values is evaluated: once to find what flows in, once
// to take it round, once more for a cycle that passes another.
const rounds = 3

func (fr *frame) str(i str) string { return fr.fn.sum.str(i) }

// node evaluates a node. A value that depends on itself is what else flows into it.
func (fr *frame) node(n node) *value {
	if n <= 0 || int(n) >= len(fr.vals) {
		return nothing
	}
	if v := fr.vals[n]; v != nil {
		return v
	}
	if fr.busy[n] {
		fr.cyclic = true
		if fr.before != nil && fr.before[n] != nil {
			return fr.before[n]
		}
		return nothing
	}
	fr.busy[n] = true
	v := fr.eval(fr.fn.f.Nodes[n])
	fr.busy[n] = false
	fr.vals[n] = v
	return v
}

func (fr *frame) eval(n valueNode) *value {
	switch n.Kind {
	case paramNode:
		return fr.root("#"+strconv.Itoa(int(n.A)), fr.paramName(int(n.A)), atom{kind: paramAtom, index: int(n.A)})
	case freeNode:
		name := fr.str(n.S)
		return fr.root(name, "", atom{kind: freeAtom, name: name})
	case constNode:
		return fr.e.pool.single(atom{kind: constAtom, index: int(n.A), name: fr.str(n.S)})
	case globalNode:
		return fr.e.pool.single(atom{kind: globalAtom, name: fr.str(n.S)})
	case funcNode:
		return fr.function(n)
	case resultNode:
		return fr.settled(int(n.A)).result(fr, int(n.B))
	case unionNode:
		return fr.unionOf(n.Kids)
	case selectNode:
		return fr.e.pool.part(fr.node(n.Kids[0]), fr.str(n.S))
	case compositeNode:
		return fr.compose(n)
	case notNode:
		return fr.e.pool.negated(fr.node(n.Kids[0]))
	case freeWriteNode:
		return fr.freeWrite(n)
	case argWriteNode:
		return fr.settled(int(n.A)).argWrite(fr, int(n.B))
	case answersNode:
		return fr.e.pool.single(atom{kind: resumedAtom, index: int(n.A)})
	}
	return nothing
}

func (fr *frame) paramName(i int) string {
	if i < len(fr.fn.f.Params) {
		return fr.str(fr.fn.f.Params[i])
	}
	return ""
}

// root is a parameter or captured variable, as far as the env knows it.
func (fr *frame) root(name, other string, a atom) *value {
	s := fr.bound.of(name)
	if s == nil && other != "" {
		s = fr.bound.of(other) // a frontend may name a parameter that a wrapper captured
	}
	return fr.e.pool.below(s, a)
}

func (fr *frame) function(n valueNode) *value {
	a := atom{kind: funcAtom, name: fr.str(n.S)}
	if n.A == 1 {
		a.binds = []bind{{receiver, fr.node(n.Kids[0])}}
		return fr.e.pool.single(a)
	}
	lit := fr.e.funcs[a.name]
	for i, k := range n.Kids {
		if lit != nil {
			a.binds = append(a.binds, bind{lit.freeName(i), fr.node(k)})
		}
	}
	return fr.e.pool.single(a)
}

func (fr *frame) unionOf(kids []node) *value {
	vs := make([]*value, len(kids))
	for i, k := range kids {
		vs[i] = fr.node(k)
	}
	return fr.e.pool.union(vs...)
}

func (fr *frame) compose(n valueNode) *value {
	var whole *value
	var parts []part
	for i, k := range n.Kids {
		v := fr.node(k)
		elem := fr.str(n.Parts.Elems[i])
		if elem == "" {
			whole = v
			continue
		}
		p := part{elem: elem, v: v}
		if i < len(n.Parts.Spots) && n.Parts.Spots[i].Line != 0 {
			p.set = fr.at(n.Parts.Spots[i], "sets "+elemText(elem))
		}
		parts = append(parts, p)
	}
	v := fr.e.pool.union(whole, fr.e.pool.value(nil, parts))
	if n.A == 1 {
		v = fr.e.pool.record(v)
	}
	return v
}

// freeWrite is what a literal puts into a variable of this function.
func (fr *frame) freeWrite(n valueNode) *value {
	lit := fr.e.funcs[fr.str(n.S)]
	if lit == nil || len(n.Kids) == 0 {
		return nothing
	}
	var binds []bind
	for _, a := range fr.node(n.Kids[0]).atoms {
		if a.kind == funcAtom {
			binds = a.binds
		}
	}
	args := fr.stateArgs(fr.str(n.S))
	x := fr.e.expand(lit, newEnv(fr.e.pool.skeletonsOf(binds)))
	if int(n.A) >= len(x.frees) {
		return nothing
	}
	s := fr.e.pool.substitution(substitution{args: args, binds: binds, step: Step{Pos: lit.position(lit.f.Pos), Func: refOf(lit), Text: "in a function literal"}})
	return s.value(x.frees[n.A])
}
