package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/examples/order/internal/shop"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// service is whom the program signs in as when no run is behind a request.
const service = "assistant"

// signIn signs every request with the token of the run's principal, so that the shop sees who is asking and not who
// connected.
type signIn struct{}

func (signIn) RoundTrip(req *http.Request) (*http.Response, error) {
	user, ok := custody.Principal(req.Context())
	if !ok {
		user = service
	}
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+shop.Token(user))
	return http.DefaultTransport.RoundTrip(req)
}

// dial opens the gate to the shop.
func dial(ctx context.Context, url string) (*mcpgate.Gate, error) {
	return mcpgate.Connect(ctx, "shop", &mcp.StreamableClientTransport{
		Endpoint:   url,
		HTTPClient: &http.Client{Transport: signIn{}},
	})
}
