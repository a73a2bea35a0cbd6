// Package server serves tools that ask the user, with both SDKs, and calls those of others. It builds
// no graph.
package server

import (
	"context"
	"net/http"

	community "github.com/mark3labs/mcp-go/mcp"
	communityserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type refund struct {
	Invoice string `json:"invoice"`
}

func audit() error {
	res, err := http.Post("https://audit.example.com", "text/plain", nil)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// New makes a server of the official SDK.
func New() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "office"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "refund"}, refundTool)
	s.AddTool(&mcp.Tool{Name: "close", InputSchema: map[string]any{"type": "object"}}, closeTool)
	return s
}

// Each answer is audited as if it were a new request.
func refundTool(_ context.Context, req *mcp.CallToolRequest, in refund) (*mcp.CallToolResult, any, error) {
	if err := audit(); err != nil { // want "handler refundTool writes over the network .net/http.Post. before it asks for input, so the answer does it again .effectbeforepause."
		return nil, nil, err
	}
	if _, ok := req.Params.InputResponses["sure"]; !ok {
		return &mcp.CallToolResult{
			InputRequests: mcp.InputRequestMap{"sure": &mcp.ElicitParams{Message: "Refund " + in.Invoice + "?"}},
		}, nil, nil
	}
	return &mcp.CallToolResult{}, nil, nil
}

// The question comes first.
func closeTool(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.InputResponses) == 0 {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"sure": &mcp.ElicitParams{Message: "Close?"}}}, nil
	}
	answer, ok := req.Params.InputResponses["sure"].(*mcp.ElicitResult)
	if !ok || answer.Action != "accept" {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "not closed"}}}, nil
	}
	if err := audit(); err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{}, nil
}

// NewCommunity makes a server of the community SDK.
func NewCommunity() *communityserver.MCPServer {
	s := communityserver.NewMCPServer("office", "1.0.0")
	s.AddTool(community.NewTool("refund"), func(_ context.Context, req community.CallToolRequest) (*community.CallToolResult, error) {
		if err := audit(); err != nil { // want "this handler writes over the network .net/http.Post. before it asks for input"
			return nil, err
		}
		if communityserver.ElicitationResponse(req.Params.InputResponses, "sure") == nil {
			ask := communityserver.NewInputRequestBuilder("")
			return ask.Elicit("sure", community.ElicitationParams{Message: "Refund?"}).ToolResult(), nil
		}
		return community.NewToolResultText("refunded"), nil
	})
	s.AddTool(community.NewTool("close"), func(_ context.Context, req community.CallToolRequest) (*community.CallToolResult, error) {
		if len(req.Params.InputResponses) == 0 {
			ask := communityserver.NewInputRequestBuilder("")
			return ask.Elicit("sure", community.ElicitationParams{Message: "Close?"}).ToolResult(), nil
		}
		return community.NewToolResultText("closed"), audit()
	})
	return s
}

// RefundAll pays back what the caller lists, all at once.
func RefundAll(ctx context.Context, session *mcp.ClientSession, invoices []string) {
	for _, invoice := range invoices {
		go func() { // want "function RefundAll starts tool calls without limit, so the length of invoices decides how many run at once .unboundedfanout."
			_, _ = session.CallTool(ctx, &mcp.CallToolParams{Name: "refund", Arguments: refund{Invoice: invoice}})
		}()
	}
}
