// want package:"builder code"

// Package app builds graphs of v0.7: untyped ones that can pause, and ones typed by suffix.
package app

import (
	"context"
	"reflect"

	"github.com/smallnest/langgraphgo/graph"
)

type order struct {
	ID    string
	Notes []string
	Total int
}

func price(ctx context.Context, o order) (order, error) { o.Total = 1; return o, nil }
func note(ctx context.Context, o order) (order, error)  { return o, nil }

// State is a value: what two nodes of one step return, replaces it in turn.
func typed() {
	g := graph.NewStateGraphTyped[order]()
	g.AddNode("price", "", price)
	g.AddNode("note", "", note)
	g.SetEntryPoint("price")
	g.AddConditionalEdge("price", func(ctx context.Context, o order) string {
		if o.Total > 10 {
			return "note"
		}
		return graph.END
	})
	g.AddEdge("note", graph.END)
	r, _ := g.Compile()
	_, _ = r.Invoke(context.Background(), order{})
}

// A merger by field.
func merged() {
	g := graph.NewListenableStateGraphTyped[order]()
	m := graph.NewFieldMerger(order{})
	m.RegisterFieldMerge("Notes", graph.AppendSliceMerge)
	m.RegisterFieldMerge("Total", func(a, b reflect.Value) reflect.Value { return a })
	m.RegisterFieldMerge("ID", graph.OverwriteMerge)
	g.SetSchema(m)
	g.AddNode("price", "", price)
	g.SetEntryPoint("price")
	g.AddEdge("price", graph.END)
	r, _ := g.CompileListenable()
	_, _ = r.Invoke(context.Background(), order{})
}

func echo(ctx context.Context, state any) (any, error) { return state, nil }

// NewMessageGraph has a schema for messages from here on.
func chat() {
	g := graph.NewMessageGraph()
	g.AddNode("chat", "", echo)
	g.SetEntryPoint("chat")
	g.AddEdge("chat", graph.END)
	r, _ := g.Compile()
	_, _ = r.Invoke(context.Background(), nil)
}

// Which generation an untyped graph is of, its constructor does not say.
func untyped() {
	g := graph.NewStateGraph()
	g.AddNode("a", "", echo)
	g.SetEntryPoint("a")
	g.AddEdge("a", graph.END)
}

// A method that StateGraph did not have in v0.5 tells.
func told() {
	sub := graph.NewStateGraph()
	sub.AddNode("a", "", echo)
	sub.SetEntryPoint("a")
	sub.AddEdge("a", graph.END)

	g := graph.NewStateGraph()
	_ = g.AddSubgraph("sub", sub)
	g.SetEntryPoint("sub")
	g.AddEdge("sub", graph.END)
	g.AddNodeWithRetry("again", "", echo, nil)
}

// So does a kind that v0.5 did not have.
func listening() {
	g := graph.NewListenableStateGraph()
	g.AddNode("a", "", echo)
	g.SetEntryPoint("a")
	g.AddConditionalEdge("a", func(context.Context, any) string { return graph.END })
	r, _ := g.CompileListenable()
	_, _ = r.Invoke(context.Background(), nil)
}
