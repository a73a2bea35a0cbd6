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
}

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
	Content              []Content       `json:"content"`
	StructuredContent    any             `json:"structuredContent,omitempty"`
	RawStructuredContent json.RawMessage `json:"-"`
	IsError              bool            `json:"isError,omitempty"`
}

func AsTextContent(content any) (*TextContent, bool) { return nil, false }
func GetTextFromContent(content any) string          { return "" }
