// Package utils is a stub.
package utils

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"
)

type Option func(o *options)

type options struct{}

type InvokeFunc[T, D any] func(ctx context.Context, input T) (output D, err error)

func InferTool[T, D any](toolName, toolDesc string, i InvokeFunc[T, D], opts ...Option) (tool.InvokableTool, error) {
	panic("stub")
}

func NewTool[T, D any](desc *schema.ToolInfo, i InvokeFunc[T, D], opts ...Option) tool.InvokableTool {
	panic("stub")
}

type ErrorHandler func(context.Context, error) string

func WrapToolWithErrorHandler(t tool.BaseTool, h ErrorHandler) tool.BaseTool { panic("stub") }
