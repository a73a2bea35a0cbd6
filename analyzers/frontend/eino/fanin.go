package eino

import (
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// What comes to one node from several merges by its type, the one that the value has at run time
// (compose/values_merge.go, the same in v0.7.36; each line ran on both, in Invoke and Stream mode,
// with either trigger mode):
//
//	a type with a registered function   merged by it
//	a map                               merged; a key that two have fails in Invoke mode, and in
//	                                    Stream mode the chunks of both come one after another
//	any other: string, numbers,         the run fails in both modes; functions that concatenate the
//	structs, pointers, slices           chunks of one stream do not help
//
// An interface says nothing about the type that a value has.

// output is what a node gives out.
type output struct {
	typ     graphmodel.TypeDesc // no name: not known
	through bool                // a passthrough: what comes in
	key     string              // WithOutputKey: a map with this one key
}

// values are the outputs of the nodes of a graph. The nil value keeps nothing.
type values struct {
	in   graphmodel.TypeDesc // of the graph, which is what Start gives out
	node map[string]output
}

// typeArg is the i-th type argument of a call.
func typeArg(c *eval.Call, i int) graphmodel.TypeDesc {
	if i < len(c.Types) {
		return c.Types[i]
	}
	return graphmodel.TypeDesc{}
}

// carry notes that values travel on the edges of a graph as they are.
func (g *graph) carry(c *eval.Call) {
	g.values = &values{in: typeArg(c, 0), node: make(map[string]output)}
	g.Last = func(out *graphmodel.Graph) { out.FanIns = g.fanIns(out) }
}

// schemaType is a type of a component's output; names of Eino's schema stand without their package.
func schemaType(short string) graphmodel.TypeDesc {
	if short == "" {
		return graphmodel.TypeDesc{}
	}
	elem := strings.TrimLeft(short, "[]*")
	prefix := strings.TrimSuffix(short, elem)
	if strings.HasSuffix(prefix, "*") {
		elem = root + "/schema." + elem
	}
	kind := "pointer"
	if strings.HasPrefix(prefix, "[]") {
		kind = "slice"
	}
	return graphmodel.TypeDesc{Name: prefix + elem, Kind: kind}
}

func listType(elem graphmodel.TypeDesc) graphmodel.TypeDesc {
	if elem.Name == "" {
		return elem
	}
	return graphmodel.TypeDesc{Name: "[]" + elem.Name, Kind: "slice"}
}

// add notes what a node gives out. A second node of one name, of which one is there under a
// condition, makes it unknown unless it gives the same.
func (v *values) add(name string, out output, opts *options) {
	if v == nil {
		return
	}
	if key, known := eval.String(opts.outputKey); isSet(opts.outputKey) && (!known || key != "") {
		out = output{key: key} // of a key that is not known nothing is
	}
	if before, again := v.node[name]; again && (before.typ.Name != out.typ.Name || before.through != out.through || before.key != out.key) {
		out = output{}
	}
	v.node[name] = out
}

// mergeHandlers note the types for which the program registers how to merge them.
func (r *reader) mergeHandlers() map[graphmodel.FuncRef]eval.Handler {
	return map[graphmodel.FuncRef]eval.Handler{
		function(compose, "RegisterValuesMergeFunc"): func(c *eval.Call) eval.Value {
			r.sink.Note(mergeNote(typeArg(c, 0).Name))
			return eval.Nil{}
		},
	}
}

// mergeNote is the note that a type is merged; without a name, that some type is.
func mergeNote(typ string) string { return "eino merges " + typ }

func (r *reader) merges(typ string) bool {
	return r.sink.Noted(mergeNote(typ)) || r.sink.Noted(mergeNote(""))
}

// fanIns lists the nodes that are given outputs which do not merge.
func (g *graph) fanIns(out *graphmodel.Graph) []graphmodel.FanIn {
	x := graphmodel.NewIndex(out)
	limit := endsAfter(out)
	var list []graphmodel.FanIn
	for _, node := range append(nodeNames(out), graphmodel.End) {
		from := sources(out, x, node)
		if len(from) < 2 || limit >= 0 && !startsBy(x, node, limit) {
			continue
		}
		list = append(list, g.clashes(out, x, node, from)...)
	}
	return list
}

func nodeNames(g *graphmodel.Graph) []string {
	names := make([]string, 0, len(g.Nodes))
	for _, n := range g.Nodes {
		names = append(names, n.Name)
	}
	return names
}

// sources are the nodes with an edge to the node, without those about which a gap leaves something
// open: a node or edge that is there under a condition can be the alternative of another one.
func sources(g *graphmodel.Graph, x *graphmodel.Index, node string) []string {
	var from []string
	for _, e := range x.In(node) {
		name := g.Edges[e].From
		open := slices.ContainsFunc(g.Gaps, func(gap graphmodel.Gap) bool {
			return gap.Kind != graphmodel.GapField && (gap.Node == name || gap.Node == "" && gap.Kind == graphmodel.GapEdge)
		})
		if !open && !slices.Contains(from, name) {
			from = append(from, name)
		}
	}
	return from
}

// endsAfter is the number of steps after which every run of a lock-step graph is over, because the
// first value for End ends it; -1: there is no such number.
func endsAfter(g *graphmodel.Graph) int {
	if g.Dialect.LockStep == graphmodel.No {
		return -1
	}
	sure := *g
	sure.Edges = slices.DeleteFunc(slices.Clone(g.Edges), func(e graphmodel.Edge) bool { return e.Kind != graphmodel.Always })
	p, ok := graphmodel.NewIndex(&sure).ShortestPath([]string{graphmodel.Start}, graphmodel.End)
	if !ok {
		return -1
	}
	return p.Len()
}

// startsBy reports whether a run can come to the node in so many steps.
func startsBy(x *graphmodel.Index, node string, steps int) bool {
	p, ok := x.ShortestPath([]string{graphmodel.Start}, node)
	return ok && p.Len() <= steps
}

// clashes groups the outputs that come to a node by what they have in common and cannot merge.
func (g *graph) clashes(out *graphmodel.Graph, x *graphmodel.Index, node string, from []string) []graphmodel.FanIn {
	var list []graphmodel.FanIn
	for _, name := range from {
		o := g.outputOf(out, x, name, make(map[string]bool))
		f := graphmodel.FanIn{Node: node, From: []string{name}}
		switch {
		case o.key != "" && !g.r.merges("map[string]any"):
			f.How = "under one key " + quote(o.key)
			f.Fate = "so Invoke fails and Stream mixes their chunks"
		case o.key == "" && fails(o.typ) && !g.r.merges(o.typ.Name):
			f.How = "as " + shortType(o.typ.Name)
			f.Fate = "so the run fails: no merge function is registered"
		default:
			continue
		}
		i := slices.IndexFunc(list, func(o graphmodel.FanIn) bool { return o.How == f.How })
		if i < 0 {
			list = append(list, f)
		} else {
			list[i].From = append(list[i].From, name)
		}
	}
	return slices.DeleteFunc(list, func(f graphmodel.FanIn) bool { return len(f.From) < 2 })
}

// fails reports whether two values of a type fail to merge, without a registered function.
func fails(t graphmodel.TypeDesc) bool {
	return t.Name != "" && t.Kind != "" && t.Kind != "map" && t.Kind != "interface"
}

// outputOf is what a node gives out, through passthroughs, which give what comes in: that is known
// if all that comes in is alike.
func (g *graph) outputOf(out *graphmodel.Graph, x *graphmodel.Index, name string, seen map[string]bool) output {
	if name == graphmodel.Start {
		return output{typ: g.values.in}
	}
	o := g.values.node[name]
	if !o.through {
		return o
	}
	if seen[name] {
		return output{}
	}
	seen[name] = true
	var in output
	for i, from := range sources(out, x, name) {
		next := g.outputOf(out, x, from, seen)
		if i > 0 && (next.typ.Name != in.typ.Name || next.key != in.key) {
			return output{}
		}
		in = next
	}
	return in
}

// shortType is a type with the last element of import paths only.
func shortType(name string) string {
	var b strings.Builder
	word := 0 // where the path at hand begins
	for i, r := range name {
		if strings.ContainsRune("*[](){}, ;", r) {
			b.WriteString(name[word:i])
			b.WriteRune(r)
			word = i + 1
		} else if r == '/' {
			word = i + 1
		}
	}
	return b.String() + name[word:]
}
