// want package:"builder code"

package gaps

import (
	"context"
	"reflect"
	"sync"

	"trpc.group/trpc-go/trpc-agent-go/graph"
)

func work(ctx context.Context, s graph.State) (any, error)     { return nil, nil }
func route(ctx context.Context, s graph.State) (string, error) { return s["next"].(string), nil }

// Unknown: what is not known is said, with place and reason.
func Unknown(name string, paths map[string]string, froms []string, opts []graph.Option, s *graph.StateSchema, r graph.StateReducer) *graph.Graph {
	s2 := graph.NewStateSchema().AddField(name, graph.StateField{}).AddField("f", graph.StateField{Type: reflect.TypeOf(1), Reducer: r})
	g := graph.NewStateGraph(s2)
	g.AddNode("a", work).AddNode("b", work, opts...).AddNode(name, work)
	g.AddNode("fn", pick())
	g.SetEntryPoint("a")
	g.AddEdge("a", name)
	g.AddJoinEdge(froms, "b")
	g.AddConditionalEdges("a", route, nil)
	g.AddConditionalEdges("b", route, paths)
	if name == "x" {
		g.AddNode("maybe", work)
	}
	graph.NewStateGraph(s).AddNode("alone", work)
	return g.MustCompile()
}

var external func() graph.NodeFunc

func pick() graph.NodeFunc { return external() }

// switched has a statement that is not followed, so its router may say more.
func Switched() *graph.Graph {
	g := graph.NewStateGraph(nil).AddNode("a", work).AddNode("b", work).SetEntryPoint("a")
	g.AddConditionalEdges("a", func(ctx context.Context, s graph.State) (string, error) {
		ready := make(chan string)
		select {
		case <-ready:
			return "b", nil
		case <-ctx.Done():
		}
		return graph.End, nil
	}, nil)
	return g.MustCompile()
}

type command struct{ run func() error }

// Callbacks: graphs that are built inside functions that other code calls.
func Callbacks(once *sync.Once) *command {
	once.Do(func() { graph.NewStateGraph(nil).AddNode("once", work).SetEntryPoint("once").MustCompile() })
	return &command{run: func() error {
		_, err := graph.NewStateGraph(nil).AddNode("cli", work).SetEntryPoint("cli").Compile()
		return err
	}}
}

var cli = command{run: func() error {
	_, err := graph.NewStateGraph(nil).AddNode("global", work).SetEntryPoint("global").Compile()
	return err
}}

// Handed on: who gets the builder may add to it.
func HandedOn(f func(*graph.StateGraph)) (*graph.Graph, error) {
	g := graph.NewStateGraph(nil).AddNode("a", work).SetEntryPoint("a")
	f(g)
	return g.Compile()
}

// Nested: a node that builds a graph when it runs.
func Nested() *graph.Graph {
	return graph.NewStateGraph(nil).AddNode("outer", func(ctx context.Context, s graph.State) (any, error) {
		g, err := graph.NewStateGraph(nil).AddNode("inner", work).SetEntryPoint("inner").Compile()
		_ = g
		return nil, err
	}).SetEntryPoint("outer").MustCompile()
}
