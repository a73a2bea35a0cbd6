// Package tool is a stub.
package tool

import (
	"context"

	"github.com/cloudwego/eino/schema"
)

type Option struct{}

type BaseTool interface {
	Info(ctx context.Context) (*schema.ToolInfo, error)
}

type InvokableTool interface {
	BaseTool
	InvokableRun(ctx context.Context, argumentsInJSON string, opts ...Option) (string, error)
}

func Interrupt(ctx context.Context, info any) error                    { panic("stub") }
func StatefulInterrupt(ctx context.Context, info any, state any) error { panic("stub") }
func CompositeInterrupt(ctx context.Context, info any, state any, errs ...error) error {
	panic("stub")
}
func GetInterruptState[T any](ctx context.Context) (wasInterrupted bool, hasState bool, state T) {
	panic("stub")
}
func GetResumeContext[T any](ctx context.Context) (isResumeTarget bool, hasData bool, data T) {
	panic("stub")
}
