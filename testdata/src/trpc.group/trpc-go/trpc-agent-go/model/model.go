// Package model is a stub of trpc-agent-go's package for unit tests.
package model

import "context"

type (
	Role             string
	GenerationConfig struct{ Stream bool }
	ToolCall         struct{ ID string }
	Message          struct {
		Role      Role
		Content   string
		ToolID    string
		ToolCalls []ToolCall
	}
	Request  struct{ Messages []Message }
	Choice   struct{ Message, Delta Message }
	Response struct {
		ID      string
		Choices []Choice
		Done    bool
	}
	Info  struct{ Name string }
	Model interface {
		GenerateContent(ctx context.Context, request *Request) (<-chan *Response, error)
		Info() Info
	}
)

func NewSystemMessage(content string) Message                 { return Message{} }
func NewUserMessage(content string) Message                   { return Message{} }
func NewAssistantMessage(content string) Message              { return Message{} }
func NewToolMessage(toolID, toolName, content string) Message { return Message{} }
