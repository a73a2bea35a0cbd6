package effects

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// Limits of a value. Beyond them a value is less exact, never wrong in kind: an origin is left
// out, or a path ends early.
const (
	maxAtoms = 24 // origins of one value
	maxParts = 48 // named parts of one value
	maxSteps = 6  // elements of a path
	maxDepth = 6  // values inside values
)

type atomKind int

const (
	paramAtom    atomKind = iota + 1 // a parameter of the function looked at
	freeAtom                         // a captured variable that nothing is bound to
	constAtom                        // a constant
	globalAtom                       // a package-level variable
	funcAtom                         // a function
	toolAtom                         // what a tool returned
	stateAtom                        // the value of a state field
	resumedAtom                      // whether the run is resumed
	unstableAtom                     // the clock, or chance
	wholeAtom                        // all of the state of a graph, see state.go
	serverAtom                       // a tool of an MCP server, as an adapter gives it
	modelAtom                        // what a model answered
)

// How a value tells whether the run is resumed: a resumedAtom says it, as such or because there are
// answers at all, or it was made from one of the answers, in a way that is not followed.
const (
	isResumed = iota
	isAnswered
	ofAnswers
)

// atom is one origin of a value.
type atom struct {
	kind  atomKind
	index int    // paramAtom: which; constAtom: 1 for strings; resumedAtom: how it is known
	name  string // freeAtom, constAtom, globalAtom, funcAtom, mint key of a toolAtom
	path  []string
	// of is the name of the tool, or the state field; of a serverAtom the names that were asked for.
	of *value
	// binds are what a function captures.
	binds    []bind
	recorded bool  // the atom stands inside a custody record
	not      bool  // resumedAtom: negated
	mint     *link // toolAtom: to the call
	grade    Grade
	id       string
}

type bind struct {
	name string
	v    *value
}

// value is what is known of a value: its origins, and the parts that have a name. A value that
// nothing is known of has neither.
type value struct {
	atoms []*atom
	parts []part
	depth int
	id    string
}

type part struct {
	elem   string
	record bool // what stands here stands inside a custody record
	v      *value
	// set is the write that put it there, where that may be a write of state. Such a part stays
	// also if nothing is known of its value.
	set *fact
}

var nothing = &value{}

func (a *atom) seal() *atom {
	var b strings.Builder
	b.WriteString(strconv.Itoa(int(a.kind)))
	b.WriteString(strconv.Itoa(a.index))
	b.WriteString(strconv.Quote(a.name))
	for _, e := range a.path {
		b.WriteString("/" + e)
	}
	if a.of != nil {
		b.WriteString("(" + a.of.id + ")")
	}
	for _, c := range a.binds {
		b.WriteString("{" + c.name + "=" + c.v.id + "}")
	}
	if a.recorded {
		b.WriteByte('r')
	}
	if a.not {
		b.WriteByte('!')
	}
	if a.mint != nil {
		b.WriteString("@" + a.mint.last().Pos.String())
	}
	a.id = short(b.String())
	return a
}

// short keeps identities of nested values from growing with them.
func short(id string) string {
	if len(id) <= 200 {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16])
}

func single(a atom) *value { return newValue([]*atom{a.seal()}, nil) }

// newValue sorts, drops doubles and applies the limits.
func newValue(atoms []*atom, parts []part) *value {
	if len(atoms) == 0 && len(parts) == 0 {
		return nothing
	}
	slices.SortStableFunc(atoms, func(a, b *atom) int { return strings.Compare(a.id, b.id) })
	atoms = slices.CompactFunc(atoms, func(a, b *atom) bool { return a.id == b.id })
	if len(atoms) > maxAtoms {
		atoms = atoms[:maxAtoms:maxAtoms]
	}
	v := &value{atoms: atoms, parts: mergeParts(parts)}
	var b strings.Builder
	for _, a := range v.atoms {
		b.WriteString(a.id + ";")
		if a.of != nil {
			v.depth = max(v.depth, a.of.depth+1)
		}
		for _, c := range a.binds {
			v.depth = max(v.depth, c.v.depth+1)
		}
	}
	for _, p := range v.parts {
		v.depth = max(v.depth, p.v.depth+1)
		b.WriteString("<" + p.elem + strconv.FormatBool(p.record) + ":" + p.v.id + ">")
	}
	v.id = short(b.String())
	return v
}

func mergeParts(parts []part) []part {
	parts = slices.DeleteFunc(parts, func(p part) bool { return p.v == nothing && p.set == nil || p.v.depth >= maxDepth })
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(strings.Compare(a.elem, b.elem), strings.Compare(strconv.FormatBool(a.record), strconv.FormatBool(b.record)))
	})
	var out []part
	for _, p := range parts {
		if n := len(out); n > 0 && out[n-1].elem == p.elem && out[n-1].record == p.record {
			out[n-1].v, out[n-1].set = union(out[n-1].v, p.v), mergeSet(out[n-1].set, p.set)
		} else if n < maxParts {
			out = append(out, p)
		}
	}
	return out
}

