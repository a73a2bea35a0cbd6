// Package server is a stub of mcp-go's server: the exported names that programs use, no behaviour.
package server

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

type ToolHandlerFunc func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error)

type MCPServer struct{}

func NewMCPServer(name, version string) *MCPServer { return nil }

func (s *MCPServer) AddTool(tool mcp.Tool, handler ToolHandlerFunc) {}

type InputRequestBuilder struct{}

func NewInputRequestBuilder(requestState string) *InputRequestBuilder { return nil }

func (b *InputRequestBuilder) Elicit(id string, params mcp.ElicitationParams) *InputRequestBuilder {
	return b
}

func (b *InputRequestBuilder) ToolResult() *mcp.CallToolResult { return nil }

func InputResponse(responses mcp.InputResponses, id string) (mcp.InputResponse, bool) {
	return mcp.InputResponse{}, false
}

func ElicitationResponse(responses mcp.InputResponses, id string) *mcp.ElicitationResult { return nil }
