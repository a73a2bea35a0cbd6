// Package client is a stub of mcp-go's client: the exported names that programs use, no behaviour.
package client

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

type Client struct{}

func (c *Client) CallTool(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

func (c *Client) Close() error { return nil }

type MCPClient interface {
	CallTool(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error)
	Close() error
}
