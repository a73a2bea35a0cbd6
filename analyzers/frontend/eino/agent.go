package eino

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

const adkPath = root + "/adk"

// agentDialect is that of agents: what is a step differs, and what runs after a pause is the agent's
// Resume, which for a ChatModelAgent runs the interrupted tool again (adk/chatmodel.go) and for the
// program's own agent is its own method.
var agentDialect = func() graphmodel.Dialect {
	d := lockStep
	d.RerunOnResume = graphmodel.Unknown
	// Children of a parallel agent share the session's values (adk/runctx.go, forkRunCtx).
	d.LockStep = graphmodel.No
	// A tool returns the pause as an error, an agent sends it as an event (adk/interrupt.go).
	d.PauseIsError = graphmodel.Unknown
	return d
}()

// agent is the value of an adk.Agent that the framework made.
type agent struct {
	graph *graph
	name  eval.Value
}

// Escape notes that the agent leaves the code in sight.
func (a *agent) Escape() { a.graph.Escape() }

func (r *reader) agentHandlers() map[graphmodel.FuncRef]eval.Handler {
	t := map[graphmodel.FuncRef]eval.Handler{
		function(adkPath, "NewChatModelAgent"):      r.chatModelAgent("ToolsConfig"),
		function(adkPath, "NewTypedChatModelAgent"): r.chatModelAgent("ToolsConfig"),
		function(adkPath, "NewRunner"):              r.runner(1, "Agent", "CheckPointStore"),
		function(adkPath, "NewTypedRunner"):         r.runner(0, "Agent", "CheckPointStore"),
		function(adkPath, "AgentWithOptions"):       func(c *eval.Call) eval.Value { return c.Arg(1) },
		function(adkPath, "AgentWithDeterministicTransferTo"): func(c *eval.Call) eval.Value {
			return eval.FieldOf(c.Arg(1), "Agent")
		},
		function(adkPath, "NewAgentTool"):      r.agentTool,
		function(adkPath, "NewTypedAgentTool"): r.agentTool,
	}
	for _, name := range []string{"New", "NewTyped"} {
		t[function(adkPath+"/prebuilt/deep", name)] = r.deepAgent
	}
	// An agent that wraps another one often gives on its name: v0.9, then v0.7.
	for _, ref := range []graphmodel.FuncRef{
		ifaceMethod(adkPath, "TypedAgent", "Name"), method(adkPath, "TypedChatModelAgent", "Name"),
		ifaceMethod(adkPath, "Agent", "Name"), method(adkPath, "ChatModelAgent", "Name"),
	} {
		t[ref] = func(c *eval.Call) eval.Value { return agentName(c, c.Recv) }
	}
	plan := adkPath + "/prebuilt/planexecute"
	t[function(plan, "NewExecutor")] = r.executor
	t[function(plan, "NewPlanner")] = r.modelOnly("planner", "ToolCallingChatModel", "ChatModelWithFormattedOutput")
	t[function(plan, "NewReplanner")] = r.modelOnly("replanner", "ChatModel")
	return t
}

// newAgent starts the graph of an agent.
func (r *reader) newAgent(c *eval.Call, name eval.Value, d graphmodel.Dialect) *agent {
	d.OwnState = graphmodel.Unknown // session values are those of the whole run
	d.OpenState = graphmodel.Yes    // adk/runctx.go AddSessionValue: any key can be set
	return &agent{r.newGraph(c, text(name, string(c.In)), d), name}
}

func (a *agent) result() eval.Value { return eval.Tuple{&eval.Object{Data: a}, eval.Nil{}} }

// chatModelAgent is a loop of a model and its tools. Compose runs it with more nodes, which keep the
// books (adk/react.go).
func (r *reader) chatModelAgent(tools string) eval.Handler {
	return func(c *eval.Call) eval.Value {
		cfg := c.Arg(1)
		a := r.newAgent(c, eval.FieldOf(cfg, "Name"), lockStep)
		a.loop(c, cfg, tools)
		return a.result()
	}
}

func (a *agent) loop(c *eval.Call, cfg eval.Value, tools string) {
	g, list := a.graph, eval.FieldOf(cfg, tools, "ToolsNodeConfig", "Tools")
	g.node(c, "ChatModel", g.r.model(c, cfg, "Model", "ChatModel"))
	g.path(c, start, "ChatModel")
	g.Graph.StepLimit, _ = eval.Int(eval.FieldOf(cfg, "MaxIterations"))
	g.outputKey(c, cfg)
	elems, open := eval.Elements(list)
	if len(elems) == 0 && open == "" {
		g.path(c, "ChatModel", end)
		if isSet(eval.FieldOf(cfg, "Handlers")) || isSet(eval.FieldOf(cfg, "Middlewares")) {
			g.Gap(graphmodel.GapNode, c.Pos, "ToolNode", "the middlewares of the agent may add tools")
			g.Gap(graphmodel.GapEdge, c.Pos, "ChatModel", "the middlewares of the agent may add tools")
		}
		return
	}
	g.toolsNodeOf(c, "ToolNode", toolsOf(c, list))
	g.router(c, "ChatModel", "ToolNode", end)
	if isSet(eval.FieldOf(cfg, tools, "ReturnDirectly")) {
		g.router(c, "ToolNode", "ChatModel", end)
		return
	}
	g.path(c, "ToolNode", "ChatModel")
}

