package handles

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
)

// uses are what the nodes of a graph do with handles, or what they do with one field.
type uses struct {
	stores []NodeStore
	spends []NodeSpend
	checks []NodeCheck
}

// collect asks about every node, router and splitter of a graph, about the tools that its nodes may
// call, and about those of the graphs that its nodes run, which share its fields.
func collect(list []graphmodel.Graph, g *graphmodel.Graph, does *effects.Result) *uses {
	u := &uses{}
	u.graph(list, g, "", does, nil)
	return u
}

func (u *uses) graph(list []graphmodel.Graph, g *graphmodel.Graph, outer string, does *effects.Result, inside []string) {
	if slices.Contains(inside, g.Name) {
		return
	}
	inside = append(inside, g.Name)
	name := func(n string) string {
		if outer != "" {
			return outer
		}
		return n
	}
	for _, n := range g.Nodes {
		if n.Func.Ref != "" {
			u.function(g, name(n.Name), n.Func, "", does)
		}
		for _, tool := range n.Func.Tools {
			u.function(g, name(n.Name), tool, tool.Ref, does)
		}
		for i := range list {
			if n.Subgraph != "" && list[i].Name == n.Subgraph {
				below := &uses{}
				below.graph(list, &list[i], name(n.Name), does, inside)
				u.add(below, &list[i])
			}
		}
	}
	for i, e := range g.Edges {
		if e.Func.Ref != "" && !routedBefore(g.Edges[:i], e) {
			u.function(g, name(e.From), e.Func, "", does)
		}
	}
}

// add adds what a graph does that runs as a node, but for what it does to fields of its own.
func (u *uses) add(below *uses, g *graphmodel.Graph) {
	hidden := func(symbol string) bool {
		return g.Dialect.OwnState == graphmodel.Yes && symbol != "" &&
			slices.ContainsFunc(g.Fields, func(f graphmodel.Field) bool { return slices.Contains(f.Refs, symbol) })
	}
	for _, s := range below.stores {
		if !hidden(s.Field) {
			u.stores = append(u.stores, s)
		}
	}
	for _, s := range below.spends {
		if !hidden(s.Field) {
			u.spends = append(u.spends, s)
		}
	}
	for _, c := range below.checks {
		if !hidden(c.Field) {
			u.checks = append(u.checks, c)
		}
	}
}

// routedBefore reports whether an earlier edge belongs to the same router.
func routedBefore(edges []graphmodel.Edge, e graphmodel.Edge) bool {
	return slices.ContainsFunc(edges, func(o graphmodel.Edge) bool {
		return o.From == e.From && o.Group == e.Group && o.Func.Ref == e.Func.Ref
	})
}

// function adds what one function of a graph does; tool is set if it is a tool that the node may call.
// Stores that no resumed run can see are left out.
func (u *uses) function(g *graphmodel.Graph, node string, f graphmodel.FuncValue, tool graphmodel.FuncRef, does *effects.Result) {
	for _, s := range does.Stores(f) {
		if !s.AtOnce || g.Dialect.OnlyUpdatesSaved != graphmodel.Yes {
			u.stores = append(u.stores, NodeStore{node, s})
		}
	}
	for _, s := range does.Spends(f) {
		u.spends = append(u.spends, NodeSpend{node, tool, s})
	}
	for _, c := range does.Checks(f) {
		u.checks = append(u.checks, NodeCheck{node, c})
	}
}

// of keeps what is about one field.
func (u *uses) of(f graphmodel.Field) *uses {
	is := func(symbol string) bool {
		return symbol != "" && (slices.Contains(f.Refs, symbol) || symbol == `"`+f.Name+`"`)
	}
	out := &uses{}
	for _, s := range u.stores {
		if is(s.Field) {
			out.stores = append(out.stores, s)
		}
	}
	for _, s := range u.spends {
		if is(s.Field) {
			out.spends = append(out.spends, s)
		}
	}
	for _, c := range u.checks {
		if is(c.Field) {
			out.checks = append(out.checks, c)
		}
	}
	return out
}
