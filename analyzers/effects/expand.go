package effects

import (
	"github.com/skewlint/skewlint/analyzers/knowledge"
)

// expand composes what the function does from its calls.
func (fr *frame) expand() *expansion {
	f := fr.fn.f
	g := newFlow(fr)
	sites := make([]*items, len(f.Events))
	for i := range f.Events {
		sites[i] = fr.items(i, g)
	}
	for i, s := range sites {
		fr.add(i, s, sites, g)
	}
	fr.pairs(sites, g)
	fr.peeks()
	fr.updates()
	for _, r := range f.Returns {
		v := fr.node(r)
		if len(g.asks) > 0 && r != 0 { // which way it went says something of the answers
			v = fr.e.pool.union(v, fr.e.pool.single(atom{kind: resumedAtom, index: ofAnswers}))
		}
		fr.x.returns = append(fr.x.returns, v)
	}
	for _, w := range f.ParamWrites {
		fr.x.params = append(fr.x.params, fr.node(w))
	}
	for _, w := range f.FreeWrites {
		fr.x.frees = append(fr.x.frees, fr.node(w))
	}
	fr.x.width, fr.x.takes = fr.width(), f.Takes
	return fr.x
}

// items is what one event does, in terms of this function.
type items struct {
	acts   []*act
	pauses []*pause
	pairs  []*pair
	uses   []*stateUse
	checks []*check
	spawns []*spawn
	// concurrent: the event starts what it does and does not wait for it.
	concurrent bool
}

func (fr *frame) items(i int, g *flow) *items {
	c := fr.call(i)
	out := &items{}
	if c.row != nil {
		fr.fromRow(c, out)
	}
	for _, m := range c.more {
		fr.fromRow(m, out)
	}
	if c.lost != "" {
		fr.x.addLost(NotFollowed{c.pos, c.lost})
	}
	for _, t := range c.targets {
		fr.fromTarget(c, t, out)
	}
	if c.ev.Kind == goEvent || c.row != nil && c.row.Role == knowledge.RoleSpawn {
		out.concurrent = true
		fr.started(c, out)
	}
	maybe, first := g.maybe(i), g.firstOnly(i)
	for _, a := range out.acts {
		a.maybe = a.maybe || maybe
		if first && !a.first {
			a.first = true
			a.seal()
		}
	}
	for _, p := range out.pairs {
		if first && !p.act.first {
			p.act.first = true
			p.act.seal()
		}
	}
	for _, u := range out.uses {
		u.maybe = u.maybe || maybe
	}
	return out
}

func (fr *frame) fromRow(c *callSite, out *items) {
	step := c.rowStep()
	f := fact{trace: newLink(step, nil), grade: c.grade}
	if len(c.row.Effects) > 0 || c.row.Role == knowledge.RoleToolCall || c.row.Role == knowledge.RoleMint {
		a := &act{fact: f, row: c.row, tool: c.toolName(), args: c.at(c.place.args), key: c.at(c.place.key), fails: c.ev.Fails}
		out.acts = append(out.acts, a.seal())
	}
	switch c.row.Role {
	case knowledge.RolePause:
		p := &pause{fact: f, key: c.at(c.place.key)}
		out.pauses = append(out.pauses, p.seal())
	case knowledge.RoleStateRead:
		u := &stateUse{fact: f, field: c.at(c.place.field), v: nothing}
		out.uses = append(out.uses, u.seal())
	case knowledge.RoleStateWrite:
		u := &stateUse{fact: f, write: true, field: c.at(c.place.field), v: c.at(c.place.value), atOnce: true}
		out.uses = append(out.uses, u.seal())
	case knowledge.RoleStateUpdate:
		u := &stateUse{fact: f, write: true, update: true, field: nothing, v: c.at(c.place.value)}
		out.uses = append(out.uses, u.seal())
	case knowledge.RoleCheck:
		k := &check{fact: f, handle: c.at(c.place.handle)}
		out.checks = append(out.checks, k.seal())
	}
}

