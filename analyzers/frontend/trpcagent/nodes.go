package trpcagent

import (
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// nodeSpec is what options say of a node, and where its commands go.
type nodeSpec struct {
	ends         []namedEnd // symbolic names and what they stand for
	destinations []string
	open         string // why there may be more of either
	// group is that of the edges its commands take; 0: none.
	group int
	// list: the commands come in lists, each starts a task.
	list bool
	// before, after: the executor pauses there.
	before, after bool
	// input is the field from which a node of the framework takes what the user said; lastResponse:
	// an agent node takes the last response in its place.
	input        string
	lastResponse bool
	// mapped: a function of the program says what an agent node writes.
	mapped bool
}

// namedEnd is one entry of WithEndsMap: a name that a node uses and the node that it stands for.
type namedEnd struct{ name, node string }

func (s *nodeSpec) resolve(name string) string {
	for _, e := range s.ends {
		if e.name == name {
			return e.node
		}
	}
	return name
}

// option makes the value of an option: a function that the node's specification is given to, so
// that an option which the program makes of others works, too.
func option(set func(*nodeSpec, *eval.Call)) eval.Handler {
	return func(made *eval.Call) eval.Value {
		return &eval.Object{Data: eval.Handler(func(c *eval.Call) eval.Value {
			if s, ok := eval.Data(c.Arg(0)).(*nodeSpec); ok {
				set(s, made)
			}
			return eval.Nil{}
		})}
	}
}

// nodeOptionHandlers are the options that say where a node's commands can go, and those that say
// nothing of the graph.
func nodeOptionHandlers() map[graphmodel.FuncRef]eval.Handler {
	all := map[graphmodel.FuncRef]eval.Handler{
		fn(graphPath, "WithDestinations"): option(func(s *nodeSpec, c *eval.Call) {
			keys, _, open := entries(c.Arg(0))
			s.destinations, s.open = append(s.destinations, keys...), open
		}),
		fn(graphPath, "WithEndsMap"): option(func(s *nodeSpec, c *eval.Call) {
			keys, vals, open := entries(c.Arg(0))
			for i, k := range keys {
				s.ends = append(s.ends, namedEnd{k, vals[i]})
			}
			s.open = open
		}),
		fn(graphPath, "WithEnds"): option(func(s *nodeSpec, c *eval.Call) {
			names, open := c.Rest(0)
			for _, n := range names {
				if name, ok := eval.String(n); ok {
					s.ends = append(s.ends, namedEnd{name, name})
				} else {
					open = "a name is not known"
				}
			}
			s.open = open
		}),
		fn(graphPath, "WithInterruptBefore"):               option(func(s *nodeSpec, _ *eval.Call) { s.before = true }),
		fn(graphPath, "WithInterruptAfter"):                option(func(s *nodeSpec, _ *eval.Call) { s.after = true }),
		fn(graphPath, "WithUserInputKey"):                  option(func(s *nodeSpec, c *eval.Call) { s.input, _ = eval.String(c.Arg(0)) }),
		fn(graphPath, "WithSubgraphInputFromLastResponse"): option(func(s *nodeSpec, _ *eval.Call) { s.lastResponse = true }),
		fn(graphPath, "WithSubgraphOutputMapper"):          option(func(s *nodeSpec, c *eval.Call) { s.mapped = !isNil(c.Arg(0)) }),
	}
	for _, name := range []string{
		"WithName", "WithDescription", "WithNodeType", "WithAgentNodeInputMapper",
		"WithToolSets", "WithRefreshToolSetsOnRun", "WithEnableParallelTools", "WithToolConcurrencyConfig",
		"WithCacheKeyFields", "WithCacheKeySelector", "WithNodeCachePolicy", "WithRetryPolicy",
		"WithGenerationConfig", "WithStreamOutput",
		"WithPreNodeCallback", "WithPostNodeCallback", "WithNodeErrorCallback", "WithNodeCallbacks",
		"WithToolCallbacks", "WithToolCallRetryPolicy", "WithAgentNodeEventCallback",
		"WithSubgraphInputMapper", "WithAgentNodeRunOptions", "WithSubgraphIsolatedMessages", "WithSubgraphEventScope",
		"WithModelCallbacks",
	} {
		all[fn(graphPath, name)] = option(func(*nodeSpec, *eval.Call) {})
	}
	return all
}

// entries are the keys and values of a map of strings, and the reason why there may be more.
func entries(v eval.Value) (keys, vals []string, open string) {
	for _, a := range eval.Alternatives(v) {
		m, ok := a.(*eval.Map)
		if !ok {
			if !isNil(a) {
				open, _ = eval.Reason(a)
			}
			continue
		}
		if m.Open != "" {
			open = m.Open
		}
		for i := range m.Keys {
			k, ok1 := eval.String(m.Keys[i])
			val, ok2 := eval.String(m.Vals[i])
			if !ok1 || !ok2 {
				open = "an entry of a map is not known"
				continue
			}
			keys, vals = append(keys, k), append(vals, val)
		}
	}
	return keys, vals, open
}

// spec applies the options of a call from the i-th argument on.
func spec(c *eval.Call, i int) *nodeSpec {
	s := &nodeSpec{input: "user_input"}
	opts, open := c.Rest(i)
	for _, o := range opts {
		if reason, _ := eval.Reason(o); reason != "" {
			open = reason
		}
		c.Apply(o, &eval.Object{Data: s})
	}
	if open != "" {
		s.open = open
	}
	return s
}

// nodeFunc is a node function that the framework makes: it is known by the name of its maker.
func nodeFunc(maker string) eval.Handler {
	return func(c *eval.Call) eval.Value { return &eval.Func{Ref: fn(graphPath, maker), Pos: c.Pos} }
}

// stateShape: a node gets a deep copy of the state as its second parameter, so what it writes
// there is lost (executor.go, buildTaskStateCopy); it writes by what it returns, a State or a
// *Command with an Update (handleNodeResult).
var stateShape = graphmodel.StateShape{Kind: graphmodel.StateMap, Param: 1, Result: 0, Parts: []string{"Update"}}

// listShape: the Update of a command in a list is what the started task sees, and is not written
// to the state (executor.go, enqueueCommands).
var listShape = graphmodel.StateShape{Kind: graphmodel.StateMap, Param: 1, Result: 0}

// routerShape: a router gets the state as its second parameter.
var routerShape = graphmodel.StateShape{Kind: graphmodel.StateMap, Param: 1, Result: -1}

// node adds a node unless its name is not known or taken.
func (g *graph) node(c *eval.Call, f eval.Value, s *nodeSpec) (*graphmodel.Node, bool) {
	n := g.AddNode(c, c.Arg(0), f)
	if n == nil || g.specs[n.Name] != nil {
		return nil, false
	}
	if n.Func.Ref != "" {
		n.Func.State = &stateShape
	}
	n.PauseBefore, n.PauseAfter = s.before, s.after
	g.specs[n.Name] = s
	return n, true
}

// pauses makes the builder method that names nodes at which the executor pauses. It parks a run
// before the step in which the node is, or behind that step with what comes next
// (graph/static_interrupt.go: SkipRerun). A name that no node has yet fails the build.
func pauses(mark func(*graphmodel.Node)) func(*graph, *eval.Call) {
	return func(g *graph, c *eval.Call) {
		names, open := c.Rest(0)
		g.MarkPauses(c, names, open, mark)
	}
}

func addNode(g *graph, c *eval.Call) {
	s := spec(c, 2)
	if n, ok := g.node(c, c.Arg(1), s); ok {
		made := scan(c, c.Arg(1))
		if made.list && n.Func.State != nil {
			n.Func.State = &listShape
		}
		g.commands(c, n.Name, s, made)
	}
}

// addMadeNode adds a node whose function the framework makes; leaves are the fields that it writes.
func addMadeNode(maker string, opts int, leaves ...string) func(*graph, *eval.Call) {
	return func(g *graph, c *eval.Call) {
		s := spec(c, opts)
		if n, ok := g.node(c, nodeFunc(maker)(c), s); ok {
			n.Reads, n.Leaves = []string{"messages"}, leaves
			if maker == llmMaker && s.input != "" {
				n.Reads = append(n.Reads, s.input)
			}
			g.commands(c, n.Name, s, commands{})
		}
	}
}

// addToolsNode adds a node that calls the tools for which the model asked.
func addToolsNode(g *graph, c *eval.Call) {
	addMadeNode("NewToolsNodeFunc", 2, toolsLeaves...)(g, c)
	name, _ := eval.String(c.Arg(0))
	if n, ok := g.Graph.Node(name); ok && n.Func.Ref == fn(graphPath, "NewToolsNodeFunc") {
		l := &toolList{}
		l.table(c, c.Arg(1))
		l.give(g.Draft, n, c.Pos)
	}
}

func addAgentNode(g *graph, c *eval.Call) {
	s := spec(c, 1)
	if n, ok := g.node(c, nodeFunc("NewAgentNodeFunc")(c), s); ok {
		s.agentFields(n)
		g.agents[n.Name] = true
		g.commands(c, n.Name, s, commands{})
	}
}

// llmMaker makes the function of a node that asks a model.
const llmMaker = "NewLLMNodeFunc"

// The fields that the framework's own nodes write, graph/state_graph.go: llmRunner.execute…Stage,
// newToolsNodeRuntime and finalizeAgentNodeOutput. That they empty what the user said is left out:
// whoever is first, it is empty then.
var (
	llmLeaves   = []string{"messages", "last_response", "last_response_id", "node_responses"}
	toolsLeaves = []string{"messages", "last_tool_response", "node_responses"}
	agentLeaves = []string{"last_response", "node_responses"}
)

// agentFields are what the framework reads and writes for a node that runs a sub-agent.
func (s *nodeSpec) agentFields(n *graphmodel.Node) {
	switch {
	case s.lastResponse:
		n.Reads = []string{"last_response"} // mapParentInputFromLastResponse
	case s.input != "":
		n.Reads = []string{s.input}
	}
	if !s.mapped {
		n.Leaves = agentLeaves
	}
}

// commands adds the edges that the commands of a node take: those that its options declare and
// those that its code shows.
func (g *graph) commands(c *eval.Call, node string, s *nodeSpec, made commands) {
	var targets []string
	if made.seen {
		for _, t := range made.targets {
			targets = append(targets, s.resolve(t))
		}
		if made.list && made.here && !made.later {
			targets = append(targets, node)
		}
	}
	declared := append([]string(nil), s.destinations...)
	if made.seen || made.open != "" {
		for _, e := range s.ends {
			declared = append(declared, e.node)
		}
	}
	targets = append(targets, declared...)
	switch {
	case made.open != "" && len(declared) == 0:
		g.Gap(graphmodel.GapEdge, c.Pos, node, "where the commands of node %q go is not known: %s", node, made.open)
	case s.open != "":
		g.Gap(graphmodel.GapEdge, c.Pos, node, "node %q may have more destinations: %s", node, s.open)
	}
	if len(targets) == 0 {
		return
	}
	s.group, s.list = g.NextGroup(eval.Str(node)), made.list
	for _, to := range distinct(targets) {
		e := edge(eval.Str(node), eval.Str(to), graphmodel.Conditional, s.group)
		if s.list {
			e.Kind, e.Limited = graphmodel.FanOut, graphmodel.Yes // see limit
		}
		g.AddEdge(c, e, start, end)
	}
}

func distinct(names []string) []string {
	var out []string
	seen := make(map[string]bool)
	for _, n := range names {
		if !seen[n] && n != "" {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}
