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

// inputs says what nodes of one graph are given.
type inputs struct {
	p    *rule.Pass
	x    *graphmodel.Index
	into map[string][]string // by node: where its edges come from, which may be no nodes
}

// sources are where the edges into a node come from. They are sorted by node once: to look for them
// among all edges of the graph at each node is quadratic.
func (is *inputs) sources(node string) []string {
	if is.into == nil {
		is.into = map[string][]string{}
		for _, e := range is.x.Graph().Edges {
			is.into[e.To] = append(is.into[e.To], e.From)
		}
	}
	return is.into[node]
}

// passed says what a node's function is given where outputs are passed on. The run's input is data;
// what another node passes is, if that node returns a list whose length data decides. Of other
// outputs, parts of them too, the length is not known, and what rests on it is Likely.
func (is *inputs) passed(node string) given {
	in := given{text: "its input", ok: is.x.Graph().Dialect.PassesOutputs == graphmodel.Yes, fixed: true}
	if !in.ok {
		return in
	}
	sources := is.sources(node)
	for _, from := range sources {
		if from == graphmodel.Start {
			in.fixed = false
			continue
		}
		switch is.lengthOf(from) {
		case effects.BoundData:
			in.fixed = false
		case effects.BoundConst, effects.BoundLimited:
			in.grade = effects.Likely
		default:
			in.fixed, in.grade = false, effects.Likely
		}
	}
	if len(sources) == 0 {
		in.fixed, in.grade = false, effects.Likely
	}
	return in
}

// lengthOf is how long the list is that a node passes on.
func (is *inputs) lengthOf(name string) effects.Bound {
	n, ok := is.x.Node(name)
	if !ok || n.Func.Ref == "" {
		return effects.BoundUnknown
	}
	return is.p.Effects.Width(n.Func).Bound
}
