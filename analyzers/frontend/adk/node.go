package adk

import (
	"reflect"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// node is a workflow node before an edge brings it into a graph.
type node struct {
	call *eval.Call // that made it
	name eval.Value
	fn   eval.Value // nil: the framework's own code runs
	cfg  eval.Value
	// params is the type of the parameters of a node that is fed from state.
	params *graphmodel.TypeDesc
	start  bool
	join   bool
	// rerun is what the kind of node does when the configuration says nothing.
	rerun graphmodel.Tri
	agent *agent
	sub   *frontend.Draft
	// worker is the node that a parallel worker runs for each item, limit how many at once.
	worker eval.Value
	limit  eval.Value
}

const (
	pkgWorkflow = "workflow"
	pkgAgent    = "agent"
)

func (r *reader) nodes() {
	r.fn(pkgWorkflow, "Start", func(c *eval.Call) eval.Value { return object(&node{call: c, start: true}) })
	// made registers constructors; those that return an error, too, have it nil.
	made := func(fails bool, f func(c *eval.Call) *node, names ...string) {
		for _, name := range names {
			r.fn(pkgWorkflow, name, func(c *eval.Call) eval.Value {
				v := object(f(c))
				if fails {
					v = ok(v)
				}
				return v
			})
		}
	}
	made(false, functionNode, "NewFunctionNode", "NewEmittingFunctionNode")
	made(true, functionNode, "NewFunctionNodeWithSchema", "NewEmittingFunctionNodeWithSchema")
	made(true, stateNode, "NewFunctionNodeFromState")
	made(false, dynamicNode, "NewDynamicNode")
	made(true, dynamicNode, "NewDynamicNodeWithSchema")
	made(false, joinNode, "NewJoinNode", "NewJoinNodeWithSchema")
	made(true, workerNode, "NewParallelWorker")
	made(true, func(c *eval.Call) *node { return r.toolNode(c, nil, c.Arg(0)) },
		"NewToolNode", "NewToolNodeTyped", "NewToolNodeWithSchemas")
	made(true, func(c *eval.Call) *node { return r.toolNode(c, c.Arg(0), c.Arg(1)) }, "NewNamedToolNode")
	made(true, agentNode, "NewAgentNode", "NewAgentNodeTyped", "NewAgentNodeWithSchemas")
	made(false, baseNode, "NewBaseNode", "NewBaseNodeWithSchemas")
	for _, typ := range []string{"BaseNode", "Node"} {
		r.method(pkgWorkflow, typ, "Name", nodeName)
		r.method(pkgWorkflow, typ, "Config", nodeConfig)
	}
}

func functionNode(c *eval.Call) *node {
	return &node{call: c, name: c.Arg(0), fn: c.Arg(1), cfg: c.Arg(len(c.Args) - 1)}
}

func stateNode(c *eval.Call) *node {
	n := functionNode(c)
	if len(c.Types) > 0 {
		n.params = &c.Types[0]
	}
	return n
}

func dynamicNode(c *eval.Call) *node {
	n := functionNode(c)
	n.rerun = graphmodel.Yes // dynamic_node.go applyDynamicDefaults
	return n
}

func joinNode(c *eval.Call) *node { return &node{call: c, name: c.Arg(0), join: true} }

func baseNode(c *eval.Call) *node { return &node{call: c, name: c.Arg(0), cfg: c.Arg(2)} }

func workerNode(c *eval.Call) *node {
	return &node{call: c, name: c.Arg(0), worker: c.Arg(1), limit: c.Arg(2), cfg: c.Arg(3)}
}

// Embeds says that a node has the base by whose methods it is called.
func (n *node) Embeds(field string) bool { return field == "BaseNode" }

func nodeConfig(c *eval.Call) eval.Value {
	if n, ok := eval.Data(c.Recv).(*node); ok && n.cfg != nil {
		return n.cfg
	}
	return eval.Unknown{Reason: "the configuration of a node is not known", Pos: c.Pos}
}

func nodeName(c *eval.Call) eval.Value {
	if n, ok := eval.Data(c.Recv).(*node); ok && n.name != nil {
		return n.name
	}
	return eval.Unknown{Reason: "the name of a node is not known", Pos: c.Pos}
}

func agentNode(c *eval.Call) *node {
	n := &node{call: c, cfg: c.Arg(len(c.Args) - 1)}
	a := agentOf(c.Arg(0))
	if a == nil {
		n.name = eval.Unknown{Reason: "it is the name of an agent that is not known: " + reason(c.Arg(0)), Pos: c.Pos}
		return n
	}
	n.name, n.agent = a.name, a
	return n
}

// nodeOf is the node that a value is: one that the framework made, or a value of a type of the
// program that embeds the framework's base.
func nodeOf(c *eval.Call, v eval.Value) (*node, bool) {
	if n, ok := eval.Data(v).(*node); ok {
		return n, true
	}
	s, ok := inside(v).(*eval.Struct)
	if !ok {
		return nil, false
	}
	run, ok := c.Method(v, "Run")
	if !ok {
		return nil, false
	}
	custom := &node{call: at(c, s.Pos, s.Conditions), fn: run}
	if inner, ok := embedded(s); ok {
		custom.name, custom.cfg, custom.rerun = inner.name, inner.cfg, inner.rerun
		if isOurs(run) {
			*custom = *inner // it runs what the framework's node runs
		}
	}
	if name, ok := c.Method(v, "Name"); ok && !isOurs(name) {
		custom.name = c.Apply(name)
	}
	if cfg, ok := c.Method(v, "Config"); ok && !isOurs(cfg) {
		custom.cfg = c.Apply(cfg)
	}
	return custom, true
}

// isOurs reports whether a method is the framework's, promoted from an embedded field.
func isOurs(fn *eval.Func) bool {
	return strings.HasPrefix(strings.TrimLeft(string(fn.Ref), "(*"), roots[0]+"/")
}

// embedded is the framework's node in a struct of the program.
func embedded(s *eval.Struct) (*node, bool) {
	for _, name := range []string{
		"BaseNode", "Node", "FunctionNode", "AgentNode", "ToolNode", "JoinNode", "ParallelWorker", "WorkflowNode",
	} {
		if f, ok := s.Field(name); ok {
			if n, ok := eval.Data(f).(*node); ok {
				return n, true
			}
		}
	}
	return nil, false
}

// add brings a node into a graph and gives its name there.
func (g *graph) add(v eval.Value) (*node, string, bool) {
	n, ok := nodeOf(g.call, v)
	if !ok {
		return nil, "", false
	}
	if n.start {
		return n, graphmodel.Start, true
	}
	name, ok := eval.String(n.name)
	if !ok {
		g.d.AddNode(n.call, n.name, nil) // a gap
		return nil, "", false
	}
	if _, seen := g.d.Graph.Node(name); seen {
		return n, name, true
	}
	added := g.d.AddNode(n.call, n.name, nil)
	if added == nil {
		return nil, "", false
	}
	g.fill(added, n)
	return n, name, true
}

// fill says what a node of the graph runs.
func (g *graph) fill(to *graphmodel.Node, n *node) {
	g.rerun(to, n)
	switch {
	case n.join:
		// The barrier runs no code of the program.
		to.Func = graphmodel.FuncValue{Ref: g.r.ref("(*workflow.JoinNode).Run"), Pos: n.call.Pos}
	case n.worker != nil:
		g.workerGraph(to, n)
	case n.sub != nil:
		g.r.attach(g.d, to, n.sub)
	case n.agent != nil:
		g.agent(to, n.agent)
	default:
		f, ok := funcValue(n.fn)
		if !ok {
			g.d.Gap(graphmodel.GapNode, n.call.Pos, to.Name, "the function of node %q is not known: %s",
				to.Name, reason(n.fn))
		}
		to.Func = f
	}
	if n.params != nil {
		g.fromState(to, n)
	}
}

// rerun says whether the node runs again when a pause in it is answered.
func (g *graph) rerun(to *graphmodel.Node, n *node) {
	to.RerunOnResume = n.rerun
	if n.cfg == nil {
		return
	}
	p := field(n.cfg, "RerunOnResume")
	switch p := p.(type) {
	case eval.Nil, eval.Zero:
		return
	case eval.Pointer:
		if b, ok := eval.Bool(p.Cell.V); ok {
			to.RerunOnResume = graphmodel.No
			if b {
				to.RerunOnResume = graphmodel.Yes
			}
			return
		}
	}
	to.RerunOnResume = graphmodel.Unknown
	g.d.Gap(graphmodel.GapNode, n.call.Pos, to.Name, "whether node %q runs again when a pause is answered is not known: %s",
		to.Name, reason(p))
}

// fromState notes the fields that the framework reads for a node that is fed from state
// (function_node.go NewFunctionNodeFromState): those of the parameter struct, by tag or name.
func (g *graph) fromState(to *graphmodel.Node, n *node) {
	for _, p := range n.params.Parts {
		if !isExported(p.Name) || p.Name == "NodeInput" {
			continue
		}
		key := p.Name
		if tag := stateTag(p); tag != "" {
			key = tag
		}
		if key != "node_input" {
			to.Reads = append(to.Reads, key)
			g.stateField(key, p.Type, n.call)
		}
	}
}

func isExported(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// funcValue describes a node's function. Nodes that the function captured, to run them with
// RunNode, stand for their functions: a call of RunNode is a call of them.
func funcValue(v eval.Value) (graphmodel.FuncValue, bool) { return bindNodes(v, 3) }

func bindNodes(v eval.Value, depth int) (graphmodel.FuncValue, bool) {
	f, ok := frontend.FuncValue(v)
	if !ok || depth == 0 {
		return f, ok
	}
	for _, capture := range v.(*eval.Func).Captures() {
		n, isNode := eval.Data(capture.Value).(*node)
		if !isNode || n.fn == nil {
			continue
		}
		if inner, ok := bindNodes(n.fn, depth-1); ok {
			f.Bound = append(f.Bound, graphmodel.Binding{Name: capture.Name, Func: inner})
		}
	}
	slices.SortStableFunc(f.Bound, func(a, b graphmodel.Binding) int { return strings.Compare(a.Name, b.Name) })
	return f, true
}

// stateTag is the tag that names the field's key.
func stateTag(p graphmodel.TypePart) string { return reflect.StructTag(p.Tag).Get("state") }
