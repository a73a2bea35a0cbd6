package mcpgate_test

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/mcpgate/retry"
)

// unsteady opens a gateway to an office whose network fails as told.
func unsteady(t *testing.T, source mcpgate.Source) (*mcpgate.Gateway, *office, *flaky) {
	t.Helper()
	o, f := newOffice(nil), &flaky{}
	source.Name = "office"
	source.Dial = web(t, o.Server, func(h http.Handler) http.Handler {
		f.Handler = h
		return f
	})
	g := open(t, mcpgate.Config{Sources: []mcpgate.Source{source}, Retry: retry.Policy{Attempts: 3, Sleep: noWait}})
	return g, o, f
}

func TestRetries(t *testing.T) {
	item := func(r any) map[string]any { return map[string]any{"basket_id": r, "item": "hat"} }
	declared := func(tool string, c mcpgate.ToolConfig) mcpgate.Source {
		return mcpgate.Source{Handles: []mcpgate.Handle{{
			Mint:  map[string]string{"create_basket": "basket_id"},
			Spend: map[string]string{"add_item": "basket_id"},
		}}, Tools: map[string]mcpgate.ToolConfig{tool: c}}
	}
	trusted, distrusted := declared("add_item", mcpgate.ToolConfig{}), declared("add_item", mcpgate.ToolConfig{})
	trusted.Trusted = true
	key := []mcpgate.CallOption{mcpgate.Key("thread/1/add/hat")}
	keyed := mcpgate.ToolConfig{IdempotencyKey: "action_id"}
	tests := []struct {
		name    string
		source  mcpgate.Source
		tool    string
		opts    []mcpgate.CallOption
		repeats bool
	}{
		{"declared as read only", declared("find", mcpgate.ToolConfig{ReadOnly: true}), "find", nil, true},
		{"read only by the word of a trusted server", trusted, "find", nil, true},
		{"read only by the word of another", distrusted, "find", nil, false},
		{"a write", declared("add_item", mcpgate.ToolConfig{}), "add_item", nil, false},
		{"a write with a key", declared("add_item", keyed), "add_item", key, true},
		{"a write without its key", declared("add_item", keyed), "add_item", nil, false},
		{"declared as idempotent", declared("add_item", mcpgate.ToolConfig{Idempotent: true}), "add_item", nil, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, o, f := unsteady(t, tt.source)
			args := map[string]any{"query": "x"}
			if tt.tool == "add_item" {
				r, err := g.Mint(t.Context(), "office__create_basket", nil)
				if err != nil {
					t.Fatal(err)
				}
				args = item(r)
			}
			f.after.Store(2) // the tool runs, and the answer is lost
			_, err := g.Call(t.Context(), "office__"+tt.tool, args, tt.opts...)
			var broken *mcpgate.TransportError
			if tt.repeats && (err != nil || o.called(tt.tool) != 3) {
				t.Errorf("called %d times, %v", o.called(tt.tool), err)
			}
			if !tt.repeats && (!errors.As(err, &broken) || o.called(tt.tool) != 1) {
				t.Errorf("called %d times, %v", o.called(tt.tool), err)
			}
		})
	}
}

func TestKeyNeedsAPlace(t *testing.T) {
	g, o, _ := unsteady(t, mcpgate.Source{})
	var config *mcpgate.ConfigError
	if _, err := g.Call(t.Context(), "office__find", map[string]any{"query": "x"}, mcpgate.Key("k")); !errors.As(err, &config) || o.called("find") != 0 {
		t.Errorf("got %v", err)
	}
}

func TestOtherErrorsAreFinal(t *testing.T) {
	g, o, _ := unsteady(t, mcpgate.Source{Tools: map[string]mcpgate.ToolConfig{"get_basket": {ReadOnly: true}}})
	var refused *mcpgate.ToolError
	_, err := g.Call(t.Context(), "office__get_basket", map[string]any{"basket_id": "bsk_none"})
	if !errors.As(err, &refused) || o.called("get_basket") != 1 {
		t.Errorf("called %d times, %v", o.called("get_basket"), err)
	}
}

