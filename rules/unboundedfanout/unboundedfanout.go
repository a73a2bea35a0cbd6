package unboundedfanout

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

//go:embed doc.go
var source string

// Rule is the rule.
var Rule = rule.New(rule.Spec{
	Source:    source,
	Severity:  rule.Warning,
	Since:     "0.1.0",
	Graphless: true,
	Run:       run,
})

// Analyzer reports for the rule.
var Analyzer = Rule.Analyzer

func run(p *rule.Pass) []rule.Finding {
	var out []rule.Finding
	started := map[graphmodel.Position]bool{}
	for i := range p.Graphs {
		in := &inputs{p: p, x: p.Index(&p.Graphs[i])}
		out = append(out, edges(p, in.x)...)
		for _, n := range p.Graphs[i].Nodes {
			out = append(out, spawns(p, in, n, started)...)
		}
	}
	return append(out, elsewhere(p, started)...)
}

// elsewhere are tool calls that a function of the package starts in the same way, whether a graph
// is near or not. What a node starts has been told, and where.
func elsewhere(p *rule.Pass, started map[graphmodel.Position]bool) []rule.Finding {
	var out []rule.Finding
	for _, s := range p.Effects.OwnSpawns() {
		use, calls := callsTool(s.Uses)
		site := s.Trace.Last().Pos
		if !calls || started[site] {
			continue
		}
		started[site] = true
		out = append(out, rule.Finding{
			Grade:   rule.Worst(s.Grade, use.Grade),
			Pos:     site,
			Message: spawnMessage(rule.FuncName("function", s.Trace[0].Func), s, use),
			Witness: append(slices.Clone(s.Trace), rule.After(s.Trace, use.Trace)...),
		})
	}
	return out
}

// edges are the fan-outs of the graph itself.
func edges(p *rule.Pass, x *graphmodel.Index) []rule.Finding {
	var out []rule.Finding
	g := x.Graph()
	for _, e := range g.Edges {
		if !open(g.Dialect, e) {
			continue
		}
		w := p.Effects.Width(e.Func)
		says, ok := tooWide(e, w)
		if !ok {
			continue
		}
		steps := []effects.Step{{Pos: e.Pos, Text: "the fan-out is declared without a limit"}}
		if w.Pos.IsValid() {
			steps = append(steps, effects.Step{Pos: w.Pos, Func: e.Func.Ref, Text: widthText(w)})
		}
		if n, ok := x.Node(e.To); ok {
			steps = append(steps, effects.Step{Pos: n.Pos, Text: "each task runs " + rule.NodeName(e.To)})
		}
		out = append(out, rule.Finding{
			Grade:   effects.Proved,
			Pos:     p.Anchor(nil, e.Pos, g.Pos),
			Message: says,
			Witness: steps,
			Graph:   g.Name,
			Path:    []string{e.From, e.To},
			Fixes:   limit(p, g.Dialect, e),
		})
	}
	return out
}

// spawns are what a node starts by itself, and what the tools start that it may call. A helper that
// two nodes call is reported once, for the first of them.
func spawns(p *rule.Pass, in *inputs, n graphmodel.Node, started map[graphmodel.Position]bool) []rule.Finding {
	var out []rule.Finding
	if n.Func.Ref != "" {
		out = starts(p, in.x, n, n.Func, func() given { return in.passed(n.Name) }, started)
	}
	for _, tool := range n.Func.Tools {
		out = append(out, starts(p, in.x, n, tool, func() given { return fromModel }, started)...)
	}
	return out
}

var fromModel = given{text: "what the model passes to it", ok: true}

// starts are the goroutines of one function that runs in the node.
func starts(
	p *rule.Pass, x *graphmodel.Index, n graphmodel.Node, fn graphmodel.FuncValue, passed func() given, started map[graphmodel.Position]bool,
) []rule.Finding {
	var out []rule.Finding
	for _, s := range p.Effects.Spawns(fn) {
		use, reaches := reachesOut(s.Uses)
		grade := rule.Worst(s.Grade, use.Grade)
		if s.Source == "" {
			in := passed()
			s.Source, grade = in.source(s.Input), rule.Worst(grade, in.grade)
		}
		if s.Bound != effects.BoundData || s.Source == "" || !reaches {
			continue
		}
		if len(s.Trace) > 0 {
			site := s.Trace[len(s.Trace)-1].Pos
			if started[site] {
				continue
			}
			started[site] = true
		}
		who := fmt.Sprintf("node %q", n.Name)
		if fn.Ref != n.Func.Ref {
			who = rule.FuncName("tool", fn.Ref)
		}
		out = append(out, rule.Finding{
			Grade:   grade,
			Pos:     p.Anchor(s.Trace, n.Pos, x.Graph().Pos),
			Message: spawnMessage(who, s, use),
			Witness: append(rule.InNode(x, n.Name, s.Trace), use.Trace...),
			Graph:   x.Graph().Name,
			Node:    n.Name,
		})
	}
	return out
}