// mergeSet is the earlier of two writes, on every path if one of them is.
func mergeSet(a, b *fact) *fact {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	m := *a
	if p, q := b.trace.pos, a.trace.pos; p.Before(q) {
		m = *b
	}
	m.maybe, m.grade = a.maybe && b.maybe, min(a.grade, b.grade)
	return &m
}

func union(vs ...*value) *value {
	var atoms []*atom
	var parts []part
	var last *value
	n := 0
	for _, v := range vs {
		if v == nil || v == nothing || v == last {
			continue
		}
		last = v
		n++
		atoms = append(atoms, v.atoms...)
		parts = append(parts, v.parts...)
	}
	if n == 1 {
		return last
	}
	return newValue(atoms, parts)
}

// select_ is the part of v at an element.
func (v *value) select_(elem string) *value {
	if v == nothing {
		return v
	}
	if elem == anyElem {
		return v.any()
	}
	var atoms []*atom
	out := []*value{}
	name := elemName(elem)
	for _, p := range v.parts {
		if p.elem == elem || elemName(p.elem) == name {
			out = append(out, p.v)
		}
	}
	for _, a := range v.atoms {
		switch {
		case a.kind == funcAtom:
			out = append(out, a.captured(elem))
		case a.kind == constAtom:
		case a.kind == wholeAtom:
			out = append(out, stateField(elem, a.grade))
		case a.kind == unstableAtom, a.kind == resumedAtom, a.kind == modelAtom, len(a.path) >= maxSteps:
			atoms = append(atoms, a)
		default:
			b := *a
			b.path, b.recorded = extend(a.path, elem), false
			atoms = append(atoms, b.seal())
		}
	}
	return union(append(out, newValue(atoms, nil))...)
}

// any is each of the entries, and what is known of the whole.
func (v *value) any() *value {
	atoms := make([]*atom, len(v.atoms))
	whole := false
	for i, a := range v.atoms {
		if atoms[i] = a; a.kind == wholeAtom {
			whole, atoms[i] = true, stateField("", a.grade).atoms[0]
		}
	}
	if len(v.parts) == 0 && !whole {
		return v
	}
	out := []*value{newValue(atoms, nil)}
	for _, p := range v.parts {
		out = append(out, p.v)
	}
	return union(out...)
}

func (a *atom) captured(elem string) *value {
	for _, c := range a.binds {
		if bindElem(a.name, c.name) == elem {
			return c.v
		}
	}
	return nothing
}

func (v *value) selectPath(path []string) *value {
	for _, e := range path {
		v = v.select_(e)
	}
	return v
}

// placed is an origin with the part of the value in which it stands.
type placed struct {
	*atom
	part string
}

// placed are the origins of the value and of all its parts.
func (v *value) placed() []placed {
	var out []placed
	var walk func(v *value, at string, record bool)
	walk = func(v *value, at string, record bool) {
		for _, a := range v.atoms {
			if record && !a.recorded {
				b := *a
				b.recorded = true
				a = b.seal()
			}
			out = append(out, placed{a, at})
		}
		for _, p := range v.parts {
			walk(p.v, join(at, partName(p.elem)), record || p.record)
		}
	}
	walk(v, "", false)
	return out
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "." + b
}

// flat are the origins of the value and of all its parts, each once.
func (v *value) flat() []*atom {
	var out []*atom
	for _, p := range v.placed() {
		out = append(out, p.atom)
	}
	return newValue(out, nil).atoms
}

// record is v inside a custody record.
func (v *value) record() *value {
	atoms := make([]*atom, len(v.atoms))
	for i, a := range v.atoms {
		b := *a
		b.recorded = true
		atoms[i] = b.seal()
	}
	parts := slices.Clone(v.parts)
	for i := range parts {
		parts[i].record = true
	}
	return newValue(atoms, parts)
}

// negated turns what is known of being resumed into its contrary; a negation carries nothing else.
func (v *value) negated() *value {
	var atoms []*atom
	for _, a := range v.atoms {
		if a.kind == resumedAtom {
			b := *a
			b.not = !b.not
			atoms = append(atoms, b.seal())
		}
	}
	return newValue(atoms, nil)
}

// text is the string that the value is for certain.
func (v *value) text() (string, bool) {
	if len(v.atoms) != 1 || len(v.parts) != 0 || v.atoms[0].kind != constAtom || v.atoms[0].index != 1 {
		return "", false
	}
	return v.atoms[0].name, true
}

func (v *value) hasKind(kinds ...atomKind) bool {
	return slices.ContainsFunc(v.flat(), func(a *atom) bool { return slices.Contains(kinds, a.kind) })
}
