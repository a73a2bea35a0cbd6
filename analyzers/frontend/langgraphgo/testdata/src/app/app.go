// want package:"builder code"

// Package app builds graphs of v0.8 in the shapes in which people write them.
package app

import (
	"context"
	"os"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/smallnest/langgraphgo/prebuilt"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"

	"lib"
)

type claim struct {
	ID     string
	Status string
	Lines  []string
}

func check(ctx context.Context, c claim) (claim, error) { return c, nil }
func pay(ctx context.Context, c claim) (claim, error)   { return c, nil }

func merge(a, b claim) (claim, error) { return b, nil }

// A generic builder in another package, and a merger of the program.
func table() {
	g := lib.Build([]lib.Step[claim]{{"check", check, "pay"}, {"pay", pay, graph.END}}, merge)
	r, _ := g.Compile()
	_, _ = r.Invoke(context.Background(), claim{})
}

// Parallel branches over a struct: nothing merges.
func fork() {
	g := graph.NewStateGraph[claim]()
	g.AddNode("check", "", check)
	g.AddNode("a", "", pay)
	g.AddNode("b", "", pay)
	g.SetEntryPoint("check")
	g.AddEdge("check", "a")
	g.AddEdge("check", "b")
	g.AddEdge("a", graph.END)
	g.AddEdge("b", graph.END)
	r, _ := g.Compile()
	_, _ = r.Invoke(context.Background(), claim{})
}

func touch(ctx context.Context, m map[string]any) (map[string]any, error) {
	return map[string]any{"ok": true}, nil
}

// A generic type that embeds the graph, and a router that is not at hand.
func flow() {
	f := lib.New[map[string]any]().Chain([]string{"one", "two", "three"}, touch)
	f.AddNode("done", "", touch)
	f.AddConditionalEdge("three", lib.Route)
	f.AddEdge("done", graph.END)
	r, _ := f.CompileListenable()
	_, _ = r.Invoke(context.Background(), nil)
}

// Checkpoints in a file, a thread, and an alias of a graph type.
func stored(ctx context.Context) error {
	store, err := graph.NewFileCheckpointStore("checkpoints")
	if err != nil {
		return err
	}
	g := graph.NewCheckpointableStateGraphWithConfig[claim](graph.CheckpointConfig{Store: store, AutoSave: os.Getenv("SAVE") != ""})
	g.AddNode("pay", "", func(ctx context.Context, c claim) (claim, error) {
		if _, err := graph.Interrupt(ctx, c.ID); err != nil {
			return c, err
		}
		return c, nil
	})
	g.SetEntryPoint("pay")
	g.AddEdge("pay", graph.END)
	r, err := g.CompileCheckpointable()
	if err != nil {
		return err
	}
	_, err = r.InvokeWithConfig(ctx, claim{}, graph.WithThreadID("t"))
	return err
}

func fill(g *graph.StateGraphMap, name string) {
	g.AddNode(name, "", touch)
	g.SetEntryPoint(name)
	g.AddEdge(name, graph.END)
}

// A subgraph over another state, workers, and a graph that is passed as an alias.
func nested() {
	sub := graph.NewStateGraph[claim]()
	sub.AddNode("pay", "", pay)
	sub.SetEntryPoint("pay")
	sub.AddEdge("pay", graph.END)

	g := graph.NewMessageGraph()
	fill(g, "start")
	_ = graph.AddSubgraph(g, "claims", sub, func(map[string]any) claim { return claim{} }, func(claim) map[string]any { return nil })
	_ = graph.CreateSubgraph(g, "more", func(s *graph.StateGraph[claim]) error {
		s.AddNode("check", "", check)
		s.SetEntryPoint("check")
		s.AddEdge("check", graph.END)
		return nil
	}, func(map[string]any) claim { return claim{} }, func(claim) map[string]any { return nil })
	g.AddParallelNodes("both", map[string]func(context.Context, map[string]any) (map[string]any, error){"x": touch, "y": touch},
		func(list []map[string]any) map[string]any { return list[0] })
	g.AddEdge("claims", "both")
	r, _ := sub.Compile()
	other := graph.NewStateGraph[claim]()
	other.AddNode("claims", "", r.Invoke)
	other.SetEntryPoint("claims")
}

// Agents of the framework, and a supervisor that runs them.
func team(model llms.Model) error {
	writer, err := prebuilt.CreateReactAgentMap(model, nil, 5)
	if err != nil {
		return err
	}
	critic, err := prebuilt.CreateAgentMap(model, nil, prebuilt.WithSkillDir("skills"))
	if err != nil {
		return err
	}
	lead, err := prebuilt.CreateSupervisorMap(model, map[string]*graph.Runnable{"writer": writer, "critic": critic})
	if err != nil {
		return err
	}
	_, err = lead.InvokeWithConfig(context.Background(), nil, nil)
	return err
}

// lookup is a tool of the program's own.
type lookup struct{}

func (lookup) Name() string                                           { return "lookup" }
func (lookup) Description() string                                    { return "" }
func (lookup) Call(ctx context.Context, input string) (string, error) { return input, nil }

// An agent with tools, of which one is not known.
func tooled(model llms.Model, other tools.Tool) error {
	_, err := prebuilt.CreateReactAgentMap(model, []tools.Tool{lookup{}, other}, 5)
	return err
}

// A run that is told to pause; a list that is not known is a gap.
func parked(ctx context.Context, more []string) {
	g := graph.NewStateGraph[claim]()
	g.AddNode("check", "", check)
	g.AddNode("pay", "", pay)
	g.SetEntryPoint("check")
	g.AddEdge("check", "pay")
	g.AddEdge("pay", graph.END)
	r, _ := g.Compile()
	_, _ = r.InvokeWithConfig(ctx, claim{}, graph.WithInterruptBefore("pay", "nobody"))
	_, _ = r.InvokeWithConfig(ctx, claim{}, &graph.Config{InterruptAfter: []string{"check"}})
	_, _ = r.InvokeWithConfig(ctx, claim{}, &graph.Config{InterruptAfter: more})
}
