package missingreducer

import (
	"fmt"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// conflicts reports whether a second write to a field without reducer is a mistake at all.
func conflicts(d graphmodel.Dialect) bool {
	return d.DefaultReducer == graphmodel.No && d.Conflict != graphmodel.ConflictMerge
}

// writers are the nodes that write one field, each with its first write, in order of declaration.
type writers struct {
	field graphmodel.Field
	first map[string]write
	names []string
	// readers lists who reads the field.
	readers func() []read
}

// newWriters leaves out writes that are only guessed to be of this field.
func newWriters(f graphmodel.Field, all []write, readers func() []read) writers {
	w := writers{field: f, first: map[string]write{}, readers: readers}
	for _, one := range all {
		if _, seen := w.first[one.node]; !seen && one.use.Grade != effects.Likely {
			w.first[one.node] = one
			w.names = append(w.names, one.node)
		}
	}
	return w
}

// conflict is two writes of one field in one step.
type conflict struct {
	field    graphmodel.Field
	a, b     write
	pair     graphmodel.Pair
	others   int  // further pairs of writers that meet
	complete bool // there are no more than these
	// read is what finds one of two writes, where nobody but the framework wanted them.
	read *read
}

// decide looks at the writers of a field that meet. All pairs are one mistake, which one reducer mends,
// so the pair that meets soonest behind its fork stands for all.
func decide(x *graphmodel.Index, w writers, meet *graphmodel.Overlaps, set int) (conflict, bool) {
	c := conflict{field: w.field, others: -1, complete: meet.Complete(set)}
	var behind *audience
	for _, pair := range meet.Of(set) {
		var found *read
		if w.first[pair.A].left || w.first[pair.B].left {
			if behind == nil {
				behind = newAudience(x, w)
			}
			if found = behind.of(pair.A, pair.B); found == nil {
				continue
			}
		}
		if c.others++; c.others == 0 {
			c.a, c.b, c.pair, c.read = w.first[pair.A], w.first[pair.B], meet.Pair(pair), found
		}
	}
	return c, c.others >= 0
}

// atLeast goes before a number of which it is not known whether there are more.
func atLeast(complete bool) string {
	if complete {
		return ""
	}
	return "at least "
}

// grade is Witness as soon as a condition decides whether both write.
func (c conflict) grade(g *graphmodel.Graph) effects.Grade {
	w := c.pair.Witness
	grade := rule.Worst(c.a.use.Grade, c.b.use.Grade, forkGrade(g, w))
	if c.a.use.Maybe || c.b.use.Maybe || !c.pair.Exact || w.FanOut {
		grade = rule.Worst(grade, effects.Witness)
	}
	return grade
}

// forkGrade is that of the path to a fork and of its branches.
func forkGrade(g *graphmodel.Graph, f *graphmodel.Fork) effects.Grade {
	if f.Routed() {
		return effects.Witness
	}
	return rule.PathGrade(g, f.Left, f.Right)
}

// fates say what a second write leads to, where the dialect has no words of its own for it.
var fates = map[graphmodel.Conflict]string{
	graphmodel.ConflictError:    "so the run fails",
	graphmodel.ConflictLastWins: "so one of the writes is lost",
	graphmodel.ConflictRace:     "so the writes race",
}

func fate(d graphmodel.Dialect) string {
	if d.Fate != "" {
		return d.Fate
	}
	if so, ok := fates[d.Conflict]; ok {
		return so
	}
	return "and what the field then holds is not defined"
}

func (c conflict) message(so string) string {
	if c.a.node == c.b.node {
		return fmt.Sprintf("node %q writes field %q in each task of its fan-out without a reducer, %s",
			c.a.node, c.field.Name, so)
	}
	return fmt.Sprintf("nodes %q and %q write field %q in one step without a reducer, %s",
		c.a.node, c.b.node, c.field.Name, so)
}

// witness shows the fork, both branches with their writes, and the field.
func (c conflict) witness(x *graphmodel.Index) []effects.Step {
	w, g := c.pair.Witness, x.Graph()
	at := effects.Step{Pos: g.Pos, Text: "the branches part at " + rule.NodeName(w.At)}
	if n, ok := x.Node(w.At); ok {
		at.Pos = n.Pos
	}
	steps := append([]effects.Step{at}, rule.PathSteps(g, w.Left)...)
	steps = append(steps, c.a.use.Trace...)
	if c.a.node != c.b.node {
		steps = append(steps, rule.PathSteps(g, w.Right)...)
		steps = append(steps, c.b.use.Trace...)
	}
	if c.read != nil {
		steps = append(steps, c.read.trace...)
	}
	text := fmt.Sprintf("field %q is declared without a reducer", c.field.Name)
	if c.others > 0 {
		text += fmt.Sprintf("; %s%d more pairs of writers meet", atLeast(c.complete), c.others)
	}
	return append(steps, effects.Step{Pos: c.field.Pos, Text: text})
}