// transferTool gives an agent without tools the one by which it hands over to another agent; behind
// it the agent ends (adk/flow.go).
func (g *graph) transferTool(c *eval.Call) {
	if len(g.Graph.Nodes) != 1 || g.Graph.Nodes[0].Name != "ChatModel" {
		return
	}
	g.Graph.Edges = slices.DeleteFunc(g.Graph.Edges, func(e graphmodel.Edge) bool { return e.To == graphmodel.End })
	g.node(c, "ToolNode", graphmodel.FuncValue{Ref: method(compose, "ToolsNode", "Invoke"), Pos: c.Pos})
	g.router(c, "ChatModel", "ToolNode", end)
	g.router(c, "ToolNode", "ChatModel", end)
}

// outputKey is the session value to which the agent writes what it says. Session values have no
// reducer.
func (g *graph) outputKey(c *eval.Call, cfg eval.Value) {
	key, ok := eval.String(eval.FieldOf(cfg, "OutputKey"))
	if !ok || key == "" {
		return
	}
	f := &frontend.Field{}
	f.Name, f.Pos, f.HasReducer = key, c.Pos, graphmodel.No
	f.Type = graphmodel.TypeDesc{Name: "string", Kind: "string"}
	f.AddRef(quote(key))
	g.AddField(c, &eval.Object{Data: f})
}

// deepAgent is a loop that always has tools: its own, and one that runs its sub-agents.
func (r *reader) deepAgent(c *eval.Call) eval.Value {
	cfg := c.Arg(1)
	a := r.newAgent(c, eval.FieldOf(cfg, "Name"), lockStep)
	g := a.graph
	g.node(c, "ChatModel", r.model(c, cfg, "ChatModel"))
	g.toolsNodeOf(c, "ToolNode", toolsOf(c, eval.FieldOf(cfg, "ToolsConfig", "ToolsNodeConfig", "Tools")))
	g.path(c, start, "ChatModel")
	g.router(c, "ChatModel", "ToolNode", end)
	g.path(c, "ToolNode", "ChatModel")
	g.Graph.StepLimit, _ = eval.Int(eval.FieldOf(cfg, "MaxIteration"))
	g.outputKey(c, cfg)
	subs, _ := eval.Elements(eval.FieldOf(cfg, "SubAgents"))
	for _, v := range subs {
		if s, ok := graphOf(v); ok {
			g.addSub(c, s, &options{})
		}
	}
	return a.result()
}

func (r *reader) executor(c *eval.Call) eval.Value {
	a := r.newAgent(c, eval.Str("executor"), lockStep)
	a.loop(c, c.Arg(1), "ToolsConfig")
	return a.result()
}

// modelOnly is an agent that calls its model once.
func (r *reader) modelOnly(name string, models ...string) eval.Handler {
	return func(c *eval.Call) eval.Value {
		a := r.newAgent(c, eval.Str(name), lockStep)
		a.graph.node(c, "ChatModel", r.model(c, c.Arg(1), models...))
		a.graph.path(c, start, "ChatModel", end)
		return a.result()
	}
}

// agentTool makes a tool that runs an agent with a session of its own.
func (r *reader) agentTool(c *eval.Call) eval.Value {
	t := &tool{reason: "it is an agent that is not known: " + reasonOf(c.Arg(1))}
	t.sub, _ = graphOf(c.Arg(1))
	if t.sub == nil {
		t.fn = methodOf(c, c.Arg(1), "Run", ifaceMethod(adkPath, "TypedAgent", "Run"))
	}
	return &eval.Object{Data: t}
}

// runner reads what a Runner gets: the agent and the store. An agent of the program's own type
// becomes a graph of one node.
func (r *reader) runner(arg int, agentField, storeField string) eval.Handler {
	return func(c *eval.Call) eval.Value {
		cfg := c.Arg(arg)
		store := eval.FieldOf(cfg, storeField)
		for _, v := range eval.Alternatives(eval.FieldOf(cfg, agentField)) {
			g, ok := graphOf(v)
			if !ok {
				if g, ok = r.ownAgent(c, v); !ok {
					continue
				}
			}
			if isSet(store) {
				g.MarkStored()
			} else {
				g.markInMemory()
			}
		}
		return unknown(c, "a runner")
	}
}

// ownAgent makes the graph of an agent that the program implements itself. Answering a pause calls
// its Resume, not its Run.
func (r *reader) ownAgent(c *eval.Call, v eval.Value) (*graph, bool) {
	run, ok := c.Method(v, "Run")
	if !ok {
		return nil, false
	}
	d := agentDialect
	d.RerunOnResume = graphmodel.No
	name := agentName(c, v)
	a := r.newAgent(c, name, d)
	fn, _ := frontend.FuncValue(run)
	a.graph.add(c, eval.Str(text(name, "agent")), nodeValue{fn: fn}, &options{})
	a.graph.path(c, start, text(name, "agent"), end)
	return a.graph, true
}

// agentName is the name of an agent: from its configuration, or what its Name method returns.
func agentName(c *eval.Call, v eval.Value) eval.Value {
	if a, ok := eval.Data(v).(*agent); ok {
		return a.name
	}
	if m, ok := c.Method(v, "Name"); ok {
		return c.Apply(m, unknown(c, "a context"))
	}
	return v
}
