// want package:"builder code"

// Package app builds graphs of v0.5 in the shapes in which people write them.
package app

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

func step(ctx context.Context, state any) (any, error) { return state, nil }

func pick(ctx context.Context, state any) string {
	switch s := state.(type) {
	case string:
		if len(s) > 3 {
			return "long"
		}
		return "short"
	case int:
		return "number"
	}
	return graph.END
}

// What a router can return are its targets, whatever shape it has.
func routers() {
	g := graph.NewMessageGraph()
	for _, n := range []string{"entry", "long", "short", "number", "loop", "tools", "again"} {
		g.AddNode(n, n, step)
	}
	g.SetEntryPoint("again")
	g.SetEntryPoint("entry") // the second wins
	g.AddConditionalEdge("entry", pick)
	g.AddEdge("entry", "never") // a router comes first
	g.AddConditionalEdge("long", func(ctx context.Context, state any) string {
		found := false
		for _, m := range state.([]string) {
			if m == "call" {
				found = true
				break
			}
		}
		if found {
			return "tools"
		}
		return graph.END
	})
	g.AddConditionalEdge("short", pick)
	g.AddConditionalEdge("short", func(context.Context, any) string { return "long" }) // replaces the first
	g.AddConditionalEdge("number", func(ctx context.Context, state any) string {
		next, ok := state.(map[string]any)["next"].(string)
		if !ok {
			return graph.END
		}
		return next
	})
	g.AddEdge("tools", "long")
	r, err := g.Compile()
	if err != nil {
		panic(err)
	}
	_, _ = r.Invoke(context.Background(), "x")
}

type limits struct{ max int }

func (l limits) route(ctx context.Context, state any) string {
	if state.(int) > l.max {
		return "stop"
	}
	return l.other()
}

func (l limits) other() string { return "go" }

// A router that is a method, with helpers, and commands.
func methods() {
	g := graph.NewStateGraph()
	l := limits{3}
	g.AddNode("ask", "", func(ctx context.Context, state any) (any, error) {
		if state.(int) > 5 {
			return &graph.Command{Update: map[string]any{"status": "high"}, Goto: "stop"}, nil
		}
		if state.(int) > 4 {
			return &graph.Command{Goto: []string{"go", "stop"}}, nil
		}
		return map[string]any{"status": "low"}, nil
	})
	g.AddNode("go", "", func(ctx context.Context, state any) (any, error) {
		return &graph.Command{Goto: state.(string)}, nil
	})
	g.AddNode("stop", "", step)
	g.SetEntryPoint("ask")
	g.AddConditionalEdge("ask", l.route)
	g.AddEdge("go", graph.END)
	g.AddEdge("stop", graph.END)
	r, _ := g.Compile()
	_, _ = r.Invoke(context.Background(), 1)
}
