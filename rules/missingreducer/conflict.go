package missingreducer

import (
	"fmt"
	"slices"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// conflicts reports whether a second write to a field without reducer is a mistake at all.
func conflicts(d graphmodel.Dialect) bool {
	return d.DefaultReducer == graphmodel.No && d.Conflict != graphmodel.ConflictMerge
}

// conflict is two writes of one field in one step.
type conflict struct {
	field  graphmodel.Field
	a, b   write
	pair   graphmodel.Pair
	others int // further pairs of writers that meet
	// read is what finds one of two writes, where nobody but the framework wanted them.
	read *read
}

// decide looks for writers of the field that can meet. All pairs are one mistake, which one
// reducer mends, so the pair that meets soonest behind its fork stands for all.
func decide(x *graphmodel.Index, f graphmodel.Field, all []write, readers func() []read) (conflict, bool) {
	first := map[string]write{}
	var names []string
	for _, w := range all {
		if _, seen := first[w.node]; seen || !rule.Names(f, w.use.Field) || w.use.Grade == effects.Likely {
			continue
		}
		first[w.node] = w
		names = append(names, w.node)
	}
	c := conflict{field: f, others: -1}
	for _, pair := range x.Parallel(names, 0) {
		if pair.Answer != graphmodel.Yes || pair.Witness == nil {
			continue
		}
		var found *read
		if first[pair.A].left || first[pair.B].left {
			if found = behind(x, pair, names, readers()); found == nil {
				continue
			}
		}
		c.others++
		if c.others == 0 || steps(pair) < steps(c.pair) {
			c.a, c.b, c.pair, c.read = first[pair.A], first[pair.B], pair, found
		}
	}
	return c, c.others >= 0
}

// steps is how long the branches are by which two nodes come together.
func steps(pair graphmodel.Pair) int {
	return len(pair.Witness.Left.Edges) + len(pair.Witness.Right.Edges)
}

// behind is a reader that a path leads to from each of two writers, on which no third one writes.
// O(readers * (n + m)).
func behind(x *graphmodel.Index, pair graphmodel.Pair, writers []string, readers []read) *read {
	for i, r := range readers {
		if r.node == pair.A || r.node == pair.B {
			if r.router {
				return &readers[i]
			}
			continue
		}
		others := slices.DeleteFunc(slices.Clone(writers), func(n string) bool { return n == pair.A || n == pair.B || n == r.node })
		_, a := x.PathAvoiding([]string{pair.A}, r.node, append(others, pair.B)...)
		_, b := x.PathAvoiding([]string{pair.B}, r.node, append(others, pair.A)...)
		if a && b {
			return &readers[i]
		}
	}
	return nil
}

// grade is Witness as soon as a condition decides whether both write.
func (c conflict) grade(g *graphmodel.Graph) effects.Grade {
	w := c.pair.Witness
	grade := rule.Worst(c.a.use.Grade, c.b.use.Grade, rule.PathGrade(g, w.Lead, w.Left, w.Right))
	if c.a.use.Maybe || c.b.use.Maybe || !c.pair.Exact || w.FanOut {
		grade = rule.Worst(grade, effects.Witness)
	}
	return grade
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
func (c conflict) witness(g *graphmodel.Graph) []effects.Step {
	w := c.pair.Witness
	at := effects.Step{Pos: g.Pos, Text: "the branches part at " + rule.NodeName(w.At)}
	if n, ok := g.Node(w.At); ok {
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
		text += fmt.Sprintf("; %d more pairs of writers meet", c.others)
	}
	return append(steps, effects.Step{Pos: c.field.Pos, Text: text})
}
