// Package model is what the example programs have for a language model: a script that answers by heart, and a client for
// an OpenAI-compatible endpoint for those who have one.
//
// The one idea is that a model is a function of the conversation and nothing else, as it is behind the API of every
// provider: it keeps nothing between two calls. So a [Script] finds its place by counting what it said since the user
// spoke, and a node that runs again after a crash hears the same answer again.
//
// What a tool returned is in the conversation as quoted text, the way a model reads it (see package untrusted). The
// script reads its data out of that text and nowhere else; it can do nothing that a model could not do.
//
// # Limits
//
// No streaming, no images, one choice. An [Endpoint] is not repeated when it fails: that is for the graph to decide.
package model

import (
	"context"
	"encoding/json"

	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// The roles of messages. A system message is the program's own words, never those of a tool.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
	Tool      = "tool"
)

// Message is one message of a conversation. It is plain data for the state of a graph.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
	// Calls are the tools that an assistant wants to be called.
	Calls []Call `json:"calls,omitempty"`
	// Name and CallID are those of the call that the message of a tool answers.
	Name   string `json:"name,omitempty"`
	CallID string `json:"call_id,omitempty"`
}

// Call is a call of a tool that a model wants.
type Call struct {
	// ID is unique in the conversation.
	ID string `json:"id"`
	// Name is the name that the model was told.
	Name string `json:"name"`
	// Arguments is a JSON object.
	Arguments json.RawMessage `json:"arguments"`
}

// Model goes on with a conversation. It is told of the tools that it may want, and of no others.
type Model interface {
	Complete(ctx context.Context, said []Message, tools []mcpgate.Definition) (Message, error)
}

// Reply is the message that answers a call. mcpgate.Reply makes its content, which is quoted.
func Reply(c Call, m mcpgate.Message) Message {
	return Message{Role: m.Role(), Content: m.Text(), Name: c.Name, CallID: c.ID}
}
