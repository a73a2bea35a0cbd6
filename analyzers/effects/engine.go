package effects

import (
	"strconv"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// engine expands functions on demand. What it computes for a function and an env it keeps.
type engine struct {
	pool       *pool
	base       *knowledge.Base
	funcs      map[string]*funcEntry
	packages   map[string]*Summaries
	fieldFuncs map[string]string

	memo map[string]*expansion
	// partial holds expansions that met a function on the way to itself. They miss what that
	// function adds, so they live only as long as the question that they were made for: the
	// answer to a question must not depend on those asked before.
	partial map[string]partialExpansion
	active  map[string]int // depth at which a function is being expanded
	lowest  int            // the outermost active function met again since
	// first is what the first round over a recursive function found: its second round sees that
	// where it calls itself.
	first map[string]*expansion
	envs  map[string]map[string]bool // the envs that each function was expanded with
	// nearby: what is passed to the function round a literal is not evaluated, see passed.
	nearby bool
}

type funcEntry struct {
	sum *Summaries
	f   *function
}

type partialExpansion struct {
	x      *expansion
	lowest int
}

const (
	// maxEnvs is how many sets of functions one function is expanded with; further callers get
	// what it does when nothing is bound.
	maxEnvs = 64
	// maxFrames bounds how deep calls are followed: it is far above what code has, and below
	// what would exhaust the stack.
	maxFrames = 200
	noCycle   = 1 << 30
)

func newEngine(base *knowledge.Base, sums []*Summaries) *engine {
	e := &engine{
		base: base, funcs: map[string]*funcEntry{}, packages: map[string]*Summaries{}, fieldFuncs: map[string]string{},
		memo: map[string]*expansion{}, pool: newPool(),
	}
	for _, s := range sums {
		e.packages[s.Path] = s
		for i := range s.Funcs {
			e.funcs[s.str(s.Funcs[i].Ref)] = &funcEntry{s, &s.Funcs[i]}
		}
		for _, f := range s.FieldFuncs {
			e.fieldFuncs[s.str(f.Field)] = s.str(f.Func)
		}
	}
	e.reset()
	return e
}

// reset forgets what belongs to one question.
func (e *engine) reset() {
	e.partial, e.active, e.lowest = map[string]partialExpansion{}, map[string]int{}, noCycle
	e.pool.trim()
	e.envs, e.first = map[string]map[string]bool{}, map[string]*expansion{}
}

// expand is what a call of the function does when the functions of env are bound.
func (e *engine) expand(fn *funcEntry, bound *env) *expansion {
	ref := fn.sum.str(fn.f.Ref)
	if !e.mayBind(ref, bound) {
		bound = emptyEnv
	}
	key := ref + "\x00" + bound.id
	if x, ok := e.memo[key]; ok {
		return x
	}
	if p, ok := e.partial[key]; ok {
		e.lowest = min(e.lowest, p.lowest)
		return p.x
	}
	if d, ok := e.active[key]; ok {
		e.lowest = min(e.lowest, d)
		if x := e.first[key]; x != nil {
			return x
		}
		return &expansion{}
	}
	if len(e.active) >= maxFrames {
		e.lowest = -1
		return &expansion{lost: []NotFollowed{{fn.position(fn.f.Pos), "calls nest too deeply to follow"}}}
	}
	return e.enter(fn, bound, key)
}

func (e *engine) enter(fn *funcEntry, bound *env, key string) *expansion {
	depth, outer := len(e.active), e.lowest
	e.active[key], e.lowest = depth, noCycle
	x := newFrame(e, fn, bound).expand()
	if e.lowest == depth {
		e.dropPartial(depth)
		e.first[key], e.lowest = x, noCycle
		x = newFrame(e, fn, bound).expand()
	}
	delete(e.active, key)
	if e.lowest < depth {
		e.partial[key] = partialExpansion{x, e.lowest}
	} else {
		e.complete(key, x, depth)
	}
	e.lowest = min(e.lowest, outer)
	return x
}

// complete keeps the expansion of a function that depends on no active one, and drops those
// that were waiting for it.
func (e *engine) complete(key string, x *expansion, depth int) {
	e.memo[key] = x
	e.dropPartial(depth)
	e.lowest = noCycle
}

func (e *engine) dropPartial(depth int) {
	for k, p := range e.partial {
		if p.lowest >= depth {
			delete(e.partial, k)
		}
	}
}

// mayBind applies maxEnvs. Where it says no, the answer depends on what was asked before in the
// same question, so it is kept for that question only.
func (e *engine) mayBind(ref string, bound *env) bool {
	if bound == emptyEnv {
		return true
	}
	if e.envs[ref] == nil {
		e.envs[ref] = map[string]bool{}
	}
	if !e.envs[ref][bound.id] && len(e.envs[ref]) >= maxEnvs {
		e.lowest = -1
		return false
	}
	e.envs[ref][bound.id] = true
	return true
}

func (f *funcEntry) position(p place) graphmodel.Position {
	if p.Line == 0 || int(p.File) >= len(f.sum.Files) {
		return graphmodel.Position{}
	}
	return graphmodel.Position{File: f.sum.Files[p.File], Line: int(p.Line), Column: int(p.Col)}
}

func (f *funcEntry) freeName(i int) string {
	if i < len(f.f.Free) {
		return f.sum.str(f.f.Free[i])
	}
	return "?" + strconv.Itoa(i)
}
