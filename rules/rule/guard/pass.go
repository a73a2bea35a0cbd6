package guard

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/handles"
	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// InPass lists the unguarded spends of each graph of a package, by index in Pass.Graphs.
func InPass(p *rule.Pass) [][]Unguarded {
	found := rule.ResultOf[*handles.Result](p, handles.Analyzer)
	out := make([][]Unguarded, len(p.Graphs))
	inside := map[string]graphmodel.Tri{} // by name of the graph that nodes run
	for i := range p.Graphs {
		if i >= len(found.Graphs) {
			break
		}
		x := p.Index(&p.Graphs[i])
		node := func(name string) *graphmodel.Node { n, _ := x.Node(name); return n }
		routers := byNode(x.Graph())
		out[i] = Spends(Graph{
			Index:    x,
			Handles:  found.Graphs[i],
			CanPause: func(name string) graphmodel.Tri { return canPauseOnce(p, node(name), inside) },
			Mints:    func(name string, f graphmodel.Field) bool { return mints(p, node(name), f) },
			Looks: func(sp handles.NodeSpend) bool {
				return looks(p, append(funcsOf(p, node(sp.Node)), routers[sp.Node]...), sp)
			},
			Known: func(name string) bool {
				n := node(name)
				return n != nil && known(p, n)
			},
		})
	}
	return out
}

// byNode are the routers and splitters of a graph, by the node behind which they run.
func byNode(g *graphmodel.Graph) map[string][]graphmodel.FuncValue {
	fns := map[string][]graphmodel.FuncValue{}
	for i := range g.Edges {
		if e := &g.Edges[i]; e.Func.Ref != "" {
			fns[e.From] = append(fns[e.From], e.Func)
		}
	}
	return fns
}

// funcsOf are the functions that a node runs, in a list of their own.
func funcsOf(p *rule.Pass, n *graphmodel.Node) []graphmodel.FuncValue {
	if n == nil {
		return nil
	}
	fns, _ := p.Funcs(n)
	return slices.Clone(fns)
}

func known(p *rule.Pass, n *graphmodel.Node) bool {
	_, ok := p.Funcs(n)
	return ok
}

// canPauseOnce asks once for all nodes that run the same graph.
func canPauseOnce(p *rule.Pass, n *graphmodel.Node, inside map[string]graphmodel.Tri) graphmodel.Tri {
	if n == nil || n.Subgraph == "" {
		return canPause(p, n)
	}
	answer, known := inside[n.Subgraph]
	if !known {
		answer = canPause(p, n)
		inside[n.Subgraph] = answer
	}
	return answer
}

// canPause is Yes only if no step on the way to the pause is a guess.
func canPause(p *rule.Pass, n *graphmodel.Node) graphmodel.Tri {
	if n == nil {
		return graphmodel.Unknown
	}
	if parksInside(p, n, map[string]bool{}) {
		return graphmodel.Yes
	}
	fns, all := p.Funcs(n)
	answer := graphmodel.No
	if !all {
		answer = graphmodel.Unknown
	}
	for _, fn := range fns {
		for _, pause := range p.Effects.Pauses(fn) {
			if pause.Grade < effects.Likely {
				return graphmodel.Yes
			}
			answer = graphmodel.Unknown
		}
	}
	return answer
}

// parksInside reports whether the framework is told to pause within the graph that a node runs; to
// the graph round it that is a pause of the node.
func parksInside(p *rule.Pass, n *graphmodel.Node, seen map[string]bool) bool {
	sub := p.Subgraph(n.Subgraph)
	if sub == nil || seen[n.Subgraph] {
		return false
	}
	seen[n.Subgraph] = true
	never := func(string) graphmodel.Tri { return graphmodel.No }
	for _, e := range p.Index(sub).ReentrySet(never) {
		if e.Sure == graphmodel.Yes {
			return true
		}
	}
	return slices.ContainsFunc(sub.Nodes, func(m graphmodel.Node) bool { return parksInside(p, &m, seen) })
}

// mints reports whether behind the node the field holds what the node wrote: it writes on every
// path, or on some and does not read the field. Code that mints only if there is nothing yet has
// to read; code that does not read and skips its write mostly does so to return an error, after
// which nothing runs.
func mints(p *rule.Pass, n *graphmodel.Node, f graphmodel.Field) bool {
	if n == nil {
		return false
	}
	named := func(u effects.FieldUse) bool { return rule.Names(f, u.Field) }
	if n.Subgraph != "" {
		return writesInside(p, n, named)
	}
	return slices.ContainsFunc(append([]graphmodel.FuncValue{n.Func}, n.Func.Tools...), func(fn graphmodel.FuncValue) bool {
		reads := slices.ContainsFunc(p.Effects.Reads(fn), named)
		return slices.ContainsFunc(p.Effects.Writes(fn), func(w effects.FieldUse) bool {
			return named(w) && w.Grade < effects.Likely && (!w.Maybe || !reads)
		})
	})
}

// writesInside reports whether a node of the graph that n runs may write the field; on which of its
// paths is not looked at.
func writesInside(p *rule.Pass, n *graphmodel.Node, named func(effects.FieldUse) bool) bool {
	fns, _ := p.Funcs(n)
	return slices.ContainsFunc(fns, func(fn graphmodel.FuncValue) bool {
		return slices.ContainsFunc(p.Effects.Writes(fn), named)
	})
}

// looks reports whether the tool of the spend is known to read only; fns are the functions of the
// node's step: those that it runs, its routers and its splitters.
func looks(p *rule.Pass, fns []graphmodel.FuncValue, sp handles.NodeSpend) bool {
	if sp.Tool == "" {
		return false
	}
	for _, fn := range fns {
		for _, u := range p.Effects.Effects(fn) {
			if u.Tool == sp.Tool && u.Effect.Access == knowledge.Reads {
				return true
			}
		}
	}
	return false
}

// Anchor is where the finding about a spend is reported: in the function that takes the handle
// out of the state, which is where a check belongs.
func Anchor(p *rule.Pass, node *graphmodel.Node, u Unguarded, otherwise ...graphmodel.Position) graphmodel.Position {
	var reads []effects.Trace
	fns, _ := p.Funcs(node)
	for _, fn := range fns {
		for _, r := range p.Effects.Reads(fn) {
			if rule.Names(u.Handle.Field, r.Field) {
				reads = append(reads, r.Trace)
			}
		}
	}
	return p.AnchorBeside(u.Spend.Trace, reads, append([]graphmodel.Position{node.Pos}, otherwise...)...)
}
