// Package tool is a stub of trpc-agent-go's package for unit tests.
package tool

import "context"

type (
	Declaration  struct{ Name, Description string }
	Tool         interface{ Declaration() *Declaration }
	CallableTool interface {
		Call(ctx context.Context, jsonArgs []byte) (any, error)
		Tool
	}
	ToolSet interface {
		Tools(ctx context.Context) []Tool
		Close() error
		Name() string
	}
)
