package mcpgate_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
)

type dialer = func(*testing.T, *mcp.Server) func(context.Context) (mcp.Transport, error)

func TestHandlesThroughGateway(t *testing.T) {
	reach(t, func(t *testing.T, dial dialer) {
		o := newOffice(nil)
		g := open(t, mcpgate.Config{Sources: []mcpgate.Source{{Name: "office", Dial: dial(t, o.Server), Handles: []mcpgate.Handle{baskets()}}}})
		ctx := ann(t.Context())
		r, err := g.Mint(ctx, "office__create_basket", nil)
		if err != nil || r.Value != "bsk_000001" || r.Server != "office" || r.Tool != "create_basket" || r.Principal != "ann" {
			t.Fatalf("got %+v, %v", r, err)
		}
		add := func(ctx context.Context, r any, item string) error {
			_, err := g.Call(ctx, "office__add_item", map[string]any{"basket_id": r, "item": item})
			return err
		}
		if err := add(ctx, r, "shoes"); err != nil || o.called("add_item") != 1 {
			t.Fatalf("%v", err)
		}
		var raw *mcpgate.RawHandleError
		if err := add(ctx, r.Value, "hat"); !errors.As(err, &raw) || raw.Key != "basket_id" {
			t.Errorf("a raw handle: %v", err)
		}
		var dead *mcpgate.HandleError
		if err := add(custody.WithPrincipal(ctx, "bob"), r, "hat"); !errors.As(err, &dead) || dead.Result.Verdict != custody.Gone {
			t.Errorf("of another principal: %v", err)
		}
		if err := add(ctx, custody.Record{}, "hat"); !errors.As(err, &dead) || dead.Result.Verdict != custody.Absent {
			t.Errorf("no handle: %v", err)
		}
		var tool *mcpgate.ToolError
		if err := add(ctx, r, "unicorn"); !errors.As(err, &tool) || errors.As(err, &dead) {
			t.Errorf("an error that says nothing of the handle: %v", err)
		}
		o.forget()
		err = add(ctx, r, "hat")
		if !errors.As(err, &dead) || dead.Result.Verdict != custody.Gone || dead.Err != nil {
			t.Errorf("forgotten: %v", err)
		}
		wantText(t, err, []string{"office/add_item", "basket_id", "gone", "not called"}, r.Value)
		if got := o.called("add_item"); got != 2 {
			t.Errorf("add_item ran %d times", got)
		}
		if got := g.Check(ctx, r); got.Verdict != custody.Gone {
			t.Errorf("Check says %+v", got)
		}
	})
}

func TestMintOfWhatIsNotDeclared(t *testing.T) {
	o := newOffice(nil)
	g := open(t, mcpgate.Config{Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, o.Server)}}})
	var config *mcpgate.ConfigError
	r, err := g.Mint(t.Context(), "office__create_basket", nil)
	if !errors.As(err, &config) || !r.IsZero() || o.called("create_basket") != 0 {
		t.Errorf("got %+v, %v", r, err)
	}
	if _, err := g.Call(t.Context(), "office__find", map[string]any{"query": r}); !errors.As(err, &config) {
		t.Errorf("a record where no handle is declared: %v", err)
	}
}

// Between check and spend a handle can be lost; the refusal of the call then leads to the same error.
func TestHandleLostInBetween(t *testing.T) {
	o := newOffice(nil)
	class := baskets()
	class.Lifetime = custody.Declared(1 << 40)
	g := open(t, mcpgate.Config{Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, o.Server), Handles: []mcpgate.Handle{class}}}})
	r, err := g.Mint(t.Context(), "office__create_basket", nil)
	if err != nil {
		t.Fatal(err)
	}
	o.forget()
	_, err = g.Call(t.Context(), "office__add_item", map[string]any{"basket_id": r, "item": "hat"})
	var dead *mcpgate.HandleError
	var tool *mcpgate.ToolError
	if !errors.As(err, &dead) || dead.Result.Verdict != custody.Gone || !errors.As(err, &tool) {
		t.Errorf("got %v", err)
	}
}

// refundOf runs the refund until it needs a person.
func refundOf(t *testing.T, g *mcpgate.Gateway, invoice int) (any, error) {
	t.Helper()
	res, err := g.Call(t.Context(), "office__issue_refund", map[string]any{"invoice_id": invoice})
	if err != nil {
		return nil, err
	}
	return res.Structured.(map[string]any)["refunded"], nil
}

