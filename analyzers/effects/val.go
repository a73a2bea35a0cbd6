package effects

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
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
	number   uint64 // see pool
	next     *atom
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

	number uint64 // see pool
	next   *value
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

// blank is a composite of which no part is known.
var blank = &value{}

// idRoom is how long most identities are at most, before they are made short.
const idRoom = 1024

// seal sets what follows from the content.
func (a *atom) seal() *atom {
	var room [idRoom]byte
	b := strconv.AppendInt(strconv.AppendInt(room[:0], int64(a.kind), 10), int64(a.index), 10)
	b = strconv.AppendQuote(b, a.name)
	for _, e := range a.path {
		b = append(append(b, '/'), e...)
	}
	if a.of != nil {
		b = append(append(append(b, '('), a.of.id...), ')')
	}
	for _, c := range a.binds {
		b = append(append(append(b, '{'), c.name...), '=')
		b = append(append(b, c.v.id...), '}')
	}
	if a.recorded {
		b = append(b, 'r')
	}
	if a.not {
		b = append(b, '!')
	}
	if a.mint != nil {
		b = appendPos(append(b, '@'), a.mint.last().Pos)
	}
	a.id = short(b)
	return a
}

// short keeps identities of nested values from growing with them.
func short(id []byte) string {
	if len(id) <= 200 {
		return string(id)
	}
	sum := sha256.Sum256(id)
	return hex.EncodeToString(sum[:16])
}

// seal sets what follows from the content.
func (v *value) seal() *value {
	var room [idRoom]byte
	b := room[:0]
	for _, a := range v.atoms {
		b = append(append(b, a.id...), ';')
		if a.of != nil {
			v.depth = max(v.depth, a.of.depth+1)
		}
		for _, c := range a.binds {
			v.depth = max(v.depth, c.v.depth+1)
		}
	}
	for _, p := range v.parts {
		v.depth = max(v.depth, p.v.depth+1)
		b = strconv.AppendBool(append(append(b, '<'), p.elem...), p.record)
		b = append(append(append(b, ':'), p.v.id...), '>')
	}
	v.id = short(b)
	return v
}

func (a *atom) captured(elem string) *value {
	for _, c := range a.binds {
		if isBindElem(elem, a.name, c.name) {
			return c.v
		}
	}
	return nothing
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
	return distinct(out)
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
