// want package:"builder code"

// Package tools wraps a client, as most programs do.
package tools

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type Client struct{ session *mcp.ClientSession }

func New(s *mcp.ClientSession) *Client { return &Client{s} }

func (c *Client) Call(ctx context.Context, tool string) error {
	_, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: tool})
	return err
}
