package shop_test

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/order/internal/shop"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

type signedIn string

func (u signedIn) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+string(u))
	return http.DefaultTransport.RoundTrip(req)
}

func open(t *testing.T) *shop.Server {
	t.Helper()
	s, err := shop.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func dial(t *testing.T, s *shop.Server, user string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: s.URL(), HTTPClient: &http.Client{Transport: signedIn(shop.Token(user))},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func mint(t *testing.T, g *mcpgate.Gate) string {
	t.Helper()
	res, err := g.Call(t.Context(), "create_basket", nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := res.Handles("basket_id")
	if err != nil {
		t.Fatal(err)
	}
	return h["basket_id"]
}

func total(t *testing.T, g *mcpgate.Gate, tool string, args map[string]any) (int, error) {
	t.Helper()
	res, err := g.Call(t.Context(), tool, args)
	if err != nil {
		return 0, err
	}
	var out struct{ Total int }
	if err := res.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out.Total, nil
}

func TestBaskets(t *testing.T) {
	s := open(t)
	ann, bob := mcpgate.New("shop", dial(t, s, "ann")), mcpgate.New("shop", dial(t, s, "bob"))
	id := mint(t, ann)
	lamp := map[string]any{"basket_id": id, "item": "lamp", "action_id": "1"}
	for range 2 { // the second has the same action id
		if sum, err := total(t, ann, "add_item", lamp); err != nil || sum != 1950 {
			t.Fatalf("got %d, %v", sum, err)
		}
	}
	only := map[string]any{"basket_id": id}
	wantRefused(t, bob, "get_basket", only, "another user")
	wantRefused(t, bob, "checkout", only, "another user")
	wantRefused(t, ann, "add_item", map[string]any{"basket_id": id, "item": "yacht"}, "catalogue")
	for range 2 {
		if sum, err := total(t, ann, "checkout", only); err != nil || sum != 1950 {
			t.Fatalf("got %d, %v", sum, err)
		}
	}
	wantRefused(t, ann, "add_item", map[string]any{"basket_id": id, "item": "tent"}, "ordered already")
	s.ForgetAfterRead()
	if _, err := total(t, ann, "get_basket", only); err != nil {
		t.Error("forgotten before it was read:", err)
	}
	wantRefused(t, ann, "get_basket", only, "has expired")
	id = mint(t, ann)
	s.Forget()
	wantRefused(t, ann, "get_basket", map[string]any{"basket_id": id}, "has expired")
}

func wantRefused(t *testing.T, g *mcpgate.Gate, tool string, args map[string]any, why string) {
	t.Helper()
	var refused *mcpgate.ToolError
	if _, err := g.Call(t.Context(), tool, args); !errors.As(err, &refused) || !strings.Contains(refused.Message, why) {
		t.Errorf("%s: got %v, want an error result with %q", tool, err, why)
	}
}

// TestForgottenBasketIsAnErrorResult is the fact that the examples turn on: no Go error, no content to read.
func TestForgottenBasketIsAnErrorResult(t *testing.T) {
	session := dial(t, open(t), "ann")
	res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_basket", Arguments: map[string]any{"basket_id": "bsk_old"}})
	if err != nil || !res.IsError || res.StructuredContent != nil {
		t.Errorf("got %+v, %v", res, err)
	}
	if v := session.InitializeResult().ProtocolVersion; v != "2026-07-28" {
		t.Errorf("speaks %s", v)
	}
	if session.ID() != "" {
		t.Error("the server keeps a session")
	}
}

func TestToolList(t *testing.T) {
	session := dial(t, open(t), "ann")
	reads := map[string]bool{"get_basket": true, "search_catalogue": true}
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if got := tool.Annotations != nil && tool.Annotations.ReadOnlyHint; got != reads[tool.Name] {
			t.Errorf("%s: read only is %t", tool.Name, got)
		}
		if tool.Name == "create_basket" && !strings.Contains(tool.Description, "thirty minutes") {
			t.Errorf("no retention in %q", tool.Description)
		}
	}
}

func TestSignInAndOutage(t *testing.T) {
	s := open(t)
	session := dial(t, s, "ann")
	resp, err := http.Post(s.URL(), "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a token: %s", resp.Status)
	}
	s.SetDown(true)
	if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "create_basket"}); err == nil {
		t.Error("a shop that is down answered")
	}
}

func TestMailsAndSearches(t *testing.T) {
	s := open(t)
	g := mcpgate.New("shop", dial(t, s, "ann"))
	for _, action := range []string{"", "", "a", "a", "b"} {
		if _, err := g.Call(t.Context(), "send_mail", map[string]any{"to": "ann", "subject": action, "action_id": action}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(s.Mails()); n != 4 {
		t.Errorf("%d mails", n)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if _, err := g.Call(t.Context(), "search_catalogue", map[string]any{"query": "lamp"}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := s.PeakSearches(); n < 2 || n > 3 {
		t.Errorf("%d searches at one time", n)
	}
}
