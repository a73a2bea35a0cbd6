package trpcagent

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

func edge(from, to eval.Value, kind graphmodel.EdgeKind, group int) frontend.Edge {
	return frontend.Edge{From: from, To: to, Kind: kind, Group: group, State: &routerShape}
}

// add adds an edge and gives its index, or -1.
func (g *graph) add(c *eval.Call, e frontend.Edge) int {
	before := len(g.Graph.Edges)
	g.AddEdge(c, e, start, end)
	if len(g.Graph.Edges) == before {
		return -1
	}
	return before
}

// static adds an edge that is always taken. Out of a node that also goes where a command says it
// is one more alternative; several such edges cannot be told as one alternative, and are then as
// they would be without the command.
func (g *graph) static(c *eval.Call, from, to eval.Value) {
	i := g.add(c, edge(from, to, graphmodel.Always, 0))
	name, _ := eval.String(from)
	s := g.specs[name]
	if i < 0 || s == nil {
		return
	}
	g.statics[name] = append(g.statics[name], i)
	if s.group == 0 || s.list {
		return
	}
	for _, j := range g.statics[name] {
		e := &g.Graph.Edges[j]
		if len(g.statics[name]) == 1 {
			e.Kind, e.Group = graphmodel.Conditional, s.group
		} else {
			e.Kind, e.Group = graphmodel.Always, 0
		}
	}
}

// addJoin: the framework drops Start, End, empty and repeated sources (normalizeJoinStarts).
func addJoin(g *graph, c *eval.Call) {
	to, ok := eval.String(c.Arg(1))
	froms, open := eval.Elements(c.Arg(0))
	if !ok {
		g.add(c, edge(eval.Str(""), c.Arg(1), graphmodel.Join, 0)) // the gap
		return
	}
	group := g.NextGroup(eval.Str("join into " + to))
	seen := make(map[string]bool)
	for _, from := range froms {
		name, known := eval.String(from)
		if known && (name == "" || name == start || name == end || seen[name]) {
			continue
		}
		seen[name] = known
		g.add(c, edge(from, c.Arg(1), graphmodel.Join, group))
	}
	if open != "" {
		g.Gap(graphmodel.GapEdge, c.Pos, to, "the join into %q may have more sources: %s", to, open)
	}
}

func addConditional(g *graph, c *eval.Call) { g.router(c, false) }

func addMultiConditional(g *graph, c *eval.Call) { g.router(c, true) }

// router adds the edges of AddConditionalEdges. A result of the router is looked up in the path
// map, then among the ends of the node, then it is the name of a node (processConditionalResult).
func (g *graph) router(c *eval.Call, multi bool) {
	from, ok := eval.String(c.Arg(0))
	if !ok {
		g.add(c, edge(c.Arg(0), eval.Str(end), graphmodel.Conditional, 0)) // the gap
		return
	}
	s := g.specs[from]
	if s == nil {
		s = &nodeSpec{}
	}
	keys, targets, open := entries(c.Arg(2))
	res := results(c, c.Arg(1))
	multi = multi || res.multi
	for _, name := range res.names {
		if !slices.Contains(keys, name) {
			targets = append(targets, s.resolve(name))
		}
	}
	if len(keys) == 0 {
		for _, e := range s.ends {
			targets = append(targets, e.node)
		}
		if open == "" && len(s.ends) == 0 {
			open = res.open
		}
	}
	g.replaceRouter(c, from)
	g.routes(c, from, distinct(targets), multi, s)
	if open != "" {
		g.Gap(graphmodel.GapEdge, c.Pos, from, "a router may have more targets: %s", open)
	}
}

// routes adds the edges of one router. Of a router that gives one name they exclude each other,
// and what a command of the node says; the targets of one that gives several do not.
func (g *graph) routes(c *eval.Call, from string, targets []string, multi bool, s *nodeSpec) {
	group := 0
	for _, to := range targets {
		switch {
		case multi || group == 0 && (s.group == 0 || s.list):
			group = g.NextGroup(eval.Str(from))
		case group == 0:
			group = s.group
		}
		e := edge(eval.Str(from), eval.Str(to), graphmodel.Conditional, group)
		e.Func = c.Arg(1)
		if i := g.add(c, e); i >= 0 {
			g.routers[from] = append(g.routers[from], i)
		}
	}
}

// replaceRouter: a source has one router, the last one (addConditionalEdge). If it is not known
// whether this call is made, both stay.
func (g *graph) replaceRouter(c *eval.Call, from string) {
	old := g.routers[from]
	if len(old) == 0 || len(c.Conditions) > 0 {
		return
	}
	g.routers[from] = nil
	drop := make(map[int]bool)
	for _, i := range old {
		drop[i] = true
	}
	moved := make(map[int]int)
	var kept []graphmodel.Edge
	for i, e := range g.Graph.Edges {
		if !drop[i] {
			moved[i] = len(kept)
			kept = append(kept, e)
		}
	}
	g.Graph.Edges = kept
	for _, index := range []map[string][]int{g.statics, g.routers} {
		for _, list := range index {
			for k := range list {
				list[k] = moved[list[k]]
			}
		}
	}
}

func addToolsConditional(g *graph, c *eval.Call) {
	from, ok := eval.String(c.Arg(0))
	s := g.specs[from]
	if s == nil {
		s = &nodeSpec{}
	}
	if ok {
		g.replaceRouter(c, from)
	}
	group := s.group
	if group == 0 || s.list {
		group = g.NextGroup(c.Arg(0))
	}
	for _, to := range []eval.Value{c.Arg(1), c.Arg(2)} {
		if i := g.add(c, edge(c.Arg(0), to, graphmodel.Conditional, group)); i >= 0 {
			g.routers[from] = append(g.routers[from], i)
		}
	}
}

// routed is what a router was seen to return.
type routed struct {
	names []string
	multi bool   // it gives several names
	open  string // why there may be others
}

// results evaluates a router. The empty name leads nowhere.
func results(c *eval.Call, router eval.Value) routed {
	unknown := eval.Unknown{Reason: "it is what the framework passes at run time", Pos: c.Pos}
	v := c.Results(router, unknown, unknown)
	var r routed
	if f, ok := router.(*eval.Func); ok {
		if code := c.Code(f); code == nil || skips(code.Body) {
			r.open = "the router has code that is not followed"
		}
	}
	for _, a := range eval.Alternatives(v) {
		if t, ok := a.(eval.Tuple); ok && len(t) > 0 {
			a = t[0]
		}
		for _, name := range eval.Alternatives(a) {
			r.add(name)
		}
	}
	return r
}

func (r *routed) add(v eval.Value) {
	switch v := v.(type) {
	case *eval.Struct: // a ConditionResult
		next, _ := v.Field("NextNodes")
		if next != nil {
			r.add(next)
		}
		r.multi = true
	case *eval.List:
		r.multi = true
		if v.Open != "" {
			r.open = v.Open
		}
		for _, e := range v.Elems {
			r.add(e)
		}
	default:
		if name, ok := eval.String(v); ok {
			if name != "" {
				r.names = append(r.names, name)
			}
			return
		}
		if reason, _ := eval.Reason(v); reason != "" {
			r.open = reason
		}
	}
}
