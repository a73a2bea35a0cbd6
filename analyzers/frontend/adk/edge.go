package adk

import (
	"go/constant"
	"slices"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// builder is the data of an *EdgeBuilder.
type builder struct{ list *eval.List }

// routeDefault is the data of the route Default.
type routeDefault struct{}

func (r *reader) edges() {
	r.fn(pkgWorkflow, "Default", func(c *eval.Call) eval.Value { return object(routeDefault{}) })
	r.fn(pkgWorkflow, "Chain", r.chain)
	r.fn(pkgWorkflow, "Concat", concat)
	r.fn(pkgWorkflow, "NewEdgeBuilder", func(*eval.Call) eval.Value { return object(&builder{&eval.List{}}) })
	on := func(name string, f func(b *builder, c *eval.Call)) {
		r.method(pkgWorkflow, "*EdgeBuilder", name, func(c *eval.Call) eval.Value {
			for _, v := range eval.Alternatives(c.Recv) {
				if b, ok := eval.Data(v).(*builder); ok {
					f(b, c)
				}
			}
			return c.Recv
		})
	}
	on("Add", func(b *builder, c *eval.Call) { b.add(r.edge(c, c.Arg(0), c.Arg(1), eval.Nil{})) })
	on("AddRoute", func(b *builder, c *eval.Call) { b.add(r.edge(c, c.Arg(0), c.Arg(1), c.Arg(2))) })
	on("AddFanOut", func(b *builder, c *eval.Call) {
		to, open := rest(c, 1)
		for _, t := range to {
			b.add(r.edge(under(c, t.conds), c.Arg(0), t.Value, eval.Nil{}))
		}
		b.open(open)
	})
	on("AddFanIn", func(b *builder, c *eval.Call) {
		from, open := rest(c, 1)
		for _, f := range from {
			b.add(r.edge(under(c, f.conds), f.Value, c.Arg(0), eval.Nil{}))
		}
		b.open(open)
	})
	on("AddRoutes", r.addRoutes)
	r.method(pkgWorkflow, "*EdgeBuilder", "Build", func(c *eval.Call) eval.Value {
		if b, ok := eval.Data(c.Recv).(*builder); ok {
			return &eval.List{Elems: slices.Clone(b.list.Elems), Open: b.list.Open}
		}
		return eval.Unknown{Reason: "the edge builder is not known: " + reason(c.Recv), Pos: c.Pos}
	})
}

func (b *builder) add(e eval.Value) { b.list.Elems = append(b.list.Elems, e) }

func (b *builder) open(reason string) {
	if reason != "" {
		b.list.Open = reason
	}
}

// edge makes a value of type workflow.Edge, as a literal would.
func (r *reader) edge(c *eval.Call, from, to, route eval.Value) eval.Value {
	s := eval.NewStruct(r.root+"/workflow.Edge", map[string]eval.Value{"From": from, "To": to, "Route": route})
	s.Pos, s.Conditions = c.Pos, c.Conditions
	return s
}

func (r *reader) chain(c *eval.Call) eval.Value {
	nodes, open := rest(c, 0)
	l := &eval.List{Open: open}
	for i := 1; i < len(nodes); i++ {
		from, to := nodes[i-1], nodes[i]
		l.Elems = append(l.Elems, r.edge(under(c, from.conds, to.conds), from.Value, to.Value, eval.Nil{}))
		if len(from.conds) > 0 {
			l.Open = "a node in the middle of a chain is there only under a condition"
		}
	}
	return l
}

// concat takes edges and lists of edges, and passes over everything else.
func concat(c *eval.Call) eval.Value {
	parts, open := c.Rest(0)
	l := &eval.List{Open: open}
	for _, part := range parts {
		switch v := part.(type) {
		case *eval.Struct:
			l.Elems = append(l.Elems, v)
		case *eval.Object, eval.Const, eval.Pointer:
			// dropped by the framework, too
		default:
			edges, more := items(v)
			for _, e := range edges {
				l.Elems = append(l.Elems, e.conditional(c))
			}
			if more != "" {
				l.Open = more
			}
		}
	}
	return l
}

// conditional is an edge of a list, marked with the condition under which it is in it.
func (i item) conditional(c *eval.Call) eval.Value {
	s, ok := inside(i.Value).(*eval.Struct)
	if !ok || len(i.conds) == 0 {
		return i.Value
	}
	marked := *s
	marked.Conditions = under(at(c, s.Pos, s.Conditions), i.conds).Conditions
	return &marked
}

func (r *reader) addRoutes(b *builder, c *eval.Call) {
	switch m := c.Arg(1).(type) {
	case *eval.Map:
		for i, k := range m.Keys {
			b.add(r.edge(c, c.Arg(0), m.Vals[i], k))
		}
		b.open(m.Open)
	case eval.Nil, eval.Zero:
	default:
		b.open("a table of routes is not known: " + reason(m))
	}
}

// list adds the edges of a list to the graph.
func (g *graph) list(v eval.Value) {
	edges, open := items(v)
	for _, e := range edges {
		g.edge(e.conditional(g.call))
	}
	if open != "" {
		g.d.Gap(graphmodel.GapEdge, g.call.Pos, "", "there may be more edges: %s", open)
	}
	g.arrange()
}

// edge adds one edge. Its kind and group are settled by arrange, when all edges are known.
func (g *graph) edge(v eval.Value) {
	s, ok := inside(v).(*eval.Struct)
	if !ok {
		g.d.Gap(graphmodel.GapEdge, g.call.Pos, "", "an edge is not known: %s", reason(v))
		return
	}
	c := at(g.call, s.Pos, s.Conditions)
	from, fromName, ok1 := g.add(field(s, "From"))
	to, toName, ok2 := g.add(field(s, "To"))
	if !ok1 || !ok2 {
		g.edgeGap(c, s, fromName, toName)
		return
	}
	e := frontend.Edge{From: eval.Str(fromName), To: eval.Str(toName)}
	before := len(g.d.Graph.Edges)
	g.d.AddEdge(c, e, "", "")
	if len(g.d.Graph.Edges) > before {
		g.ends = append(g.ends, edgeEnds{before, from, to, routesOf(field(s, "Route"))})
	}
}

func (g *graph) edgeGap(c *eval.Call, s *eval.Struct, from, to string) {
	which, v, known := "source", field(s, "From"), to
	if from != "" {
		which, v, known = "target", field(s, "To"), from
	}
	if known == graphmodel.Start {
		known = ""
	}
	why := reason(v)
	if n, ok := nodeOf(g.call, v); ok {
		why = "the name of that node is not: " + reason(n.name)
	}
	g.d.Gap(graphmodel.GapEdge, c.Pos, known, "the %s of an edge is not known: %s", which, why)
}

// edgeEnds is what an edge connects and when it is taken.
type edgeEnds struct {
	index    int // in the graph's edges
	from, to *node
	routes   routes
}

// routes are the values for which an edge is taken.
type routes struct {
	always   bool
	fallback bool     // Default
	values   []string // as the framework compares them, in text
	open     bool     // others may be, too
}

// routesOf reads a route. A conversion to a route type keeps the constant (workflow.go: all are
// compared by their text).
func routesOf(v eval.Value) routes {
	switch v := v.(type) {
	case eval.Nil:
		return routes{always: true}
	case eval.Zero:
		return routes{always: true} // a literal without Route
	case eval.Const:
		return routes{values: []string{text(v)}}
	case *eval.List:
		var r routes
		for _, e := range v.Elems {
			if c, ok := e.(eval.Const); ok {
				r.values = append(r.values, text(c))
			} else {
				r.open = true
			}
		}
		r.open = r.open || v.Open != ""
		return r
	}
	if _, ok := eval.Data(v).(routeDefault); ok {
		return routes{fallback: true}
	}
	return routes{open: true}
}

func text(c eval.Const) string {
	if c.V.Kind() == constant.String {
		return constant.StringVal(c.V)
	}
	return c.V.ExactString()
}

// meets reports whether one value surely takes both edges.
func (r routes) meets(o routes) bool {
	return slices.ContainsFunc(r.values, func(v string) bool { return slices.Contains(o.values, v) })
}

// arrange gives the edges their kinds and groups: all unconditional edges into a join node are one
// join; routed edges of one source are alternatives, except those that one value takes both.
func (g *graph) arrange() {
	type member struct {
		routes
		group int
	}
	routed := make(map[string][]member)
	for _, end := range g.ends {
		e := &g.d.Graph.Edges[end.index]
		switch {
		case end.routes.always && end.to.join:
			e.Kind, e.Group = graphmodel.Join, 1
		case !end.routes.always:
			e.Kind, e.Group = graphmodel.Conditional, 1
			for _, m := range routed[e.From] {
				if m.group == e.Group && m.meets(end.routes) {
					e.Group++
				}
			}
			routed[e.From] = append(routed[e.From], member{end.routes, e.Group})
		}
	}
	for _, end := range g.ends {
		g.splitter(end)
	}
}
