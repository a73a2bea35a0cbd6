package adk

import (
	"strings"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// tool is a value of type tool.Tool.
type tool struct {
	call  *eval.Call
	name  eval.Value
	fn    eval.Value // nil: the framework's own
	agent *agent     // of an agent that is used as a tool
	// remote says that the model's service runs it, or nobody calls it: it is no node.
	remote bool
}

// builtins are the framework's own tools: how each is made, its name, and the function whose row
// says what it does. Those without a name are never called by the agent: the service of the model
// runs them, or they only add to what the model is asked.
var builtins = []struct{ pkg, fn, name, does string }{
	{"tool/exitlooptool", "New", "exit_loop", "tool/exitlooptool.New"},
	{"tool/loadartifactstool", "New", "load_artifacts", "(agent.Artifacts).Load"},
	{"tool/loadmemorytool", "New", "load_memory", "(agent.Memory).SearchMemory"},
	{"tool/preloadmemorytool", "New", "", ""},
	{"tool/geminitool", "New", "", ""},
}

func (r *reader) tools() {
	function := func(c *eval.Call) eval.Value {
		return ok(object(&tool{call: c, name: field(c.Arg(0), "Name"), fn: c.Arg(1)}))
	}
	r.fn("tool/functiontool", "New", function)
	r.fn("tool/functiontool", "NewStreaming", function)
	r.fn("tool/agenttool", "New", func(c *eval.Call) eval.Value {
		t := &tool{call: c, agent: agentOf(c.Arg(0))}
		if t.agent == nil {
			return eval.Unknown{Reason: "it is the tool of an agent that is not known: " + reason(c.Arg(0)), Pos: c.Pos}
		}
		t.name = t.agent.name
		return object(t)
	})
	for _, b := range builtins {
		r.fn(b.pkg, b.fn, func(c *eval.Call) eval.Value {
			t := &tool{call: c, name: eval.Str(b.name), remote: b.name == ""}
			t.fn = &eval.Func{Ref: r.ref(b.does), Pos: c.Pos}
			if b.pkg == "tool/exitlooptool" {
				return ok(object(t))
			}
			return object(t)
		})
	}
	r.method("tool", "Tool", "Name", func(c *eval.Call) eval.Value {
		if t, ok := eval.Data(c.Recv).(*tool); ok {
			return t.name
		}
		return eval.Unknown{Reason: "the name of a tool is not known", Pos: c.Pos}
	})
}

// toolOf is the tool that a value is: one that the framework made, or a value of a type of the
// program that has a tool's methods.
func (r *reader) toolOf(c *eval.Call, v eval.Value) (*tool, bool) {
	if t, ok := eval.Data(v).(*tool); ok {
		return t, true
	}
	s, ok := inside(v).(*eval.Struct)
	if !ok {
		return nil, false
	}
	if strings.HasPrefix(s.Type, r.root+"/tool/geminitool.") {
		return &tool{call: c, remote: true}, true
	}
	name, ok1 := c.Method(v, "Name")
	run, ok2 := c.Method(v, "Run")
	if !ok1 || !ok2 {
		return nil, false
	}
	return &tool{call: at(c, s.Pos, s.Conditions), name: c.Apply(name), fn: run}, true
}

// toolNode is a workflow node that calls a tool; its name is the tool's unless it is given.
func (r *reader) toolNode(c *eval.Call, name, v eval.Value) *node {
	n := &node{call: c, name: name, cfg: c.Arg(len(c.Args) - 1)}
	t, ok := r.toolOf(c, v)
	if !ok {
		n.fn = eval.Unknown{Reason: "it is that of a tool that is not known: " + reason(v), Pos: c.Pos}
		if name == nil {
			n.name = n.fn
		}
		return n
	}
	n.fn, n.agent = t.fn, t.agent
	if name == nil {
		n.name = t.name
	}
	return n
}

// llmAgent reads an agent with a model. One with tools is a graph: the model starts tools, and
// goes on when they are done.
func (r *reader) llmAgent(c *eval.Call) eval.Value {
	cfg := c.Arg(0)
	a := newAgent(c, cfg)
	a.out, a.text = field(cfg, "OutputKey"), field(cfg, "Instruction")
	tools, open := items(field(cfg, "Tools"))
	sets, more := eval.Elements(field(cfg, "Toolsets"))
	if len(tools)+len(sets) > 0 || open != "" || more != "" {
		g := r.newGraph(c, a.name, llmDialect)
		a.draft = g.d
		g.model(a)
		for _, t := range tools {
			g.tool(a, t)
		}
		for _, reason := range []string{open, more} {
			if reason != "" {
				g.d.Gap(graphmodel.GapNode, c.Pos, "", "there may be more tools: %s", reason)
			}
		}
		if len(sets) > 0 {
			g.d.Gap(graphmodel.GapNode, c.Pos, "", "the tools of a tool set are known when it runs")
		}
	}
	return ok(object(a))
}

// model adds the node that asks the model.
func (g *graph) model(a *agent) {
	n := g.d.AddNode(a.call, a.name, nil)
	if n == nil {
		return
	}
	n.Func = g.r.modelFunc(a.call)
	g.template(n, a)
	g.output(n, a)
	g.connect(graphmodel.Start, n.Name, graphmodel.Always)
	g.connect(n.Name, graphmodel.End, graphmodel.Conditional)
}

// tool adds a tool: the model may call it several times in one turn, and then the calls run at
// one time (base_flow.go handleFunctionCalls).
func (g *graph) tool(a *agent, v item) {
	t, known := g.r.toolOf(g.call, v.Value)
	name, named := eval.String(a.name)
	if !known {
		g.d.Gap(graphmodel.GapNode, g.call.Pos, "", "a tool is not known: %s", reason(v.Value))
		return
	}
	if t.remote {
		return
	}
	n := g.d.AddNode(under(t.call, v.conds), t.name, nil)
	if n == nil {
		return
	}
	toolName := n.Name
	if t.agent != nil {
		g.agent(n, t.agent)
	} else if f, ok := funcValue(t.fn); ok {
		n.Func = f
	} else {
		g.d.Gap(graphmodel.GapNode, t.call.Pos, toolName, "the function of tool %q is not known: %s", toolName, reason(t.fn))
	}
	if !named {
		return
	}
	g.d.AddEdge(g.call, frontend.Edge{
		From: eval.Str(name), To: eval.Str(toolName), Kind: graphmodel.FanOut,
		Group: g.d.NextGroup(eval.Str(name)), Limited: graphmodel.No,
	}, "", "")
	g.connect(toolName, name, graphmodel.Always)
}
