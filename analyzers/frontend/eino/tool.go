package eino

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

const toolUtils = componentsPath + "/tool/utils"

// toolsNode is the value of a *compose.ToolsNode: its tools.
type toolsNode struct{ tools *toolList }

// tool is the value of a tool that utils made of a function, or adk of an agent.
type tool struct {
	fn     graphmodel.FuncValue
	sub    *graph
	reason string // why neither is known
}

func toolHandlers() map[graphmodel.FuncRef]eval.Handler {
	t := map[graphmodel.FuncRef]eval.Handler{}
	for _, name := range []string{"NewToolNode", "NewAgenticToolsNode"} {
		t[function(compose, name)] = func(c *eval.Call) eval.Value {
			tools := toolsOf(c, eval.FieldOf(c.Arg(1), "Tools"))
			return eval.Tuple{&eval.Object{Data: &toolsNode{tools}}, eval.Nil{}}
		}
	}
	for _, name := range []string{"InferTool", "InferStreamTool", "InferEnhancedTool", "InferEnhancedStreamTool"} {
		t[function(toolUtils, name)] = inferTool
	}
	for _, name := range []string{
		"InferOptionableTool", "InferOptionableStreamTool", "InferOptionableEnhancedTool", "InferOptionableEnhancedStreamTool",
	} {
		t[function(toolUtils, name)] = inferTool
	}
	for _, name := range []string{"NewTool", "NewStreamTool", "NewEnhancedTool", "NewEnhancedStreamTool"} {
		t[function(toolUtils, name)] = func(c *eval.Call) eval.Value { return newTool(c.Arg(1)) }
	}
	for _, name := range []string{"WrapToolWithErrorHandler", "WrapInvokableToolWithErrorHandler", "WrapStreamableToolWithErrorHandler"} {
		t[function(toolUtils, name)] = func(c *eval.Call) eval.Value { return c.Arg(0) }
	}
	return t
}

func inferTool(c *eval.Call) eval.Value { return eval.Tuple{newTool(c.Arg(2)), eval.Nil{}} }

func newTool(fn eval.Value) eval.Value {
	t := &tool{reason: "its function is not known: " + reasonOf(fn)}
	t.fn, _ = frontend.FuncValue(fn)
	return &eval.Object{Data: t}
}

// toolList is what is known of a list of tools.
type toolList struct {
	fns  []graphmodel.FuncValue
	subs []*graph // of agents that are used as tools
	// open are the reasons why there may be other tools; for those the row of the tools node says no
	// more than that it calls tools.
	open []string
}

// toolsOf lists what the tools of a list run.
func toolsOf(c *eval.Call, list eval.Value) *toolList {
	elems, open := eval.Elements(list)
	t := &toolList{}
	if open != "" {
		t.missing(open)
	}
	for _, v := range elems {
		for _, a := range eval.Alternatives(v) {
			t.add(c, a)
		}
	}
	return t
}

func (t *toolList) add(c *eval.Call, v eval.Value) {
	made, ok := eval.Data(v).(*tool)
	if !ok {
		made = &tool{reason: reasonOf(v)}
		for _, name := range []string{"InvokableRun", "StreamableRun"} {
			if made.fn.Ref == "" {
				made.fn = methodOf(c, v, name, "")
			}
		}
	}
	switch {
	case made.sub != nil:
		t.subs = append(t.subs, made.sub)
	case made.fn.Ref != "":
		t.fns = append(t.fns, made.fn)
	default:
		t.missing(made.reason)
	}
}

func (t *toolList) missing(reason string) {
	if !slices.Contains(t.open, reason) {
		t.open = append(t.open, reason)
	}
}

// addTools gives a node its tools. What is not known of them is a gap.
func (g *graph) addTools(c *eval.Call, node string, t *toolList) {
	for _, reason := range t.open {
		g.Gap(graphmodel.GapNode, c.Pos, node, "the tools of node %q are not all known: %s", node, reason)
	}
	for _, sub := range t.subs {
		g.addSub(c, sub, &options{})
	}
}

// toolsNodeOf adds the node of a prebuilt graph that calls tools.
func (g *graph) toolsNodeOf(c *eval.Call, name string, t *toolList) {
	g.node(c, name, graphmodel.FuncValue{Ref: method(compose, "ToolsNode", "Invoke"), Pos: c.Pos, Tools: t.fns})
	g.addTools(c, name, t)
}
