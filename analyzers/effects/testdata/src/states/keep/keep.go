// Package keep has helpers that are given state.
package keep

import "context"

// Basket looks into a state that it is given.
func Basket(state map[string]any) string {
	id, _ := state["basket_id"].(string)
	return id
}

// Put writes into a state that it is given.
func Put(state map[string]any, id string) { state["basket_id"] = id }

// Logged wraps a node.
func Logged(next func(context.Context, map[string]any) (map[string]any, error)) func(context.Context, map[string]any) (map[string]any, error) {
	return func(ctx context.Context, state map[string]any) (map[string]any, error) {
		out, err := next(ctx, state)
		if err != nil {
			return nil, err
		}
		out["log"] = "done"
		return out, nil
	}
}
