package app

import (
	"context"
	"errors"
	"os"

	"github.com/smallnest/langgraphgo/graph"
)

// builder wraps the framework's graph, as many programs do.
type builder struct {
	*graph.MessageGraph
	last string
}

type node = func(ctx context.Context, state any) (any, error)

func logged(name string, next node) node {
	return func(ctx context.Context, state any) (any, error) {
		println(name)
		return next(ctx, state)
	}
}

func (b *builder) then(name string, fn node) *builder {
	b.AddNode(name, name, logged(name, fn))
	if b.last == "" {
		b.SetEntryPoint(name)
	} else {
		b.AddEdge(b.last, name)
	}
	b.last = name
	return b
}

func load(ctx context.Context, state any) (any, error) { return state, nil }
func save(ctx context.Context, state any) (any, error) { return state, nil }

func embedded() (*graph.Runnable, error) {
	b := &builder{MessageGraph: graph.NewMessageGraph()}
	b.then("load", load).then("save", save).AddEdge("save", graph.END)
	return b.Compile()
}

var registry = map[string]node{"fetch": load, "store": save}

// Tables, a registry map, and a node that is there under a condition only.
func tables() {
	g := graph.NewMessageGraph()
	for name, fn := range registry {
		g.AddNode(name, "", fn)
	}
	for _, e := range [][2]string{{"fetch", "store"}, {"store", graph.END}} {
		g.AddEdge(e[0], e[1])
	}
	g.SetEntryPoint("fetch")
	if os.Getenv("AUDIT") != "" {
		g.AddNode("audit", "", save)
		g.AddEdge("fetch", "audit")
	}
	g.AddNode(os.Getenv("EXTRA"), "", save)
}

// Subgraphs in all their shapes.
func subgraphs() error {
	leaf := graph.NewMessageGraph()
	leaf.AddNode("work", "", load)
	leaf.SetEntryPoint("work")
	leaf.AddEdge("work", graph.END)

	g := graph.NewMessageGraph()
	g.SetEntryPoint("leaf")
	if err := g.AddSubgraph("leaf", leaf); err != nil {
		return err
	}
	_ = g.CreateSubgraph("made", func(sub *graph.MessageGraph) {
		sub.AddNode("inner", "", save)
		sub.SetEntryPoint("inner")
		sub.AddEdge("inner", graph.END)
	})
	again, err := graph.NewSubgraph("again", leaf)
	if err != nil {
		return err
	}
	g.AddNode("again", "", again.Execute)
	_ = g.AddNestedConditionalSubgraph("either", func(any) string { return "a" }, map[string]*graph.MessageGraph{"a": leaf, "b": leaf})
	g.AddEdge("leaf", "made")
	g.AddEdge("made", "again")
	g.AddEdge("again", "either")
	g.AddEdge("either", graph.END)
	r, _ := g.Compile()
	_, _ = r.Invoke(context.Background(), nil)
	return nil
}

// Workers that run at once inside one node, and nodes that try again.
func workers() {
	g := graph.NewMessageGraph()
	g.AddNode("split", "", load)
	g.SetEntryPoint("split")
	g.FanOutFanIn("split", nil, "collect", map[string]func(context.Context, any) (any, error){"a": load, "b": save},
		func(results []any) (any, error) { return results, nil })
	retry := graph.NewRetryNode(graph.Node{Name: "again", Function: save}, &graph.RetryConfig{MaxAttempts: 3})
	g.AddNode("again", "", retry.Execute)
	g.AddNodeWithRetry("more", "", load, nil)
	g.AddEdge("collect", "again")
	g.AddEdge("again", "more")
	g.AddEdge("more", graph.END)
}

func sum(current, new any) (any, error) { return new, nil }

// Fields are what schemas and results name; a reducer that overwrites is none.
func fields(key string) {
	g := graph.NewStateGraph()
	s := graph.NewMapSchema()
	s.RegisterReducer("logs", graph.AppendReducer)
	g.SetSchema(s)
	s.RegisterReducer("count", sum)
	s.RegisterReducer("status", graph.OverwriteReducer)
	s.RegisterChannel("temp", graph.OverwriteReducer, true)
	s.RegisterReducer(key, sum)
	g.AddNode("a", "", func(ctx context.Context, state any) (any, error) {
		return map[string]any{"logs": []string{"a"}, "owner": "x"}, nil
	})
	g.SetEntryPoint("a")
	g.AddEdge("a", graph.END)
}

