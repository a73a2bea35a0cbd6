package effects

import (
	"slices"
	"strings"
	"sync"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// Result answers questions about functions of this package and of the packages it imports.
// Every list is sorted by the position of its trace's last step and free of duplicates.
// It is safe for concurrent use: rules run at one time.
type Result struct {
	mu     sync.Mutex
	engine *engine
	asked  map[string]*expansion
	own    *Summaries // of this package, nil if there are none
}

func newResult(base *knowledge.Base, sums []*Summaries) *Result {
	return &Result{engine: newEngine(base, sums), asked: map[string]*expansion{}}
}

// askOwn is ask for a function that no graph names. There are many of them, and evaluating all that
// leads to what one captured would be most of the program: what the function round it was given is
// known only where a call names a function.
func (r *Result) askOwn(f graphmodel.FuncValue) (*expansion, Step) {
	r.engine.nearby = true
	defer func() { r.engine.nearby = false }()
	return r.once("own "+r.engine.askKey(f), f), r.engine.start(f)
}

// ask expands the function with what is bound, and puts in what its captured variables are where
// it is made. A function that is not known does nothing that is known.
func (r *Result) ask(f graphmodel.FuncValue) (*expansion, Step) {
	return r.once(r.engine.askKey(f), f), r.engine.start(f)
}

func (r *Result) once(key string, f graphmodel.FuncValue) *expansion {
	x, ok := r.asked[key]
	if !ok {
		r.engine.reset()
		x = r.engine.question(f)
		r.asked[key] = x
	}
	return x
}

// start is the first step of a trace from a function.
func (e *engine) start(f graphmodel.FuncValue) Step {
	s := Step{Pos: f.Pos, Func: f.Ref, Text: "starts in " + shortRef(string(f.Ref))}
	if fn := e.funcs[string(f.Ref)]; fn != nil {
		if p := fn.position(fn.f.Pos); p.IsValid() {
			s.Pos = p
		}
	}
	return s
}

// unknown is a function without a summary: a row may still know it.
func (e *engine) unknown(f graphmodel.FuncValue) *expansion {
	if f.Ref == "" {
		return &expansion{}
	}
	s := &Summaries{Strings: []string{"", string(f.Ref)}}
	entry := &funcEntry{s, &function{Events: []event{{Callee: 1}}, Blocks: []block{{Events: []int{0}}}, Nodes: []valueNode{{}}}}
	s.Files = []string{f.Pos.File}
	entry.f.Events[0].Pos = place{0, int32(f.Pos.Line), int32(f.Pos.Column)}
	return newFrame(e, entry, emptyEnv).expand()
}

// root is the expansion of a function that is asked about.
func (e *engine) root(fn *funcEntry, bound []bind) *expansion {
	binds := e.surroundings(fn, 0)
	for _, b := range bound {
		binds = slices.DeleteFunc(binds, func(c bind) bool { return c.name == b.name })
		binds = append(binds, b)
	}
	roots := e.pool.skeletonsOf(binds)
	for i := range roots {
		if roots[i].name == receiver {
			roots[i].name = "#0"
		}
	}
	x := e.expand(fn, newEnv(roots))
	if len(binds) == 0 {
		return x
	}
	return e.fill(x, fn, binds)
}

// fill puts values in for captured variables, and leaves parameters as they are.
func (e *engine) fill(x *expansion, fn *funcEntry, binds []bind) *expansion {
	s := newSubstitution(substitution{in: e.pool, binds: binds, outer: true})
	for i := range fn.f.Params {
		s.args = append(s.args, e.pool.single(atom{kind: paramAtom, index: i}))
	}
	return s.expansion(x)
}

// surroundings are the captured variables of a literal, as far as the function round it knows
// them whoever calls it: its own variables, and its parameters where all calls in sight pass the
// same.
func (e *engine) surroundings(fn *funcEntry, depth int) []bind {
	parent := e.funcs[fn.sum.str(fn.f.Parent)]
	if fn.f.Parent == 0 || parent == nil || len(fn.f.Binds) == 0 || depth > maxSkeleton {
		return nil
	}
	outer := e.surroundings(parent, depth+1)
	args := e.passed(parent)
	fr := frameFor(e, parent, newEnv(append(e.pool.skeletonsOf(outer), e.pool.argSkeletons(args)...)), fn.f.Binds)
	s := newSubstitution(substitution{in: e.pool, binds: outer, args: args})
	var out []bind
	for i, n := range fn.f.Binds {
		if v := s.value(fr.node(n)); v != nothing {
			out = append(out, bind{fn.freeName(i), v})
		}
	}
	return out
}

func (p *pool) argSkeletons(args []*value) []named {
	var out []named
	for i, a := range args {
		if s := p.skeletonOf(a, 1); s != nil {
			out = append(out, named{paramRoot(i), s})
		}
	}
	return out
}

// passed are the arguments on which all calls of a function in its own package agree. Where they
// do not, the parameter stays a path that at least names the struct fields on it.
func (e *engine) passed(fn *funcEntry) []*value {
	args := make([]*value, len(fn.f.Params))
	for i := range args {
		args[i] = e.pool.single(atom{kind: globalAtom, name: unnamed})
	}
	seen := false
	for i := range fn.sum.Funcs {
		caller := &funcEntry{fn.sum, &fn.sum.Funcs[i]}
		for _, ev := range caller.f.Events {
			if ev.Callee != fn.f.Ref || len(ev.Args) != len(args) {
				continue
			}
			fr := e.argsFrame(caller, ev.Args)
			for k, n := range ev.Args {
				v := e.closed(fr.node(n))
				if v == nothing || seen && v.id != args[k].id {
					v = e.pool.single(atom{kind: globalAtom, name: unnamed})
				}
				args[k] = v
			}
			seen = true
		}
	}
	return args
}

// argsFrame evaluates what a call passes. Nearby, that is only what stands there: a function.
func (e *engine) argsFrame(caller *funcEntry, args []node) *frame {
	if !e.nearby {
		return frameFor(e, caller, emptyEnv, args)
	}
	fr := &frame{e: e, fn: caller, bound: emptyEnv, vals: make([]*value, len(caller.f.Nodes))}
	for _, n := range args {
		fr.vals[n] = nothing
		if is := caller.f.Nodes[n]; is.Kind == funcNode && len(is.Kids) == 0 {
			fr.vals[n] = fr.function(is)
		}
	}
	return fr
}

// unnamed stands for a value that has no symbol of its own.
const unnamed = "?"

// closed is what of a value does not depend on the caller's own parameters.
func (e *engine) closed(v *value) *value {
	s := newSubstitution(substitution{in: e.pool})
	return s.value(v)
}

func sortedBy[T any](list []T, last func(T) Step, id func(T) string) []T {
	slices.SortStableFunc(list, func(a, b T) int {
		p, q := last(a).Pos, last(b).Pos
		switch {
		case p.Before(q):
			return -1
		case q.Before(p):
			return 1
		}
		return strings.Compare(id(a), id(b))
	})
	return slices.CompactFunc(list, func(a, b T) bool { return last(a).Pos == last(b).Pos && id(a) == id(b) })
}

// Last is the innermost step: where the fact is.
func (t Trace) Last() Step {
	if len(t) == 0 {
		return Step{}
	}
	return t[len(t)-1]
}
