package driver

import (
	"cmp"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/report"
)

// PackageGraphs are the graphs of one package.
type PackageGraphs struct {
	Path   string
	Graphs []graphmodel.Graph
	Files  []string // of the package, with full names

	effects any
}

// CanPause says whether an activation of the node can park the run.
func (p *PackageGraphs) CanPause(n graphmodel.Node) graphmodel.Tri {
	e, _ := p.effects.(*effects.Result)
	switch {
	case e == nil || !e.Known(n.Func):
		return graphmodel.Unknown
	case len(e.Pauses(n.Func)) > 0:
		return graphmodel.Yes
	}
	return graphmodel.No
}

func packageGraphs(all map[*packages.Package]*PackageGraphs, p *packages.Package) *PackageGraphs {
	if all[p] == nil {
		all[p] = &PackageGraphs{Path: p.PkgPath, Files: p.GoFiles}
	}
	return all[p]
}

func (p *PackageGraphs) add(r *graphs.Result) {
	if r != nil {
		p.Graphs = r.Graphs
	}
}

// addGraphs also counts what the coverage line says.
func (res *Result) addGraphs(all map[*packages.Package]*PackageGraphs) {
	sorted := slices.SortedFunc(maps.Values(all), func(a, b *PackageGraphs) int { return cmp.Compare(a.Path, b.Path) })
	for _, p := range sorted {
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
