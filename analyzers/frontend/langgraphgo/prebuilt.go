package langgraphgo

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// shape is the graph that a prebuilt agent is, as prebuilt/*.go builds it (v0.5; v0.8 the same
// where both have it). The first node is the entry.
type shape struct {
	nodes  []string
	edges  [][2]string
	routes map[string][]string
	// keys are the state keys: true for those with a reducer that merges.
	keys map[string]bool
}

var (
	messages = map[string]bool{"messages": true}
	react    = shape{
		nodes:  []string{"agent", "tools"},
		edges:  [][2]string{{"tools", "agent"}},
		routes: map[string][]string{"agent": {"tools", end}},
		keys:   messages,
	}
	// tooled keeps a key for tools that it finds when it runs, with or without skills.
	tooled = shape{
		nodes: react.nodes, edges: react.edges, routes: react.routes,
		keys: map[string]bool{"messages": true, "extra_tools": true},
	}
	planning = shape{
		nodes: []string{"planner", "executor"},
		edges: [][2]string{{"planner", "executor"}, {"executor", end}},
		keys:  map[string]bool{"messages": true, "workflow_plan": false},
	}
	reflection = shape{
		nodes:  []string{"generate", "reflect"},
		routes: map[string][]string{"generate": {"reflect", end}, "reflect": {"generate", end}},
		keys:   map[string]bool{"messages": true, "iteration": false, "reflection": false, "draft": false},
	}
	pev = shape{
		nodes:  []string{"planner", "executor", "verifier", "synthesizer"},
		edges:  [][2]string{{"executor", "verifier"}, {"synthesizer", end}},
		routes: map[string][]string{"planner": {"executor", end}, "verifier": {"synthesizer", "executor", "planner"}},
		keys:   map[string]bool{"messages": true, "intermediate_steps": true},
	}
	treeOfThoughts = shape{
		nodes:  []string{"initialize", "expand", "evaluate"},
		edges:  [][2]string{{"initialize", "expand"}},
		routes: map[string][]string{"expand": {"evaluate", end}, "evaluate": {"expand", end}},
	}
)

// shapes by the names of the functions that build them, without the suffixes of generations.
var shapes = map[string]shape{
	"CreateReactAgent": react, "CreateReactAgentWithCustomState": react, "CreateAgent": tooled, "NewChatAgent": react,
	"CreatePlanningAgent": planning, "CreateReflectionAgent": reflection, "CreatePEVAgent": pev,
	"CreateTreeOfThoughtsAgent": treeOfThoughts,
}

func (r *reader) prebuiltHandlers() table {
	t := make(table)
	fn := func(name string) graphmodel.FuncRef { return graphmodel.FuncRef(prebuilt + "." + name) }
	for _, suffix := range []string{"", "Map", "Typed"} {
		for name, s := range shapes {
			t[fn(name+suffix)] = func(c *eval.Call) eval.Value { return r.agent(c, s, suffix != "") }
		}
		for _, name := range []string{"CreateSupervisor", "CreateSupervisorWithState"} {
			t[fn(name+suffix)] = func(c *eval.Call) eval.Value { return r.supervisor(c, suffix != "") }
		}
	}
	t[fn("WithSkillDir")] = func(c *eval.Call) eval.Value { return &eval.Object{Data: skillDir{c.Arg(0)}} }
	for _, pkg := range []string{prebuilt, smallnest + "/rag"} {
		r.ragHandlers(t, pkg)
	}
	return t
}

// skillDir is the value of the option WithSkillDir of CreateAgent.
type skillDir struct{ dir eval.Value }

// own is the function of a node of the framework itself: it goes by the function that builds it.
func own(c *eval.Call) graphmodel.FuncValue {
	return graphmodel.FuncValue{Ref: c.Ref, Pos: c.Pos}
}

// agent builds a prebuilt agent.
func (r *reader) agent(c *eval.Call, s shape, isMerged bool) eval.Value {
	g := r.prebuiltGraph(c, isMerged)
	opts, _ := c.Rest(2)
	for _, v := range opts {
		if o, ok := eval.Data(v).(skillDir); ok && !isNil(o.dir) { // skills are found first
			s.nodes = append([]string{"skill"}, s.nodes...)
			s.edges = append(slices.Clone(s.edges), [2]string{"skill", "agent"})
		}
	}
	g.draw(c, s)
	if n, ok := g.Graph.Node("tools"); ok {
		g.tools(c, n, c.Arg(1))
	}
	return compile(g, c)
}