type mine struct{}

func (mine) Init() any                            { return nil }
func (mine) Update(current, new any) (any, error) { return new, nil }

// A schema and a merger of the program.
func custom() {
	g := graph.NewMessageGraph()
	g.SetSchema(mine{})
	g.AddNode("a", "", func(ctx context.Context, state any) (any, error) { return map[string]any{"x": 1}, nil })
	g.SetEntryPoint("a")

	m := graph.NewMessageGraph()
	m.SetStateMerger(func(ctx context.Context, current any, states []any) (any, error) { return states[0], nil })
	m.AddNode("a", "", func(ctx context.Context, state any) (any, error) { return map[string]any{"x": 1}, nil })
	m.SetEntryPoint("a")
}

// Graphs with listeners follow the first edge of a node and no router.
func listeners() {
	g := graph.NewListenableMessageGraph()
	g.AddNode("a", "", load)
	g.AddNode("b", "", save)
	g.AddNode("c", "", save)
	g.SetEntryPoint("a")
	g.AddEdge("a", "b")
	g.AddEdge("a", "c")
	g.AddConditionalEdge("b", func(context.Context, any) string { return "c" })
	g.AddEdge("b", graph.END)
	r, _ := g.CompileListenable()
	_, _ = r.Invoke(context.Background(), nil)
}

// Checkpoints: saved after each step, or not by itself.
func checkpoints() {
	g := graph.NewCheckpointableMessageGraph()
	g.AddNode("a", "", load)
	g.SetEntryPoint("a")
	g.AddEdge("a", graph.END)
	g.SetCheckpointConfig(graph.CheckpointConfig{Store: graph.NewMemoryCheckpointStore(), AutoSave: true})
	r, _ := g.CompileCheckpointable()
	_, _ = r.Invoke(context.Background(), nil)

	manual := graph.NewCheckpointableMessageGraphWithConfig(graph.CheckpointConfig{Store: graph.NewMemoryCheckpointStore()})
	manual.AddNode("b", "", load)
	manual.SetEntryPoint("b")
	manual.AddEdge("b", graph.END)
	q, _ := manual.CompileCheckpointable()
	_, _ = q.Invoke(context.Background(), nil)
}

// The caller keeps the state of a paused run, so nobody knows how it is stored.
func paused() {
	g := graph.NewMessageGraph()
	g.AddNode("ask", "", func(ctx context.Context, state any) (any, error) {
		answer, err := graph.Interrupt(ctx, "name?")
		if err != nil {
			return nil, err
		}
		return answer, nil
	})
	g.SetEntryPoint("ask")
	g.AddEdge("ask", graph.END)
	r, _ := g.Compile()
	_, err := r.Invoke(context.Background(), nil)
	var pause *graph.GraphInterrupt
	if errors.As(err, &pause) {
		_, _ = r.InvokeWithConfig(context.Background(), pause.State, &graph.Config{ResumeFrom: pause.NextNodes, ResumeValue: "Ada"})
	}
}

// A MessageGraph reads where it is told to pause; a StateGraph of this generation does not.
func parked(ctx context.Context) {
	same := func(ctx context.Context, state any) (any, error) { return state, nil }
	g := graph.NewMessageGraph()
	g.AddNode("pay", "", same)
	g.SetEntryPoint("pay")
	g.AddEdge("pay", graph.END)
	r, _ := g.Compile()
	_, _ = r.InvokeWithConfig(ctx, nil, &graph.Config{InterruptBefore: []string{"pay"}})
	s := graph.NewMessagesStateGraph()
	s.AddNode("pay", "", same)
	s.SetEntryPoint("pay")
	s.AddEdge("pay", graph.END)
	t, _ := s.Compile()
	_, _ = t.InvokeWithConfig(ctx, nil, &graph.Config{InterruptBefore: []string{"pay"}})
}
