package handloop

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// draft is the graph of a loop.
func (l *loop) draft() *frontend.Draft {
	fn, _ := l.p.Info.Defs[l.in.Name].(*types.Func)
	pos := l.p.Position(l.stmt.Pos())
	d := &frontend.Draft{Package: l.p.Pkg.Path(), Made: pos}
	d.Graph = graphmodel.Graph{Name: string(refs.Func(fn)), Pos: pos, Builder: refs.Func(fn), Dialect: dialect}
	l.addFields(d)
	l.addNodes(d)
	l.addStart(d)
	for i := range l.nodes {
		l.addEdges(d, i)
	}
	l.addStore(d)
	l.addEntry(&d.Graph.Dialect)
	l.addPauses(&d.Graph)
	return d
}

// addFields: the fields of the state struct are the fields of the graph.
func (l *loop) addFields(d *frontend.Draft) {
	typ := refs.Type(l.state.named)
	for i := range l.state.str.NumFields() {
		v := l.state.str.Field(i)
		f := &frontend.Field{}
		f.Name, f.Type, f.Pos, f.HasReducer = v.Name(), code.Describe(v.Type()), l.p.Position(v.Pos()), graphmodel.No
		f.AddRef(typ + "." + v.Name())
		d.AddField(&eval.Call{}, &eval.Object{Data: f})
	}
}

func (l *loop) addNodes(d *frontend.Draft) {
	for _, n := range l.nodes {
		m := graphmodel.Node{Name: n.name, Pos: l.p.Position(n.pos)}
		var shape *graphmodel.StateShape
		if n.handler != nil {
			shape = n.handler.shape(n.arg)
		}
		if shape != nil {
			m.Func = graphmodel.FuncValue{Ref: n.handler.ref, Pos: l.p.Position(n.handler.pos), State: shape}
		} else {
			d.Gap(graphmodel.GapNode, m.Pos, n.name, "the handler of step %q is not known: %s", n.name, n.why)
		}
		d.Graph.Nodes = append(d.Graph.Nodes, m)
	}
	if l.choice.open != "" {
		d.Gap(graphmodel.GapNode, l.p.Position(l.choice.calls[0].Pos()), "", "there may be more handlers: %s", l.choice.open)
	}
}

// node is the name of the node that a value of the key leads to; every other value ends the run.
func (l *loop) node(value string) string {
	for _, n := range l.nodes {
		if slices.Contains(n.values, value) {
			return n.name
		}
	}
	return graphmodel.End
}

func (l *loop) addEdges(d *frontend.Draft, i int) {
	n := l.nodes[i]
	t := l.next(i)
	var to []string
	add := func(name string) {
		if !slices.Contains(to, name) {
			to = append(to, name)
		}
	}
	for _, v := range t.values {
		add(l.node(v))
	}
	if t.stays {
		add(n.name)
	}
	if len(to) == 0 && t.open == "" {
		add(graphmodel.End) // it only fails
	}
	if t.open != "" {
		// No edge is made up: a gap may hide a finding and never make one.
		d.Gap(graphmodel.GapEdge, l.p.Position(n.pos), n.name, "step %q may lead to any other: %s", n.name, t.open)
	}
	l.edges(d, n.name, to, t.open != "")
}

// edges adds the edges of a node; open says that there may be more.
func (l *loop) edges(d *frontend.Draft, from string, to []string, open bool) {
	kind, group := graphmodel.Always, 0
	if len(to) > 1 || open {
		kind, group = graphmodel.Conditional, 1
	}
	for _, name := range to {
		d.Graph.Edges = append(d.Graph.Edges, graphmodel.Edge{
			From: from, To: name, Kind: kind, Group: group, Pos: l.p.Position(l.stmt.Pos()),
		})
	}
}

// addStart: a run begins at the step that the key is set to outside of the loop and its handlers, in
// the function of the loop, or else anywhere; or at the one of its zero value.
func (l *loop) addStart(d *frontend.Draft) {
	to := l.starts(true)
	if len(to) == 0 {
		to = l.starts(false)
	}
	if zero := l.node(l.zero()); len(to) == 0 && zero != graphmodel.End {
		to = append(to, zero)
	}
	if len(to) == 0 {
		d.Gap(graphmodel.GapEdge, d.Graph.Pos, "", "the first step is not known")
	}
	l.edges(d, graphmodel.Start, to, false)
}

// starts are the steps that the key is set to, in the function of the loop or in the package.
func (l *loop) starts(here bool) []string {
	var to []string
	add := func(v *types.Var) {
		for _, w := range l.p.writes[v] {
			if w.result >= 0 || w.key != nil || l.runs(w) || here && !isWithin(w.at, l.in) {
				continue
			}
			if c := l.p.Info.Types[w.value].Value; c != nil {
				if name := l.node(c.ExactString()); name != graphmodel.End && !slices.Contains(to, name) {
					to = append(to, name)
				}
			}
		}
	}
	add(l.key.last)
	for _, w := range l.p.writes[l.key.last] { // step := s.Step
		if pl := l.p.place(w.value); l.key.path == "" && w.result < 0 && pl.path != "" && !l.runs(w) {
			add(pl.last)
		}
	}
	return to
}

// addEntry says where a run that goes on enters: at the step that was saved, unless the key is no
// part of what is saved and begins the same way each time.
func (l *loop) addEntry(d *graphmodel.Dialect) {
	if l.state.place.holds(l.key) || l.key.path != "" {
		return
	}
	if l.p.paramIndex(l.key.root, l.in) >= 0 {
		d.ResumeEntry = "" // the caller knows
		return
	}
	for _, w := range l.p.writes[l.key.last] {
		if !l.runs(w) && (w.result >= 0 || l.p.Info.Types[w.value].Value == nil) {
			return // it comes from somewhere
		}
	}
	d.ResumeEntry, d.CheckpointEachStep = graphmodel.EnterAtStart, graphmodel.No
}

// zero is the key's zero value.
func (l *loop) zero() string {
	if b, ok := l.key.last.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
		return `""`
	}
	return "0"
}

// runs reports whether a write is part of a run, or made up by a test: not where a run begins.
func (l *loop) runs(w write) bool {
	if l.p.isTest(w.at) || isWithin(w.at, l.body()) {
		return true
	}
	if h := l.choice.helper; h != nil && isWithin(w.at, h.decl) {
		return true
	}
	for _, n := range l.nodes {
		if n.handler != nil && n.handler.body != nil && isWithin(w.at, n.handler.body) {
			return true
		}
	}
	return false
}

// body is what the loop does in each round; its initialisation is not.
func (l *loop) body() ast.Node {
	switch s := l.stmt.(type) {
	case *ast.ForStmt:
		return s.Body
	case *ast.RangeStmt:
		return s.Body
	}
	return l.stmt
}
