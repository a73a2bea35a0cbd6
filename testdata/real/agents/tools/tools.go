// Package tools is a wrapper as users write it: one call for the tools of both SDKs.
package tools

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	community "github.com/mark3labs/mcp-go/mcp"
	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

var errFailed = errors.New("the tool failed")

// Official calls tools through the official SDK.
type Official struct {
	Session *official.ClientSession
}

// Call calls the named tool and turns its failure into an error.
func (o *Official) Call(ctx context.Context, name string, args map[string]any) error {
	res, err := o.Session.CallTool(ctx, &official.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		return err
	}
	if res.IsError {
		return errFailed
	}
	return nil
}

// Community calls tools through the community SDK.
type Community struct {
	Client *client.Client
}

// Call calls the named tool and turns its failure into an error.
func (c *Community) Call(ctx context.Context, name string, args map[string]any) error {
	var req community.CallToolRequest
	req.Params.Name = name
	req.Params.Arguments = args
	res, err := c.Client.CallTool(ctx, req)
	if err != nil {
		return err
	}
	if res.IsError {
		return errFailed
	}
	return nil
}
