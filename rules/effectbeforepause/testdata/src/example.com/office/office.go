// Package office is an MCP server whose tools ask the user: what the scenarios share.
package office

import (
	"net/smtp"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type (
	result  = mcp.CallToolResult
	request = mcp.CallToolRequest
)

type refund struct {
	Invoice string `json:"invoice"`
}

func mail(to string) error { return smtp.SendMail("localhost:25", nil, "a", []string{to}, nil) }

// ask makes the result that asks the client.
func ask(key string) *result {
	return &result{InputRequests: mcp.InputRequestMap{key: &mcp.ElicitParams{Message: "sure?"}}}
}

func done() (*result, error) { return &result{}, nil }

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "refund"}, mailsFirst)
	s.AddTool(&mcp.Tool{Name: "close"}, asksInAHelper)
	s.AddTool(&mcp.Tool{Name: "test"}, testsFirst)
}
