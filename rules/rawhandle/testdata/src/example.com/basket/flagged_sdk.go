// The same mistake with the official SDK and no gate in between.

package basket

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

// client wraps a session of the official SDK, as most programs do.
type client struct{ session *mcp.ClientSession }

func (c *client) create(ctx context.Context) (string, error) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "create_basket"})
	if err != nil {
		return "", err
	}
	content, _ := res.StructuredContent.(map[string]any)
	id, _ := content["basket_id"].(string)
	return id, nil
}

func (c *client) add(ctx context.Context, id string) error {
	_, err := c.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "add_item",
		Arguments: map[string]any{"basket_id": id},
	})
	return err
}

func structuredContent(c *client) *stategraph.Graph {
	return mintAndSpend("sdk", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		id, err := c.create(ctx)
		if err != nil {
			return nil, err
		}
		return stategraph.Update{BasketID.Set(id)}, nil // want `node "sdk" stores a handle of tool "create_basket" in field "basket_id" without a record`
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, c.add(ctx, BasketID.Get(s))
	}, BasketID)
}

// The handle is read out of the text content.
func textContent(c *client) *stategraph.Graph {
	return mintAndSpend("text-content", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "create_basket"})
		if err != nil {
			return nil, err
		}
		var out struct {
			BasketID string `json:"basket_id"`
		}
		if text, ok := res.Content[0].(*mcp.TextContent); ok {
			if err := json.Unmarshal([]byte(text.Text), &out); err != nil {
				return nil, err
			}
		}
		return stategraph.Update{BasketID.Set(out.BasketID)}, nil // want `node "text-content" stores a handle of tool "create_basket" in field "basket_id" without a record`
	}, func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		return nil, c.add(ctx, BasketID.Get(s))
	}, BasketID)
}
