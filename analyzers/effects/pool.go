package effects

import (
	"cmp"
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"
)

// pool makes values and holds each of them once: what is made again of the same is the same pointer.
//
// The values of a program are few and are put in for parameters again and again: a service that is
// passed down goes through each call of each of its methods, and comes back with what the callee put
// into it. By content that is a small number of values; made anew each time they filled hundreds of
// megabytes. Held once, a value is compared and found by its pointer, so that taking a part of it,
// joining it with another and putting arguments into it are each done once, and then looked up.
//
// What is equal is decided by all that a value holds, also by what its id leaves out: grades, traces
// and writes. So a pool changes the cost of an answer and never the answer. Nothing depends on the
// hashes but the place in a table.
type pool struct {
	seed      maphash.Seed
	last      uint64 // the number given last
	atoms     map[uint64]*atom
	values    map[uint64]*value
	unions    map[uint64]*joined
	parts     map[partOf]*value
	records   map[*value]*value
	skeletons map[skeletonAt]*skeleton
	belows    map[belowOf]*value
	links     map[linkOf]*link
	facts     map[fact]*fact
	subs      map[uint64]*substitution
}

// joined is the union of some values, of several for a hash.
type joined struct {
	of   []*value
	v    *value
	next *joined
}

type partOf struct {
	v    *value
	elem string
}

type linkOf struct {
	step  Step
	inner *link
}

func newPool() *pool {
	p := &pool{seed: maphash.MakeSeed()}
	p.forget()
	return p
}

// maxPool is how many values, origins and links a pool holds before it forgets them between two
// questions. Forgetting costs that some are made once more.
const maxPool = 100_000

// trim forgets what is held, if it is much. Values that are in use stay as they are.
func (p *pool) trim() {
	if len(p.atoms)+len(p.values)+len(p.links)+len(p.unions)+len(p.parts) > maxPool {
		p.forget()
	}
}

func (p *pool) forget() {
	p.atoms, p.values, p.unions = map[uint64]*atom{}, map[uint64]*value{}, map[uint64]*joined{}
	p.parts, p.records = map[partOf]*value{}, map[*value]*value{}
	p.skeletons, p.belows = map[skeletonAt]*skeleton{}, map[belowOf]*value{}
	p.links, p.facts, p.subs = map[linkOf]*link{}, map[fact]*fact{}, map[uint64]*substitution{}
}

// number tells what the pool holds apart, for hashes.
func (p *pool) number() uint64 {
	p.last++
	return p.last
}

func mix(h, x uint64) uint64 { return bits.RotateLeft64((h^x)*0x9E3779B97F4A7C15, 29) }

func (p *pool) mixText(h uint64, s string) uint64 { return mix(h, maphash.String(p.seed, s)) }

func mixBool(h uint64, b bool) uint64 {
	if b {
		return mix(h, 1)
	}
	return mix(h, 2)
}

// atom holds an origin.
func (p *pool) atom(a atom) *atom {
	h := p.mixText(mix(uint64(a.kind), uint64(a.index)), a.name)
	for _, e := range a.path {
		h = p.mixText(h, e)
	}
	if a.of != nil {
		h = mix(h, a.of.number)
	}
	for _, c := range a.binds {
		h = mix(p.mixText(h, c.name), c.v.number)
	}
	if a.mint != nil {
		h = mix(h, a.mint.number)
	}
	h = mix(mixBool(mixBool(h, a.recorded), a.not), uint64(a.grade))
	for b := p.atoms[h]; b != nil; b = b.next {
		if b.equal(&a) {
			return b
		}
	}
	held := a
	held.number, held.next = p.number(), p.atoms[h]
	p.atoms[h] = held.seal()
	return &held
}

func (a *atom) equal(b *atom) bool {
	return a.kind == b.kind && a.index == b.index && a.name == b.name && a.of == b.of && a.mint == b.mint &&
		a.recorded == b.recorded && a.not == b.not && a.grade == b.grade && slices.Equal(a.path, b.path) && slices.Equal(a.binds, b.binds)
}

func (p *pool) single(a atom) *value { return p.value([]*atom{p.atom(a)}, nil) }

// value sorts, drops doubles and applies the limits. It takes the slices.
func (p *pool) value(atoms []*atom, parts []part) *value {
	if len(atoms) == 0 && len(parts) == 0 {
		return nothing
	}
	atoms, parts = distinct(atoms), p.mergeParts(parts)
	if len(atoms) == 0 && len(parts) == 0 {
		return blank
	}
	h := p.hash(atoms, parts)
	for v := p.values[h]; v != nil; v = v.next {
		if slices.Equal(v.atoms, atoms) && slices.Equal(v.parts, parts) {
			return v
		}
	}
	v := &value{atoms: slices.Clip(atoms), parts: slices.Clip(parts), number: p.number(), next: p.values[h]}
	p.values[h] = v.seal()
	return v
}

func (p *pool) hash(atoms []*atom, parts []part) uint64 {
	h := uint64(len(atoms))
	for _, a := range atoms {
		h = mix(h, a.number)
	}
	for _, q := range parts {
		h = mix(mixBool(p.mixText(h, q.elem), q.record), q.v.number)
		if q.set != nil {
			h = mix(h, q.set.trace.number)
		}
	}
	return h
}

// distinct sorts origins, keeps the first of each and applies the limit.
func distinct(atoms []*atom) []*atom {
	if len(atoms) < 2 {
		return atoms
	}
	slices.SortStableFunc(atoms, func(a, b *atom) int { return strings.Compare(a.id, b.id) })
	atoms = slices.CompactFunc(atoms, func(a, b *atom) bool { return a.id == b.id })
	return atoms[:min(len(atoms), maxAtoms)]
}

