package driver

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

// Merge makes one result of runs over the same packages in several build configurations, which
// have the given names. What all have is told once; what some have names them.
func Merge(names []string, runs []*Result) *Result {
	if len(runs) == 1 {
		return runs[0]
	}
	m := &merger{names: names, out: &Result{Generated: map[string]bool{}}}
	for i, run := range runs {
		m.out.Rules = run.Rules
		m.out.Files = append(m.out.Files, run.Files...)
		m.out.Coverage.Listed = max(m.out.Coverage.Listed, run.Coverage.Listed)
		for name := range run.Generated {
			m.out.Generated[name] = true
		}
		m.findings(i, run)
		m.errors(i, run)
		m.packages(run)
	}
	slices.Sort(m.out.Files)
	m.out.Files = slices.Compact(m.out.Files)
	m.finish()
	return m.out
}

type findingKey struct {
	pos           graphmodel.Position
	rule, message string
}

type errorKey struct {
	pos          graphmodel.Position
	pkg, message string
}

// merger collects, with the numbers of the builds in which each thing was.
type merger struct {
	names      []string
	out        *Result
	findingsIn map[findingKey][]int
	errorsIn   map[errorKey][]int
}

func (m *merger) findings(build int, run *Result) {
	if m.findingsIn == nil {
		m.findingsIn = map[findingKey][]int{}
	}
	m.out.Ignored = append(m.out.Ignored, run.Ignored...)
	for _, f := range run.Findings {
		key := findingKey{pos: f.Pos, rule: f.Rule, message: f.Message}
		if m.findingsIn[key] == nil {
			m.out.Findings = append(m.out.Findings, f)
		}
		m.findingsIn[key] = append(m.findingsIn[key], build)
	}
}

func (m *merger) errors(build int, run *Result) {
	if m.errorsIn == nil {
		m.errorsIn = map[errorKey][]int{}
	}
	for _, e := range run.Errors {
		key := keyOf(e)
		if m.errorsIn[key] == nil {
			m.out.Errors = append(m.out.Errors, e)
		}
		m.errorsIn[key] = append(m.errorsIn[key], build)
	}
}

func keyOf(e report.Error) errorKey {
	return errorKey{pos: e.Pos, pkg: e.Package, message: e.Message}
}

// packages adds the graphs of a run to those that are there. A graph that several builds have, at
// one place, counts once.
func (m *merger) packages(run *Result) {
	for _, p := range run.Packages {
		i := slices.IndexFunc(m.out.Packages, func(have PackageGraphs) bool { return have.Path == p.Path })
		if i < 0 {
			p.Graphs, p.pauses = slices.Clone(p.Graphs), maps.Clone(p.pauses)
			m.out.Packages = append(m.out.Packages, p)
			continue
		}
		have := &m.out.Packages[i]
		for _, g := range p.Graphs {
			if !slices.ContainsFunc(have.Graphs, func(h graphmodel.Graph) bool { return h.Name == g.Name && h.Pos == g.Pos }) {
				have.Graphs = append(have.Graphs, g)
				have.addPauses(g, p.pauses)
			}
		}
	}
	m.out.Coverage.Gaps = append(m.out.Coverage.Gaps, run.Coverage.Gaps...)
}

// addPauses adds what another build knows of a graph's nodes.
func (p *PackageGraphs) addPauses(g graphmodel.Graph, pauses map[string]graphmodel.Tri) {
	if p.pauses == nil {
		p.pauses = map[string]graphmodel.Tri{}
	}
	for i := range g.Nodes {
		key := nodeKey(&g.Nodes[i])
		if _, there := p.pauses[key]; !there {
			p.pauses[key] = pauses[key]
		}
	}
}

// finish counts and names builds.
func (m *merger) finish() {
	out := m.out
	out.Findings = slices.DeleteFunc(out.Findings, m.usedElsewhere)
	for i := range out.Findings {
		f := &out.Findings[i]
		f.Builds = m.named(m.findingsIn[findingKey{pos: f.Pos, rule: f.Rule, message: f.Message}])
	}
	for i := range out.Errors {
		e := &out.Errors[i]
		if builds := m.named(m.errorsIn[keyOf(*e)]); builds != nil {
			e.Message += " [" + strings.Join(builds, ", ") + "]"
		}
	}
	slices.SortStableFunc(out.Packages, func(a, b PackageGraphs) int { return cmp.Compare(a.Path, b.Path) })
	out.Coverage.Packages = len(out.Packages)
	for _, p := range out.Packages {
		out.Coverage.Graphs += len(p.Graphs)
		for _, g := range p.Graphs {
			out.Coverage.Nodes += len(g.Nodes)
		}
	}
	out.Sort()
	out.Coverage.Gaps = slices.Compact(out.Coverage.Gaps)
}

// usedElsewhere says of a comment that silences nothing in one build that it does in another.
func (m *merger) usedElsewhere(f report.Finding) bool {
	return f.Rule == rule.BadIgnore && slices.ContainsFunc(m.out.Ignored, func(o report.Finding) bool {
		return o.Ignored.Pos == f.Pos && f.Message == rule.Unused(o.Rule)
	})
}

// named are the names of builds, nil for all of them.
func (m *merger) named(builds []int) []string {
	if len(builds) == len(m.names) {
		return nil
	}
	var out []string
	for _, b := range builds {
		out = append(out, m.names[b])
	}
	return out
}
