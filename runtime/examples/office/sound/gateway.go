package main

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/examples/office/internal/desk"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/mcpgate/graphpause"
	"github.com/skewlint/skewlint/runtime/mcpgate/retry"
)

// The tools that this program has something to say about, under the names that the gateway gives them.
const (
	findCustomer     = "office__find_customer"
	listAvailability = "office__list_availability"
	bookSlot         = "office__book_slot"
	openInvoices     = "office__open_invoices"
	issueRefund      = "office__issue_refund"
)

// service is whom the program signs in as when no run is behind a request.
const service = "agents"

// signIn signs every request with the token of the run's principal, so that the office sees who is asking and not who
// connected.
type signIn struct{}

func (signIn) RoundTrip(req *http.Request) (*http.Response, error) {
	user, ok := custody.Principal(req.Context())
	if !ok {
		user = service
	}
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+desk.Token(user))
	return http.DefaultTransport.RoundTrip(req)
}

// connect opens the gateway to the office at url. What is known of its tools is said here, by name; the annotations that
// the server sends are hints and decide nothing.
func connect(ctx context.Context, url string, log *slog.Logger) (*mcpgate.Gateway, error) {
	return mcpgate.Open(ctx, config(log, func(context.Context) (mcp.Transport, error) {
		return &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: signIn{}}}, nil
	}))
}

func config(log *slog.Logger, dial func(context.Context) (mcp.Transport, error)) mcpgate.Config {
	return mcpgate.Config{
		Sources: []mcpgate.Source{{
			Name: "office", Required: true, Timeout: 10 * time.Second, Dial: dial,
			Tools: map[string]mcpgate.ToolConfig{
				"find_customer":     {ReadOnly: true},
				"list_availability": {ReadOnly: true},
				"open_invoices":     {ReadOnly: true},
				"book_slot":         {Idempotent: true}, // a customer who has the slot keeps it
				"issue_refund":      {Idempotent: true, MayAsk: true},
			},
		}},
		Approval: map[string]mcpgate.Rule{bookSlot: mcpgate.Always(mcpgate.Ask)},
		Pauser:   graphpause.Pauser{},
		Retry:    retry.Policy{Attempts: 3},
		Logger:   log,
	}
}
