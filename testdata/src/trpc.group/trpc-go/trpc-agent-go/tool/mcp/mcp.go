// Package mcp is a stub of trpc-agent-go's tools of MCP servers.
package mcp

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type ConnectionConfig struct{ Transport, ServerURL, Command string }

type ToolSetOption func(*ToolSet)

type ToolSet struct{ name string }

func NewMCPToolSet(config ConnectionConfig, opts ...ToolSetOption) *ToolSet { panic("stub") }

func (ts *ToolSet) Tools(ctx context.Context) []tool.Tool { panic("stub") }
func (ts *ToolSet) Close() error                          { panic("stub") }
func (ts *ToolSet) Name() string                          { return ts.name }
