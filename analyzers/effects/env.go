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
	var b strings.Builder
	writeNamed(&b, roots)
	return &env{roots, short(b.String())}
}

func writeNamed(b *strings.Builder, list []named) {
	for _, n := range list {
		b.WriteString(n.name + "=")
		if n.s != nil {
			for _, f := range n.s.fns {
				b.WriteString(f.ref + "{")
				writeNamed(b, f.binds)
				b.WriteString("}")
			}
			b.WriteString("(")
			writeNamed(b, n.s.parts)
			b.WriteString(")")
		}
		b.WriteByte(';')
	}
}

// skeletonOf is nil when no function is in the value.
func skeletonOf(v *value, level int) *skeleton {
	if v == nil || level > maxSkeleton {
		return nil
	}
	s := &skeleton{}
	for _, a := range v.atoms {
		if a.kind != funcAtom {
			continue
		}
		f := fnSkeleton{ref: a.name}
		for _, c := range a.binds {
			f.binds = append(f.binds, named{c.name, skeletonOf(c.v, level+1)})
		}
		s.fns = append(s.fns, f)
	}
	for _, p := range v.parts {
		if inner := skeletonOf(p.v, level+1); inner != nil {
			s.parts = append(s.parts, named{elemName(p.elem), inner})
		}
	}
	if len(s.fns) == 0 && len(s.parts) == 0 {
		return nil
	}
	return s
}

// value is the skeleton as a value below root: what the skeleton does not know of a function's
// captured variables is found at the caller, by the path from root.
func (s *skeleton) value(root atom) *value {
	if s == nil {
		return single(root)
	}
	var atoms []*atom
	for _, f := range s.fns {
		a := atom{kind: funcAtom, name: f.ref}
		for _, c := range f.binds {
			below := root
			below.path = extend(root.path, bindElem(f.ref, c.name))
			a.binds = append(a.binds, bind{c.name, c.s.value(below)})
		}
		atoms = append(atoms, a.seal())
	}
	if len(s.fns) == 0 {
		atoms = append(atoms, root.seal())
	}
	var parts []part
	for _, p := range s.parts {
		below := root
		below.path = extend(root.path, p.name)
		parts = append(parts, part{elem: p.name, v: p.s.value(below)})
	}
	return newValue(atoms, parts)
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
func boundValue(f graphmodel.FuncValue, level int) *value {
	if f.Ref == "" || level > maxSkeleton {
		return nothing
	}
	a := atom{kind: funcAtom, name: string(f.Ref)}
	var recv []part
	for _, b := range f.Bound {
		v := boundValue(b.Func, level+1)
		if field, ok := strings.CutPrefix(b.Name, "."); ok {
			recv = append(recv, part{elem: field, v: v})
		} else {
			a.binds = append(a.binds, bind{b.Name, v})
		}
	}
	if len(recv) > 0 {
		a.binds = append(a.binds, bind{receiver, newValue(nil, recv)})
	}
	return single(a)
}

// receiver is the name under which a method value captures its receiver.
const receiver = "."
