// Agents without a framework: a hand-written loop is the graph, and its handlers are the nodes.

package loop

import (
	"context"
	"encoding/json"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// State is saved after each step.
type State struct {
	Step     string
	BasketID string
	Item     string
}

type shop struct{ session *mcp.ClientSession }

type handler func(ctx context.Context, s *State) (next string, err error)

func (sh *shop) handlers() map[string]handler {
	return map[string]handler{"open": sh.open, "add": sh.add}
}

func (sh *shop) call(ctx context.Context, tool string, args map[string]any) (map[string]any, error) {
	res, err := sh.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return nil, err
	}
	out, _ := res.StructuredContent.(map[string]any)
	return out, nil
}

func (sh *shop) open(ctx context.Context, s *State) (string, error) {
	out, err := sh.call(ctx, "create_basket", nil)
	if err != nil {
		return "", err
	}
	s.BasketID, _ = out["basket_id"].(string) // want `node "open" stores a handle of tool "create_basket" in field "BasketID" without a record`
	return "add", nil
}

func (sh *shop) add(ctx context.Context, s *State) (string, error) {
	_, err := sh.call(ctx, "add_item", map[string]any{"basket_id": s.BasketID, "item": s.Item})
	return "done", err
}

func load(path string) (*State, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var s State
	return &s, json.Unmarshal(b, &s)
}

func save(path string, s *State) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o600)
}

// Run saves the state, so the handle outlives the process that got it.
func (sh *shop) Run(ctx context.Context, path string) error {
	s, err := load(path)
	if err != nil {
		return err
	}
	if s.Step == "" {
		s.Step = "open"
	}
	handlers := sh.handlers()
	for s.Step != "done" {
		next, err := handlers[s.Step](ctx, s)
		if err != nil {
			return err
		}
		s.Step = next
		if err := save(path, s); err != nil {
			return err
		}
	}
	return nil
}
