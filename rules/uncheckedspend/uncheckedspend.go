package uncheckedspend

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/handles"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
	"github.com/skewlint/skewlint/rules/rule/guard"
)

//go:embed doc.go
var source string

// Rule is the rule.
var Rule = rule.New(rule.Spec{
	Source:   source,
	Severity: rule.Error,
	Since:    "0.1.0",
	Requires: []*analysis.Analyzer{handles.Analyzer},
	Run:      run,
})

// Analyzer reports for the rule.
var Analyzer = Rule.Analyzer

func run(p *rule.Pass) []rule.Finding {
	var out []rule.Finding
	for i, spends := range guard.InPass(p) {
		g := &p.Graphs[i]
		x := p.Index(g)
		for _, u := range spends {
			node, known := x.Node(u.Spend.Node)
			if u.Kind == guard.SkippedGate || !known {
				continue
			}
			out = append(out, rule.Finding{
				Grade:   u.Grade,
				Pos:     guard.Anchor(p, node, u, g.Pos),
				Message: message(u),
				Witness: witness(x, u),
				Graph:   g.Name,
				Node:    u.Spend.Node,
				Path:    u.Path.Nodes,
			})
		}
	}
	return out
}

func message(u guard.Unguarded) string {
	tool := "a tool"
	if u.Spend.Tool != "" {
		tool = fmt.Sprintf("tool %q", u.Spend.Tool)
	}
	run := "a later run"
	switch {
	case u.Kind == guard.CrashOnly:
		run = "a run recovered after a crash"
	case u.Entry.Resume:
		run = "a resumed run"
	}
	return fmt.Sprintf("node %q passes handle %q to %s unchecked, so %s may spend a dead one",
		u.Spend.Node, u.Handle.Field.Name, tool, run)
}

// witness leads from where the run enters, over the graph, to the call of the tool.
func witness(x *graphmodel.Index, u guard.Unguarded) []effects.Step {
	var steps []effects.Step
	if u.Kind == guard.CrashOnly {
		steps = rule.InNode(x, u.Gate.Node, u.Gate.Trace)
	}
	steps = append(steps, entry(x, u))
	steps = append(steps, rule.PathSteps(x.Graph(), u.Path)...)
	return append(steps, u.Spend.Trace...)
}

// entry is the step at which the run enters.
func entry(x *graphmodel.Index, u guard.Unguarded) effects.Step {
	n, ok := x.Node(u.Entry.Node)
	switch {
	case !ok:
		return effects.Step{Pos: x.Graph().Pos, Text: "a run with saved state enters at the start"}
	case u.Kind == guard.CrashOnly:
		return effects.Step{Pos: n.Pos, Text: fmt.Sprintf("each step is saved, so a run recovered after a crash enters at node %q", n.Name)}
	}
	return effects.Step{Pos: n.Pos, Text: fmt.Sprintf("a resumed run enters at node %q", n.Name)}
}
