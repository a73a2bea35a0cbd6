package eino

import (
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

const toolUtils = componentsPath + "/tool/utils"

// toolsNode is the value of a *compose.ToolsNode: the functions of its tools.
type toolsNode struct{ tools []graphmodel.FuncValue }

// tool is the value of a tool that utils made of a function, or adk of an agent.
type tool struct {
	fn  graphmodel.FuncValue
	sub *graph
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
	t := &tool{}
	t.fn, _ = frontend.FuncValue(fn)
	return &eval.Object{Data: t}
}

// toolsOf lists what the tools of a list run, as far as known; the rest is for the row of the tools
// node, which says that it calls tools.
func toolsOf(c *eval.Call, list eval.Value) []graphmodel.FuncValue {
	elems, _ := eval.Elements(list)
	var out []graphmodel.FuncValue
	for _, v := range elems {
		fn := graphmodel.FuncValue{}
		if t, ok := eval.Data(v).(*tool); ok {
			fn = t.fn
		} else {
			for _, name := range []string{"InvokableRun", "StreamableRun"} {
				if fn.Ref == "" {
					fn = methodOf(c, v, name, "")
				}
			}
		}
		if fn.Ref != "" {
			out = append(out, fn)
		}
	}
	return out
}
