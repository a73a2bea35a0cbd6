package eino

import (
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

const (
	reactPath = root + "/flow/agent/react"
	hostPath  = root + "/flow/agent/multiagent/host"
)

func (r *reader) flowHandlers() map[graphmodel.FuncRef]eval.Handler {
	return map[graphmodel.FuncRef]eval.Handler{
		function(reactPath, "NewAgent"):               r.reactAgent,
		method(reactPath, "Agent", "ExportGraph"):     exportGraph,
		function(hostPath, "NewMultiAgent"):           r.multiAgent,
		method(hostPath, "MultiAgent", "ExportGraph"): exportGraph,
	}
}

// flowAgent is the value of a *react.Agent or *host.MultiAgent: a compiled graph that can be added
// to another one.
type flowAgent struct{ graph *graph }

func exportGraph(c *eval.Call) eval.Value {
	a, ok := eval.Data(c.Recv).(*flowAgent)
	if !ok {
		return eval.Tuple{unknown(c, "the agent is not known"), eval.Nil{}}
	}
	// The options repeat what the graph was compiled with.
	return eval.Tuple{&eval.Object{Data: a.graph}, eval.Nil{}}
}

// text is a string of the configuration, or what the framework takes instead.
func text(v eval.Value, otherwise string) string {
	if s, ok := eval.String(v); ok && s != "" {
		return s
	}
	return otherwise
}

// router adds the edges of one condition of the framework's own.
func (g *graph) router(c *eval.Call, from string, to ...string) {
	b := &branch{}
	for _, t := range to {
		b.ends = append(b.ends, eval.Str(t))
	}
	g.route(c, eval.Str(from), b)
}

func (g *graph) path(c *eval.Call, names ...string) {
	for i := 1; i < len(names); i++ {
		g.edge(c, eval.Str(names[i-1]), eval.Str(names[i]))
	}
}

// node adds a node of a prebuilt graph.
func (g *graph) node(c *eval.Call, name string, fn graphmodel.FuncValue) {
	g.add(c, eval.Str(name), nodeValue{fn: fn}, &options{})
}

// reactAgent builds what react.NewAgent builds: flow/agent/react/react.go, the same in v0.7.36.
func (r *reader) reactAgent(c *eval.Call) eval.Value {
	cfg := c.Arg(1)
	g := r.newGraph(c, text(eval.FieldOf(cfg, "GraphName"), string(c.In)), lockStep)
	g.node(c, "chat", r.model(c, cfg, "ToolCallingModel", "Model"))
	g.toolsNodeOf(c, "tools", toolsOf(c, eval.FieldOf(cfg, "ToolsConfig", "Tools")))
	g.node(c, "direct_return", own(c, c.Ref))
	g.path(c, start, "chat")
	g.router(c, "chat", "tools", end)
	g.router(c, "tools", "chat", "direct_return")
	g.path(c, "direct_return", end)
	g.Graph.StepLimit, _ = eval.Int(eval.FieldOf(cfg, "MaxStep"))
	g.stateFields(c, ownState(reactPath, "Messages", messageList, "ReturnDirectlyToolCallID", "string"))
	g.out = schemaType("*Message")
	g.markInMemory()
	return eval.Tuple{&eval.Object{Data: &flowAgent{g}}, eval.Nil{}}
}

const messageList = "[]*" + root + "/schema.Message"

// ownState is the local state of a prebuilt graph, a struct that only the framework can name:
// names and types of its fields in turn.
func ownState(pkg string, fields ...string) graphmodel.TypeDesc {
	t := graphmodel.TypeDesc{Name: "*" + pkg + ".state", Kind: "pointer"}
	for i := 0; i < len(fields); i += 2 {
		t.Parts = append(t.Parts, graphmodel.TypePart{Name: fields[i], Type: fields[i+1]})
	}
	return t
}

// model is the function of a model that stands in one of several fields.
func (r *reader) model(c *eval.Call, cfg eval.Value, names ...string) graphmodel.FuncValue {
	for _, name := range names {
		if v := eval.FieldOf(cfg, name); isSet(v) {
			return components[0].implementation(c, v)
		}
	}
	return components[0].implementation(c, eval.Nil{})
}

// multiAgent builds what host.NewMultiAgent builds: flow/agent/multiagent/host/compose.go, the same
// in v0.7.36.
func (r *reader) multiAgent(c *eval.Call) eval.Value {
	cfg := c.Arg(1)
	g := r.newGraph(c, text(eval.FieldOf(cfg, "Name"), string(c.In)), lockStep)
	g.node(c, "host", r.model(c, eval.FieldOf(cfg, "Host"), "ToolCallingModel", "ChatModel"))
	g.path(c, start, "host")
	g.router(c, "host", "msg2MsgList", end)
	g.node(c, "msg2MsgList", own(c, function(compose, "ToList")))
	g.node(c, "specialist_answers_collect", own(c, method(compose, "Chain", "AppendPassthrough")))
	g.specialists(c, eval.FieldOf(cfg, "Specialists"))
	g.node(c, "single_intent_answer", own(c, c.Ref))
	g.node(c, "map_to_list", own(c, c.Ref))
	summary := own(c, c.Ref)
	if s := eval.FieldOf(cfg, "Summarizer"); isSet(s) {
		summary = r.model(c, s, "ChatModel")
	}
	g.node(c, "multi_intents_summarize", summary)
	g.router(c, "specialist_answers_collect", "single_intent_answer", "map_to_list")
	g.path(c, "single_intent_answer", end)
	g.path(c, "map_to_list", "multi_intents_summarize", end)
	g.stateFields(c, ownState(hostPath, "msgs", messageList, "isMultipleIntents", "bool"))
	g.out = schemaType("*Message")
	g.markInMemory()
	return eval.Tuple{&eval.Object{Data: &flowAgent{g}}, eval.Nil{}}
}

// specialists are the nodes that the host's model can pick, any number of them.
func (g *graph) specialists(c *eval.Call, list eval.Value) {
	elems, open := eval.Elements(list)
	picked := &branch{multi: true, open: open}
	for _, s := range elems {
		name := eval.FieldOf(s, "AgentMeta", "Name")
		var what nodeValue
		for _, form := range []string{"Invokable", "Streamable"} {
			if v := eval.FieldOf(s, form); what.fn.Ref == "" && isSet(v) {
				what.fn, _ = frontend.FuncValue(v)
				what.reason = reasonOf(v)
			}
		}
		if what.fn.Ref == "" && what.reason == "" {
			what.fn = g.r.model(c, s, "ChatModel")
		}
		g.add(c, name, what, &options{})
		g.edge(c, name, eval.Str("specialist_answers_collect"))
		picked.ends = append(picked.ends, name)
	}
	if open != "" {
		g.Gap(graphmodel.GapNode, c.Pos, "", "there may be more specialists: %s", open)
	}
	g.route(c, eval.Str("msg2MsgList"), picked)
}
