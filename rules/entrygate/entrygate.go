package entrygate

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
			if u.Kind != guard.SkippedGate || !known {
				continue
			}
			out = append(out, rule.Finding{
				Grade:   rule.Worst(u.Grade, u.Gate.Grade),
				Pos:     guard.Anchor(p, node, u, g.Pos),
				Message: message(u),
				Witness: witness(p, x, u),
				Graph:   g.Name,
				Node:    u.Spend.Node,
				Path:    u.Path.Nodes,
			})
		}
	}
	return out
}

func message(u guard.Unguarded) string {
	where := "there"
	if u.Entry.Node != u.Spend.Node {
		where = fmt.Sprintf("at %q", u.Entry.Node)
	}
	return fmt.Sprintf("node %q spends handle %q that only node %q checks, and a resume enters %s, behind the check",
		u.Spend.Node, u.Handle.Field.Name, u.Gate.Node, where)
}

// witness shows the check, the pause behind it, and the way of the resumed run to the spend.
func witness(p *rule.Pass, x *graphmodel.Index, u guard.Unguarded) []effects.Step {
	steps := rule.InNode(x, u.Gate.Node, u.Gate.Trace)
	steps = append(steps, parked(p, x, u.Entry)...)
	steps = append(steps, effects.Step{
		Pos:  steps[len(steps)-1].Pos,
		Text: fmt.Sprintf("the resumed run enters at %s", rule.NodeName(u.Entry.Node)),
	})
	steps = append(steps, rule.PathSteps(x.Graph(), u.Path)...)
	return append(steps, u.Spend.Trace...)
}

// parked shows where the run was parked: in the code of a node, or where the framework is told to.
func parked(p *rule.Pass, x *graphmodel.Index, e graphmodel.Entry) []effects.Step {
	if e.At == graphmodel.PauseInside {
		return rule.InNode(x, e.Paused, pause(p, x, e.Paused))
	}
	n, ok := x.Node(e.Paused)
	if !ok {
		return nil
	}
	text := fmt.Sprintf("the framework is told to pause %s %s", e.At, rule.NodeName(n.Name))
	return []effects.Step{{Pos: n.Pos, Text: text}}
}

// pause is the trace to the first pause of a node.
func pause(p *rule.Pass, x *graphmodel.Index, node string) effects.Trace {
	n, ok := x.Node(node)
	if !ok {
		return nil
	}
	fns, _ := p.Funcs(n)
	for _, fn := range fns {
		if pauses := p.Effects.Pauses(fn); len(pauses) > 0 {
			return pauses[0].Trace
		}
	}
	return nil
}
