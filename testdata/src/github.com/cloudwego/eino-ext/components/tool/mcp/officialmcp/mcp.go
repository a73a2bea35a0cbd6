// Package mcp is a stub of Eino's adapter for the official SDK, v0.1.0, whose package is named so.
package mcp

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type Config struct {
	Cli          *mcp.ClientSession
	ToolNameList []string
	Cursor       string
}

func GetTools(ctx context.Context, conf *Config) ([]tool.BaseTool, error) { panic("stub") }
