// Package model is a stub.
package model

import (
	"context"

	"github.com/cloudwego/eino/schema"
)

type Option struct{}

type messageType interface{ *schema.Message }

type BaseModel[M messageType] interface {
	Generate(ctx context.Context, input []M, opts ...Option) (M, error)
	Stream(ctx context.Context, input []M, opts ...Option) (*schema.StreamReader[M], error)
}

type BaseChatModel = BaseModel[*schema.Message]

type ChatModel interface {
	BaseChatModel
	BindTools(tools []*schema.ToolInfo) error
}

type ToolCallingChatModel interface {
	BaseChatModel
	WithTools(tools []*schema.ToolInfo) (ToolCallingChatModel, error)
}
