package adk

import (
	"regexp"
	"slices"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// agent is a value of type agent.Agent.
type agent struct {
	call *eval.Call // that made it
	name eval.Value
	// fn is the function of an agent of the program's own; nil for the framework's agents.
	fn    eval.Value
	draft *frontend.Draft // of an agent that is a graph
	subs  eval.Value      // the list of agents below it
	out   eval.Value      // the state field that takes a model's answer
	text  eval.Value      // what the model is told, with names of state fields in braces
}

func (r *reader) agents() {
	r.fn(pkgAgent, "New", func(c *eval.Call) eval.Value {
		a := newAgent(c, c.Arg(0))
		a.fn = field(c.Arg(0), "Run")
		return ok(object(a))
	})
	r.fn("agent/llmagent", "New", r.llmAgent)
	for _, pkg := range []string{"agent/remoteagent", "agent/remoteagent/v2"} {
		r.fn(pkg, "NewA2A", func(c *eval.Call) eval.Value {
			a := newAgent(c, c.Arg(0))
			a.fn = &eval.Func{Ref: r.ref("agent/remoteagent.NewA2A"), Pos: c.Pos}
			return ok(object(a))
		})
	}
	shape := func(pkg string, edges func(*graph, []string)) {
		r.fn("agent/workflowagents/"+pkg, "New", func(c *eval.Call) eval.Value {
			a := newAgent(c, field(c.Arg(0), "AgentConfig"))
			g := r.newGraph(c, a.name, r.agentDialect())
			a.draft = g.d
			edges(g, g.children(a))
			return ok(object(a))
		})
	}
	shape("sequentialagent", (*graph).sequence)
	shape("parallelagent", (*graph).parallel)
	shape("loopagent", (*graph).loop)
	r.method(pkgAgent, "Agent", "Name", func(c *eval.Call) eval.Value {
		if a := agentOf(c.Recv); a != nil && a.name != nil {
			return a.name
		}
		return eval.Unknown{Reason: "the name of an agent is not known", Pos: c.Pos}
	})
	r.method(pkgAgent, "Agent", "SubAgents", func(c *eval.Call) eval.Value {
		if a := agentOf(c.Recv); a != nil {
			return a.subs
		}
		return eval.Unknown{Reason: "the agents below an agent are not known", Pos: c.Pos}
	})
}

// newAgent reads what all configurations of agents share.
func newAgent(c *eval.Call, cfg eval.Value) *agent {
	return &agent{call: c, name: field(cfg, "Name"), subs: field(cfg, "SubAgents")}
}

// agentOf is the agent that a value is; a struct of the program may embed one.
func agentOf(v eval.Value) *agent {
	if a, ok := eval.Data(v).(*agent); ok {
		return a
	}
	if s, ok := inside(v).(*eval.Struct); ok {
		if a, ok := eval.Data(field(s, "Agent")).(*agent); ok {
			return a
		}
	}
	return nil
}

func inside(v eval.Value) eval.Value {
	if p, ok := v.(eval.Pointer); ok {
		return p.Cell.V
	}
	return v
}

// children adds the agents below a as nodes and lists their names in order.
func (g *graph) children(a *agent) []string {
	var names []string
	subs, more := items(a.subs)
	for _, v := range subs {
		sub := agentOf(v.Value)
		if sub == nil {
			g.d.Gap(graphmodel.GapNode, g.call.Pos, "", "a sub-agent is not known: %s", reason(v.Value))
			g.d.Gap(graphmodel.GapEdge, g.call.Pos, "", "the edges of a sub-agent are not known, as it is not")
			continue
		}
		if name, ok := g.addAgent(sub, v.conds); ok {
			names = append(names, name)
		}
		if len(v.conds) > 0 {
			g.d.Gap(graphmodel.GapEdge, g.call.Pos, "", "edges differ if the condition at line %d does not hold", v.conds[0].Line)
		}
	}
	if more != "" {
		g.d.Gap(graphmodel.GapNode, g.call.Pos, "", "there may be more sub-agents: %s", more)
		g.d.Gap(graphmodel.GapEdge, g.call.Pos, "", "there may be more edges, as there may be more sub-agents: %s", more)
	}
	return names
}

func (g *graph) addAgent(a *agent, conds []graphmodel.Position) (name string, ok bool) {
	n := g.d.AddNode(under(a.call, conds), a.name, nil)
	if n == nil {
		return "", false
	}
	g.agent(n, a)
	return n.Name, true
}

// agent says what a node that is an agent runs.
func (g *graph) agent(to *graphmodel.Node, a *agent) {
	if a.draft == nil {
		g.template(to, a)
	}
	if a.out != nil {
		g.output(to, a)
	}
	switch {
	case a.draft != nil:
		g.r.attach(g.d, to, a.draft)
	case a.fn != nil:
		f, ok := funcValue(a.fn)
		if !ok {
			g.d.Gap(graphmodel.GapNode, a.call.Pos, to.Name, "the function of agent %q is not known: %s", to.Name, reason(a.fn))
		}
		to.Func = f
	default:
		to.Func = g.r.modelFunc(a.call)
	}
}

// modelFunc stands for what an agent with a model does; a row says that it calls a model.
func (r *reader) modelFunc(c *eval.Call) graphmodel.FuncValue {
	return graphmodel.FuncValue{Ref: r.ref("(agent.Agent).Run"), Pos: c.Pos}
}

// output notes the field to which the framework writes a model's answer (llmagent OutputKey).
func (g *graph) output(to *graphmodel.Node, a *agent) {
	key, ok := eval.String(a.out)
	if !ok {
		g.d.Gap(graphmodel.GapField, a.call.Pos, to.Name, "the output key of agent %q is not known: %s", to.Name, reason(a.out))
		return
	}
	if key == "" {
		return
	}
	to.Writes = append(to.Writes, key)
	g.stateField(key, "string", a.call)
}

var placeholder = regexp.MustCompile(`\{((?:app:|user:|temp:)?[A-Za-z_]\w*)\??\}`)

// template notes the fields that the framework puts into a model's instruction (llmagent Config:
// {name} stands for the field of that name).
func (g *graph) template(to *graphmodel.Node, a *agent) {
	text, ok := eval.String(a.text)
	if a.text == nil || !ok {
		return
	}
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		if key := m[1]; !slices.Contains(to.Reads, key) {
			to.Reads = append(to.Reads, key)
			g.stateField(key, "", a.call)
		}
	}
}

