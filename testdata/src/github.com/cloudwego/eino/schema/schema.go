// Package schema is a stub of Eino's messages: names and signatures only.
package schema

// Message is a message of a conversation.
type Message struct {
	Content    string
	ToolCalls  []ToolCall
	ToolCallID string
	Extra      map[string]any
}

// ToolCall is a model's wish to call a tool.
type ToolCall struct{ ID string }

// ToolInfo describes a tool.
type ToolInfo struct{ Name, Desc string }

// Document is a retrieved text.
type Document struct{ Content string }

// StreamReader reads a stream.
type StreamReader[T any] struct{ _ T }

func (sr *StreamReader[T]) Recv() (T, error) { panic("stub") }
func (sr *StreamReader[T]) Close()           {}

// FormatType says how templates are written.
type FormatType uint8

// FString is Python's format.
const FString FormatType = 0

// MessagesTemplate is a part of a template.
type MessagesTemplate interface{ Format() }

func (m *Message) Format() {}

func SystemMessage(content string) *Message { panic("stub") }
func UserMessage(content string) *Message   { panic("stub") }

func Register[T any]()                {}
func RegisterName[T any](name string) {}
