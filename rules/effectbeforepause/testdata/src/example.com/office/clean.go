// Handlers that may be run again.
package office

import (
	"context"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The answers are looked at first.
func testsFirst(ctx context.Context, req *request) (*result, error) {
	if len(req.Params.InputResponses) == 0 {
		return ask("sure"), nil
	}
	if err := mail("clerk"); err != nil {
		return nil, err
	}
	return done()
}

// As a real server does: a variable that may stay nil, and one answer by its key. What is done before
// the question, and only then, is not done again.
func mailsTheFirstTime(ctx context.Context, req *request) (*result, error) {
	var answers official.InputResponseMap
	if req != nil && req.Params != nil {
		answers = req.Params.InputResponses
	}
	answer, ok := answers["sure"]
	if !ok {
		if err := mail("clerk"); err != nil {
			return nil, err
		}
		return ask("sure"), nil
	}
	if answer.(*official.ElicitResult).Action != "accept" {
		return done()
	}
	return nil, mail("customer")
}

func lengthTheOtherWay(ctx context.Context, req *request) (*result, error) {
	if 0 < len(req.Params.InputResponses) {
		return nil, mail("customer")
	}
	return ask("sure"), nil
}

// The two tests exclude each other.
func twoTests(ctx context.Context, req *request) (*result, error) {
	if len(req.Params.InputResponses) > 0 {
		if err := mail("customer"); err != nil {
			return nil, err
		}
	}
	if len(req.Params.InputResponses) == 0 {
		return ask("sure"), nil
	}
	return done()
}

// The test stands in a helper, which is given the request or the answers.
func isConfirmed(req *request) bool {
	answer, ok := req.Params.InputResponses["sure"]
	if !ok {
		return false
	}
	form, ok := answer.(*official.ElicitResult)
	return ok && form.Action == "accept"
}

func asksAHelper(ctx context.Context, req *request) (*result, error) {
	if !isConfirmed(req) {
		if err := mail("clerk"); err != nil {
			return nil, err
		}
		return ask("sure"), nil
	}
	return done()
}

func find(answers official.InputResponseMap) (string, bool) {
	for key := range answers {
		if id, ok := strings.CutPrefix(key, "flow:"); ok {
			return id, true
		}
	}
	return "", false
}

// The protocol has answers in its newer revision only, so they are looked for there.
func asksByRevision(ctx context.Context, req *request) (*result, error) {
	modern := req.Session.ID() == ""
	if modern {
		if id, ok := find(req.Params.InputResponses); ok {
			return nil, mail(id)
		}
	}
	if err := mail("clerk"); err != nil {
		return nil, err
	}
	return ask("flow:1"), nil
}

// The state that came with the question tells the same.
func looksAtTheState(ctx context.Context, req *request) (*result, error) {
	if req.Params.RequestState == "" {
		if err := mail("clerk"); err != nil {
			return nil, err
		}
		return &result{InputRequests: official.InputRequestMap{"sure": nil}, RequestState: "asked"}, nil
	}
	return done()
}

// One answer's effect is not repeated by the answer to another question.
func afterOneAnswer(ctx context.Context, req *request) (*result, error) {
	if _, ok := req.Params.InputResponses["sure"]; ok {
		if err := mail("customer"); err != nil {
			return nil, err
		}
		return ask("really"), nil
	}
	return ask("sure"), nil
}

// It is called where the answers are known to be missing; the caller is the handler.
func begin(ctx context.Context, req *request) (*result, error) {
	if err := mail("clerk"); err != nil {
		return nil, err
	}
	return ask("sure"), nil
}

func handsOver(ctx context.Context, req *request) (*result, error) {
	if len(req.Params.InputResponses) == 0 {
		return begin(ctx, req)
	}
	return done()
}

// Reading may be repeated.
func readsFirst(ctx context.Context, req *request) (*result, error) {
	res, err := http.Get("https://example.com/invoice")
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if len(req.Params.InputResponses) == 0 {
		return ask("sure"), nil
	}
	return done()
}

// No question is asked after the effect.
func otherPath(ctx context.Context, req *request) (*result, error) {
	if req.Params.Name == "mail" {
		return nil, mail("clerk")
	}
	return ask("sure"), nil
}

// A gateway passes on what another server asks.
func gateway(ctx context.Context, req *request, other *official.ClientSession) (*result, error) {
	if err := mail("clerk"); err != nil {
		return nil, err
	}
	res, err := other.CallTool(ctx, &official.CallToolParams{Name: "get_invoice"})
	if err != nil {
		return nil, err
	}
	return &result{InputRequests: res.InputRequests, RequestState: res.RequestState}, nil
}

// The server itself asks, and waits for the answer: nothing is run again.
func elicits(ctx context.Context, req *request) (*result, error) {
	if err := mail("clerk"); err != nil {
		return nil, err
	}
	if _, err := req.Session.Elicit(ctx, &official.ElicitParams{Message: "sure?"}); err != nil {
		return nil, err
	}
	return done()
}

// A result that asks for nothing.
func asksNothing(ctx context.Context, req *request) (*result, error) {
	if err := mail("clerk"); err != nil {
		return nil, err
	}
	return &result{InputRequests: nil}, nil
}

func communityClean(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answer := server.ElicitationResponse(req.Params.InputResponses, "sure")
	if answer == nil {
		if err := mail("clerk"); err != nil {
			return nil, err
		}
		return server.NewInputRequestBuilder("").Elicit("sure", mcp.ElicitationParams{}).ToolResult(), nil
	}
	return &mcp.CallToolResult{}, mail("customer")
}