// sequence runs the agents one after the other (sequentialagent.go Run).
func (g *graph) sequence(names []string) {
	g.path(append(append([]string{graphmodel.Start}, names...), graphmodel.End))
}

func (g *graph) path(names []string) {
	for i := 1; i < len(names); i++ {
		g.connect(names[i-1], names[i], graphmodel.Always)
	}
}

func (g *graph) connect(from, to string, kind graphmodel.EdgeKind) {
	group := 0
	if kind != graphmodel.Always {
		group = 1
	}
	g.d.AddEdge(g.call, frontend.Edge{From: eval.Str(from), To: eval.Str(to), Kind: kind, Group: group}, "", "")
}

// parallel runs the agents at one time and ends when all have ended (parallelagent.go run).
func (g *graph) parallel(names []string) {
	for _, name := range names {
		g.path([]string{graphmodel.Start, name, graphmodel.End})
	}
}

// loop runs the agents one after the other until one escalates or the iterations are used up, and
// looks at the first after each agent (loopagent.go Run).
func (g *graph) loop(names []string) {
	if len(names) == 0 {
		return
	}
	g.connect(graphmodel.Start, names[0], graphmodel.Always)
	for i, name := range names {
		g.connect(name, names[(i+1)%len(names)], graphmodel.Conditional)
		g.connect(name, graphmodel.End, graphmodel.Conditional)
	}
	most := field(g.call.Arg(0), "MaxIterations")
	k, ok := eval.Int(most)
	if !ok {
		g.d.Gap(graphmodel.GapEdge, g.call.Pos, "", "how often the loop runs at most is not known: %s", reason(most))
	}
	g.d.Graph.StepLimit = k * len(names) // 0: no limit at all
}
