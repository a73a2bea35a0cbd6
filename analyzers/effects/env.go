package effects

import (
	"slices"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// An env says which functions stand behind the parameters and captured variables of a function.
// It holds functions only, because only they decide what is called: everything else stays a
// parameter and is put in afterwards (see substitution), so that one expansion serves all callers
// that pass the same functions.
type env struct {
	roots []named // "#0" for a parameter, a name for a captured variable; sorted
	id    string
}

type named struct {
	name string
	s    *skeleton
}

// skeleton is the functions in a value and in its parts.
type skeleton struct {
	fns   []fnSkeleton
	parts []named
	id    string
}

type fnSkeleton struct {
	ref   string
	binds []named // every captured variable, those without functions too
}

const maxSkeleton = 3 // levels of parts and captured variables that are looked into

var emptyEnv = &env{}

func newEnv(roots []named) *env {
	if len(roots) == 0 {
		return emptyEnv
	}
	slices.SortStableFunc(roots, func(a, b named) int { return strings.Compare(a.name, b.name) })
	var room [idRoom]byte
	return &env{roots, short(appendNamed(room[:0], roots))}
}

func appendNamed(b []byte, list []named) []byte {
	for _, n := range list {
		b = append(append(b, n.name...), '=')
		if n.s != nil {
			b = append(b, n.s.id...)
		}
		b = append(b, ';')
	}
	return b
}

func (s *skeleton) seal() *skeleton {
	var room [idRoom]byte
	b := room[:0]
	for _, f := range s.fns {
		b = append(appendNamed(append(append(b, f.ref...), '{'), f.binds), '}')
	}
	b = append(appendNamed(append(b, '('), s.parts), ')')
	s.id = short(b)
	return s
}

// skeletonOf is nil when no function is in the value.
func (p *pool) skeletonOf(v *value, level int) *skeleton {
	if v == nil || level > maxSkeleton || len(v.atoms)+len(v.parts) == 0 {
		return nil
	}
	key := skeletonAt{v, level}
	s, ok := p.skeletons[key]
	if !ok {
		s = p.newSkeleton(v, level)
		p.skeletons[key] = s
	}
	return s
}

type skeletonAt struct {
	v     *value
	level int
}

func (p *pool) newSkeleton(v *value, level int) *skeleton {
	s := &skeleton{}
	for _, a := range v.atoms {
		if a.kind != funcAtom {
			continue
		}
		f := fnSkeleton{ref: a.name}
		for _, c := range a.binds {
			f.binds = append(f.binds, named{c.name, p.skeletonOf(c.v, level+1)})
		}
		s.fns = append(s.fns, f)
	}
	for _, q := range v.parts {
		if inner := p.skeletonOf(q.v, level+1); inner != nil {
			s.parts = append(s.parts, named{elemName(q.elem), inner})
		}
	}
	if len(s.fns) == 0 && len(s.parts) == 0 {
		return nil
	}
	return s.seal()
}

// skeletonsOf are the roots of an env from what is bound.
func (p *pool) skeletonsOf(binds []bind) []named {
	var out []named
	for _, b := range binds {
		if s := p.skeletonOf(b.v, 1); s != nil {
			out = append(out, named{b.name, s})
		}
	}
	return out
}

// below is the skeleton as a value below root: what the skeleton does not know of a function's
// captured variables is found at the caller, by the path from root.
func (p *pool) below(s *skeleton, root atom) *value {
	at := p.atom(root)
	if s == nil {
		return p.value([]*atom{at}, nil)
	}
	key := belowOf{s, at}
	v := p.belows[key]
	if v == nil {
		v = p.newBelow(s, at)
		p.belows[key] = v
	}
	return v
}

type belowOf struct {
	s    *skeleton
	root *atom
}

func (p *pool) newBelow(s *skeleton, root *atom) *value {
	var atoms []*atom
	for _, f := range s.fns {
		a := atom{kind: funcAtom, name: f.ref}
		for _, c := range f.binds {
			below := *root
			below.path = extend(root.path, bindElem(f.ref, c.name))
			a.binds = append(a.binds, bind{c.name, p.below(c.s, below)})
		}
		atoms = append(atoms, p.atom(a))
	}
	if len(s.fns) == 0 {
		atoms = append(atoms, root)
	}
	var parts []part
	for _, q := range s.parts {
		below := *root
		below.path = extend(root.path, q.name)
		parts = append(parts, part{elem: q.name, v: p.below(q.s, below)})
	}
	return p.value(atoms, parts)
}

func (e *env) of(name string) *skeleton {
	for _, r := range e.roots {
		if r.name == name {
			return r.s
		}
	}
	return nil
}

// boundValue is a function value that a frontend resolved, with what it closes over: names of
// captured variables, and fields of a method's receiver.
func (p *pool) boundValue(f graphmodel.FuncValue, level int) *value {
	if f.Ref == "" || level > maxSkeleton {
		return nothing
	}
	a := atom{kind: funcAtom, name: string(f.Ref)}
	var recv []part
	for _, b := range f.Bound {
		v := p.boundValue(b.Func, level+1)
		if field, ok := strings.CutPrefix(b.Name, "."); ok {
			recv = append(recv, part{elem: field, v: v})
		} else {
			a.binds = append(a.binds, bind{b.Name, v})
		}
	}
	if len(recv) > 0 {
		a.binds = append(a.binds, bind{receiver, p.value(nil, recv)})
	}
	return p.single(a)
}

// receiver is the name under which a method value captures its receiver.
const receiver = "."
