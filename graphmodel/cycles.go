package graphmodel

import "slices"

// Cycle is a set of nodes each of which can come after each other: a strongly connected
// component that has an edge inside.
type Cycle struct {
	// Nodes are in order of declaration.
	Nodes []string
	// Exits are the edges that leave the cycle, as indexes in Graph.Edges, ascending. None means
	// that a run that enters never leaves by an edge that is known; with a gap there may be more.
	Exits []int
	// Loop is a shortest way round from the first node back to it.
	Loop Path
}

// Cycles finds all cycles, ordered by the declaration of their first node. Edges that a gap hides
// could join, add or open cycles; those found stay cycles. Tarjan, without recursion: O(n + m).
func (x *Index) Cycles() []Cycle {
	s := x.shape()
	var firsts []int32
	for c, nodes := range s.comps {
		if s.cyclic[c] {
			firsts = append(firsts, nodes[0])
		}
	}
	slices.Sort(firsts)
	w := walk{via: make([]int32, len(x.names))}
	for v := range w.via {
		w.via[v] = notSeen
	}
	cycles := make([]Cycle, 0, len(firsts))
	for _, v := range firsts {
		cycles = append(cycles, x.cycle(s, s.comp[v], w))
	}
	return cycles
}

func (x *Index) cycle(s *shape, comp int32, w walk) Cycle {
	var c Cycle
	for _, v := range s.comps[comp] {
		c.Nodes = append(c.Nodes, x.names[v])
		for _, e := range x.out.of(v) {
			if s.comp[x.to[e]] != comp {
				c.Exits = append(c.Exits, int(e))
			}
		}
	}
	slices.Sort(c.Exits)
	c.Loop = x.loop(s, s.comps[comp][0], w)
	return c
}

// loop searches inside one component, so that all loops together cost one pass. The walk is
// shared: components do not touch each other's nodes.
func (x *Index) loop(s *shape, first int32, w walk) Path {
	w.via[first] = isRoot
	queue := []int32{first}
	for i := 0; i < len(queue); i++ {
		for _, e := range x.out.of(queue[i]) {
			x.count(1)
			to := x.to[e]
			if to == first {
				p := x.pathTo(w, queue[i])
				p.Nodes = append(p.Nodes, x.names[first])
				p.Edges = append(p.Edges, int(e))
				return p
			}
			if s.comp[to] == s.comp[first] && w.via[to] == notSeen {
				w.via[to] = e
				queue = append(queue, to)
			}
		}
	}
	return Path{} // not reached: a cyclic component has a way back
}
