package frontend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// Draft is a graph while the code that builds it is evaluated.
type Draft struct {
	Graph graphmodel.Graph
	// Package is the package in which the graph value is made, Made the place of the call.
	Package string
	Made    graphmodel.Position
	// Stored and InMemory say how the graph is run, as far as seen; Escapes says that it may be
	// run elsewhere, too.
	Stored, InMemory, Escapes bool
	// Last completes the graph when all code of the package was evaluated; nil: nothing to do. It may
	// be called more than once, each time with a graph of its own.
	Last func(*graphmodel.Graph)

	subs   []*Draft
	conds  []graphmodel.Position // under which the graph itself is made
	fields []*Field
	groups map[string]int
	causes map[cause]bool
}

// cause is a value that is not known, and what could be missing because of it.
type cause struct {
	kind   graphmodel.GapKind
	reason string
	pos    graphmodel.Position
}

// noted reports whether a gap of the kind was noted for the same value that is not known, which it
// then notes: a graph that is built from data has one cause, however many calls add to it.
func (d *Draft) noted(kind graphmodel.GapKind, v eval.Value) bool {
	reason, pos := eval.Reason(v)
	if reason == "" || !pos.IsValid() {
		return false
	}
	c := cause{kind, reason, pos}
	if d.causes == nil {
		d.causes = make(map[cause]bool)
	}
	seen := d.causes[c]
	d.causes[c] = true
	return seen
}

// Field is a state field while code is evaluated. It learns the symbols by which code names it.
type Field struct {
	graphmodel.Field
	Gap *graphmodel.Gap // what is not known of it
}

// AddRef notes a symbol.
func (f *Field) AddRef(ref string) {
	if !slices.Contains(f.Refs, ref) {
		f.Refs = append(f.Refs, ref)
		slices.Sort(f.Refs)
	}
}

// Gap notes what could not be resolved.
func (d *Draft) Gap(kind graphmodel.GapKind, pos graphmodel.Position, node, format string, args ...any) {
	g := graphmodel.Gap{Kind: kind, Pos: pos, Node: node, Reason: fmt.Sprintf(format, args...)}
	if !slices.Contains(d.Graph.Gaps, g) {
		d.Graph.Gaps = append(d.Graph.Gaps, g)
	}
}

// conditional notes a gap when the call is made only under a condition that is not known: what it
// adds may not be there, and may exclude what another call adds.
func (d *Draft) conditional(c *eval.Call, kind graphmodel.GapKind, node string) {
	for i, cond := range c.Conditions {
		if i >= len(d.conds) || d.conds[i] != cond {
			d.Gap(kind, c.Pos, node, "it is added only if the condition at line %d holds", cond.Line)
			return
		}
	}
}

// FuncValue describes a function value with the functions that it closes over.
func FuncValue(v eval.Value) (graphmodel.FuncValue, bool) {
	fn, ok := v.(*eval.Func)
	if !ok {
		return graphmodel.FuncValue{}, false
	}
	return graphmodel.FuncValue{Ref: fn.Ref, Pos: fn.Pos, Bound: bound(fn, 3)}, true
}

