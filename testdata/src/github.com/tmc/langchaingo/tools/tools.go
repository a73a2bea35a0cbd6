// Package tools is a stub of github.com/tmc/langchaingo/tools: names and signatures only.
package tools

import "context"

// Tool is a tool for a model.
type Tool interface {
	Name() string
	Description() string
	Call(ctx context.Context, input string) (string, error)
}
