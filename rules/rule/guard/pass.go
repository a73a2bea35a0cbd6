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
	for i := range p.Graphs {
		if i >= len(found.Graphs) {
			break
		}
		g := &p.Graphs[i]
		nodes := byName(g)
		out[i] = Spends(Graph{
			Graph:    g,
			Handles:  found.Graphs[i],
			CanPause: func(node string) graphmodel.Tri { return canPause(p, nodes[node]) },
			Mints:    func(node string, f graphmodel.Field) bool { return mints(p, nodes[node], f) },
			Looks:    func(sp handles.NodeSpend) bool { return looks(p, g, sp) },
			Known: func(node string) bool {
				n := nodes[node]
				return n != nil && known(p, n)
			},
		})
	}
	return out
}

// byName finds nodes without going through the graph for each.
func byName(g *graphmodel.Graph) map[string]*graphmodel.Node {
	nodes := make(map[string]*graphmodel.Node, len(g.Nodes))
	for i := range g.Nodes {
		if n := &g.Nodes[i]; nodes[n.Name] == nil { // the first one, as graphmodel.Graph.Node
			nodes[n.Name] = n
		}
	}
	return nodes
}

func known(p *rule.Pass, n *graphmodel.Node) bool {
	_, ok := p.Funcs(n)
	return ok
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
	for _, e := range graphmodel.NewIndex(sub).ReentrySet(never) {
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

// looks reports whether the tool of the spend is known to read only.
func looks(p *rule.Pass, g *graphmodel.Graph, sp handles.NodeSpend) bool {
	if sp.Tool == "" {
		return false
	}
	for _, fn := range funcsAt(p, g, sp.Node) {
		for _, u := range p.Effects.Effects(fn) {
			if u.Tool == sp.Tool && u.Effect.Access == knowledge.Reads {
				return true
			}
		}
	}
	return false
}

// funcsAt are the functions of a node's step: those that it runs, its routers and its splitters.
func funcsAt(p *rule.Pass, g *graphmodel.Graph, node string) []graphmodel.FuncValue {
	var fns []graphmodel.FuncValue
	if n, ok := g.Node(node); ok {
		fns, _ = p.Funcs(n)
	}
	for _, e := range g.Edges {
		if e.From == node && e.Func.Ref != "" {
			fns = append(fns, e.Func)
		}
	}
	return fns
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
