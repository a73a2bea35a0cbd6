// Package mcp is a stub of mcp-go: the exported names that programs use, no behaviour.
package mcp

import "encoding/json"

type Meta struct{ AdditionalFields map[string]any }

type Request struct{ Method string }

type Result struct {
	Meta       *Meta
	ResultType string
}

type CallToolParams struct {
	Name      string `json:"name"`
	Arguments any    `json:"arguments,omitempty"`
	Meta      *Meta  `json:"_meta,omitempty"`
	MultiRoundTripParams
}

type MultiRoundTripParams struct {
	InputResponses InputResponses `json:"inputResponses,omitempty"`
	RequestState   string         `json:"requestState,omitempty"`
}

type MultiRoundTripResult struct {
	InputRequests InputRequests `json:"inputRequests,omitempty"`
	RequestState  string        `json:"requestState,omitempty"`
}

type InputRequests map[string]InputRequest

type InputResponses map[string]InputResponse

type InputRequest struct{ Method string }

type InputResponse struct{ Elicitation *ElicitationResult }

type ElicitationParams struct{ Message string }

type ElicitationResponseAction string

const ElicitationResponseActionAccept ElicitationResponseAction = "accept"

type ElicitationResponse struct {
	Action  ElicitationResponseAction
	Content any
}

type ElicitationResult struct{ ElicitationResponse }

type Tool struct{ Name string }

func NewTool(name string) Tool { return Tool{Name: name} }

type CallToolRequest struct {
	Request
	Params CallToolParams `json:"params"`
}

type Content interface{ isContent() }

type TextContent struct {
	Type string
	Text string
}

func (TextContent) isContent() {}

type CallToolResult struct {
	Result
	MultiRoundTripResult
	Content              []Content       `json:"content"`
	StructuredContent    any             `json:"structuredContent,omitempty"`
	RawStructuredContent json.RawMessage `json:"-"`
	IsError              bool            `json:"isError,omitempty"`
}

func AsTextContent(content any) (*TextContent, bool) { return nil, false }
func GetTextFromContent(content any) string          { return "" }
