package missingreducer

import (
	"fmt"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// meeting is two outputs that come to one node together and do not merge.
type meeting struct {
	fanIn    graphmodel.FanIn
	pair     graphmodel.Pair
	others   int  // further pairs of outputs that meet
	complete bool // there are no more than these
}

// fanIns judges what travels on the edges of a graph.
func fanIns(p *rule.Pass, x *graphmodel.Index) []rule.Finding {
	g := x.Graph()
	if len(g.FanIns) == 0 {
		return nil
	}
	var out []rule.Finding
	all := x.Meetings(g.FanIns, 0)
	for i, f := range g.FanIns {
		m, ok := meet(f, all, i)
		if !ok {
			continue
		}
		arrival := m.arrival(g)
		out = append(out, rule.Finding{
			Grade:   m.grade(g),
			Pos:     p.Anchor(nil, arrival, g.Pos),
			Message: m.message(),
			Witness: m.witness(x),
			Graph:   g.Name,
			Path:    m.pair.Witness.Right.Nodes,
		})
	}
	return out
}

// meet looks at the outputs that can come together. All pairs are one mistake, which one merge function
// mends, so the one that meets soonest stands for all.
func meet(f graphmodel.FanIn, all *graphmodel.Overlaps, set int) (meeting, bool) {
	pairs := all.Of(set)
	if len(pairs) == 0 {
		return meeting{}, false
	}
	return meeting{fanIn: f, pair: all.Pair(pairs[0]), others: len(pairs) - 1, complete: all.Complete(set)}, true
}

// grade is Witness as soon as a condition decides whether both come.
func (m meeting) grade(g *graphmodel.Graph) effects.Grade {
	w := m.pair.Witness
	grade := forkGrade(g, w)
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
func (m meeting) witness(x *graphmodel.Index) []effects.Step {
	w, g := m.pair.Witness, x.Graph()
	at := effects.Step{Pos: g.Pos, Text: "the branches part at " + rule.NodeName(w.At)}
	if n, ok := x.Node(w.At); ok {
		at.Pos = n.Pos
	}
	steps := append([]effects.Step{at}, rule.PathSteps(g, w.Left)...)
	steps = append(steps, rule.PathSteps(g, w.Right)...)
	if m.others > 0 {
		text := fmt.Sprintf("%s%d more pairs of outputs meet in %s", atLeast(m.complete), m.others, rule.NodeName(m.fanIn.Node))
		steps = append(steps, effects.Step{Pos: m.arrival(g), Text: text})
	}
	return steps
}
