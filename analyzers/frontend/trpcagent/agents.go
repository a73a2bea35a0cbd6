package trpcagent

import (
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// namedAgents are packages whose New takes the agent's name first. A node that runs a sub-agent
// is often named by what the agent itself says.
var namedAgents = []string{
	agentPath + "/llmagent", agentPath + "/chainagent", agentPath + "/parallelagent", agentPath + "/cycleagent",
}

// agentTypes are the types that those packages declare, in the same order.
var agentTypes = []string{"LLMAgent", "ChainAgent", "ParallelAgent", "CycleAgent"}

// agent is an agent with the name by which nodes find it.
type agent struct {
	name   eval.Value
	graphs []*graph // those that a graph agent runs
}

func (r *reader) agentHandlers() map[graphmodel.FuncRef]eval.Handler {
	all := map[graphmodel.FuncRef]eval.Handler{
		graphmodel.FuncRef("(" + agentPath + ".Agent).Info"): info,
		method(graphAgt, "GraphAgent", "Info"):               info,
	}
	for i, path := range namedAgents {
		all[fn(path, "New")] = func(c *eval.Call) eval.Value { return &eval.Object{Data: &agent{name: c.Arg(0)}} }
		all[method(path, agentTypes[i], "Info")] = info
	}
	all[fn(llmAgt, "New")] = r.newLLM
	return all
}

// info is what an agent says of itself.
func info(c *eval.Call) eval.Value {
	if a, ok := eval.Data(c.Recv).(*agent); ok {
		return eval.NewStruct(agentPath+".Info", map[string]eval.Value{"Name": a.name})
	}
	if v, ok := c.Dynamic("Info"); ok { // an agent of the program's own
		return v
	}
	return eval.Unknown{Reason: "the agent is not known", Pos: c.Pos}
}

// newAgent makes a graph agent: the graph gets the agent's name, and its nodes that run a
// sub-agent the sub-agent's graph.
func newAgent(c *eval.Call) eval.Value {
	s := &settings{}
	s.apply(c, 2)
	a := &agent{name: c.Arg(0), graphs: graphsOf(c.Arg(1))}
	for _, g := range a.graphs {
		g.runs(s)
		if name, ok := eval.String(a.name); ok && !g.named {
			g.named, g.Graph.Name = true, name
		}
		for _, v := range s.agents {
			g.link(v)
		}
	}
	return eval.Tuple{&eval.Object{Data: a}, eval.Nil{}}
}

// link finds the node that runs a sub-agent, by the agent's name.
func (g *graph) link(v eval.Value) {
	a, ok := eval.Data(v).(*agent)
	if !ok || len(a.graphs) != 1 || a.graphs[0] == g {
		return
	}
	name, ok := eval.String(a.name)
	if !ok || !g.agents[name] {
		return
	}
	n, _ := g.Graph.Node(name)
	n.Subgraph, n.Func = a.graphs[0].Graph.Name, graphmodel.FuncValue{}
}