// Two nodes under one budget of two repetitions: they are shared and not two for each.
func TestRetriesAreShared(t *testing.T) {
	g, _, f := unsteady(t, mcpgate.Source{Tools: map[string]mcpgate.ToolConfig{"find": {ReadOnly: true}}})
	ctx := mcpgate.Retries(t.Context(), 2)
	f.before.Store(1000)
	for range 3 {
		if _, err := g.Call(ctx, "office__find", map[string]any{"query": "x"}); err == nil {
			t.Fatal("no error")
		}
	}
	if sent := 1000 - f.before.Load(); sent != 3+2 {
		t.Errorf("%d requests for three calls and two repetitions", sent)
	}
}

func TestTimeoutIsRepeatedWithinDeadline(t *testing.T) {
	var calls atomic.Int64
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	s.AddTool(tool("slow"), func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if calls.Add(1) < 3 {
			<-ctx.Done()
		}
		return &mcp.CallToolResult{}, nil
	})
	source := mcpgate.Source{Name: "s", Dial: web(t, s, nil), Timeout: 100 * time.Millisecond,
		Tools: map[string]mcpgate.ToolConfig{"slow": {ReadOnly: true}}}
	g := open(t, mcpgate.Config{Sources: []mcpgate.Source{source}, Retry: retry.Policy{Attempts: 50, Sleep: noWait}})
	if _, err := g.Call(t.Context(), "s__slow", nil); err != nil || calls.Load() < 3 { // more on a slow machine
		t.Errorf("called %d times, %v", calls.Load(), err)
	}
	calls.Store(-1000)
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	var late *mcpgate.TimeoutError
	begun := time.Now()
	if _, err := g.Call(ctx, "s__slow", nil); !errors.As(err, &late) || time.Since(begun) > 5*time.Second {
		t.Errorf("after %s: %v", time.Since(begun), err)
	}
}

// A server that is busy answers with nothing but its state, which comes back with the next attempt.
func TestBusyServer(t *testing.T) {
	var states []string
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	s.AddTool(tool("pay"), func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		states = append(states, req.Params.RequestState)
		if len(states) < 3 {
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{}, RequestState: "place in line"}, nil
		}
		return &mcp.CallToolResult{}, nil
	})
	g := open(t, mcpgate.Config{Sources: []mcpgate.Source{{Name: "s", Dial: memory(t, s)}}, Retry: retry.Policy{Attempts: 3, Sleep: noWait}})
	if _, err := g.Call(t.Context(), "s__pay", nil); err != nil || len(states) != 3 || states[2] != "place in line" {
		t.Errorf("%q, %v", states, err)
	}
}

// A server of an older revision has the same tools and errors; it is told that nobody can be asked.
func TestOlderServer(t *testing.T) {
	o := newOffice(&mcp.ServerOptions{SupportedProtocolVersions: []string{"2025-11-25"}})
	reach(t, func(t *testing.T, dial dialer) {
		cfg := mcpgate.Config{Pauser: newStore(), Sources: []mcpgate.Source{{Name: "office", Dial: dial(t, o.Server), Handles: []mcpgate.Handle{baskets()}}}}
		g := open(t, cfg)
		ctx := custody.WithPrincipal(t.Context(), "ann")
		r, err := g.Mint(ctx, "office__create_basket", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Call(ctx, "office__add_item", map[string]any{"basket_id": r, "item": "hat"}); err != nil {
			t.Error(err)
		}
		if _, err := g.Call(ctx, "office__issue_refund", map[string]any{"invoice_id": 1}); err == nil || errors.Is(err, errPaused) {
			t.Errorf("got %v", err)
		}
		cfg.Sources[0].Tools = map[string]mcpgate.ToolConfig{"issue_refund": {MayAsk: true}}
		before := o.called("issue_refund")
		var refused *mcpgate.PolicyError
		_, err = open(t, cfg).Call(ctx, "office__issue_refund", map[string]any{"invoice_id": 1})
		if !errors.As(err, &refused) || refused.Why != mcpgate.CannotPause || o.called("issue_refund") != before {
			t.Fatalf("got %v", err)
		}
		wantText(t, err, []string{"2025-11-25", "2026-07-28"})
	})
}
