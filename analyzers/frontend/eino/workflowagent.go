package eino

import (
	"strconv"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

func quote(s string) string { return strconv.Quote(s) }

func (r *reader) workflowAgentHandlers() map[graphmodel.FuncRef]eval.Handler {
	return map[graphmodel.FuncRef]eval.Handler{
		function(adkPath, "NewSequentialAgent"):          r.workflowAgent(sequential),
		function(adkPath, "NewParallelAgent"):            r.workflowAgent(parallel),
		function(adkPath, "NewLoopAgent"):                r.workflowAgent(loop),
		function(adkPath, "SetSubAgents"):                r.setSubAgents,
		function(adkPath+"/prebuilt/supervisor", "New"):  r.supervisor,
		function(adkPath+"/prebuilt/planexecute", "New"): r.planExecute,
	}
}

// workflowAgent makes a graph whose nodes are the sub-agents; wire adds its edges.
func (r *reader) workflowAgent(wire func(*graph, *eval.Call, []eval.Value)) eval.Handler {
	return func(c *eval.Call) eval.Value {
		cfg := c.Arg(1)
		a := r.newAgent(c, eval.FieldOf(cfg, "Name"), agentDialect)
		wire(a.graph, c, a.graph.agents(c, eval.FieldOf(cfg, "SubAgents")))
		a.graph.Graph.StepLimit, _ = eval.Int(eval.FieldOf(cfg, "MaxIterations"))
		return a.result()
	}
}

// agents adds a node for each agent of a list and gives their names.
func (g *graph) agents(c *eval.Call, list eval.Value) []eval.Value {
	elems, open := eval.Elements(list)
	var names []eval.Value
	for _, v := range elems {
		names = append(names, g.agent(c, v))
	}
	if open != "" {
		g.Gap(graphmodel.GapNode, c.Pos, "", "there may be more sub-agents: %s", open)
		g.Gap(graphmodel.GapEdge, c.Pos, "", "there may be more sub-agents: %s", open)
	}
	return names
}

// agent adds the node of one agent and gives its name.
func (g *graph) agent(c *eval.Call, v eval.Value) eval.Value {
	name := agentName(c, v)
	what := nodeValue{reason: reasonOf(v)}
	if sub, ok := graphOf(v); ok {
		what.sub = sub
		if _, known := eval.String(name); !known { // the graph is known; it goes by its own name
			g.Gap(graphmodel.GapNode, c.Pos, sub.Graph.Name, "the name of an agent is not known: %s", reasonOf(name))
			name = eval.Str(sub.Graph.Name)
		}
	} else {
		what.fn = methodOf(c, v, "Run", "")
	}
	g.add(c, name, what, &options{})
	return name
}

func sequential(g *graph, c *eval.Call, names []eval.Value) {
	from := eval.Str(start)
	for _, n := range append(names, eval.Str(end)) {
		g.edge(c, from, n)
		from = n
	}
}

func parallel(g *graph, c *eval.Call, names []eval.Value) {
	for _, n := range names {
		g.edge(c, eval.Str(start), n)
		g.edge(c, n, eval.Str(end))
	}
	g.waits = true
	g.seal(c.Pos)
}

// loop goes round until an agent says break or exit, or the limit is reached; each agent can.
func loop(g *graph, c *eval.Call, names []eval.Value) {
	if len(names) == 0 {
		return
	}
	g.edge(c, eval.Str(start), names[0])
	for i, n := range names {
		g.route(c, n, &branch{ends: []eval.Value{names[(i+1)%len(names)], eval.Str(end)}})
	}
}

// setSubAgents: the agent can hand over to each of the others, and they back to it (adk/flow.go).
func (r *reader) setSubAgents(c *eval.Call) eval.Value {
	subs, _ := eval.Elements(c.Arg(2))
	for _, v := range subs {
		if g, ok := graphOf(v); ok {
			g.transferTool(c)
		}
	}
	return r.handover(c, c.Arg(1), c.Arg(2), func(g *graph, sub, parent eval.Value) {
		g.route(c, sub, &branch{ends: []eval.Value{parent, eval.Str(end)}})
	})
}

// supervisor: each agent hands back to the supervisor when it is done
// (adk/prebuilt/supervisor, AgentWithDeterministicTransferTo).
func (r *reader) supervisor(c *eval.Call) eval.Value {
	cfg := c.Arg(1)
	return r.handover(c, eval.FieldOf(cfg, "Supervisor"), eval.FieldOf(cfg, "SubAgents"), func(g *graph, sub, parent eval.Value) {
		g.edge(c, sub, parent)
	})
}

func (r *reader) handover(c *eval.Call, parent, subs eval.Value, back func(g *graph, sub, parent eval.Value)) eval.Value {
	if g, ok := graphOf(parent); ok {
		g.transferTool(c)
	}
	name := agentName(c, parent)
	a := r.newAgent(c, name, agentDialect)
	name = a.graph.agent(c, parent)
	names := a.graph.agents(c, subs)
	a.graph.edge(c, eval.Str(start), name)
	a.graph.route(c, name, &branch{ends: append(names, eval.Str(end))})
	for _, n := range names {
		back(a.graph, n, name)
	}
	return a.result()
}

// planExecute: a planner, then executor and replanner in turn (adk/prebuilt/planexecute, New).
func (r *reader) planExecute(c *eval.Call) eval.Value {
	cfg := c.Arg(1)
	inner := r.newAgent(c, eval.Str("execute_replan"), agentDialect)
	loop(inner.graph, c, inner.graph.agents(c, &eval.List{Elems: []eval.Value{eval.FieldOf(cfg, "Executor"), eval.FieldOf(cfg, "Replanner")}}))
	inner.graph.Graph.StepLimit, _ = eval.Int(eval.FieldOf(cfg, "MaxIterations"))
	outer := r.newAgent(c, eval.Str("plan_execute_replan"), agentDialect)
	names := outer.graph.agents(c, &eval.List{Elems: []eval.Value{eval.FieldOf(cfg, "Planner"), &eval.Object{Data: inner}}})
	sequential(outer.graph, c, names)
	return outer.result()
}
