package driver

import (
	"cmp"
	"slices"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/report"
)

// PackageGraphs are the graphs of one package.
type PackageGraphs struct {
	Path   string
	Graphs []graphmodel.Graph
	Files  []string // of the package, with full names

	pauses map[string]graphmodel.Tri // by nodeKey
}

// CanPause says whether an activation of the node can park the run.
func (p *PackageGraphs) CanPause(n graphmodel.Node) graphmodel.Tri { return p.pauses[nodeKey(&n)] }

// addGraphs also counts what the coverage line says.
func (res *Result) addGraphs(all []*PackageGraphs) {
	all = slices.DeleteFunc(all, func(p *PackageGraphs) bool { return p == nil })
	slices.SortStableFunc(all, func(a, b *PackageGraphs) int { return cmp.Compare(a.Path, b.Path) })
	for _, p := range all {
		res.Packages = append(res.Packages, *p)
		res.Coverage.Packages++
		for _, g := range p.Graphs {
			res.Coverage.Graphs++
			res.Coverage.Nodes += len(g.Nodes)
			res.addGaps(g.Name, g.Gaps)
		}
	}
}

func (res *Result) addGaps(graph string, gaps []graphmodel.Gap) {
	for _, g := range gaps {
		res.Coverage.Gaps = append(res.Coverage.Gaps, report.Gap{Gap: g, Graph: graph})
	}
}
