package report

import (
	"slices"

	"github.com/skewlint/skewlint/graphmodel"
)

// Relative returns copies of graphs with file names relative to dir, as findings have them.
func Relative(dir string, graphs []graphmodel.Graph) []graphmodel.Graph {
	at := func(pos *graphmodel.Position) { *pos = relative(dir, *pos) }
	out := slices.Clone(graphs)
	for i := range out {
		g := &out[i]
		at(&g.Pos)
		g.Nodes, g.Edges, g.Fields, g.Gaps = slices.Clone(g.Nodes), slices.Clone(g.Edges), slices.Clone(g.Fields), slices.Clone(g.Gaps)
		for j := range g.Nodes {
			at(&g.Nodes[j].Pos)
			relativeFunc(dir, &g.Nodes[j].Func)
		}
		for j := range g.Edges {
			at(&g.Edges[j].Pos)
			relativeFunc(dir, &g.Edges[j].Func)
		}
		for j := range g.Fields {
			at(&g.Fields[j].Pos)
			relativeFunc(dir, &g.Fields[j].Reducer)
		}
		for j := range g.Gaps {
			at(&g.Gaps[j].Pos)
		}
	}
	return out
}

func relativeFunc(dir string, f *graphmodel.FuncValue) {
	f.Pos = relative(dir, f.Pos)
	f.Bound = slices.Clone(f.Bound)
	for i := range f.Bound {
		relativeFunc(dir, &f.Bound[i].Func)
	}
}
