package missingreducer

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// uses are the writes or the reads of a graph by the symbol that names the field, so that a graph with
// many fields is not gone through once for each.
type uses[T any] struct {
	all    []T
	symbol map[string][]int
}

func (u *uses[T]) add(symbol string, use T) {
	if u.symbol == nil {
		u.symbol = map[string][]int{}
	}
	u.symbol[symbol] = append(u.symbol[symbol], len(u.all))
	u.all = append(u.all, use)
}

// of are the uses that name the field (see [rule.Names]), in their order.
func (u *uses[T]) of(f graphmodel.Field) []T {
	indices := slices.Clone(u.symbol[strconv.Quote(f.Name)])
	for _, ref := range f.Refs {
		if ref != "" {
			indices = append(indices, u.symbol[ref]...)
		}
	}
	slices.Sort(indices)
	out := make([]T, 0, len(indices))
	for _, i := range slices.Compact(indices) {
		out = append(out, u.all[i])
	}
	return out
}

func bySymbol(all []write) *uses[write] {
	u := &uses[write]{}
	for _, w := range all {
		u.add(w.use.Field, w)
	}
	return u
}

// read is a node that reads a field, and where.
type read struct {
	node  string
	trace effects.Trace
	// router: it is the router behind the node.
	router bool
}

// reading are the reads of a graph. They are looked for when the first one is asked about.
type reading struct {
	p       *rule.Pass
	g       *graphmodel.Graph
	nodes   *uses[read]
	routers *uses[read]
}

// of lists the nodes that read a field, in their functions or through the framework.
func (r *reading) of(f graphmodel.Field) []read {
	if r.nodes == nil {
		r.nodes = &uses[read]{}
		for i := range r.g.Nodes {
			r.addNode(&r.g.Nodes[i])
		}
	}
	return r.nodes.of(f)
}

func (r *reading) addNode(n *graphmodel.Node) {
	seen := map[string]bool{}
	for _, name := range n.Reads {
		if !seen[name] {
			seen[name] = true
			step := effects.Step{Pos: n.Pos, Text: fmt.Sprintf("the framework reads field %q for %s", name, rule.NodeName(n.Name))}
			r.nodes.add(strconv.Quote(name), read{node: n.Name, trace: effects.Trace{step}})
		}
	}
	for _, fn := range r.p.Runs(n) {
		for _, use := range r.p.Effects.Reads(fn) {
			if use.Field != "" && use.Grade < effects.Likely {
				r.nodes.add(use.Field, read{node: n.Name, trace: use.Trace})
			}
		}
	}
}

// routes are the routers that read the field. One that is asked behind a writer finds what another
// one has put there, so it counts as standing behind the node.
func (r *reading) routes(f graphmodel.Field) []read {
	if r.routers == nil {
		r.routers = &uses[read]{}
		for i := range r.g.Edges {
			r.addRouter(&r.g.Edges[i])
		}
	}
	return r.routers.of(f)
}

// addRouter adds what the router of an edge reads, each field once.
func (r *reading) addRouter(e *graphmodel.Edge) {
	if e.Func.Ref == "" || e.From == graphmodel.Start {
		return
	}
	for _, use := range r.p.Effects.Reads(e.Func) {
		if use.Field != "" && use.Grade < effects.Likely {
			r.routers.add(use.Field, read{node: e.From, trace: use.Trace, router: true})
		}
	}
}
