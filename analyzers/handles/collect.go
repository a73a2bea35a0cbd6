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
func collect(list graphsByName, g *graphmodel.Graph, does *effects.Result) *uses {
	u := &uses{}
	u.graph(list, g, "", does, nil)
	return u
}

// graphsByName finds the graphs that nodes run. Those of one name are in the order of the package.
type graphsByName map[string][]*graphmodel.Graph

func byName(list []graphmodel.Graph) graphsByName {
	named := graphsByName{}
	for i := range list {
		named[list[i].Name] = append(named[list[i].Name], &list[i])
	}
	return named
}

// run lists the graphs that a node may run; none for a plain node.
func (named graphsByName) run(n graphmodel.Node) []*graphmodel.Graph {
	if n.Subgraph == "" {
		return nil
	}
	return named[n.Subgraph]
}

func (u *uses) graph(list graphsByName, g *graphmodel.Graph, outer string, does *effects.Result, inside []string) {
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
		for _, sub := range list.run(n) {
			below := &uses{}
			below.graph(list, sub, name(n.Name), does, inside)
			u.add(below, sub)
		}
	}
	asked := map[router]bool{}
	for _, e := range g.Edges {
		if r := (router{e.From, e.Group, e.Func.Ref}); e.Func.Ref != "" && !asked[r] {
			asked[r] = true
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

// router is what the edges of one router have in common.
type router struct {
	from  string
	group int
	fn    graphmodel.FuncRef
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

// bySymbol are uses by the symbol that names their field, so that not all are gone through for each
// field of a graph.
type bySymbol struct {
	stores index[NodeStore]
	spends index[NodeSpend]
	checks index[NodeCheck]
}

func (u *uses) bySymbol() *bySymbol {
	return &bySymbol{
		stores: indexOf(u.stores, func(s NodeStore) string { return s.Field }),
		spends: indexOf(u.spends, func(s NodeSpend) string { return s.Field }),
		checks: indexOf(u.checks, func(c NodeCheck) string { return c.Field }),
	}
}

// of keeps what is about one field.
func (b *bySymbol) of(f graphmodel.Field) *uses {
	symbols := append([]string{`"` + f.Name + `"`}, f.Refs...)
	return &uses{stores: b.stores.of(symbols), spends: b.spends.of(symbols), checks: b.checks.of(symbols)}
}

// index is a list, and where in it stands what has a symbol.
type index[T any] struct {
	list []T
	at   map[string][]int
}

func indexOf[T any](list []T, symbol func(T) string) index[T] {
	x := index[T]{list, map[string][]int{}}
	for i, v := range list {
		if s := symbol(v); s != "" {
			x.at[s] = append(x.at[s], i)
		}
	}
	return x
}

// of is what has one of the symbols, in the order of the list.
func (x index[T]) of(symbols []string) []T {
	var at []int
	for _, s := range symbols {
		at = append(at, x.at[s]...)
	}
	slices.Sort(at)
	var out []T
	for _, i := range slices.Compact(at) {
		out = append(out, x.list[i])
	}
	return out
}
