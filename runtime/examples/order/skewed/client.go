package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// shopClient calls the tools of the shop's MCP server.
type shopClient struct {
	session *mcp.ClientSession
}

// bearer signs every request with a token.
type bearer string

func (b bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(req)
}

func dialShop(ctx context.Context, url, token string) (*shopClient, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "assistant", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   url,
		HTTPClient: &http.Client{Transport: bearer(token)},
	}, nil)
	if err != nil {
		return nil, err
	}
	return &shopClient{session: session}, nil
}

func (c *shopClient) close() error { return c.session.Close() }

// data returns the structured content of a result.
func data(res *mcp.CallToolResult) map[string]any {
	m, _ := res.StructuredContent.(map[string]any)
	return m
}

func (c *shopClient) createBasket(ctx context.Context) (string, error) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "create_basket"})
	if err != nil {
		return "", err
	}
	id, _ := data(res)["basket_id"].(string)
	return id, nil
}

// basketExists reports whether the shop still has the basket.
func (c *shopClient) basketExists(ctx context.Context, basketID string) (bool, error) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "get_basket",
		Arguments: map[string]any{"basket_id": basketID},
	})
	if err != nil {
		return false, err
	}
	return !res.IsError, nil
}

func (c *shopClient) addItem(ctx context.Context, basketID, item string) error {
	_, err := c.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "add_item",
		Arguments: map[string]any{"basket_id": basketID, "item": item},
	})
	return err
}

// checkout orders the basket and returns what was in it and the sum in cents.
func (c *shopClient) checkout(ctx context.Context, basketID string) (items []any, total int, err error) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "checkout",
		Arguments: map[string]any{"basket_id": basketID},
	})
	if err != nil {
		return nil, 0, err
	}
	order := data(res)
	items, _ = order["items"].([]any)
	sum, _ := order["total"].(float64)
	return items, int(sum), nil
}

// price looks an item up and returns its price in cents.
func (c *shopClient) price(ctx context.Context, item string) (int, error) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "search_catalogue",
		Arguments: map[string]any{"query": item},
	})
	if err != nil {
		return 0, err
	}
	price, _ := data(res)["price"].(float64)
	return int(price), nil
}

func (c *shopClient) sendMail(ctx context.Context, to, subject string) error {
	_, err := c.session.CallTool(ctx, &mcp.CallToolParams{
		Name:      "send_mail",
		Arguments: map[string]any{"to": to, "subject": subject},
	})
	return err
}
