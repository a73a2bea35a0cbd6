package effects

import (
	"github.com/skewlint/skewlint/analyzers/knowledge"
)

// started notes that an event starts concurrent work, as wide as the loops it stands in.
func (fr *frame) started(c *callSite, out *items) {
	s := &spawn{fact: fact{trace: newLink(Step{Pos: c.pos, Text: "starts a goroutine"}, nil), grade: c.grade}, bound: BoundConst, n: 1, source: nothing}
	s.what = "go statement"
	if c.row != nil && c.row.Role == knowledge.RoleSpawn {
		s.what = shortRef(string(c.row.Ref()))
		s.trace = newLink(c.rowStep(), nil)
	}
	s.acts = append(s.acts, out.acts...)
	s.waited = fr.fn.f.Waits
	fr.inLoops(s, c.ev)
	if s.bound == BoundConst {
		out.spawns = append(out.spawns, s)
		return
	}
	switch {
	case c.ev.Limit == BoundLimited || c.take():
		s.bound = BoundLimited
	case c.ev.Limit == BoundUnknown:
		s.bound = BoundUnknown
	}
	out.spawns = append(out.spawns, s)
}

// take reports whether all that is started waits for a place of a semaphore first: many are
// started, few do anything.
func (c *callSite) take() bool {
	for _, t := range c.targets {
		if !t.x.takes {
			return false
		}
	}
	return len(c.targets) > 0
}

// inLoops widens a spawn by the loops round an event.
func (fr *frame) inLoops(s *spawn, ev *event) {
	for l := ev.Loop; l != 0; l = int32(fr.fn.f.Loops[l-1].Outer) {
		in := fr.fn.f.Loops[l-1]
		source := fr.node(in.Source)
		if in.Event != 0 && in.Bound == BoundData {
			if w := fr.widthOf(width{Bound: BoundData, Source: in.Source, Event: in.Event}); w.bound == BoundConst || w.bound == BoundLimited {
				in.Bound, in.N, source = w.bound, w.n, w.source
			}
		}
		if in.Bound == BoundLimited && source.hasKind(toolAtom, stateAtom, modelAtom) {
			in.Bound = BoundData
		}
		switch {
		case in.Bound == BoundConst && s.bound == BoundConst:
			s.n *= in.N
		case in.Bound == BoundConst, s.bound == BoundData:
		case in.Bound == BoundLimited && s.bound == BoundUnknown:
		default:
			s.bound, s.n = in.Bound, in.N
		}
		if in.Bound == BoundData && s.source == nothing {
			s.source, s.text, s.peers = source, fr.str(in.Text), in.Peers
		}
		s.what += loopText(fr.str(in.Text), in.Bound)
	}
}

func loopText(over string, b Bound) string {
	switch {
	case over != "":
		return " in a loop over " + over
	case b == BoundConst:
		return " in a loop of constant length"
	}
	return " in a loop"
}

// lift is a spawn of a callee seen from its caller: wider by the caller's loops, unless the
// callee waits for what it starts.
func (fr *frame) lift(c *callSite, s *spawn) *spawn {
	if c.ev.Each {
		s.bound, s.source = BoundData, c.in.union(c.args...)
		s.what += " in a loop over a sequence"
	}
	if s.waited || c.ev.Loop == 0 {
		return s
	}
	if s.bound == BoundConst {
		fr.inLoops(s, c.ev)
	}
	s.waited = fr.fn.f.Waits
	return s
}

func (fr *frame) width() widthValue { return fr.widthOf(fr.fn.f.Width) }

// widthOf is a width with what is known of the call on whose result it rests.
func (fr *frame) widthOf(w width) widthValue {
	out := widthValue{bound: w.Bound, n: w.N, source: fr.node(w.Source), text: fr.str(w.Text), pos: fr.fn.position(w.Pos), param: w.Param}
	if w.Event == 0 {
		return out
	}
	c := fr.call(w.Event - 1)
	for i, t := range c.targets {
		if c.row != nil {
			break
		}
		inner := t.x.width
		inner.source = t.sub.value(inner.source)
		if inner.param != 0 {
			inner = fr.argWidth(inner, c)
		}
		if i == 0 || inner.bound == BoundData {
			inner.pos = out.pos
			out = inner
		}
	}
	return out
}

// argWidth is the width of a callee's parameter. What the caller passes is not measured again:
// it is data, from wherever its value is.
func (fr *frame) argWidth(w widthValue, c *callSite) widthValue {
	if w.param-1 < len(c.args) {
		w.source = c.args[w.param-1]
	}
	w.param = 0
	return w
}
