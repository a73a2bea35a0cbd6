// want package:"builder code"

package flows

import (
	"context"
	"fmt"
	"iter"
	"log"

	"flowlib"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/workflow"
)

func upper(ctx agent.Context, in string) (string, error) { return in, nil }
func lower(ctx agent.Context, in string) (string, error) { return in, nil }
func count(ctx agent.Context, in string) (int, error)    { return len(in), nil }

func ask(ctx agent.Context, in string, emit func(*session.Event) error) (any, error) {
	return workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{InterruptID: "ask-" + ctx.InvocationID()})
}

func route(ctx agent.Context, in string) (*session.Event, error) {
	ev := session.NewEvent(ctx, ctx.InvocationID())
	ev.Routes = []string{in}
	return ev, nil
}

var none = workflow.NodeConfig{}

// Chain: constants, a literal, a node that runs again.
func Chain() (agent.Agent, error) {
	again := true
	a := workflow.NewFunctionNode("upper", upper, none)
	b := workflow.NewEmittingFunctionNode("ask", ask, workflow.NodeConfig{RerunOnResume: &again})
	c := workflow.NewFunctionNode("last", func(ctx agent.Context, in any) (string, error) { return fmt.Sprint(in), nil }, none)
	return workflowagent.New(workflowagent.Config{Name: "chain", Edges: workflow.Chain(workflow.Start, a, b, c)})
}

// Routes: every kind of route, a default, and two edges that one value takes.
func Routes() (*workflow.Workflow, error) {
	r := workflow.NewFunctionNode("route", route, none)
	a := workflow.NewFunctionNode("a", upper, none)
	b := workflow.NewFunctionNode("b", lower, workflow.NodeConfig{RerunOnResume: ptr(false)})
	c := workflow.NewFunctionNode("c", count, none)
	d := workflow.NewFunctionNode("d", count, workflow.NodeConfig{RerunOnResume: new(true)})
	edges := workflow.Concat(
		workflow.Chain(workflow.Start, r),
		[]workflow.Edge{
			{From: r, To: a, Route: workflow.StringRoute("x")},
			{From: r, To: b, Route: workflow.MultiRoute[string]{"x", "y"}},
			{From: r, To: c, Route: workflow.IntRoute(3)},
		},
		workflow.Edge{From: r, To: d, Route: workflow.Default},
		workflow.Edge{From: a, To: r, Route: workflow.BoolRoute(true)},
	)
	return workflow.New("routes", edges)
}

func ptr[T any](v T) *T { return &v }

// Diamond: the builder, a fan-out, a join, a table of routes.
func Diamond() (*workflow.Workflow, error) {
	a := workflow.NewFunctionNode("a", upper, none)
	b := workflow.NewFunctionNode("b", lower, none)
	c := workflow.NewFunctionNode("c", route, none)
	join := workflow.NewJoinNode("gather")
	eb := workflow.NewEdgeBuilder()
	eb.AddFanOut(workflow.Start, a, b).AddFanIn(join, a, b)
	eb.Add(join, c)
	eb.AddRoutes(c, map[string]workflow.Node{"again": a, "done": workflow.NewFunctionNode("end", upper, none)})
	return workflow.New("diamond", eb.Build())
}

type saver struct {
	workflow.BaseNode
	mail func(string) error
}

func (s *saver) Run(ctx agent.Context, input any) iter.Seq2[*session.Event, error] {
	return func(yield func(*session.Event, error) bool) { _ = s.mail(fmt.Sprint(input)) }
}

func newSaver(name string) *saver {
	return &saver{BaseNode: workflow.NewBaseNode(name, "", none), mail: func(string) error { return nil }}
}

type params struct {
	City      string `state:"city"`
	Day       string
	Input     string `state:"node_input"`
	NodeInput string
}

func fromState(ctx agent.InvocationContext, p params) (string, error) { return p.City + p.Day, nil }

