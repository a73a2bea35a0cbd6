package graphmodel

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
)

// The simulator runs small graphs by brute force: it enumerates every choice of every router and
// every width of every fan-out, superstep by superstep, and shares no code with the searches.

// simState is one superstep: how often each node is active (1 or 2, for "several"), and which
// edges of joins have arrived.
type simState struct {
	active  map[string]int
	arrived map[int]bool // by index in Graph.Edges
}

func (s simState) key() string {
	var parts []string
	for n, k := range s.active {
		parts = append(parts, fmt.Sprintf("%s*%d", n, k))
	}
	for e := range s.arrived {
		parts = append(parts, fmt.Sprintf("#%d", e))
	}
	sort.Strings(parts)
	return strings.Join(parts, " ")
}

type simulator struct {
	g *Graph
	// together holds the pairs that were active in one step; a node with itself when it was
	// active several times.
	together map[[2]string]bool
	seen     map[string]bool
	queue    []simState
}

// simulate gives the pairs that can be active in one superstep. ok is false when the graph has
// too many states to enumerate.
func simulate(g *Graph) (together map[[2]string]bool, ok bool) {
	s := &simulator{g: g, together: map[[2]string]bool{}, seen: map[string]bool{}}
	s.visit(simState{active: map[string]int{Start: 1}, arrived: map[int]bool{}})
	for i := 0; i < len(s.queue); i++ {
		if len(s.queue) > 20000 {
			return nil, false
		}
		s.step(s.queue[i])
	}
	return s.together, true
}

func (s *simulator) visit(st simState) {
	if k := st.key(); !s.seen[k] {
		s.seen[k] = true
		s.queue = append(s.queue, st)
		for a, n := range st.active {
			for b := range st.active {
				if a != b || n > 1 {
					s.together[[2]string{a, b}] = true
				}
			}
		}
	}
}

// step enumerates what the active nodes of one superstep can choose: a list of sets of edges.
func (s *simulator) step(st simState) {
	choices := [][]int{nil}
	for node, times := range st.active {
		choices = cross(choices, s.nodeChoices(node, times))
	}
	for _, taken := range choices {
		s.visit(s.next(st, taken))
	}
}

func cross(as, bs [][]int) [][]int {
	var all [][]int
	for _, a := range as {
		for _, b := range bs {
			all = append(all, append(append([]int(nil), a...), b...))
		}
	}
	return all
}

func (s *simulator) nodeChoices(node string, times int) [][]int {
	choices := [][]int{nil}
	groups := map[int][]int{}
	for i, e := range s.g.Edges {
		if e.From != node {
			continue
		}
		switch e.Kind {
		case Conditional:
			groups[e.Group] = append(groups[e.Group], i)
		case FanOut: // empty, or several
			choices = cross(choices, [][]int{nil, {i}})
		default:
			choices = cross(choices, [][]int{{i}})
		}
	}
	for _, alternatives := range groups {
		var options [][]int
		for mask := 1; mask < 1<<len(alternatives); mask++ {
			var set []int
			for bit, e := range alternatives {
				if mask>>bit&1 == 1 {
					set = append(set, e)
				}
			}
			if len(set) == 1 || times > 1 {
				options = append(options, set)
			}
		}
		choices = cross(choices, options)
	}
	return choices
}

func (s *simulator) next(st simState, taken []int) simState {
	n := simState{active: map[string]int{}, arrived: map[int]bool{}}
	for e := range st.arrived {
		n.arrived[e] = true
	}
	for _, i := range taken {
		e := s.g.Edges[i]
		switch {
		case e.Kind == Join:
			n.arrived[i] = true
		case e.To == End:
		case e.Kind == FanOut:
			n.active[e.To] = 2
		default:
			n.active[e.To] = max(n.active[e.To], 1)
		}
	}
	s.fireJoins(&n)
	return n
}

func (s *simulator) fireJoins(n *simState) {
	for i, e := range s.g.Edges {
		if e.Kind != Join {
			continue
		}
		var all []int
		complete := true
		for j, f := range s.g.Edges {
			if f.Kind == Join && f.To == e.To && f.Group == e.Group {
				all = append(all, j)
				complete = complete && n.arrived[j]
			}
		}
		if !complete || all[0] != i {
			continue
		}
		for _, j := range all {
			delete(n.arrived, j)
		}
		if e.To != End {
			n.active[e.To] = max(n.active[e.To], 1)
		}
	}
}

// randomGraph makes a graph of n nodes and about m edges of the given kinds. acyclic keeps every
// edge pointing to a later node.
func randomGraph(r *rand.Rand, n, m int, kinds []EdgeKind, acyclic bool) *Graph {
	g := &Graph{Name: "random"}
	names := []string{Start}
	for i := range n {
		name := string(rune('a' + i))
		names = append(names, name)
		g.Nodes = append(g.Nodes, Node{Name: name})
	}
	seen := map[[2]string]bool{}
	for range m {
		i, j := r.IntN(n+1), 1+r.IntN(n)
		if acyclic && i >= j {
			i, j = j-1, i
			if i >= j {
				continue
			}
		}
		if seen[[2]string{names[i], names[j]}] {
			continue
		}
		seen[[2]string{names[i], names[j]}] = true
		g.Edges = append(g.Edges, Edge{
			From: names[i], To: names[j], Kind: kinds[r.IntN(len(kinds))], Group: r.IntN(2),
		})
	}
	return g
}

// describe prints a graph for a failing test.
func describe(g *Graph) string {
	var b strings.Builder
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "\n  %s -%s/%d-> %s", e.From, e.Kind, e.Group, e.To)
	}
	return b.String()
}
