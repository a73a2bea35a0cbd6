// Package mcptoolset is a stub of google.golang.org/adk/v2/tool/mcptoolset.
package mcptoolset

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/adk/v2/tool"
)

type Config struct {
	Client                      *mcp.Client
	Transport                   mcp.Transport
	Endpoint                    string
	ToolFilter                  tool.Predicate
	RequireConfirmation         bool
	RequireConfirmationProvider tool.ConfirmationProvider
}

func New(cfg Config) (tool.Toolset, error) { return nil, nil }
