package mcpgate_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/mcpgate"
)

func TestCallAnswer(t *testing.T) {
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		res, err := g.Call(t.Context(), "get_basket", map[string]any{"basket_id": "bsk_a1b2c3"})
		if err != nil {
			t.Fatal(err)
		}
		var out basketOut
		if err := res.Decode(&out); err != nil || out.Count != 12 {
			t.Errorf("decoded %+v, %v", out, err)
		}
		if res.Structured == nil || !strings.Contains(res.Text().Unsafe(), "bsk_a1b2c3") {
			t.Errorf("got %+v", res)
		}
		var wrong []string
		wantText(t, res.Decode(&wrong), []string{"shop/get_basket", "[]string"})
	})
}

func TestCallToolError(t *testing.T) {
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		var refused *mcpgate.ToolError
		res, err := g.Call(t.Context(), "get_basket", map[string]any{"basket_id": "bsk_forgotten"})
		if !errors.As(err, &refused) || res != nil {
			t.Fatalf("got %v, %T %v", res, err, err)
		}
		if refused.Server != "shop" || refused.Tool != "get_basket" || refused.Message != "basket expired or unknown: <basket_id>" {
			t.Errorf("got %+v", refused)
		}
		wantText(t, err, []string{"shop/get_basket", "expired or unknown", "possibly gone"}, "bsk_forgotten")

		_, err = g.Call(t.Context(), "error_with_zero_output", nil)
		if !errors.As(err, &refused) {
			t.Errorf("an error result with structured content: got %v", err)
		}
		_, err = g.Call(t.Context(), "silent_error", nil)
		wantText(t, err, []string{"shop/silent_error", "(no text)"})
	})
}

func TestCallKeepsArgumentsOutOfErrors(t *testing.T) {
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		secret := map[string]any{"token": `s3cr3t"quoted`, "pin": 918273, "card": map[string]any{"numbers": []string{"4111222233334444"}}}
		_, err := g.Call(t.Context(), "login", secret)
		wantText(t, err, []string{"shop/login", "<token>", "<pin>", "<card.numbers>"}, "s3cr3t", "918273", "4111")

		_, err = g.Call(t.Context(), "login", map[string]any{"token": []string{"s3cr3t"}, "pin": 1, "card": nil})
		wantText(t, err, []string{"shop/login"}, "s3cr3t") // refused by the schema, which quotes what it refuses
	})
}

func TestCallProtocolError(t *testing.T) {
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		var refused *mcpgate.ProtocolError
		var wire *jsonrpc.Error
		_, err := g.Call(t.Context(), "no_such_tool", nil)
		if !errors.As(err, &refused) || refused.Code != jsonrpc.CodeInvalidParams || !errors.As(err, &wire) {
			t.Fatalf("got %T %v", err, err)
		}
		wantText(t, err, []string{"shop/no_such_tool", "unknown tool"})
		if _, err = g.Call(t.Context(), "raw_error", nil); !errors.As(err, &refused) || refused.Code != 0 {
			t.Errorf("got %T %v", err, err)
		}
	})
}

func TestCallInputRequired(t *testing.T) {
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		var asked *mcpgate.InputRequiredError
		_, err := g.Call(t.Context(), "refund", nil)
		if !errors.As(err, &asked) || len(asked.Requests) != 1 || asked.State != "sealed" {
			t.Fatalf("got %T %v", err, err)
		}
		wantText(t, err, []string{"shop/refund", "1 questions", "has not finished"}, "sealed")
		if _, err = g.Call(t.Context(), "state_only", nil); !errors.As(err, &asked) {
			t.Errorf("a result that only carries state is no success: %v", err)
		}
	})
}

func TestCallDeadline(t *testing.T) {
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		var late *mcpgate.TimeoutError
		_, err := g.Call(t.Context(), "slow", nil)
		if !errors.As(err, &late) || !errors.Is(err, context.DeadlineExceeded) || !late.Timeout() {
			t.Fatalf("got %T %v", err, err)
		}
		wantText(t, err, []string{"shop/slow", "deadline", "safe to repeat"})
		if _, err := g.Call(t.Context(), "create_basket", nil); err != nil {
			t.Errorf("the gate is of no use after a timeout: %v", err)
		}
	}, mcpgate.WithTimeout(100*time.Millisecond))
}

func TestCallerEndsCall(t *testing.T) {
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		var late *mcpgate.TimeoutError
		if _, err := g.Call(short, "slow", nil); !errors.As(err, &late) {
			t.Errorf("the caller's deadline: got %T %v", err, err)
		}
		stopped, stop := context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, stop)
		_, err := g.Call(stopped, "slow", nil)
		if !errors.Is(err, context.Canceled) || errors.As(err, new(*mcpgate.TransportError)) {
			t.Errorf("the caller's cancel: got %T %v", err, err)
		}
		wantText(t, err, []string{"shop/slow", "cancelled"})
	}, mcpgate.WithTimeout(0)) // keeps the default
}

func TestCallTransportError(t *testing.T) {
	g, web := overHTTP(t)
	web.Close()
	var broken *mcpgate.TransportError
	_, err := g.Call(t.Context(), "get_basket", map[string]any{"basket_id": "bsk_a1b2c3"})
	if !errors.As(err, &broken) || broken.Unwrap() == nil {
		t.Fatalf("got %T %v", err, err)
	}
	wantText(t, err, []string{"shop/get_basket", "no connection", "safe to repeat"}, "bsk_a1b2c3")

	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Call(t.Context(), "get_basket", nil); !errors.As(err, &broken) || !errors.Is(err, mcp.ErrConnectionClosed) {
		t.Errorf("after Close: got %T %v", err, err)
	}
}

func TestConnectErrors(t *testing.T) {
	_, web := overHTTP(t)
	web.Close()
	var broken *mcpgate.TransportError
	_, err := mcpgate.Connect(t.Context(), "shop", &mcp.StreamableClientTransport{Endpoint: web.URL, MaxRetries: -1})
	if !errors.As(err, &broken) {
		t.Fatalf("got %T %v", err, err)
	}
	wantText(t, err, []string{"shop: no connection", "check the address"})

	here, _ := mcp.NewInMemoryTransports() // nobody at the other end
	var late *mcpgate.TimeoutError
	_, err = mcpgate.Connect(t.Context(), "shop", here, mcpgate.WithTimeout(50*time.Millisecond))
	if !errors.As(err, &late) {
		t.Fatalf("got %T %v", err, err)
	}
	wantText(t, err, []string{"shop: no answer", "check the address"})
}

func TestNewLeavesSessionOpen(t *testing.T) {
	here, there := mcp.NewInMemoryTransports()
	if _, err := shop().Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	g := mcpgate.New("shop", session)
	if err := g.Close(); err != nil || g.Server() != "shop" {
		t.Fatal(err)
	}
	if _, err := g.Call(t.Context(), "create_basket", nil); err != nil {
		t.Error("Close ended a session that the caller owns:", err)
	}
	if _, err := g.Call(t.Context(), "refund", nil); err == nil {
		t.Error("a question that the SDK could not answer is a success")
	}
}
