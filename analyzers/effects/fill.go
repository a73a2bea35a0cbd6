package effects

import "strconv"

func paramRoot(i int) string { return "#" + strconv.Itoa(i) }

// expansion puts values into a whole expansion. It is for the function that is asked about: no
// call stands between, so traces stay as they are.
func (s *substitution) expansion(x *expansion) *expansion {
	out := &expansion{lost: x.lost, width: x.width}
	out.width.source = s.value(x.width.source)
	for _, a := range x.acts {
		out.addAct(s.act(a))
	}
	for _, p := range x.pauses {
		out.addPause(s.pause(p))
	}
	for _, p := range x.pairs {
		out.addPair(&pair{s.act(p.act), s.pause(p.pause), p.grade})
	}
	for _, u := range x.uses {
		out.addUse(s.use(u))
	}
	for _, p := range x.peeks {
		s.peek(p, out, &items{})
	}
	for _, r := range x.returns {
		out.returns = append(out.returns, s.value(r))
	}
	for _, w := range x.params {
		out.params = append(out.params, s.value(w))
	}
	for _, c := range x.checks {
		out.addCheck(s.check(c))
	}
	for _, p := range x.spawns {
		out.addSpawn(s.spawn(p))
	}
	return out
}
