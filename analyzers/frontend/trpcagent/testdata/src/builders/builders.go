// want package:"builder code"

package builders

import (
	"context"
	"fmt"
	"reflect"

	"parts"

	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type doc struct{ ID, Text string }

const (
	keyDocs  = "docs"
	nodePlan = "plan"
)

func work(ctx context.Context, s graph.State) (any, error)     { return graph.State{"x": 1}, nil }
func route(ctx context.Context, s graph.State) (string, error) { return s["next"].(string), nil }
func several(ctx context.Context, s graph.State) ([]string, error) {
	return []string{"web", "papers"}, nil
}
func sum(a, b any) any { return a.(int) + b.(int) }

func field[T any](r graph.StateReducer) graph.StateField {
	return graph.StateField{Type: reflect.TypeFor[T](), Reducer: r}
}

// Fields: predefined ones, one that replaces a predefined one, types and reducers as people write them.
func Fields() *graph.Graph {
	s := graph.MessagesStateSchema().
		AddField(keyDocs, graph.StateField{Type: reflect.TypeOf([]doc{}), Reducer: graph.AppendReducer}).
		AddField("count", graph.StateField{Type: reflect.TypeOf(0), Reducer: sum, Default: func() any { return 0 }})
	s.AddField("last_response", graph.StateField{Type: reflect.TypeOf(""), Reducer: func(a, b any) any { return b }})
	s.AddField("err", graph.StateField{Type: reflect.TypeOf((*error)(nil)).Elem()})
	s.AddField("cover", graph.StateField{Type: reflect.TypeOf(&doc{}), Reducer: graph.CoverReducer})
	s.AddField("generic", field[map[string]doc](graph.MergeReducer))
	errs := graph.NewExecutionErrorCollector(graph.WithExecutionErrorStateKey("errors"))
	g := graph.NewStateGraph(errs.AddField(s)).AddNode("a", work).SetEntryPoint("a").SetFinishPoint("a")
	s.AddField("late", graph.StateField{Type: reflect.TypeOf(false)})
	return g.MustCompile()
}

// Plain: statements and chains, all kinds of nodes and edges.
func Plain(m model.Model, tools map[string]tool.Tool) (*graph.Graph, error) {
	g := graph.NewStateGraph(graph.MessagesStateSchema())
	g.AddNode(nodePlan, work, graph.WithDescription("plans"), graph.WithNodeType(graph.NodeTypeRouter)).
		AddLLMNode("ask", m, "You help.", tools, graph.WithName("Ask")).
		AddToolsNode("tools", tools).
		AddNode("own_tools", graph.NewToolsNodeFunc(tools)).
		AddNode("web", work).AddNode("papers", work).
		AddNode("write", func(ctx context.Context, s graph.State) (any, error) { return s, nil })
	g.SetEntryPoint(nodePlan)
	g.AddConditionalEdges(nodePlan, route, map[string]string{"q": "ask", "question": "ask", "s": "web", "stop": graph.End})
	g.AddToolsConditionalEdges("ask", "tools", "own_tools")
	g.AddEdge("tools", "ask")
	g.AddMultiConditionalEdges("own_tools", several, nil)
	g.AddJoinEdge([]string{"papers", "web", "web"}, "write")
	return g.SetFinishPoint("write").Compile()
}

// Routers without a path map: what they return is read, also through node-level ends.
func Routers() *graph.Graph {
	g := graph.NewStateGraph(nil)
	g.AddNode("a", work, graph.WithEndsMap(map[string]string{"approved": "b", "never": "c"}))
	g.AddNode("b", work)
	g.AddNode("c", work, graph.WithEnds("a", graph.End))
	g.SetEntryPoint("a")
	g.AddConditionalEdges("a", func(ctx context.Context, s graph.State) (string, error) {
		if len(s) > 3 {
			return "", fmt.Errorf("too many")
		}
		return "approved", nil
	}, nil)
	g.AddConditionalEdges("b", func(ctx context.Context, s graph.State) (graph.ConditionResult, error) {
		next := []string{"c"}
		if len(s) > 1 {
			next = append(next, graph.End)
		}
		return graph.ConditionResult{NextNodes: next}, nil
	}, map[string]string{})
	g.AddConditionalEdges("c", route, nil)
	return g.MustCompile()
}

// Replaced: the second router of a node is the one that counts.
func Replaced() *graph.Graph {
	g := graph.NewStateGraph(nil).AddNode("a", work).AddNode("b", work).AddNode("c", work)
	g.AddConditionalEdges("a", route, map[string]string{"x": "b"})
	g.AddEdge("b", "c")
	g.AddConditionalEdges("a", route, map[string]string{"x": "c", "y": graph.End})
	return g.SetEntryPoint("a").SetFinishPoint("c").MustCompile()
}

// Wrapper: a builder type of another package.
func Wrapper() (*graph.Graph, error) {
	return parts.NewBuilder(graph.NewStateSchema(), graph.WithDescription("x")).Then("one", work).
		Then("two", parts.Logged(work)).Build()
}

// Table: a loop over a table of another package, and a registry.
func Table() *graph.Graph {
	g := graph.NewStateGraph(graph.NewStateSchema())
	for _, s := range parts.Steps(work) {
		g.AddNode(s.Name, s.Fn)
	}
	for name, fn := range registry {
		g.AddNode(name, fn)
	}
	for _, s := range parts.Steps(work) {
		for _, n := range s.Next {
			g.AddEdge(s.Name, n)
		}
	}
	return g.SetEntryPoint("fetch").MustCompile()
}

var registry = map[string]graph.NodeFunc{"x": work, "y": parts.Approve}

type embedding struct{ *graph.StateGraph }

type app struct {
	builder embedding
	deps    func(string) error
}

func (a *app) greet(ctx context.Context, s graph.State) (any, error) { return nil, a.deps("x") }

func (a *app) node(name string, fn graph.NodeFunc) *app {
	a.builder.AddNode("app_"+name, fn)
	return a
}

func send(string) error { return nil }

// Embedded: promoted methods, method values, a method that adds nodes.
func Embedded() (*graph.Graph, error) {
	a := &app{builder: embedding{graph.NewStateGraph(graph.NewStateSchema())}, deps: send}
	a.node("greet", a.greet).node("done", work)
	a.builder.SetEntryPoint("app_greet").AddEdge("app_greet", "app_done")
	a.builder.SetFinishPoint("app_done")
	return a.builder.Compile()
}

// typed adapts a function on a struct, as programs do that want no maps.
func typed[T any](f func(context.Context, T) (T, error)) graph.NodeFunc {
	return func(ctx context.Context, s graph.State) (any, error) {
		in, _ := s["in"].(T)
		out, err := f(ctx, in)
		return graph.State{"in": out}, err
	}
}

func classify(ctx context.Context, d doc) (doc, error) { return d, nil }

// Generic: generic adapters and aliases.
func Generic() *graph.Graph {
	type sg = graph.StateGraph
	var g *sg = graph.NewStateGraph(graph.NewStateSchema())
	return g.AddNode("classify", typed(classify)).SetEntryPoint("classify").SetFinishPoint("classify").MustCompile()
}
