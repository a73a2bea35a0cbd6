package missingreducer

import (
	"fmt"
	"testing"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/ruletest"
)

func TestScenarios(t *testing.T) { ruletest.Run(t, Rule) }

// What frameworks do differently is tested on the model, whatever frontends there are.
func TestDialect(t *testing.T) {
	no := graphmodel.No
	tests := map[graphmodel.Dialect]bool{
		{Conflict: graphmodel.ConflictError, DefaultReducer: no}:             true,
		{Conflict: graphmodel.ConflictLastWins, DefaultReducer: no}:          true,
		{Conflict: graphmodel.ConflictUndefined, DefaultReducer: no}:         true,
		{Conflict: graphmodel.ConflictMerge, DefaultReducer: no}:             false,
		{Conflict: graphmodel.ConflictError, DefaultReducer: graphmodel.Yes}: false,
		{Conflict: graphmodel.ConflictError}:                                 false,
		{}:                                                                   false,
	}
	for d, want := range tests {
		if got := conflicts(d); got != want {
			t.Errorf("conflicts(%+v) = %t, want %t", d, got, want)
		}
	}
}

// The words are the framework's own, where it has some.
func TestFate(t *testing.T) {
	tests := map[string]graphmodel.Dialect{
		"so the run fails":                             {Conflict: graphmodel.ConflictError},
		"so one of the writes is lost":                 {Conflict: graphmodel.ConflictLastWins},
		"so the writes race":                           {Conflict: graphmodel.ConflictRace},
		"so the other one is overridden":               {Conflict: graphmodel.ConflictLastWins, Fate: "so the other one is overridden"},
		"and what the field then holds is not defined": {Conflict: graphmodel.ConflictUndefined},
	}
	for want, d := range tests {
		if got := fate(d); got != want {
			t.Errorf("fate(%+v) = %q, want %q", d, got, want)
		}
	}
}

// A graph whose kind of step is not known is judged where both kinds agree.
func TestMeetings(t *testing.T) {
	edge := func(from, to string) graphmodel.Edge { return graphmodel.Edge{From: from, To: to} }
	g := graphmodel.Graph{
		Nodes: []graphmodel.Node{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}},
		Edges: []graphmodel.Edge{
			edge(graphmodel.Start, "a"), edge(graphmodel.Start, "b"), edge("b", "c"),
			edge("a", "d"), edge("c", "d"), edge("b", "d"),
		},
	}
	for mode, want := range map[graphmodel.Tri]string{
		graphmodel.Yes:     "outputs of node \"a\" and node \"b\" meet in node \"d\" as int, so it fails, and 0 more, proved: true",
		graphmodel.No:      "outputs of node \"b\" and node \"c\" meet in node \"d\" as int, so it fails, and 2 more, proved: true",
		graphmodel.Unknown: "outputs of node \"a\" and node \"b\" meet in node \"d\" as int, so it fails, and 0 more, proved: false",
	} {
		g.Dialect.LockStep = mode
		f := graphmodel.FanIn{Node: "d", From: []string{"a", "b", "c"}, How: "as int", Fate: "so it fails"}
		m, ok := meet(f, graphmodel.NewIndex(&g).Meetings([]graphmodel.FanIn{f}, 0), 0)
		if !ok {
			t.Errorf("lock step %v: nothing meets", mode)
			continue
		}
		if got := fmt.Sprintf("%s, and %d more, proved: %t", m.message(), m.others, m.grade(&g) == effects.Proved); got != want {
			t.Errorf("lock step %v: got %s, want %s", mode, got, want)
		}
	}
}

// Of many pairs of writers, that one is told which meets soonest behind its fork.
func TestNearestPair(t *testing.T) {
	edge := func(from, to string) graphmodel.Edge { return graphmodel.Edge{From: from, To: to} }
	g := graphmodel.Graph{
		Dialect: graphmodel.Dialect{LockStep: graphmodel.Yes},
		Nodes:   []graphmodel.Node{{Name: "late a"}, {Name: "late b"}, {Name: "a"}, {Name: "b"}, {Name: "fork"}},
		Edges: []graphmodel.Edge{
			edge(graphmodel.Start, "fork"), edge("fork", "a"), edge("fork", "b"), edge("a", "late a"), edge("b", "late b"),
		},
	}
	var all []write
	for _, n := range []string{"late a", "late b", "a", "b"} {
		all = append(all, write{node: n, use: effects.FieldUse{Field: `"list"`}})
	}
	w := newWriters(graphmodel.Field{Name: "list"}, all, func() []read { return nil })
	x := graphmodel.NewIndex(&g)
	c, ok := decide(x, w, x.Overlaps([][]string{w.names}, 0), 0)
	if got := c.message("so one is lost"); !ok || got != `nodes "a" and "b" write field "list" in one step without a reducer, so one is lost` || c.others != 1 {
		t.Errorf("got %q with %d others", got, c.others)
	}
}