func lookup(ctx agent.Context, in struct{ Q string }) (string, error) { return in.Q, nil }

// Kinds: nodes of every kind.
func Kinds(limit int) (agent.Agent, error) {
	own := newSaver("own")
	state, err := workflow.NewFunctionNodeFromState("state", fromState, none)
	if err != nil {
		return nil, err
	}
	t, err := functiontool.New(functiontool.Config{Name: "lookup"}, lookup)
	if err != nil {
		return nil, err
	}
	tn, _ := workflow.NewToolNode(t, none)
	named, _ := workflow.NewNamedToolNode("second", t, none)
	writer, err := llmagent.New(llmagent.Config{Name: "writer", OutputKey: "draft"})
	if err != nil {
		return nil, err
	}
	an, _ := workflow.NewAgentNode(writer, none)
	inner, _ := workflow.NewWorkflowNode("inner", workflow.Chain(workflow.Start, workflow.NewFunctionNode("deep", upper, none)))
	each, _ := workflow.NewParallelWorker("each", workflow.NewFunctionNode("item", upper, none), 4, none)
	all, _ := workflow.NewParallelWorker("all", workflow.NewFunctionNode("item", upper, none), 0, none)
	some, _ := workflow.NewParallelWorker("some", workflow.NewFunctionNode("item", upper, none), limit, none)
	hello := workflow.NewFunctionNode("hello", upper, none)
	dyn := workflow.NewDynamicNode("dynamic", func(ctx agent.Context, in string, _ func(*session.Event) error) (string, error) {
		return workflow.RunNode[string](ctx, hello, in)
	}, none)
	edges := workflow.Chain(workflow.Start, own, state, tn, named, an, inner, each, all, some, dyn)
	root, err := workflowagent.New(workflowagent.Config{Name: "kinds", Edges: edges})
	if err != nil {
		log.Fatal(err)
	}
	r, err := runner.NewInMemory("app", root)
	_ = r
	return root, err
}

type spec struct {
	name string
	fn   flowlib.Fn
	next []string
}

var table = []spec{{"one", upper, []string{"two", "three"}}, {"two", lower, nil}, {"three", flowlib.Timed(lower), nil}}

// Table: nodes in a map, edges from a table, and a conditional one.
func Table(debug bool) (*workflow.Workflow, error) {
	nodes := map[string]workflow.Node{}
	for _, s := range table {
		nodes[s.name] = flowlib.Step(s.name, s.fn)
	}
	edges := workflow.Chain(workflow.Start, nodes["one"])
	for _, s := range table {
		for _, next := range s.next {
			edges = append(edges, workflow.Edge{From: nodes[s.name], To: nodes[next]})
		}
	}
	if debug {
		edges = append(edges, workflow.Chain(nodes["two"], workflow.NewFunctionNode("trace", upper, none))...)
	}
	return workflow.New("table", edges)
}

// Wrapped: a builder of another package, and an agent as a node of a sequence.
func Wrapped() (agent.Agent, error) {
	flow, err := flowlib.NewFlow("wrapped").Then("first", upper).Then("second", lower).Agent()
	if err != nil {
		return nil, err
	}
	return sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{
		Name: "outer", SubAgents: []agent.Agent{flow},
	}})
}

// generic makes a typed pair of nodes.
func generic[T any](name string, fn func(agent.Context, T) (T, error)) []workflow.Edge {
	n := workflow.NewFunctionNode(name, fn, none)
	return workflow.Chain(workflow.Start, n)
}

func double(ctx agent.Context, n int) (int, error) { return 2 * n, nil }

// Generic: instances of one helper.
func Generic() {
	_, _ = workflow.New("ints", generic("double", double))
	_, _ = workflow.New("strings", generic("upper", upper))
}

