package unboundedfanout

import (
	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// given is what a function of a node is given, beside state.
type given struct {
	text string // how a message names it
	ok   bool   // it is data, and not something that the program has set up
	// fixed: each node in front makes a list whose length the program chooses.
	fixed bool
	grade effects.Grade
}

// source names what decides a width that comes from what a function is given; empty when that is
// not known to be data.
func (in given) source(is effects.Input) string {
	if !in.ok || is == effects.NoInput || is == effects.WholeInput && in.fixed {
		return ""
	}
	return in.text
}

// passed says what a node's function is given where outputs are passed on. The run's input is data;
// what another node passes is, if that node returns a list whose length data decides. Of other
// outputs, parts of them too, the length is not known, and what rests on it is Likely.
func passed(p *rule.Pass, g *graphmodel.Graph, n graphmodel.Node) given {
	in := given{text: "its input", ok: g.Dialect.PassesOutputs == graphmodel.Yes, fixed: true}
	edges := 0
	for _, e := range g.Edges {
		if e.To != n.Name {
			continue
		}
		edges++
		if e.From == graphmodel.Start {
			in.fixed = false
			continue
		}
		switch lengthOf(p, g, e.From) {
		case effects.BoundData:
			in.fixed = false
		case effects.BoundConst, effects.BoundLimited:
			in.grade = effects.Likely
		default:
			in.fixed, in.grade = false, effects.Likely
		}
	}
	if edges == 0 {
		in.fixed, in.grade = false, effects.Likely
	}
	return in
}

// lengthOf is how long the list is that a node passes on.
func lengthOf(p *rule.Pass, g *graphmodel.Graph, name string) effects.Bound {
	n, ok := g.Node(name)
	if !ok || n.Func.Ref == "" {
		return effects.BoundUnknown
	}
	return p.Effects.Width(n.Func).Bound
}
