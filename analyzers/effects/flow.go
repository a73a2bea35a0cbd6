package effects

// flow answers questions about the order of events in one function.
type flow struct {
	blocks []block
	events []event
	at     []int  // block of each event
	index  []int  // its place there
	conds  []int  // for each block: +1 when its first successor is "resumed", -1 when its second is
	dead   []bool // blocks that are reached only when the run is not resumed
}

func newFlow(fr *frame) *flow {
	f := fr.fn.f
	g := &flow{blocks: f.Blocks, events: f.Events, at: make([]int, len(f.Events)), index: make([]int, len(f.Events))}
	for b := range f.Blocks {
		for i, e := range f.Blocks[b].Events {
			g.at[e], g.index[e] = b, i
		}
	}
	g.conds = make([]int, len(f.Blocks))
	guarded := false
	for b := range f.Blocks {
		if f.Blocks[b].Cond == 0 {
			continue
		}
		for _, a := range fr.node(f.Blocks[b].Cond).atoms {
			if a.kind == resumedAtom {
				g.conds[b], guarded = 1, true
				if a.not {
					g.conds[b] = -1
				}
			}
		}
	}
	if guarded {
		g.dead = g.whenResumed()
	}
	return g
}

// whenResumed marks the blocks that no path reaches when the run is resumed.
func (g *flow) whenResumed() []bool {
	live := make([]bool, len(g.blocks))
	todo := []int{0}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if live[b] {
			continue
		}
		live[b] = true
		switch succs := g.blocks[b].Succs; {
		case g.conds[b] > 0 && len(succs) == 2:
			todo = append(todo, succs[0])
		case g.conds[b] < 0 && len(succs) == 2:
			todo = append(todo, succs[1])
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

// firstOnly reports whether the event happens only when the run is not resumed.
func (g *flow) firstOnly(e int) bool { return g.dead != nil && g.dead[g.at[e]] }

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
