// Package shop is a client that another package's nodes use.
package shop

import (
	"context"

	"github.com/skewlint/skewlint/runtime/mcpgate"
)

type Client struct{ Gate *mcpgate.Gate }

type Basket struct {
	ID    string `json:"basket_id"`
	Total int    `json:"total"`
}

func (c *Client) Create(ctx context.Context) (*Basket, error) {
	res, err := c.Gate.Call(ctx, "create_basket", nil)
	if err != nil {
		return nil, err
	}
	b := new(Basket)
	return b, res.Decode(b)
}

func (c *Client) Add(ctx context.Context, basketID, item string) error {
	return c.call(ctx, "add_item", map[string]any{"basket_id": basketID, "item": item})
}

func (c *Client) call(ctx context.Context, tool string, args map[string]any) error {
	_, err := c.Gate.Call(ctx, tool, args)
	return err
}

// Retry calls f until it works.
func Retry(f func() error) error {
	for {
		if err := f(); err == nil {
			return nil
		}
	}
}
