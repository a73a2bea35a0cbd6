package mcpgate_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

func TestHandles(t *testing.T) {
	g := inMemory(t)
	res, err := g.Call(t.Context(), "shapes", nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := res.Handles("number", "basket.id", "with.dot")
	if want := map[string]string{"number": "42", "basket.id": "inner", "with.dot": "literal"}; err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	tests := []struct {
		name    string
		keys    []string
		missing []string
	}{
		{"no key named", nil, nil},
		{"one of two", []string{"number", "basket_id"}, []string{"basket_id"}},
		{"empty, fraction, flag, object", []string{"empty", "fraction", "flag", "basket"}, []string{"empty", "fraction", "flag", "basket"}},
		{"too large to be exact", []string{"huge"}, []string{"huge"}},
		{"path into nothing", []string{"number.id", "basket.none", "none.id"}, []string{"number.id", "basket.none", "none.id"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var none *mcpgate.NoHandleError
			got, err := res.Handles(tt.keys...)
			if !errors.As(err, &none) || got != nil {
				t.Fatalf("got %v, %v", got, err)
			}
			if !slices.Equal(none.Missing, tt.missing) || !slices.Contains(none.Present, "basket") {
				t.Errorf("got %+v", none)
			}
			wantText(t, err, []string{"shop/shapes", "name"}, "inner", "literal")
		})
	}
}

func TestHandlesWithoutStructuredContent(t *testing.T) {
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		res, err := g.Call(t.Context(), "prose", nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = res.Handles("basket_id")
		wantText(t, err, []string{"shop/prose", "basket_id", "no structured content"}, "bsk_1")
		wantText(t, res.Decode(new(basketOut)), []string{"shop/prose", "output schema"})
	})
}

func TestMint(t *testing.T) {
	noon := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		ctx := custody.WithPrincipal(t.Context(), "ann")
		r, err := g.Mint(ctx, "create_basket", map[string]any{}, "basket_id", custody.Declared(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if r.Value != "bsk_a1b2c3" || r.Server != "shop" || r.Tool != "create_basket" || r.Principal != "ann" ||
			!r.MintedAt.Equal(noon) || r.Lifetime != custody.Declared(time.Hour) || string(r.Inputs) != "{}" {
			t.Errorf("got %+v", r)
		}
		var none *mcpgate.NoHandleError
		if r, err := g.Mint(ctx, "prose", nil, "basket_id", custody.Undeclared()); !errors.As(err, &none) || !r.IsZero() {
			t.Errorf("nothing minted: %+v, %v", r, err)
		}
		var refused *mcpgate.ToolError
		if _, err := g.Mint(ctx, "error_with_zero_output", nil, "basket_id", custody.Undeclared()); !errors.As(err, &refused) {
			t.Errorf("refused: %v", err)
		}
		if _, err := g.Mint(ctx, "create_basket", map[string]any{"f": func() {}}, "basket_id", custody.Undeclared()); err == nil {
			t.Error("arguments that cannot be written down were minted with")
		}
	}, mcpgate.WithClock(func() time.Time { return noon }))
}

func TestProbe(t *testing.T) {
	g, web := overHTTP(t)
	live := custody.Record{Value: "bsk_a1b2c3", Server: "shop", Tool: "create_basket"}
	dead, foreign := live, live
	dead.Value, foreign.Server = "bsk_forgotten", "bank"
	never := mcpgate.GoneIf(func(*mcpgate.ToolError) bool { return false })
	empty := mcpgate.AliveIf(func(r *mcpgate.Result) bool {
		var b basketOut
		return r.Decode(&b) == nil && b.Count == 0
	})
	tests := []struct {
		name   string
		record custody.Record
		probe  custody.Probe
		want   custody.Verdict
	}{
		{"live", live, g.Probe("get_basket", "basket_id"), custody.OK},
		{"dead", dead, g.Probe("get_basket", "basket_id"), custody.Gone},
		{"an error that does not mean gone", dead, g.Probe("get_basket", "basket_id", never), custody.Unknown},
		{"a success that means gone", live, g.Probe("get_basket", "basket_id", empty), custody.Gone},
		{"no such tool", live, g.Probe("no_such_tool", "basket_id"), custody.Unknown},
		{"extra arguments that the server refuses", live, g.Probe("get_basket", "basket_id", mcpgate.ProbeArgs(map[string]any{"x": 1}), never), custody.Unknown},
		{"question in between", live, g.Probe("state_only", "basket_id", never), custody.Unknown},
		{"another server's record", foreign, g.Probe("get_basket", "basket_id"), custody.Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := custody.Check(t.Context(), tt.record, tt.probe); got.Verdict != tt.want {
				t.Errorf("got %+v, want %s", got, tt.want)
			}
		})
	}
	web.Close()
	if got := custody.Check(t.Context(), dead, g.Probe("get_basket", "basket_id")); got.Verdict != custody.Unknown {
		t.Errorf("a server that is down made a handle %s", got.Verdict)
	}
}

func TestProbeTimeout(t *testing.T) {
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		r := custody.Record{Value: "x", Server: "shop"}
		got := custody.Check(context.WithoutCancel(t.Context()), r, func(ctx context.Context, _ custody.Record) (bool, error) {
			_, err := g.Call(ctx, "slow", nil)
			return false, err
		})
		if got.Verdict != custody.Unknown || !errors.Is(got.Err, context.DeadlineExceeded) {
			t.Errorf("got %+v", got)
		}
	}, mcpgate.WithTimeout(50*time.Millisecond))
}