// Each call comes from a new gateway, as after a restart: what is needed is in the store alone.
func TestElicitationOverRestarts(t *testing.T) {
	for _, canRecall := range []bool{false, true} {
		t.Run(fmt.Sprint("recall ", canRecall), func(t *testing.T) {
			reach(t, func(t *testing.T, dial dialer) {
				o, s := newOffice(nil), newStore()
				var p mcpgate.Pauser = s
				if canRecall {
					p = recaller{s}
				}
				again := func(invoice int) (any, error) {
					return refundOf(t, open(t, mcpgate.Config{Pauser: p, Sources: []mcpgate.Source{{Name: "office", Dial: dial(t, o.Server),
						Tools: map[string]mcpgate.ToolConfig{"issue_refund": {MayAsk: true}}}}}), invoice)
				}
				if _, err := again(7); !errors.Is(err, errPaused) {
					t.Fatalf("got %v", err)
				}
				if _, err := again(8); !errors.Is(err, errPaused) || len(s.asked) != 2 {
					t.Fatalf("two calls wait at once: %v, %v", err, s.asked)
				}
				for key := range s.asked { // the second invoice is left waiting
					if s.asked[key][len(s.asked[key])-1] != '}' {
						t.Fatal("no JSON")
					}
				}
				first := keyOf(t, s, `"invoice_id":7`)
				s.answer(t, first, map[string]ask.Response{"amount": {Action: ask.Accept, Content: map[string]any{"amount": 40}}})
				if _, err := again(7); !errors.Is(err, errPaused) {
					t.Fatalf("the second round: %v", err)
				}
				s.answer(t, first[:len(first)-1]+"1", map[string]ask.Response{"sure": {Action: ask.Accept}})
				got, err := again(7)
				if err != nil || got != 40.0 || len(o.refunds) != 1 || o.refunds[0] != "7: 40" {
					t.Fatalf("got %v, %v, %v", got, err, o.refunds)
				}
				if canRecall && o.called("issue_refund") != 4 {
					t.Errorf("with recall the tool is called once a round, it was called %d times: %v", o.called("issue_refund"), o.states)
				}
				if len(s.asked) != 1 {
					t.Errorf("the other call no longer waits: %v", s.asked)
				}
			})
		})
	}
}

// keyOf finds the key of the question about some arguments.
func keyOf(t *testing.T, s *store, part string) string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, raw := range s.asked {
		if containsAll(raw, part) {
			return key
		}
	}
	t.Fatalf("nothing asked about %s: %v", part, s.asked)
	return ""
}

func TestElicitationDeclined(t *testing.T) {
	o, s := newOffice(nil), newStore()
	g := open(t, mcpgate.Config{Pauser: s, Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, o.Server)}}})
	if _, err := refundOf(t, g, 7); !errors.Is(err, errPaused) {
		t.Fatal(err)
	}
	s.answer(t, "/0", map[string]ask.Response{"amount": {Action: ask.Decline}})
	if got, err := refundOf(t, g, 7); err != nil || got != 0.0 || len(o.refunds) != 0 {
		t.Errorf("got %v, %v, %v", got, err, o.refunds)
	}
}

func TestWithoutPauser(t *testing.T) {
	o := newOffice(nil)
	source := mcpgate.Source{Name: "office", Dial: memory(t, o.Server)}
	g := open(t, mcpgate.Config{Sources: []mcpgate.Source{source}})
	var asked *mcpgate.InputRequiredError
	if _, err := refundOf(t, g, 7); !errors.As(err, &asked) {
		t.Errorf("undeclared: %v", err)
	}
	source.Tools = map[string]mcpgate.ToolConfig{"issue_refund": {MayAsk: true}}
	g = open(t, mcpgate.Config{Sources: []mcpgate.Source{source}, Approval: map[string]mcpgate.Rule{"office__find": mcpgate.Always(mcpgate.Ask)}})
	before := o.called("issue_refund")
	var refused *mcpgate.PolicyError
	_, err := refundOf(t, g, 7)
	if !errors.As(err, &refused) || refused.Why != mcpgate.CannotPause || o.called("issue_refund") != before {
		t.Errorf("declared: %v", err)
	}
	wantText(t, err, []string{"office/issue_refund", "not made", "Pauser"})
	if _, err := g.Call(t.Context(), "office__find", map[string]any{"query": "x"}); !errors.As(err, &refused) || o.called("find") != 0 {
		t.Errorf("approval: %v", err)
	}
}

func TestAnswersOfAnotherQuestion(t *testing.T) {
	o, s := newOffice(nil), newStore()
	g := open(t, mcpgate.Config{Pauser: s, Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, o.Server)}}})
	for _, invoice := range []int{7, 8} {
		if _, err := refundOf(t, g, invoice); !errors.Is(err, errPaused) {
			t.Fatal(err)
		}
	}
	seven, eight := keyOf(t, s, `"invoice_id":7`), keyOf(t, s, `"invoice_id":8`)
	s.answer(t, seven, map[string]ask.Response{"amount": {Action: ask.Accept, Content: map[string]any{"amount": 9}}})
	s.answers[eight] = s.answers[seven] // somebody copies an approval
	var wrong *ask.Error
	if _, err := refundOf(t, g, 8); !errors.As(err, &wrong) || !containsAll(err.Error(), "another call") {
		t.Errorf("got %v", err)
	}
	s.answers[eight] = `{"responses":{"amount":{"action":"accept","content":{"amount":9}}}}`
	if _, err := refundOf(t, g, 8); !errors.As(err, &wrong) || !containsAll(err.Error(), "without their question") {
		t.Errorf("got %v", err)
	}
}

func containsAll(s string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}
