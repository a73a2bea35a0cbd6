// Lists that two nodes replace as a whole.

package locked

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

// A list that each replaces as a whole.
func listA(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Notes = []string{in}; return nil })
	return map[string]any{"a": in}, err
}

func listB(ctx context.Context, in string) (map[string]any, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *state) error { s.Notes = []string{"b", in}; return nil })
	return map[string]any{"b": in}, err
}

func misses(ctx context.Context) { _ = pair(ctx, listA, listB) }
