package effects

import (
	"slices"
	"strconv"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// maxList is how many items of one kind are kept for one function. A function with more of them
// is a main loop or a test; what rules say of it is not lost by the rest.
const maxList = 256

// expansion is what a call of a function does, with all that it calls, in terms of its own
// parameters and captured variables. It is a composition of the expansions of its callees, each
// computed once, so its cost is the size of the summaries times maxList, not the number of paths.
type expansion struct {
	acts    []*act
	pauses  []*pause
	pairs   []*pair
	uses    []*stateUse
	peeks   []*peeked
	checks  []*check
	spawns  []*spawn
	lost    []NotFollowed
	returns []*value
	params  []*value // what is put into what a parameter refers to
	frees   []*value // and a captured variable
	width   widthValue
	takes   bool // see function.Takes
}

// fact is what all items have.
type fact struct {
	trace *link
	grade Grade
	maybe bool // not on every path through the function
}

// act is a call with effects.
type act struct {
	fact
	row   *knowledge.Row
	tool  *value
	args  *value
	key   *value // of an idempotent call, or of a mint
	first bool   // behind "not resumed"
	// fails: where it happens, the function returns an error. ended: it is a callee's, and the
	// function ends on that error.
	fails, ended bool
	checked      []*atom
	id           string
}

type pause struct {
	fact
	key *value
	id  string
}

// pair is an act and the first pause behind it.
type pair struct {
	act   *act
	pause *pause
	grade Grade
}

// stateUse is a read or a write of a state field.
type stateUse struct {
	fact
	write bool
	// update: v is a map, and its entries are written under their keys.
	update bool
	// into: it is put into what the field holds, under a key or in a field of it.
	into bool
	// atOnce: it is written by a call that does nothing else, see Store.
	atOnce bool
	field  *value
	v      *value // what is written
	id     string
}

// peeked is an element of a parameter or a captured variable that is looked at.
type peeked struct {
	fact
	v  *value
	id string
}

type check struct {
	fact
	handle *value
	id     string
}

type spawn struct {
	fact
	bound  Bound
	n      int
	what   string
	source *value
	text   string // how source spells it
	peers  bool   // the items are servers
	waited bool   // the function that starts them waits for them
	acts   []*act
}

type widthValue struct {
	bound  Bound
	n      int
	source *value
	text   string
	pos    graphmodel.Position
	param  int // index plus one
}

func (a *act) seal() *act {
	var room [idRoom]byte
	b := append(appendPos(room[:0], a.trace.pos), a.row.Func...)
	b = appendTexts(b, a.tool.id, a.args.id, a.key.id)
	for _, c := range a.checked {
		b = append(append(b, '+'), c.id...)
	}
	if a.first {
		b = append(b, '1')
	}
	a.id = short(b)
	return a
}

// appendPos is [graphmodel.Position.String].
func appendPos(b []byte, p graphmodel.Position) []byte {
	if !p.IsValid() {
		return append(b, '-')
	}
	b = append(append(b, p.File...), ':')
	return strconv.AppendInt(append(strconv.AppendInt(b, int64(p.Line), 10), ':'), int64(p.Column), 10)
}

func appendTexts(b []byte, texts ...string) []byte {
	for _, t := range texts {
		b = append(append(b, '|'), t...)
	}
	return b
}

func (p *pause) seal() *pause {
	p.id = p.trace.pos.String() + p.key.id
	return p
}

func (u *stateUse) seal() *stateUse {
	var room [idRoom]byte
	u.id = short(appendTexts(appendPos(room[:0], u.trace.pos), u.field.id, u.v.id))
	return u
}

func (p *peeked) seal() *peeked {
	var room [idRoom]byte
	p.id = short(appendTexts(appendPos(room[:0], p.trace.pos), p.v.id))
	return p
}

func (c *check) seal() *check {
	var room [idRoom]byte
	c.id = short(appendTexts(appendPos(room[:0], c.trace.pos), c.handle.id))
	return c
}

// addItem appends what is new, within the limit. Of two that differ only by the way there, the
// first stays, on every path if one of them is.
func addItem[T any](list []T, item T, same func(old, item T) bool, merge func(old, item T)) []T {
	for _, old := range list {
		if same(old, item) {
			merge(old, item)
			return list
		}
	}
	if len(list) >= maxList {
		return list
	}
	return append(list, item)
}

func (f *fact) merge(g fact) {
	f.maybe = f.maybe && g.maybe
	if g.grade < f.grade {
		f.grade, f.trace = g.grade, g.trace
	}
}

func (x *expansion) addAct(a *act) {
	x.acts = addItem(x.acts, a, func(o, n *act) bool { return o.id == n.id }, func(o, n *act) {
		o.merge(n.fact)
		o.fails = o.fails && n.fails
	})
}

func (x *expansion) addPause(p *pause) {
	x.pauses = addItem(x.pauses, p, func(o, n *pause) bool { return o.id == n.id }, func(o, n *pause) { o.merge(n.fact) })
}

func (x *expansion) addPair(p *pair) {
	same := func(o, n *pair) bool { return o.act.id == n.act.id }
	x.pairs = addItem(x.pairs, p, same, func(o, n *pair) {
		if n.grade < o.grade {
			*o = *n
		}
	})
}

func (x *expansion) addUse(u *stateUse) {
	same := func(o, n *stateUse) bool { return o.write == n.write && o.id == n.id }
	x.uses = addItem(x.uses, u, same, func(o, n *stateUse) { o.merge(n.fact) })
}

func (x *expansion) addPeek(p *peeked) {
	x.peeks = addItem(x.peeks, p, func(o, n *peeked) bool { return o.id == n.id }, func(o, n *peeked) { o.merge(n.fact) })
}

func (x *expansion) addCheck(c *check) {
	x.checks = addItem(x.checks, c, func(o, n *check) bool { return o.id == n.id }, func(o, n *check) { o.merge(n.fact) })
}

func (x *expansion) addSpawn(s *spawn) {
	x.spawns = addItem(x.spawns, s, func(o, n *spawn) bool { return o.trace.pos == n.trace.pos && o.what == n.what }, func(o, n *spawn) { o.merge(n.fact) })
}

func (x *expansion) addLost(n NotFollowed) {
	if len(x.lost) < maxList && !slices.Contains(x.lost, n) {
		x.lost = append(x.lost, n)
	}
}
