package effects

import (
	"strconv"
	"strings"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

func refOf(fn *funcEntry) graphmodel.FuncRef { return graphmodel.FuncRef(fn.sum.str(fn.f.Ref)) }

// callSite is an event of a frame with all that is known of it.
type callSite struct {
	in   *pool
	ev   *event
	pos  graphmodel.Position
	args []*value
	// row is set for a call that a row knows.
	row   *knowledge.Row
	place rowPlaces
	pick  *value // see event
	// targets are the functions that may run: the callee, or what is called back.
	targets []*target
	lost    string // why the target is not known
	grade   Grade
	open    bool // still being resolved
	// more are further library functions that the call may reach: several that a value can be,
	// or one that a library calls back.
	more []*callSite
}

// target is one function that a call may run.
type target struct {
	x   *expansion
	sub *substitution
	// shape is set for a function that is given the state of a graph.
	shape *shapeOf
}

// call resolves an event once. Its results may be asked for before its turn comes.
func (fr *frame) call(i int) *callSite {
	if fr.calls[i] != nil {
		return fr.calls[i]
	}
	ev := &fr.fn.f.Events[i]
	c := &callSite{in: fr.e.pool, ev: ev, pos: fr.fn.position(ev.Pos), open: true}
	fr.calls[i] = c
	defer func() { c.open = false }()
	for _, a := range ev.Args {
		c.args = append(c.args, fr.node(a))
	}
	if ev.Pick != 0 {
		c.pick = fr.node(ev.Pick)
	}
	switch {
	case ev.Why != 0:
		c.byArguments(fr, fr.str(ev.Why))
	case ev.Callee != 0:
		c.toName(fr, fr.str(ev.Callee), c.args, nil, ev.Guess)
	default:
		c.toValue(fr, fr.node(ev.Dyn), c.args)
	}
	return c
}

// settled is the call as far as it is known: a call that depends on itself is met while it is
// being resolved, and counts as the round before found it.
func (fr *frame) settled(i int) *callSite {
	c := fr.call(i)
	if !c.open {
		return c
	}
	fr.cyclic = true
	if fr.previous != nil {
		return fr.previous[i]
	}
	return &callSite{in: c.in, ev: c.ev, open: true}
}

// byArguments is a call through an interface: a function bound as a field of the receiver is of
// no use, so all that is known is why it is not followed.
func (c *callSite) byArguments(fr *frame, why string) {
	c.lost = why
	c.callbacks(fr, Likely)
}

// toName adds a function by its name, in this order: a row, a summary, a library function.
func (c *callSite) toName(fr *frame, ref string, args []*value, binds []bind, guess bool) {
	grade := Proved
	if guess {
		grade = Likely
	}
	row, answer := fr.e.base.Func(graphmodel.FuncRef(ref))
	if answer == knowledge.HasEffect {
		c.toRow(fr, row, args, binds, grade)
		return
	}
	if fn := fr.e.funcs[ref]; fn != nil {
		c.toFunc(fr, fn, args, binds, grade)
		return
	}
	path, _, _ := refs.Split(graphmodel.FuncRef(ref))
	if answer == knowledge.NotKnown && fr.e.packages[path] == nil {
		c.lost = "no row for " + ref
	}
	if !fr.e.base.IsAgent(path) { // a framework keeps what it is given, to call it later
		c.callbacks(fr, Likely)
	}
}

func (c *callSite) toRow(fr *frame, row knowledge.Row, args []*value, binds []bind, grade Grade) {
	if c.row != nil {
		inner := &callSite{in: c.in, ev: &event{Kind: c.ev.Kind}, pos: c.pos}
		inner.toRow(fr, row, args, binds, grade)
		c.more = append(c.more, inner)
		return
	}
	c.row, c.grade = &row, max(c.grade, grade)
	c.place = placesOf(row, c.ev.Recv || len(binds) > 0)
	if len(binds) > 0 {
		args = append([]*value{binds[0].v}, args...)
	}
	c.args = args
	c.rowTargets(fr)
}

func (c *callSite) toFunc(fr *frame, fn *funcEntry, args []*value, binds []bind, grade Grade) {
	var free []bind
	for _, b := range binds {
		if b.name == receiver {
			args = append([]*value{b.v}, args...)
		} else {
			free = append(free, b)
		}
	}
	roots := c.in.skeletonsOf(free)
	for i, a := range args {
		if s := c.in.skeletonOf(a, 1); s != nil {
			roots = append(roots, named{"#" + strconv.Itoa(i), s})
		}
	}
	ref := refOf(fn)
	step := Step{Pos: c.pos, Func: ref, Text: "calls " + shortRef(string(ref))}
	c.targets = append(c.targets, &target{
		x:   fr.e.expand(fn, newEnv(roots)),
		sub: c.in.substitution(substitution{args: args, binds: free, step: step, grade: grade, maybe: c.ev.Skips}),
	})
}

// toValue adds the functions that a value can be.
func (c *callSite) toValue(fr *frame, v *value, args []*value) {
	if c.addFunctions(fr, v, args, Proved) {
		return
	}
	for _, a := range v.atoms {
		if len(a.path) == 0 {
			continue
		}
		symbol := elemSymbol(a.path[len(a.path)-1])
		if ref, ok := fr.e.fieldFuncs[symbol]; ok {
			c.toName(fr, ref, args, nil, true)
			return
		}
	}
	c.lost = "call of a function value whose origin is not in sight"
	c.callbacks(fr, Likely)
}

func (c *callSite) addFunctions(fr *frame, v *value, args []*value, grade Grade) bool {
	found := false
	for _, a := range v.atoms {
		if a.kind == funcAtom {
			found = true
			c.toName(fr, a.name, args, a.binds, grade == Likely)
		}
	}
	return found
}

// callbacks takes a callee that is not followed to call the functions that it is given.
func (c *callSite) callbacks(fr *frame, grade Grade) {
	if !c.ev.Yield && c.lost == "" {
		return
	}
	if c.ev.Yield {
		grade = Witness
	}
	for _, a := range c.args {
		for _, f := range a.atoms {
			if fn := fr.e.funcs[f.name]; f.kind == funcAtom && fn != nil && strings.Contains(f.name, ".lit@") {
				c.toFunc(fr, fn, nil, f.binds, grade)
			}
		}
	}
}
