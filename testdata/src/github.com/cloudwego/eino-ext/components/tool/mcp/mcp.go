// Package mcp is a stub of Eino's adapter for mark3labs/mcp-go, v0.0.8.
package mcp

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/mark3labs/mcp-go/client"
)

type Config struct {
	Cli           client.MCPClient
	ToolNameList  []string
	CustomHeaders map[string]string
}

func GetTools(ctx context.Context, conf *Config) ([]tool.BaseTool, error) { panic("stub") }