// tools gives a node the tools of a list: values of the program's types, with a method Call. What is
// not known of them is a gap.
func (g *graph) tools(c *eval.Call, n *graphmodel.Node, list eval.Value) {
	elems, open := eval.Elements(list)
	missing := func(reason string) {
		g.Gap(graphmodel.GapNode, c.Pos, n.Name, "the tools of node %q are not all known: %s", n.Name, reason)
	}
	if open != "" {
		missing(open)
	}
	for _, e := range elems {
		for _, v := range eval.Alternatives(e) {
			m, ok := c.Method(v, "Call")
			if !ok {
				reason, _ := eval.Reason(v)
				missing(cmp.Or(reason, "it is not made by a call that is followed"))
				continue
			}
			f, _ := frontend.FuncValue(m)
			n.Func.Tools = append(n.Func.Tools, f)
		}
	}
}

func (r *reader) prebuiltGraph(c *eval.Call, isMerged bool) *graph {
	g := r.newGraph(c)
	g.stateGraph = true
	if isMerged {
		g.gen = merged
	}
	g.Graph.Dialect = g.dialect()
	return g
}

// draw adds the nodes and edges of a shape, and its keys to a state that is a map.
func (g *graph) draw(c *eval.Call, s shape) {
	for _, name := range s.nodes {
		g.ownNode(c, name)
	}
	g.entry(c, eval.Str(s.nodes[0]))
	for _, name := range s.nodes {
		g.chooses(c, name, s.routes[name]...)
	}
	for _, e := range s.edges {
		g.edge(c, eval.Str(e[0]), eval.Str(e[1]))
	}
	if g.state.Kind != "" {
		g.merge(byCaller) // a schema for the state's type, of the program or of the agent
		return
	}
	for _, key := range slices.Sorted(maps.Keys(s.keys)) {
		g.ownKey(c, key, s.keys[key])
	}
}

func (g *graph) ownNode(c *eval.Call, name string) *graphmodel.Node {
	n := g.AddNode(c, eval.Str(name), nil)
	if n != nil {
		n.Func = own(c)
	}
	return n
}

func (g *graph) ownKey(c *eval.Call, key string, merges bool) {
	f := &frontend.Field{}
	f.Name, f.Pos, f.HasReducer = key, c.Pos, graphmodel.No
	if merges {
		f.HasReducer = graphmodel.Yes
		f.Reducer = graphmodel.FuncValue{Ref: function("AppendReducer"), Pos: c.Pos}
	}
	f.AddRef(strconv.Quote(key))
	g.field(c, f)
	g.merge(byKey)
}

// chooses adds a router of the framework's own.
func (g *graph) chooses(c *eval.Call, from string, targets ...string) {
	if len(targets) == 0 {
		return
	}
	group := g.NextGroup(eval.Str(from))
	for _, to := range targets {
		g.AddEdge(c, frontend.Edge{From: eval.Str(from), To: eval.Str(to), Kind: graphmodel.Conditional, Group: group}, start, end)
	}
	g.routers[from] = group
}

// supervisor builds a graph in which a model chooses the next of the members, which are runnables by
// name.
func (r *reader) supervisor(c *eval.Call, isMerged bool) eval.Value {
	const name = "supervisor"
	g := r.prebuiltGraph(c, isMerged)
	g.ownNode(c, name)
	targets := []string{end}
	members, open := memberMap(c)
	for i, k := range members.Keys {
		s, ok := eval.String(k)
		if !ok {
			open, _ = eval.Reason(k)
			continue
		}
		if n := g.ownNode(c, s); n != nil {
			if sub, ok := eval.Data(members.Vals[i]).(*compiled); ok && sub.graph != nil {
				n.Func = graphmodel.FuncValue{}
				sub.graph.call(k)
				g.runs(n, sub.graph)
			}
		}
		g.edge(c, k, eval.Str(name))
		targets = append(targets, s)
	}
	if open != "" {
		g.Gap(graphmodel.GapNode, c.Pos, "", "the supervisor may have more members: %s", open)
		g.Gap(graphmodel.GapEdge, c.Pos, name, "the supervisor may have more members: %s", open)
	}
	g.entry(c, eval.Str(name))
	g.chooses(c, name, targets...)
	if g.state.Kind != "" {
		g.merge(byCaller)
	} else {
		g.ownKey(c, "messages", true)
	}
	return compile(g, c)
}

// memberMap finds the members among the arguments of a supervisor.
func memberMap(c *eval.Call) (*eval.Map, string) {
	for _, a := range c.Args {
		if m, ok := a.(*eval.Map); ok {
			return m, m.Open
		}
	}
	reason, _ := eval.Reason(c.Arg(1))
	if reason == "" {
		reason = "they are not a map in sight"
	}
	return &eval.Map{}, reason
}
