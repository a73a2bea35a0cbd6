package missingreducer

import (
	"fmt"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// meeting is two outputs that come to one node together and do not merge.
type meeting struct {
	fanIn  graphmodel.FanIn
	pair   graphmodel.Pair
	others int // further pairs of outputs that meet
}

// fanIns judges what travels on the edges of a graph.
func fanIns(p *rule.Pass, g *graphmodel.Graph, x *graphmodel.Index) []rule.Finding {
	var out []rule.Finding
	for _, f := range g.FanIns {
		m, ok := meet(x, f)
		if !ok {
			continue
		}
		arrival := m.arrival(g)
		out = append(out, rule.Finding{
			Grade:   m.grade(g),
			Pos:     p.Anchor(nil, arrival, g.Pos),
			Message: m.message(),
			Witness: m.witness(g),
			Graph:   g.Name,
			Path:    m.pair.Witness.Right.Nodes,
		})
	}
	return out
}

// meet looks for outputs that can come together. All pairs are one mistake, which one merge function
// mends, so the one that meets soonest stands for all.
func meet(x *graphmodel.Index, f graphmodel.FanIn) (meeting, bool) {
	m := meeting{fanIn: f, others: -1}
	for _, pair := range x.Meet(f.Node, f.From, 0) {
		if pair.Answer != graphmodel.Yes || pair.Witness == nil {
			continue
		}
		m.others++
		if m.others == 0 || steps(pair) < steps(m.pair) {
			m.pair = pair
		}
	}
	return m, m.others >= 0
}

// grade is Witness as soon as a condition decides whether both come.
func (m meeting) grade(g *graphmodel.Graph) effects.Grade {
	w := m.pair.Witness
	grade := rule.PathGrade(g, w.Lead, w.Left, w.Right)
	if !m.pair.Exact && g.Dialect.LockStep != graphmodel.No {
		grade = rule.Worst(grade, effects.Witness)
	}
	return grade
}

// arrival is where the edge stands by which the second output comes.
func (m meeting) arrival(g *graphmodel.Graph) graphmodel.Position {
	edges := m.pair.Witness.Right.Edges
	return g.Edges[edges[len(edges)-1]].Pos
}

func (m meeting) message() string {
	return fmt.Sprintf("outputs of %s and %s meet in %s %s, %s",
		rule.NodeName(m.pair.A), rule.NodeName(m.pair.B), rule.NodeName(m.fanIn.Node), m.fanIn.How, m.fanIn.Fate)
}

// witness shows the fork and both branches up to the node where they meet.
func (m meeting) witness(g *graphmodel.Graph) []effects.Step {
	w := m.pair.Witness
	at := effects.Step{Pos: g.Pos, Text: "the branches part at " + rule.NodeName(w.At)}
	if n, ok := g.Node(w.At); ok {
		at.Pos = n.Pos
	}
	steps := append([]effects.Step{at}, rule.PathSteps(g, w.Left)...)
	steps = append(steps, rule.PathSteps(g, w.Right)...)
	if m.others > 0 {
		text := fmt.Sprintf("%d more pairs of outputs meet in %s", m.others, rule.NodeName(m.fanIn.Node))
		steps = append(steps, effects.Step{Pos: m.arrival(g), Text: text})
	}
	return steps
}
