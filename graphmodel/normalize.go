package graphmodel

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// Normalize brings the parts of the graph into the one order that its JSON form has, so that a
// graph found twice is written twice alike: nodes, edges and fields by position and then by name,
// gaps by position, fan-ins by node, references and bindings by name. Parts of a type keep their order, which is
// the source's. The order of nodes and edges after that is what "order of declaration" means in
// queries. O(n log n).
func (g *Graph) Normalize() {
	g.Nodes, g.Edges = notNil(g.Nodes), notNil(g.Edges)
	for i := range g.Nodes {
		g.Nodes[i].Func.normalize()
	}
	for i := range g.Edges {
		g.Edges[i].Func.normalize()
	}
	for i := range g.Fields {
		f := &g.Fields[i]
		f.Reducer.normalize()
		slices.Sort(f.Refs)
		f.Refs, f.Type.Parts = nilIfEmpty(f.Refs), nilIfEmpty(f.Type.Parts)
	}
	g.Fields, g.FanIns, g.Gaps = nilIfEmpty(g.Fields), nilIfEmpty(g.FanIns), nilIfEmpty(g.Gaps)
	sortBy(g.Nodes, func(a, b *Node) int {
		return cmp.Or(a.Pos.compare(b.Pos), strings.Compare(a.Name, b.Name))
	})
	sortBy(g.Edges, compareEdges)
	sortBy(g.Fields, func(a, b *Field) int {
		return cmp.Or(a.Pos.compare(b.Pos), strings.Compare(a.Name, b.Name))
	})
	sortBy(g.FanIns, func(a, b *FanIn) int {
		return cmp.Or(strings.Compare(a.Node, b.Node), strings.Compare(a.How, b.How))
	})
	sortBy(g.Gaps, func(a, b *Gap) int {
		return cmp.Or(a.Pos.compare(b.Pos), strings.Compare(string(a.Kind), string(b.Kind)),
			strings.Compare(a.Node, b.Node), strings.Compare(a.Reason, b.Reason))
	})
}

func compareEdges(a, b *Edge) int {
	return cmp.Or(a.Pos.compare(b.Pos), strings.Compare(a.From, b.From), cmp.Compare(a.Group, b.Group),
		strings.Compare(a.To, b.To), cmp.Compare(a.Kind, b.Kind))
}

func (p Position) compare(q Position) int {
	return cmp.Or(strings.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

func (f *FuncValue) normalize() {
	f.Bound = nilIfEmpty(f.Bound)
	for i := range f.Bound {
		f.Bound[i].Func.normalize()
	}
	sortBy(f.Bound, func(a, b *Binding) int { return strings.Compare(a.Name, b.Name) })
	f.Before, f.After, f.Tools = nilIfEmpty(f.Before), nilIfEmpty(f.After), nilIfEmpty(f.Tools)
	for _, list := range [][]FuncValue{f.Before, f.After, f.Tools} { // their order is that of the calls
		for i := range list {
			list[i].normalize()
		}
	}
}

// sortBy sorts by a comparison that may tie; ties are settled by the whole content, so that no
// trace of the order before is left. The content is written out only where there is a tie.
func sortBy[T any](list []T, compare func(a, b *T) int) {
	slices.SortFunc(list, func(a, b T) int {
		if c := compare(&a, &b); c != 0 {
			return c
		}
		return bytes.Compare(content(a), content(b))
	})
}

// content is the JSON form of one part. A part that has none (an edge of no known kind) is not
// written at all, so its order does not matter.
func content(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return b
}

// clone copies everything that Normalize changes.
func (g *Graph) clone() Graph {
	c := *g
	c.Nodes, c.Edges = slices.Clone(g.Nodes), slices.Clone(g.Edges)
	c.Fields, c.FanIns, c.Gaps = slices.Clone(g.Fields), slices.Clone(g.FanIns), slices.Clone(g.Gaps)
	for i := range c.Nodes {
		c.Nodes[i].Func = c.Nodes[i].Func.clone()
	}
	for i := range c.Edges {
		c.Edges[i].Func = c.Edges[i].Func.clone()
	}
	for i := range c.Fields {
		c.Fields[i].Reducer = c.Fields[i].Reducer.clone()
		c.Fields[i].Refs = slices.Clone(c.Fields[i].Refs)
	}
	return c
}

func (f FuncValue) clone() FuncValue {
	f.Bound = slices.Clone(f.Bound)
	for i := range f.Bound {
		f.Bound[i].Func = f.Bound[i].Func.clone()
	}
	f.Before, f.After, f.Tools = slices.Clone(f.Before), slices.Clone(f.After), slices.Clone(f.Tools)
	for _, list := range [][]FuncValue{f.Before, f.After, f.Tools} {
		for i := range list {
			list[i] = list[i].clone()
		}
	}
	return f
}

func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// nilIfEmpty makes a list that holds nothing zero, so that a struct of nothing else is left out.
func nilIfEmpty[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}