func (p *pool) mergeParts(parts []part) []part {
	parts = slices.DeleteFunc(parts, func(q part) bool { return q.v == nothing && q.set == nil || q.v.depth >= maxDepth })
	if len(parts) < 2 {
		return parts
	}
	slices.SortStableFunc(parts, func(a, b part) int {
		if c := strings.Compare(a.elem, b.elem); c != 0 || a.record == b.record {
			return c
		}
		if b.record {
			return -1
		}
		return 1
	})
	out := parts[:0]
	for _, q := range parts {
		if n := len(out); n > 0 && out[n-1].elem == q.elem && out[n-1].record == q.record {
			out[n-1].v, out[n-1].set = p.union(out[n-1].v, q.v), p.set(mergeSet(out[n-1].set, q.set))
		} else if n < maxParts {
			out = append(out, q)
		}
	}
	return out
}

// mergeSet is the earlier of two writes, on every path if one of them is.
func mergeSet(a, b *fact) *fact {
	if a == nil || b == nil || a == b {
		return cmp.Or(a, b)
	}
	m := *a
	if p, q := b.trace.pos, a.trace.pos; p.Before(q) {
		m = *b
	}
	m.maybe, m.grade = a.maybe && b.maybe, min(a.grade, b.grade)
	return &m
}

// set holds a write.
func (p *pool) set(f *fact) *fact {
	if f == nil {
		return nil
	}
	if old := p.facts[*f]; old != nil {
		return old
	}
	p.facts[*f] = f
	return f
}

// link holds a trace with one more step.
func (p *pool) link(s Step, inner *link) *link {
	key := linkOf{s, inner}
	l := p.links[key]
	if l == nil {
		if l = newLink(s, inner); l.number == 0 {
			l.number = p.number()
		}
		p.links[key] = l
	}
	return l
}

// union is what can be any of the values.
func (p *pool) union(vs ...*value) *value {
	var room [8]*value
	list := room[:0]
	h := uint64(0)
	for _, v := range vs {
		// Two composites of which nothing is known may be of different types.
		if v == nil || v == nothing || v != blank && slices.Contains(list, v) {
			continue
		}
		list, h = append(list, v), mix(h, v.number)
	}
	if len(list) == 0 {
		return nothing
	}
	if len(list) == 1 {
		return list[0]
	}
	for j := p.unions[h]; j != nil; j = j.next {
		if slices.Equal(j.of, list) {
			return j.v
		}
	}
	var atoms []*atom
	var parts []part
	for _, v := range list {
		atoms = append(atoms, v.atoms...)
		parts = append(parts, v.parts...)
	}
	v := p.value(atoms, parts)
	p.unions[h] = &joined{slices.Clone(list), v, p.unions[h]}
	return v
}

// part is the part of v at an element.
func (p *pool) part(v *value, elem string) *value {
	if v == nothing {
		return v
	}
	key := partOf{v, elem}
	out := p.parts[key]
	if out == nil {
		if elem == anyElem {
			out = p.any(v)
		} else {
			out = p.named(v, elem)
		}
		p.parts[key] = out
	}
	return out
}

func (p *pool) named(v *value, elem string) *value {
	var atoms []*atom
	out := []*value{}
	name := elemName(elem)
	for _, q := range v.parts {
		if q.elem == elem || elemName(q.elem) == name {
			out = append(out, q.v)
		}
	}
	for _, a := range v.atoms {
		switch {
		case a.kind == funcAtom:
			out = append(out, a.captured(elem))
		case a.kind == constAtom:
		case a.kind == wholeAtom:
			out = append(out, p.stateField(elem, a.grade))
		case a.kind == unstableAtom, a.kind == resumedAtom, a.kind == modelAtom, len(a.path) >= maxSteps:
			atoms = append(atoms, a)
		default:
			b := *a
			b.path, b.recorded = extend(a.path, elem), false
			atoms = append(atoms, p.atom(b))
		}
	}
	return p.union(append(out, p.value(atoms, nil))...)
}

// any is each of the entries, and what is known of the whole.
func (p *pool) any(v *value) *value {
	atoms := make([]*atom, len(v.atoms))
	whole := false
	for i, a := range v.atoms {
		if atoms[i] = a; a.kind == wholeAtom {
			whole, atoms[i] = true, p.stateField("", a.grade).atoms[0]
		}
	}
	if len(v.parts) == 0 && !whole {
		return v
	}
	out := []*value{p.value(atoms, nil)}
	for _, q := range v.parts {
		out = append(out, q.v)
	}
	return p.union(out...)
}

// at is the part of v to which a path leads.
func (p *pool) at(v *value, path []string) *value {
	for _, e := range path {
		v = p.part(v, e)
	}
	return v
}

// record is v inside a custody record.
func (p *pool) record(v *value) *value {
	if out := p.records[v]; out != nil {
		return out
	}
	atoms := make([]*atom, len(v.atoms))
	for i, a := range v.atoms {
		b := *a
		b.recorded = true
		atoms[i] = p.atom(b)
	}
	parts := slices.Clone(v.parts)
	for i := range parts {
		parts[i].record = true
	}
	out := p.value(atoms, parts)
	p.records[v] = out
	return out
}

// negated turns what is known of being resumed into its contrary; a negation carries nothing else.
func (p *pool) negated(v *value) *value {
	var atoms []*atom
	for _, a := range v.atoms {
		if a.kind == resumedAtom {
			b := *a
			b.not = !b.not
			atoms = append(atoms, p.atom(b))
		}
	}
	return p.value(atoms, nil)
}
