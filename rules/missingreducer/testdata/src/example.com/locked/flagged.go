// Nodes that run at one time and set one field of Eino's local state. A lock keeps them apart; whichever
// takes it last has the field.
package locked

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

type state struct {
	Summary string
	Next    string
	Best    float64
	Count   int
	Notes   []string
	ByName  map[string]string
	Done    bool
	First   string
	Last    string
	Quiet   string
}

func short(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error {
		s.Summary = "short: " + in
		return nil
	})
	return map[string]any{"short": in}, err
}

func long(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error {
		s.Summary = "long: " + in // want `nodes "short" and "long" write field "Summary" in one step without a reducer, so the one that runs last overwrites the other`
		return nil
	})
	return map[string]any{"long": in}, err
}

func report(ctx context.Context, _ map[string]any) (out string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, s *state) error {
		out = s.Summary
		return nil
	})
	return out, err
}

func newState(context.Context) *state { return &state{} }

func summaries(ctx context.Context) error {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(newState))
	_ = g.AddLambdaNode("short", compose.InvokableLambda(short))
	_ = g.AddLambdaNode("long", compose.InvokableLambda(long))
	_ = g.AddLambdaNode("report", compose.InvokableLambda(report))
	_ = g.AddEdge(compose.START, "short")
	_ = g.AddEdge(compose.START, "long")
	_ = g.AddEdge("short", "report")
	_ = g.AddEdge("long", "report")
	_ = g.AddEdge("report", compose.END)
	_, err := g.Compile(ctx)
	return err
}

// The router behind each of the two may find what the other has put there.
func research(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Next = "write"; return nil })
	return map[string]any{"research": in}, err
}

func code(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error {
		s.Next = "test" // want `nodes "research" and "code" write field "Next" in one step without a reducer`
		return nil
	})
	return map[string]any{"code": in}, err
}

func same(ctx context.Context, in map[string]any) (map[string]any, error) { return in, nil }

func routes(ctx context.Context) error {
	next := func(ctx context.Context, _ map[string]any) (to string, err error) {
		err = compose.ProcessState(ctx, func(_ context.Context, s *state) error { to = s.Next; return nil })
		return to, err
	}
	g := compose.NewGraph[string, map[string]any](compose.WithGenLocalState(newState))
	_ = g.AddLambdaNode("research", compose.InvokableLambda(research))
	_ = g.AddLambdaNode("code", compose.InvokableLambda(code))
	_ = g.AddLambdaNode("write", compose.InvokableLambda(same))
	_ = g.AddLambdaNode("test", compose.InvokableLambda(same))
	_ = g.AddEdge(compose.START, "research")
	_ = g.AddEdge(compose.START, "code")
	_ = g.AddBranch("research", compose.NewGraphBranch(next, map[string]bool{"write": true, "test": true}))
	_ = g.AddBranch("code", compose.NewGraphBranch(next, map[string]bool{"write": true, "test": true}))
	_ = g.AddEdge("write", compose.END)
	_ = g.AddEdge("test", compose.END)
	_, err := g.Compile(ctx)
	return err
}
