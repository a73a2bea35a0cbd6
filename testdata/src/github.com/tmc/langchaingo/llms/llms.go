// Package llms is a stub of github.com/tmc/langchaingo/llms: names and signatures only.
package llms

import "context"

// Model is a language model.
type Model interface {
	GenerateContent(ctx context.Context, messages []MessageContent, options ...CallOption) (*ContentResponse, error)
	Call(ctx context.Context, prompt string, options ...CallOption) (string, error)
}

// CallOption configures a call.
type CallOption func(*CallOptions)

// CallOptions are the options of a call.
type CallOptions struct{}

// ChatMessageType is who speaks.
type ChatMessageType string

// ContentPart is a part of a message.
type ContentPart interface{ isPart() }

// MessageContent is a message.
type MessageContent struct {
	Role  ChatMessageType
	Parts []ContentPart
}

// ToolCall is a part in which a model asks for a tool.
type ToolCall struct{ ID, Type string }

func (ToolCall) isPart() {}

// ContentResponse is what a model answers.
type ContentResponse struct{ Choices []*ContentChoice }

// ContentChoice is one answer.
type ContentChoice struct {
	Content   string
	ToolCalls []ToolCall
}
