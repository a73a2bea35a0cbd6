// Package prompt is a stub.
package prompt

import (
	"context"

	"github.com/cloudwego/eino/schema"
)

type ChatTemplate interface {
	Format(ctx context.Context, vs map[string]any) ([]*schema.Message, error)
}

type DefaultChatTemplate struct{}

func (t *DefaultChatTemplate) Format(ctx context.Context, vs map[string]any) ([]*schema.Message, error) {
	panic("stub")
}

func FromMessages(formatType schema.FormatType, templates ...schema.MessagesTemplate) *DefaultChatTemplate {
	panic("stub")
}
