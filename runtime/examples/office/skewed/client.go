package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/office/internal/desk"
)

// officeClient calls the tools of the office under names with a prefix, as adapters do.
type officeClient struct {
	session *mcp.ClientSession
	asked   int // how often a person was asked before a call
}

const prefix = "office__"

// needsApproval lists the tools that a person must allow.
var needsApproval = map[string]bool{"book_slot": true, "cancel_booking": true}

type bearer string

func (b bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(req)
}

func dialOffice(ctx context.Context, url, user string) (*officeClient, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "clerk", Version: "1"}, &mcp.ClientOptions{
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}, // the graph asks, see refund
		Capabilities:   &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{}},
	})
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   url,
		HTTPClient: &http.Client{Transport: bearer(desk.Token(user))},
	}, nil)
	if err != nil {
		return nil, err
	}
	return &officeClient{session: session}, nil
}

// byModel makes a call that a model wants, after a person has allowed it.
func (c *officeClient) byModel(ctx context.Context, name string, args map[string]any) (string, error) {
	if needsApproval[name] {
		c.asked++
		return "waits for approval", nil
	}
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: strings.TrimPrefix(name, prefix), Arguments: args})
	if err != nil {
		return "", err
	}
	return text(res), nil
}

// text is what a model reads.
func text(res *mcp.CallToolResult) string {
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			return t.Text
		}
	}
	return ""
}

// data returns the structured content of a result.
func data(res *mcp.CallToolResult) map[string]any {
	m, _ := res.StructuredContent.(map[string]any)
	return m
}

func (c *officeClient) availability(ctx context.Context, day string) ([]int, error) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "list_availability", Arguments: map[string]any{"day": day}})
	if err != nil {
		return nil, err
	}
	list, _ := data(res)["slots"].([]any)
	var out []int
	for _, v := range list {
		id, _ := v.(float64)
		out = append(out, int(id))
	}
	return out, nil
}

func (c *officeClient) checkSlot(ctx context.Context, id int) error {
	_, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "check_slot", Arguments: map[string]any{"slot_id": id}})
	return err
}

func (c *officeClient) createHold(ctx context.Context, slotID int) (string, error) {
	res, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "create_hold", Arguments: map[string]any{"slot_id": slotID}})
	if err != nil {
		return "", err
	}
	id, _ := data(res)["hold_id"].(string)
	return id, nil
}

func (c *officeClient) confirmHold(ctx context.Context, id string) error {
	_, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: "confirm_hold", Arguments: map[string]any{"hold_id": id}})
	return err
}

// refund asks for a refund; said is the answer of a person, nil before there is one.
func (c *officeClient) refund(ctx context.Context, id int, said *mcp.ElicitResult) (*mcp.CallToolResult, error) {
	p := &mcp.CallToolParams{Name: "issue_refund", Arguments: map[string]any{"invoice_id": id}}
	if said != nil {
		p.InputResponses = mcp.InputResponseMap{"confirm": said}
	}
	return c.session.CallTool(ctx, p)
}
