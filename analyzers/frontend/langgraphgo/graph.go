package langgraphgo

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// graph is the value of a graph while it is built.
type graph struct {
	*frontend.Draft
	reader     *reader
	named      bool // after the node that runs it
	gen        generation
	stateGraph bool // a StateGraph of v0.5 or of an unknown generation
	messages   bool // made by NewMessageGraph, which adds a schema from v0.6 on
	sequential bool // run by a runner that follows one edge and no router
	merges     merge
	state      graphmodel.TypeDesc
	config     eval.Value // of checkpoints, nil: the graph keeps none
	eachStep   graphmodel.Tri
	conds      int // conditions under which the graph itself is made
	keys       map[string]*frontend.Field
	routers    map[string]int // the group of a source's router
}

// Embeds lets promoted methods and explicit selectors reach the graph that a graph embeds.
func (g *graph) Embeds(name string) bool {
	return slices.Contains(baseTypes, name) || slices.Contains(listenableTypes, name)
}

// constructors are the functions that make a graph.
func (r *reader) constructors() table {
	t := make(table)
	add := func(name string, set func(*graph, *eval.Call)) {
		t[function(name)] = func(c *eval.Call) eval.Value {
			g := r.newGraph(c)
			set(g, c)
			g.Graph.Dialect = g.dialect()
			return &eval.Object{Data: g}
		}
	}
	plain := func(*graph, *eval.Call) {}
	messageKind := func(g *graph, _ *eval.Call) { g.gen, g.sequential = split, true }
	for _, suffix := range []string{"", "Typed"} {
		add("NewStateGraph"+suffix, func(g *graph, _ *eval.Call) { g.stateGraph = g.gen == unsure })
		add("NewListenableStateGraph"+suffix, plain)
	}
	add("NewMessageGraph", func(g *graph, _ *eval.Call) { g.messages = true })
	add("NewMessagesStateGraph", func(g *graph, c *eval.Call) { // v0.5 only
		g.gen, g.stateGraph = split, true
		g.messagesSchema(c)
	})
	add("NewListenableMessageGraph", messageKind)
	for kind, set := range map[string]func(*graph, *eval.Call){"StateGraph": r.isMerged, "MessageGraph": messageKind} {
		add("NewStreaming"+kind, set)
		add("NewStreaming"+kind+"WithConfig", set)
		add("NewCheckpointable"+kind, func(g *graph, c *eval.Call) {
			set(g, c)
			g.config = defaultConfig()
		})
		add("NewCheckpointable"+kind+"WithConfig", func(g *graph, c *eval.Call) {
			set(g, c)
			g.config = c.Arg(0)
		})
	}
	return t
}

// isMerged: these kinds of StateGraph exist from v0.6 on.
func (*reader) isMerged(g *graph, _ *eval.Call) { g.gen = merged }

// newGraph starts a graph; type arguments say that it is of a generation that has them.
func (r *reader) newGraph(c *eval.Call) *graph {
	g := &graph{
		Draft: r.sink.New("", c, graphmodel.Dialect{}), reader: r, conds: len(c.Conditions),
		keys: make(map[string]*frontend.Field), routers: make(map[string]int),
	}
	g.Graph.Name = r.sink.Unique(g.Graph.Name, g.Made)
	if len(c.Types) > 0 {
		g.gen, g.state = merged, c.Types[0]
		g.structFields(c)
	}
	return g
}

// calledOn learns from the type on which a method is declared.
func (g *graph) calledOn(c *eval.Call, typ string) {
	switch {
	case g.gen == ancient:
	case strings.Contains(typ, "MessageGraph"):
		g.gen = split
	case len(c.Types) > 0 || g.messages || isLater(c, typ):
		// NewMessageGraph returns a StateGraph from v0.6 on.
		g.gen = merged
		if g.messages && len(g.keys) == 0 && g.merges == replace {
			g.messagesSchema(c)
		}
	}
	g.Graph.Dialect = g.dialect()
}

// inSplit are the methods that StateGraph had in v0.5; it got the others from MessageGraph.
var inSplit = []string{
	"AddNode", "AddEdge", "AddConditionalEdge", "SetEntryPoint", "SetRetryPolicy", "SetStateMerger", "SetSchema", "Compile",
}

// isLater reports whether a StateGraph has the called method from v0.6 on only.
func isLater(c *eval.Call, typ string) bool {
	name := string(c.Ref[strings.LastIndex(string(c.Ref), ".")+1:])
	if typ == "StateGraph" {
		return !slices.Contains(inSplit, name)
	}
	return name != "AddListener" // of v0.5's ListenableStateGraph
}

// structFields makes the fields of a struct state fields of the graph.
func (g *graph) structFields(c *eval.Call) {
	if g.state.Kind != "struct" && g.state.Kind != "pointer" {
		return
	}
	typ := strings.TrimPrefix(g.state.Name, "*")
	for _, p := range g.state.Parts {
		f := g.key(c, p.Name)
		f.Type = graphmodel.TypeDesc{Name: p.Type}
		f.AddRef(typ + "." + p.Name)
	}
}

// key is the field of a state key, added when it is new.
func (g *graph) key(c *eval.Call, name string) *frontend.Field {
	f := g.keys[name]
	if f == nil {
		f = &frontend.Field{}
		f.Name, f.Pos, f.HasReducer = name, c.Pos, graphmodel.No
		if g.merges == byCaller {
			f.HasReducer = graphmodel.Unknown
		}
		f.AddRef(strconv.Quote(name))
		g.attach(c, f)
	}
	return f
}

