package mcpgate_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/mcpgate"
)

type basketIn struct {
	BasketID string `json:"basket_id"`
}

type loginIn struct {
	Token string         `json:"token"`
	Pin   int            `json:"pin"`
	Card  map[string]any `json:"card"`
}

type basketOut struct {
	BasketID string `json:"basket_id"`
	Count    int    `json:"count"`
}

// shop is a server with one tool for each thing that can happen to a call.
func shop() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "create_basket"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, basketOut, error) {
		return nil, basketOut{BasketID: "bsk_a1b2c3"}, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "get_basket"}, func(_ context.Context, _ *mcp.CallToolRequest, in basketIn) (*mcp.CallToolResult, basketOut, error) {
		if in.BasketID != "bsk_a1b2c3" {
			return nil, basketOut{}, errors.New("basket expired or unknown: " + in.BasketID)
		}
		return nil, basketOut{BasketID: in.BasketID, Count: 12}, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "error_with_zero_output"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, basketOut, error) {
		return &mcp.CallToolResult{IsError: true}, basketOut{}, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "login"}, func(_ context.Context, _ *mcp.CallToolRequest, in loginIn) (*mcp.CallToolResult, any, error) {
		raw, _ := json.Marshal(in)
		return nil, nil, errors.New("bad login:\n" + string(raw))
	})
	mcp.AddTool(s, &mcp.Tool{Name: "slow"}, func(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		<-ctx.Done()
		return nil, nil, ctx.Err()
	})
	mcp.AddTool(s, &mcp.Tool{Name: "refund"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		ask := &mcp.ElicitParams{Message: "how much?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"amount":{"type":"number"}}}`)}
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"amount": ask}, RequestState: "sealed"}, nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "state_only"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{RequestState: "sealed"}, nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "prose"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "your basket is bsk_1"}}}, nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "shapes"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, map[string]any, error) {
		return nil, map[string]any{"number": 42, "fraction": 4.2, "huge": uint64(1) << 60, "empty": "", "flag": true,
			"basket": map[string]any{"id": "inner"}, "with.dot": "literal"}, nil
	})
	s.AddTool(&mcp.Tool{Name: "silent_error", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{IsError: true}, nil
	})
	s.AddTool(&mcp.Tool{Name: "raw_error", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New("database is down")
	})
	return s
}

// overHTTP serves the shop as a stateless server on loopback, which speaks revision 2026-07-28.
func overHTTP(t *testing.T, opts ...mcpgate.Option) (*mcpgate.Gate, *httptest.Server) {
	t.Helper()
	server := shop()
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true}))
	t.Cleanup(web.Close)
	return connect(t, &mcp.StreamableClientTransport{Endpoint: web.URL, MaxRetries: -1}, opts...), web
}

func inMemory(t *testing.T, opts ...mcpgate.Option) *mcpgate.Gate {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	session, err := shop().Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return connect(t, here, opts...)
}

func connect(t *testing.T, transport mcp.Transport, opts ...mcpgate.Option) *mcpgate.Gate {
	t.Helper()
	g, err := mcpgate.Connect(t.Context(), "shop", transport, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	return g
}

// onBoth runs a test over HTTP and in memory: the two do not always behave alike.
func onBoth(t *testing.T, test func(t *testing.T, g *mcpgate.Gate), opts ...mcpgate.Option) {
	t.Run("http", func(t *testing.T) {
		g, _ := overHTTP(t, opts...)
		test(t, g)
	})
	t.Run("memory", func(t *testing.T) { test(t, inMemory(t, opts...)) })
}

// wantText checks that an error names what went wrong, and holds nothing that it must not.
func wantText(t *testing.T, err error, has []string, not ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	for _, s := range has {
		if !strings.Contains(err.Error(), s) {
			t.Errorf("%q does not say %q", err, s)
		}
	}
	for _, s := range append(not, "\n") {
		if strings.Contains(err.Error(), s) {
			t.Errorf("%q gives away %q", err, s)
		}
	}
}
