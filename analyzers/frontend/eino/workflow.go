package eino

import (
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// workflowNode is the value of a *compose.WorkflowNode.
type workflowNode struct {
	graph *graph
	key   eval.Value
}

// inputOption is WithNoDirectDependency.
type inputOption struct{}

func (r *reader) workflowHandlers() map[graphmodel.FuncRef]eval.Handler {
	t := map[graphmodel.FuncRef]eval.Handler{
		function(compose, "NewWorkflow"): r.makeGraph(dataflow),
		method(compose, "Workflow", "AddBranch"): func(c *eval.Call) eval.Value {
			onGraph(nil, addBranch)(c)
			return c.Arg(1)
		},
		method(compose, "Workflow", "AddEnd"): onGraph(nil, func(g *graph, c *eval.Call) {
			g.edge(c, c.Arg(0), eval.Str(end))
		}),
		method(compose, "Workflow", "End"): workflowEnd,
		function(compose, "WithNoDirectDependency"): func(*eval.Call) eval.Value {
			return &eval.Object{Data: inputOption{}}
		},
		method(compose, "WorkflowNode", "AddInput"):            onNode(follow),
		method(compose, "WorkflowNode", "AddDependency"):       onNode(follow),
		method(compose, "WorkflowNode", "AddInputWithOptions"): onNode(followWithOptions),
		method(compose, "WorkflowNode", "SetStaticValue"):      onNode(func(*workflowNode, *eval.Call) {}),
	}
	for _, k := range components {
		t[method(compose, "Workflow", "Add"+k.graph)] = func(c *eval.Call) eval.Value {
			var out []eval.Value
			for _, v := range eval.Alternatives(c.Recv) {
				if g, ok := graphOf(v); ok {
					g.add(c, c.Arg(0), k.node(c, 1), k.options(c))
					out = append(out, &eval.Object{Data: &workflowNode{g, c.Arg(0)}})
				}
			}
			if out == nil {
				return unknown(c, "the workflow is not known")
			}
			return eval.Join(out...)
		}
	}
	return t
}

func workflowEnd(c *eval.Call) eval.Value {
	g, ok := graphOf(c.Recv)
	if !ok {
		return unknown(c, "the workflow is not known")
	}
	return &eval.Object{Data: &workflowNode{g, eval.Str(end)}}
}

// onNode wraps a method of WorkflowNode, which returns its receiver.
func onNode(f func(*workflowNode, *eval.Call)) eval.Handler {
	return func(c *eval.Call) eval.Value {
		for _, v := range eval.Alternatives(c.Recv) {
			if n, ok := eval.Data(v).(*workflowNode); ok {
				f(n, c)
			}
		}
		return c.Recv
	}
}

// follow: the node runs after the other one, with or without its output.
func follow(n *workflowNode, c *eval.Call) {
	n.graph.edge(c, c.Arg(0), n.key)
	n.graph.seal(c.Pos)
}

// followWithOptions: WithNoDirectDependency takes the data only. The order then comes from other
// paths, so there is no edge.
func followWithOptions(n *workflowNode, c *eval.Call) {
	opts, open := c.Rest(2)
	for _, o := range opts {
		for _, a := range eval.Alternatives(o) {
			if _, dataOnly := eval.Data(a).(inputOption); dataOnly {
				return
			}
		}
	}
	if open != "" {
		name, _ := eval.String(n.key)
		n.graph.Gap(graphmodel.GapEdge, c.Pos, name, "an input may carry data only: %s", open)
	}
	follow(n, c)
}
