// Package tools calls the tools of the server.
package tools

import (
	"context"
	"errors"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Client is a session with the server.
type Client struct{ session *mcp.ClientSession }

// Connect starts the server.
func Connect(ctx context.Context, name string, args ...string) (*Client, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "app", Version: "v1.0.0"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: exec.Command(name, args...)}, nil)
	if err != nil {
		return nil, err
	}
	return &Client{session}, nil
}

// Call calls a tool and gives back its first text.
func (c *Client) Call(ctx context.Context, tool string, args map[string]any) (string, error) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return "", err
	}
	for _, content := range res.Content {
		if text, ok := content.(*mcp.TextContent); ok {
			return text.Text, nil
		}
	}
	return "", errors.New("the tool returned no text")
}
