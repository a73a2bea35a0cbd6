package graphmodel

// places number what a branch can be seen at when it is followed backward. A place is a node
// together with how the branch leaves it, as far as that can exclude another branch:
//
//	0 … n-1        left by an edge that excludes nothing
//	n … n+r-1      left by an alternative of a router; one place for each router
//	n+r … n+r+n-1  not left: here the branch ends
type places struct {
	n, routers int32
	node       []int32 // by place
	leave      []int32 // by edge: the place at which the branch is before the edge
}

func newPlaces(x *Index) *places {
	type router struct {
		from  int32
		group int
	}
	n := int32(len(x.names))
	p := &places{n: n, node: make([]int32, n, 2*n), leave: make([]int32, len(x.from))}
	for v := range p.node {
		p.node[v] = int32(v)
	}
	numbers := make(map[router]int32)
	for e, from := range x.from {
		p.leave[e] = from
		if from < 0 || x.g.Edges[e].Kind != Conditional {
			continue
		}
		r := router{from, x.g.Edges[e].Group}
		if _, known := numbers[r]; !known {
			numbers[r] = int32(len(p.node))
			p.node = append(p.node, from)
		}
		p.leave[e] = numbers[r]
	}
	p.routers = int32(len(p.node)) - n
	for v := range n {
		p.node = append(p.node, v)
	}
	return p
}

// end is the place of a branch that ends at the node.
func (p *places) end(v int32) int32 { return p.n + p.routers + v }

func (p *places) isEnd(place int32) bool { return place >= p.n+p.routers }

// exclusive reports whether two branches at one node leave it by alternatives of one router.
func (p *places) exclusive(a, b int32) bool { return a == b && a >= p.n && !p.isEnd(a) }
