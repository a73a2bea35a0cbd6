// Handlers that do something and then ask: the answer does it once more.
package office

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The typed handler of the official SDK.
func mailsFirst(ctx context.Context, req *request, in refund) (*result, any, error) {
	if err := mail(in.Invoice); err != nil { // want `handler mailsFirst sends mail \(net/smtp.SendMail\) before it asks for input, so the answer does it again`
		return nil, nil, err
	}
	if len(req.Params.InputResponses) == 0 {
		return &result{InputRequests: official.InputRequestMap{"sure": &official.ElicitParams{Message: "sure?"}}}, nil, nil
	}
	return &result{}, nil, nil
}

// The raw one, which asks in a helper.
func asksInAHelper(ctx context.Context, req *request) (*result, error) {
	if _, err := http.Post("https://audit.example.com", "text/plain", nil); err != nil { // want `handler asksInAHelper writes over the network \(net/http.Post\) before it asks for input`
		return nil, err
	}
	if _, ok := req.Params.InputResponses["sure"]; !ok {
		return ask("sure"), nil
	}
	return done()
}

// The result is filled in step by step.
func fillsTheResult(ctx context.Context, req *request) (*result, error) {
	res := &result{}
	if req.Params.InputResponses == nil {
		res.InputRequests = official.InputRequestMap{}
	}
	return res, nil
}

func fillsItLate(ctx context.Context, req *request) (*result, error) {
	res := &result{}
	if err := mail("clerk"); err != nil { // want `handler fillsItLate sends mail`
		return nil, err
	}
	if req.Params.InputResponses == nil {
		res.InputRequests = official.InputRequestMap{}
	}
	return res, nil
}

// A handler is a handler wherever it stands: here a literal that a constructor returns, with more
// parameters than the SDK passes.
func newTool(audit string) func(context.Context, string, *request) (*result, error) {
	return func(ctx context.Context, user string, req *request) (*result, error) {
		if err := mail(audit); err != nil { // want `this handler sends mail`
			return nil, err
		}
		if answered := len(req.Params.InputResponses) > 0; answered {
			return done()
		}
		return ask("sure"), nil
	}
}

// After any answer it mails, and asks once more: the second answer mails again.
func asksTwice(ctx context.Context, req *request) (*result, error) {
	if len(req.Params.InputResponses) == 0 {
		return ask("sure"), nil
	}
	if err := mail("clerk"); err != nil { // want `handler asksTwice sends mail`
		return nil, err
	}
	if _, ok := req.Params.InputResponses["really"]; !ok {
		return ask("really"), nil
	}
	return done()
}

// The community SDK: requests by value, a builder, and a function that looks an answer up.
func community(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := mail("clerk"); err != nil { // want `handler community sends mail`
		return nil, err
	}
	if server.ElicitationResponse(req.Params.InputResponses, "sure") == nil {
		return server.NewInputRequestBuilder("").Elicit("sure", mcp.ElicitationParams{}).ToolResult(), nil
	}
	return &mcp.CallToolResult{}, nil
}

func communityLiteral(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := mail("clerk"); err != nil { // want `handler communityLiteral sends mail`
		return nil, err
	}
	if len(req.Params.InputResponses) == 0 {
		return &mcp.CallToolResult{
			Result:               mcp.Result{ResultType: "input_required"},
			MultiRoundTripResult: mcp.MultiRoundTripResult{InputRequests: mcp.InputRequests{"sure": {}}},
		}, nil
	}
	return &mcp.CallToolResult{}, nil
}
