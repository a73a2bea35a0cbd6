// Package mcp is a stub of the official SDK: the exported names that programs use, no behaviour.
package mcp

import (
	"context"
	"encoding/json"
	"iter"
)

type Meta map[string]any

type Transport interface {
	Connect(ctx context.Context) (Connection, error)
}

type Connection interface{ Close() error }

type Implementation struct{ Name, Title, Version string }

type ClientOptions struct{}

type Client struct{}

func NewClient(impl *Implementation, options *ClientOptions) *Client { return nil }

type ClientSessionOptions struct{}

func (c *Client) Connect(ctx context.Context, t Transport, opts *ClientSessionOptions) (*ClientSession, error) {
	return nil, nil
}

type ClientSession struct{}

func (cs *ClientSession) ID() string   { return "" }
func (cs *ClientSession) Close() error { return nil }
func (cs *ClientSession) Wait() error  { return nil }

func (cs *ClientSession) CallTool(ctx context.Context, params *CallToolParams) (*CallToolResult, error) {
	return nil, nil
}

func (cs *ClientSession) ListTools(ctx context.Context, params *ListToolsParams) (*ListToolsResult, error) {
	return nil, nil
}

func (cs *ClientSession) Tools(ctx context.Context, params *ListToolsParams) iter.Seq2[*Tool, error] {
	return nil
}

type ListToolsParams struct{ Cursor string }

type ListToolsResult struct {
	Tools      []*Tool
	NextCursor string
}

type ToolAnnotations struct {
	DestructiveHint *bool
	IdempotentHint  bool
	OpenWorldHint   *bool
	ReadOnlyHint    bool
	Title           string
}

type Tool struct {
	Meta         Meta
	Annotations  *ToolAnnotations
	Name         string
	Title        string
	Description  string
	InputSchema  any
	OutputSchema any
}

type CallToolParams struct {
	Meta           Meta             `json:"_meta,omitempty"`
	Name           string           `json:"name"`
	Arguments      any              `json:"arguments,omitempty"`
	InputResponses InputResponseMap `json:"inputResponses,omitempty"`
	RequestState   string           `json:"requestState,omitempty"`
}

type InputResponseMap map[string]any

type InputRequestMap map[string]any

type CallToolResult struct {
	Meta              Meta            `json:"_meta,omitempty"`
	Content           []Content       `json:"content"`
	StructuredContent any             `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
	InputRequests     InputRequestMap `json:"inputRequests,omitempty"`
	RequestState      string          `json:"requestState,omitempty"`
}

func (r *CallToolResult) GetError() error    { return nil }
func (r *CallToolResult) SetError(err error) {}
func (r *CallToolResult) NeedsInput() bool   { return false }

type Content interface{ MarshalJSON() ([]byte, error) }

type TextContent struct {
	Text        string
	Meta        Meta
	Annotations any
}

func (c *TextContent) MarshalJSON() ([]byte, error) { return nil, nil }

type ServerSession struct{}

func (ss *ServerSession) ID() string { return "" }

type ElicitParams struct {
	Message         string
	RequestedSchema any
}

type ElicitResult struct {
	Action  string
	Content map[string]any
}

func (ss *ServerSession) Elicit(ctx context.Context, params *ElicitParams) (*ElicitResult, error) {
	return nil, nil
}

type ServerRequest[P any] struct {
	Session *ServerSession
	Params  P
}

type CallToolParamsRaw struct {
	Meta           Meta
	Name           string
	Arguments      json.RawMessage
	InputResponses InputResponseMap
	RequestState   string
}

type CallToolRequest = ServerRequest[*CallToolParamsRaw]

type ToolHandler func(context.Context, *CallToolRequest) (*CallToolResult, error)

type ToolHandlerFor[In, Out any] func(context.Context, *CallToolRequest, In) (*CallToolResult, Out, error)

type ServerOptions struct{}

type Server struct{}

func NewServer(impl *Implementation, options *ServerOptions) *Server { return nil }

func (s *Server) AddTool(t *Tool, h ToolHandler) {}

func AddTool[In, Out any](s *Server, t *Tool, h ToolHandlerFor[In, Out]) {}