// Gaps: names, functions, nodes and edges that nothing here tells.
func Gaps(name string, fn flowlib.Fn, node workflow.Node, more []workflow.Edge, cfg workflow.NodeConfig) (*workflow.Workflow, error) {
	a := workflow.NewFunctionNode("a", upper, cfg)
	b := workflow.NewFunctionNode(name, upper, none)
	c := workflow.NewFunctionNode("c", fn, none)
	var either workflow.Node = a
	if name != "" {
		either = c
	}
	edges := workflow.Chain(workflow.Start, a, b, c, node)
	edges = append(edges, workflow.Edge{From: c, To: either})
	edges = append(edges, more...)
	return workflow.New("gaps", edges)
}

// Optional: edges and nodes that were made before it was known whether they are used.
func Optional(debug bool) (*workflow.Workflow, error) {
	a := workflow.NewFunctionNode("a", upper, none)
	b := workflow.NewFunctionNode("b", upper, none)
	trace := workflow.NewFunctionNode("trace", upper, none)
	edges := []workflow.Edge{{From: workflow.Start, To: a}, {From: a, To: b}}
	extra := workflow.Edge{From: b, To: trace}
	targets := []workflow.Node{b}
	if debug {
		edges = append(edges, extra)
		targets = append(targets, trace)
	}
	eb := workflow.NewEdgeBuilder().AddFanOut(a, targets...)
	for _, n := range targets {
		eb.Add(n, workflow.NewFunctionNode(n.Name()+"_end", upper, none))
	}
	_, _ = workflow.New("built", workflow.Concat(workflow.Chain(workflow.Start, a), eb.Build()))
	return workflow.New("optional", edges)
}

// retrying wraps any node.
type retrying struct {
	workflow.Node
	times int
}

func (r retrying) Run(ctx agent.Context, in any) iter.Seq2[*session.Event, error] {
	return r.Node.Run(ctx, in)
}

// renamed changes nothing but the name.
type renamed struct {
	*workflow.FunctionNode
	as string
}

func (r renamed) Name() string { return r.as }

// steps are the nodes of one graph.
type steps struct{ first, second, third workflow.Node }

func newSteps() steps {
	again := workflow.NodeConfig{RerunOnResume: new(true)}
	return steps{
		first:  retrying{workflow.NewFunctionNode("first", upper, again), 3},
		second: &retrying{Node: workflow.NewDynamicNode("second", dynamic, none)},
		third:  renamed{workflow.NewFunctionNode("third", lower, none), "last"},
	}
}

func dynamic(ctx agent.Context, in string, emit func(*session.Event) error) (string, error) {
	return workflow.RunNode[string](ctx, worker, in)
}

var worker = workflow.NewFunctionNode("worker", upper, none)

func (s steps) edges() []workflow.Edge {
	return workflow.NewEdgeBuilder().
		Add(workflow.Start, s.first).
		AddRoute(s.first, s.second, workflow.MultiRoute[string]{"one", "both"}).
		AddRoute(s.first, s.third, workflow.MultiRoute[string]{"two", "both"}).
		Build()
}

// Fields: nodes in the fields of a struct, of types of the program that wrap those of the framework.
func Fields() (*workflow.Workflow, error) { return workflow.New("fields", newSteps().edges()) }

// Plan: a graph that follows from data.
func Plan(deps map[string][]string) (*workflow.Workflow, error) {
	nodes := make(map[string]workflow.Node)
	for id := range deps {
		nodes[id] = workflow.NewFunctionNode(id, upper, none)
	}
	eb := workflow.NewEdgeBuilder()
	for id, before := range deps {
		switch len(before) {
		case 0:
			eb.Add(workflow.Start, nodes[id])
		case 1:
			eb.Add(nodes[before[0]], nodes[id])
		default:
			join := workflow.NewJoinNode(id + "-join")
			eb.Add(join, nodes[id])
		}
	}
	return workflow.New("plan", eb.Build())
}

// Run runs one.
func Run(ctx context.Context, r *runner.Runner) {
	for ev, err := range r.Run(ctx, "u", "s", nil, agent.RunConfig{}) {
		_, _ = ev, err
	}
}
