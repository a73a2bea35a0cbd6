package graphmodel

import "strings"

// Path is a walk along edges, the witness of an answer. The zero Path means "none"; a path of one
// node has no edges.
type Path struct {
	// Nodes are the names passed, first to last.
	Nodes []string
	// Edges are the steps as indexes in Graph.Edges: Edges[i] leads from Nodes[i] to Nodes[i+1].
	Edges []int
}

// Empty reports whether there is no path.
func (p Path) Empty() bool { return len(p.Nodes) == 0 }

// Len is the number of steps, which is one less than the number of nodes.
func (p Path) Len() int { return len(p.Edges) }

// First is the name of the node where the path begins, empty for the zero Path.
func (p Path) First() string {
	if p.Empty() {
		return ""
	}
	return p.Nodes[0]
}

// Last is the name of the node where the path ends, empty for the zero Path.
func (p Path) Last() string {
	if p.Empty() {
		return ""
	}
	return p.Nodes[len(p.Nodes)-1]
}

// String joins the nodes by arrows: "a -> b -> c".
func (p Path) String() string { return strings.Join(p.Nodes, " -> ") }

// pathOf makes a path of a first node and the edges after it.
func (x *Index) pathOf(first int32, edges []int32) Path {
	p := Path{Nodes: make([]string, 1, len(edges)+1), Edges: make([]int, 0, len(edges))}
	p.Nodes[0] = x.names[first]
	for _, e := range edges {
		p.Nodes = append(p.Nodes, x.names[x.to[e]])
		p.Edges = append(p.Edges, int(e))
	}
	return p
}

// NodeSet is a set of nodes of one graph. It is not changed after it was made.
type NodeSet struct {
	x  *Index
	in []bool
	n  int
}

// Has reports whether the node is in the set; false for names that are no nodes.
func (s *NodeSet) Has(name string) bool {
	v, ok := s.x.ids[name]
	return ok && s.in[v]
}

// Len is the number of nodes in the set.
func (s *NodeSet) Len() int { return s.n }

// Names lists the set: Start, the nodes in order of declaration, End. O(n).
func (s *NodeSet) Names() []string {
	names := make([]string, 0, s.n)
	for v, in := range s.in {
		if in {
			names = append(names, s.x.names[v])
		}
	}
	return names
}