func (fr *frame) fromTarget(c *callSite, t *target, out *items) {
	x := t.x
	for _, l := range x.lost {
		fr.x.addLost(l)
	}
	for _, a := range x.acts {
		b := t.sub.act(a)
		b.ended = a.fails && c.ev.Stops
		b.fails = c.ev.Fails || b.ended
		out.acts = append(out.acts, b)
	}
	for _, p := range x.pauses {
		out.pauses = append(out.pauses, t.sub.pause(p))
	}
	for _, p := range x.pairs {
		out.pairs = append(out.pairs, &pair{t.sub.act(p.act), t.sub.pause(p.pause), max(p.grade, t.sub.grade)})
	}
	for _, u := range x.uses {
		out.uses = append(out.uses, t.sub.use(u))
	}
	for _, p := range x.peeks {
		t.sub.peek(p, fr.x, out)
	}
	if t.shape != nil {
		out.uses = append(out.uses, t.shape.writes(t)...)
	}
	for _, k := range x.checks {
		out.checks = append(out.checks, t.sub.check(k))
	}
	for _, s := range x.spawns {
		out.spawns = append(out.spawns, fr.lift(c, t.sub.spawn(s)))
	}
}

// add puts the items of an event into the expansion.
func (fr *frame) add(i int, s *items, sites []*items, g *flow) {
	for _, a := range s.acts {
		fr.cover(i, a, sites, g)
		fr.x.addAct(a)
	}
	for _, p := range s.pauses {
		fr.x.addPause(p)
	}
	for _, u := range s.uses {
		fr.x.addUse(u)
	}
	for _, c := range s.checks {
		fr.x.addCheck(c)
	}
	for _, p := range s.spawns {
		fr.x.addSpawn(p)
	}
}

// cover notes which origins of an act's arguments have been checked on every way to it. An
// origin counts as checked at an event that contains a check of it, also one deep in a helper.
func (fr *frame) cover(i int, a *act, sites []*items, g *flow) {
	if a.row.Role != knowledge.RoleToolCall && a.row.Role != knowledge.RoleMint {
		return
	}
	changed := false
	for _, origin := range a.args.flat() {
		if !checkable(origin) || covered(a.checked, origin) {
			continue
		}
		if a.row.Handle != "" { // the call checks by itself
			a.checked = append(a.checked, origin)
			changed = true
			continue
		}
		avoid := map[int]bool{}
		for k, s := range sites {
			if fr.fn.f.Events[k].Kind == callEvent && !s.concurrent && checksOrigin(s, origin) {
				avoid[k] = true
			}
		}
		if len(avoid) > 0 && !g.reaches(i, avoid) {
			a.checked = append(a.checked, origin)
			changed = true
		}
	}
	if changed {
		a.seal()
	}
}

func checkable(a *atom) bool {
	return a.kind == paramAtom || a.kind == freeAtom || a.kind == stateAtom || a.kind == globalAtom
}

func covered(checked []*atom, origin *atom) bool {
	for _, c := range checked {
		if sameOrigin(c, origin) {
			return true
		}
	}
	return false
}

func checksOrigin(s *items, origin *atom) bool {
	for _, c := range s.checks {
		if covered(c.handle.flat(), origin) {
			return true
		}
	}
	return false
}

// sameOrigin: one of the two is the other or a part of it. All of a state field is one record.
func sameOrigin(a, b *atom) bool {
	if a.kind != b.kind || a.index != b.index || a.name != b.name {
		return false
	}
	if a.kind == stateAtom {
		return a.of.id == b.of.id
	}
	for i := range min(len(a.path), len(b.path)) {
		if elemName(a.path[i]) != elemName(b.path[i]) {
			return false
		}
	}
	return true
}

// pairs finds, for each act, the first pause that can come after it.
func (fr *frame) pairs(sites []*items, g *flow) {
	for i, s := range sites {
		for _, p := range s.pairs {
			fr.x.addPair(p)
		}
		if len(s.acts) == 0 {
			continue
		}
		// What is deferred happens after the pause was asked for, and happens again.
		next := g.after(i, func(k int) bool { return len(sites[k].pauses) > 0 && !g.apart(i, k) })
		if next < 0 {
			continue
		}
		p := sites[next].pauses[0]
		grade := Witness
		if !s.acts[0].maybe && !g.maybe(next) && !p.maybe && !s.concurrent {
			grade = Proved
		}
		for _, a := range s.acts {
			if a.ended {
				continue
			}
			fr.x.addPair(&pair{a, p, max(grade, a.grade, p.grade)})
		}
	}
}