// bound lists the functions behind a literal's captured variables and a bound method's receiver.
func bound(fn *eval.Func, depth int) []graphmodel.Binding {
	if depth == 0 {
		return nil
	}
	var out []graphmodel.Binding
	for _, c := range fn.Captures() {
		if f, ok := c.Value.(*eval.Func); ok {
			out = append(out, graphmodel.Binding{Name: c.Name, Func: graphmodel.FuncValue{
				Ref: f.Ref, Pos: f.Pos, Bound: bound(f, depth-1)}})
		}
	}
	slices.SortFunc(out, func(a, b graphmodel.Binding) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// AddNode adds a node; a name or function that is not known becomes a gap.
func (d *Draft) AddNode(c *eval.Call, name, fn eval.Value) *graphmodel.Node {
	s, ok := eval.String(name)
	if !ok {
		reason, _ := eval.Reason(name)
		if d.noted(graphmodel.GapNode, name) {
			return nil
		}
		d.Gap(graphmodel.GapNode, c.Pos, "", "the name of a node is not known: %s", reason)
		return nil
	}
	d.conditional(c, graphmodel.GapNode, s)
	if n, dup := d.Graph.Node(s); dup {
		return n
	}
	node := graphmodel.Node{Name: s, Pos: c.Pos}
	if fn != nil {
		if node.Func, ok = FuncValue(fn); !ok {
			reason, _ := eval.Reason(fn)
			d.Gap(graphmodel.GapNode, c.Pos, s, "the function of node %q is not known: %s", s, reason)
		}
	}
	d.Graph.Nodes = append(d.Graph.Nodes, node)
	return &d.Graph.Nodes[len(d.Graph.Nodes)-1]
}

// Edge describes an edge to add; see AddEdge.
type Edge struct {
	From, To eval.Value
	Kind     graphmodel.EdgeKind
	Group    int
	Func     eval.Value             // router or splitter, nil: none
	State    *graphmodel.StateShape // how Func is given the state
	Limit    int
	Limited  graphmodel.Tri
}

// AddEdge adds an edge. start and end are the framework's names of the virtual nodes. An end that
// is one of several values under conditions that are not known becomes a gap.
func (d *Draft) AddEdge(c *eval.Call, e Edge, start, end string) {
	from, ok1 := eval.String(e.From)
	to, ok2 := eval.String(e.To)
	if !ok1 || !ok2 {
		d.edgeGap(c, e, from, to)
		return
	}
	d.conditional(c, graphmodel.GapEdge, from)
	edge := graphmodel.Edge{
		From: virtual(from, start, end), To: virtual(to, start, end), Kind: e.Kind, Group: e.Group,
		Limit: e.Limit, Limited: e.Limited, Pos: c.Pos,
	}
	if e.Func != nil {
		if edge.Func, _ = FuncValue(e.Func); edge.Func.Ref != "" {
			edge.Func.State = e.State
		}
	}
	d.Graph.Edges = append(d.Graph.Edges, edge)
}

func (d *Draft) edgeGap(c *eval.Call, e Edge, from, to string) {
	v, which := e.From, "source"
	if _, ok := eval.String(e.From); ok {
		v, which = e.To, "target"
	}
	reason, _ := eval.Reason(v)
	node := from
	if node == "" {
		node = to
	}
	if d.noted(graphmodel.GapEdge, v) && node == "" {
		return
	}
	d.Gap(graphmodel.GapEdge, c.Pos, node, "the %s of an edge is not known: %s", which, reason)
}

func virtual(name, start, end string) string {
	switch name {
	case start:
		return graphmodel.Start
	case end:
		return graphmodel.End
	}
	return name
}

// NextGroup numbers the routers, joins and fan-outs of one source.
func (d *Draft) NextGroup(from eval.Value) int {
	s, _ := eval.String(from)
	if d.groups == nil {
		d.groups = make(map[string]int)
	}
	d.groups[s]++
	return d.groups[s]
}

// MarkPauses marks the nodes of which a call says by name that the framework pauses there. open is
// the reason why there may be more names.
func (d *Draft) MarkPauses(c *eval.Call, names []eval.Value, open string, mark func(*graphmodel.Node)) {
	for _, v := range names {
		name, ok := eval.String(v)
		if !ok {
			open, _ = eval.Reason(v)
		}
		if n, known := d.Graph.Node(name); known {
			mark(n)
		}
	}
	if open != "" {
		d.Gap(graphmodel.GapNode, c.Pos, "", "more nodes may be interrupted: %s", open)
	}
}

// AddField adds a state field; a value that is no field becomes a gap.
func (d *Draft) AddField(c *eval.Call, v eval.Value) {
	f, ok := eval.Data(v).(*Field)
	if !ok {
		reason, _ := eval.Reason(v)
		d.Gap(graphmodel.GapField, c.Pos, "", "a state field is not known: %s", reason)
		return
	}
	if f.Gap != nil {
		d.Gap(f.Gap.Kind, f.Gap.Pos, f.Gap.Node, "%s", f.Gap.Reason)
	}
	if !slices.Contains(d.fields, f) {
		d.fields = append(d.fields, f)
	}
}

// Subgraph notes that another draft runs as a node of this one.
func (d *Draft) Subgraph(sub *Draft) {
	if sub != d {
		d.subs = append(d.subs, sub)
	}
}

// MarkStored notes that the graph, and with it its subgraphs, run with a store.
func (d *Draft) MarkStored() {
	if d.Stored {
		return
	}
	d.Stored = true
	for _, s := range d.subs {
		s.MarkStored()
	}
}

// Escape notes that the graph leaves the code in sight.
func (d *Draft) Escape() { d.Escapes = true }

// Finish gives the graph in its final form.
func (d *Draft) Finish() graphmodel.Graph {
	g := d.Graph
	g.Fields = nil
	for _, f := range d.fields {
		g.Fields = append(g.Fields, f.Field)
	}
	switch {
	case d.Stored:
		g.Checkpointer = graphmodel.Yes
	case d.InMemory && !d.Escapes:
		g.Checkpointer = graphmodel.No
	}
	if d.Last != nil {
		d.Last(&g)
	}
	return g
}
