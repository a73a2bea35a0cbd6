package effects

import "slices"

// flow answers questions about the order of events in one function.
type flow struct {
	blocks []block
	events []event
	at     []int  // block of each event
	index  []int  // its place there
	conds  []cond // of each block
	early  []bool // blocks that no path reaches when the run is resumed
	late   []bool // blocks that no path reaches when it is not
	dead   []bool // those early, and those that a test of the answers guards, see guards
	// asks are the blocks whose condition looks at the answers to a pause.
	asks []int
}

// cond says how the condition at the end of a block depends on being resumed.
type cond int

const (
	noCond     cond = iota
	onResumed       // the first successor is taken when the run is resumed
	onFirst         // the second is
	onAnswered      // it depends on what was answered
)

func newFlow(fr *frame) *flow {
	f := fr.fn.f
	g := &flow{blocks: f.Blocks, events: f.Events, at: make([]int, len(f.Events)), index: make([]int, len(f.Events))}
	for b := range f.Blocks {
		for i, e := range f.Blocks[b].Events {
			g.at[e], g.index[e] = b, i
		}
	}
	g.conds = make([]cond, len(f.Blocks))
	guarded := false
	for b := range f.Blocks {
		if f.Blocks[b].Cond == 0 {
			continue
		}
		for _, a := range fr.node(f.Blocks[b].Cond).atoms {
			if a.kind == resumedAtom {
				guarded = true
				g.conds[b] = g.conds[b].and(a)
				if n := len(g.asks); a.index != isResumed && (n == 0 || g.asks[n-1] != b) {
					g.asks = append(g.asks, b)
				}
			}
		}
	}
	if guarded {
		g.guards()
	}
	return g
}

// and is the condition that also has the origin.
func (c cond) and(a *atom) cond {
	is := onResumed
	switch {
	case a.index == ofAnswers:
		return onAnswered
	case a.not:
		is = onFirst
	}
	if c != noCond && c != is {
		return onAnswered
	}
	return is
}

// guards finds the blocks that only one of two activations of the function reaches, the first one or
// a resumed one.
//
// A test of the answers guards what only one of its sides leads to, whatever other ways lead there:
// handlers test the answers where the protocol has any, inside another condition, and that a way round
// that condition cannot be taken is not seen. Which side is the first activation is not known of a
// test of one answer.
func (g *flow) guards() {
	g.early, g.late = g.without(onFirst), g.without(onResumed)
	g.dead = slices.Clone(g.early)
	for _, b := range g.asks {
		succs := g.blocks[b].Succs
		if len(succs) != 2 {
			continue
		}
		yes, no := g.from(succs[0]), g.from(succs[1])
		for i := range g.dead {
			first := yes[i] != no[i]
			switch g.conds[b] {
			case onResumed:
				first = no[i] && !yes[i]
			case onFirst:
				first = yes[i] && !no[i]
			}
			g.dead[i] = g.dead[i] || first
		}
	}
}

// from marks the blocks that can be reached from one.
func (g *flow) from(b int) []bool {
	seen := make([]bool, len(g.blocks))
	todo := []int{b}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen[b] {
			seen[b] = true
			todo = append(todo, g.blocks[b].Succs...)
		}
	}
	return seen
}

// way is the successor that a condition leads to.
func way(holds bool) int {
	if holds {
		return 0
	}
	return 1
}

// without marks the blocks that no path reaches when the run is not as said: without onFirst, when it
// is resumed.
func (g *flow) without(not cond) []bool {
	live := make([]bool, len(g.blocks))
	todo := []int{0}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if live[b] {
			continue
		}
		live[b] = true
		switch succs, c := g.blocks[b].Succs, g.conds[b]; {
		case (c == onResumed || c == onFirst) && len(succs) == 2:
			todo = append(todo, succs[way(c != not)])
		default:
			todo = append(todo, succs...)
		}
	}
	dead := make([]bool, len(live))
	for b := range live {
		dead[b] = !live[b]
	}
	return dead
}

// firstOnly reports whether the event happens only when the run is not resumed, or is guarded so that
// no answer repeats it.
func (g *flow) firstOnly(e int) bool { return g.dead != nil && g.dead[g.at[e]] }

// apart reports whether e happens only when the run is resumed and k only when it is not.
func (g *flow) apart(e, k int) bool { return g.late != nil && g.late[g.at[e]] && g.early[g.at[k]] }

// reaches reports whether a path from the entry reaches e past none of the events to avoid.
func (g *flow) reaches(e int, avoid map[int]bool) bool {
	seen := make([]bool, len(g.blocks))
	var visit func(b int) bool
	visit = func(b int) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, k := range g.blocks[b].Events {
			if k == e {
				return true
			}
			if avoid[k] {
				return false
			}
		}
		for _, s := range g.blocks[b].Succs {
			if visit(s) {
				return true
			}
		}
		return false
	}
	return len(g.blocks) > 0 && visit(0)
}

// maybe reports whether some path through the function passes e by.
func (g *flow) maybe(e int) bool {
	seen := make([]bool, len(g.blocks))
	var visit func(b int) bool
	visit = func(b int) bool {
		if seen[b] || b == g.at[e] {
			return false
		}
		seen[b] = true
		if len(g.blocks[b].Succs) == 0 {
			return true
		}
		for _, s := range g.blocks[b].Succs {
			if visit(s) {
				return true
			}
		}
		return false
	}
	return visit(0)
}

// after is the nearest event behind e, by blocks, that is wanted; -1 if none is. What is
// deferred comes after all the rest. Coming round a loop, e itself counts.
func (g *flow) after(e int, wanted func(int) bool) int {
	b := g.at[e]
	late := -1
	take := func(list []int) int {
		for _, k := range list {
			if !wanted(k) {
				continue
			}
			if g.events[k].Kind != deferEvent {
				return k
			}
			if late < 0 {
				late = k
			}
		}
		return -1
	}
	if k := take(g.blocks[b].Events[g.index[e]+1:]); k >= 0 {
		return k
	}
	seen := make([]bool, len(g.blocks))
	todo := append([]int(nil), g.blocks[b].Succs...)
	for len(todo) > 0 {
		b, todo = todo[0], todo[1:]
		if seen[b] {
			continue
		}
		seen[b] = true
		if k := take(g.blocks[b].Events); k >= 0 {
			return k
		}
		todo = append(todo, g.blocks[b].Succs...)
	}
	return late
}