// attach makes a field one of the graph's.
func (g *graph) attach(c *eval.Call, f *frontend.Field) {
	g.keys[f.Name] = f
	g.AddField(c, &eval.Object{Data: f})
}

// sure reports whether the call is made whenever the graph is.
func (g *graph) sure(c *eval.Call) bool { return len(c.Conditions) <= g.conds }

func (r *reader) buildHandlers() table {
	t := make(table)
	all := slices.Concat(baseTypes, listenableTypes)
	on(t, all, "AddNode", func(g *graph, c *eval.Call) eval.Value {
		g.node(c, c.Arg(0), c.Arg(2))
		return eval.Unknown{Reason: "a node with listeners", Pos: c.Pos}
	})
	// The wrappers take the function at the same place; see retry.go of the framework.
	for _, with := range []string{"Retry", "Timeout", "CircuitBreaker", "RateLimit"} {
		on(t, baseTypes, "AddNodeWith"+with, func(g *graph, c *eval.Call) eval.Value {
			g.node(c, c.Arg(0), c.Arg(2))
			return nothing()
		})
	}
	on(t, baseTypes, "SetEntryPoint", func(g *graph, c *eval.Call) eval.Value {
		g.entry(c, c.Arg(0))
		return nothing()
	})
	on(t, baseTypes, "AddEdge", func(g *graph, c *eval.Call) eval.Value {
		for _, from := range eval.Alternatives(c.Arg(0)) {
			g.edge(c, from, c.Arg(1))
		}
		return nothing()
	})
	on(t, baseTypes, "SetRetryPolicy", func(*graph, *eval.Call) eval.Value { return nothing() })
	for _, name := range []string{"AddGlobalListener", "RemoveGlobalListener", "RemoveGlobalListenerByID", "AddListener"} {
		on(t, listenableTypes, name, func(*graph, *eval.Call) eval.Value { return nothing() })
	}
	on(t, listenableTypes, "GetListenableNode", func(_ *graph, c *eval.Call) eval.Value {
		return eval.Unknown{Reason: "a node with listeners", Pos: c.Pos}
	})
	for _, typ := range []string{"ListenableNode", "ListenableNodeTyped"} {
		t[method(typ, "AddListener")] = same
	}
	return t
}

// node adds a node. A second one of the same name replaces the first (AddNode writes a map).
func (g *graph) node(c *eval.Call, name, fn eval.Value) {
	w := wrappedBy(fn)
	if w != nil && w.fn != nil {
		fn = w.fn
	}
	if w != nil && w.sub != nil {
		fn = nil
	}
	n := g.AddNode(c, name, fn)
	if n == nil {
		return
	}
	if n.Pos != c.Pos && g.sure(c) {
		n.Pos, n.Subgraph = c.Pos, ""
		n.Func, _ = frontend.FuncValue(fn)
	}
	if n.Func.Ref != "" {
		n.Func.State = g.shape()
	}
	switch {
	case w != nil && w.sub != nil:
		g.runs(n, w.sub)
	case w != nil && w.workers != nil:
		g.bind(c, n, w)
	case fn != nil:
		g.results(c, name, fn)
	}
}

// shape is how node functions get and give the state: func(ctx, S) (S, error). Nodes that get a
// map or a pointer share it; with a schema only what they return is merged. A *Command carries its
// update in a field.
func (g *graph) shape() *graphmodel.StateShape {
	s := &graphmodel.StateShape{Param: 1, Result: 0, Parts: []string{"Update"}}
	switch g.state.Kind {
	case "map":
		s.Kind = graphmodel.StateMap
	case "struct", "pointer":
		s.Kind = graphmodel.StateStruct
	}
	s.InPlace = g.merges == replace && g.state.Kind != "struct"
	return s
}

// routerShape is how routers get the state; what they return is a name.
func (g *graph) routerShape() *graphmodel.StateShape {
	s := g.shape()
	s.Result, s.Parts = -1, nil
	return s
}

// entry sets the first node, in place of one that was set before.
func (g *graph) entry(c *eval.Call, name eval.Value) {
	if g.sure(c) {
		g.drop(func(e graphmodel.Edge) bool { return e.From == start })
	}
	for _, to := range eval.Alternatives(name) {
		g.AddEdge(c, frontend.Edge{From: eval.Str(start), To: to}, start, end)
	}
}

// edge adds a plain edge. A source with a router never takes it (graph.go: conditional edges are
// looked up first), and a sequential runner takes only the first.
func (g *graph) edge(c *eval.Call, from, to eval.Value) {
	if s, ok := eval.String(from); ok {
		if _, routed := g.routers[s]; routed && !g.sequential {
			return
		}
		if g.sequential && slices.ContainsFunc(g.Graph.Edges, func(e graphmodel.Edge) bool { return e.From == s }) {
			return
		}
	}
	g.AddEdge(c, frontend.Edge{From: from, To: to}, start, end)
}

func (g *graph) drop(which func(graphmodel.Edge) bool) {
	g.Graph.Edges = slices.DeleteFunc(g.Graph.Edges, which)
}

// runs notes that a node runs another graph.
func (g *graph) runs(n *graphmodel.Node, sub *graph) {
	n.Subgraph = sub.Graph.Name
	g.Subgraph(sub.Draft)
}
