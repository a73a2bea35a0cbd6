// Package server has the tools.
package server

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type basketArgs struct {
	Wish string `json:"wish"`
}

type payArgs struct {
	Basket string `json:"basket"`
}

// Run serves on standard input and output.
func Run(ctx context.Context) error {
	s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "v1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "create_basket", Description: "fills a basket"}, create)
	mcp.AddTool(s, &mcp.Tool{Name: "pay", Description: "pays for a basket"}, pay)
	return s.Run(ctx, &mcp.StdioTransport{})
}

func create(_ context.Context, _ *mcp.CallToolRequest, args basketArgs) (*mcp.CallToolResult, any, error) {
	return text("basket for " + args.Wish), nil, nil
}

func pay(_ context.Context, _ *mcp.CallToolRequest, args payArgs) (*mcp.CallToolResult, any, error) {
	return text(fmt.Sprintf("%s is paid", args.Basket)), nil, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}
