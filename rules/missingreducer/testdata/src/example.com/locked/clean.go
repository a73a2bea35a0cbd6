// The twins: writes that merge, say the same, keep the first or the largest, or that nobody reads.

package locked

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

// pair builds a graph with two nodes that run at one time, and one behind both that reads all.
func pair(ctx context.Context, a, b func(context.Context, string) (map[string]any, error)) error {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(newState))
	_ = g.AddLambdaNode("a", compose.InvokableLambda(a))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(b))
	_ = g.AddLambdaNode("all", compose.InvokableLambda(all))
	_ = g.AddEdge(compose.START, "a")
	_ = g.AddEdge(compose.START, "b")
	_ = g.AddEdge("a", "all")
	_ = g.AddEdge("b", "all")
	_ = g.AddEdge("all", compose.END)
	_, err := g.Compile(ctx)
	return err
}

func all(ctx context.Context, _ map[string]any) (out string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, s *state) error {
		for _, n := range s.Notes {
			out += n + s.ByName[n]
		}
		if s.Done && s.Best > float64(s.Count) {
			out += s.First + s.Last
		}
		return nil
	})
	return out, err
}

// Each adds to a list.
func appendA(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Notes = append(s.Notes, in); return nil })
	return map[string]any{"a": in}, err
}

func appendB(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Notes = append(s.Notes, "b", in); return nil })
	return map[string]any{"b": in}, err
}

// Each has a key of its own.
func insertA(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.ByName["a"] = in; return nil })
	return map[string]any{"a": in}, err
}

func insertB(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.ByName["b"] = in; return nil })
	return map[string]any{"b": in}, err
}

// Each counts.
func countA(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Count++; return nil })
	return map[string]any{"a": in}, err
}

func countB(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Count += len(in); return nil })
	return map[string]any{"b": in}, err
}

// Both say the same.
func doneA(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Done = true; return nil })
	return map[string]any{"a": in}, err
}

func doneB(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Done = true; return nil })
	return map[string]any{"b": in}, err
}

// The first one stays.
func firstA(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error {
		if s.First == "" {
			s.First = "a"
		}
		return nil
	})
	return map[string]any{"a": in}, err
}

func firstB(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error {
		if s.First != "" {
			return nil
		}
		s.First = "b"
		return nil
	})
	return map[string]any{"b": in}, err
}

// The largest stays.
func bestA(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Best = max(s.Best, 0.5); return nil })
	return map[string]any{"a": in}, err
}

func bestB(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error {
		if got := float64(len(in)); got > s.Best {
			s.Best = got
		}
		return nil
	})
	return map[string]any{"b": in}, err
}

// Nobody reads it.
func quietA(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Quiet = "a"; return nil })
	return map[string]any{"a": in}, err
}

func quietB(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Quiet = "b"; return nil })
	return map[string]any{"b": in}, err
}

func clean(ctx context.Context) {
	_ = pair(ctx, appendA, appendB)
	_ = pair(ctx, insertA, insertB)
	_ = pair(ctx, countA, countB)
	_ = pair(ctx, doneA, doneB)
	_ = pair(ctx, firstA, firstB)
	_ = pair(ctx, bestA, bestB)
	_ = pair(ctx, quietA, quietB)
}

// One after the other.
func then(ctx context.Context, in map[string]any) (map[string]any, error) { return code(ctx, "then") }

func inOrder(ctx context.Context) error {
	g := compose.NewGraph[string, map[string]any](compose.WithGenLocalState(newState))
	_ = g.AddLambdaNode("research", compose.InvokableLambda(research))
	_ = g.AddLambdaNode("code", compose.InvokableLambda(then))
	_ = g.AddLambdaNode("same", compose.InvokableLambda(same))
	_ = g.AddEdge(compose.START, "research")
	_ = g.AddEdge("research", "code")
	_ = g.AddEdge("code", "same")
	_ = g.AddEdge("same", compose.END)
	_, err := g.Compile(ctx)
	return err
}
