// Package function is a stub of trpc-agent-go's package for unit tests.
package function

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type (
	FunctionTool[I, O any] struct{}
	Option                 func()
)

func (t *FunctionTool[I, O]) Declaration() *tool.Declaration { return nil }

func WithName(name string) Option { return nil }

func NewFunctionTool[I, O any](fn func(context.Context, I) (O, error), opts ...Option) *FunctionTool[I, O] {
	return nil
}
