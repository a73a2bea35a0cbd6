package desk

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/office/internal/books"
)

func newDesk(t *testing.T) (*Desk, *books.Books) {
	t.Helper()
	b, err := books.New(t.Context(), filepath.Join(t.TempDir(), "office.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return New(b, nil), b
}

type bearer string

func (b bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+Token(string(b)))
	return http.DefaultTransport.RoundTrip(req)
}

// connect opens a session that leaves the server's questions to the test.
func connect(t *testing.T, transport mcp.Transport, opts *mcp.ClientSessionOptions) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return nil, errors.New("nobody is here")
		},
	})
	session, err := client.Connect(t.Context(), transport, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func inMemory(t *testing.T, d *Desk) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	if _, err := d.MCP().Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	return connect(t, here, nil)
}

// overHTTP signs in as a user.
func overHTTP(t *testing.T, d *Desk, as string) *mcp.ClientSession {
	t.Helper()
	return connect(t, &mcp.StreamableClientTransport{Endpoint: d.URL(), HTTPClient: &http.Client{Transport: bearer(as)}}, nil)
}

func start(t *testing.T, d *Desk) {
	t.Helper()
	if err := d.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
}

func call(t *testing.T, s *mcp.ClientSession, p *mcp.CallToolParams) *mcp.CallToolResult {
	t.Helper()
	res, err := s.CallTool(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// refund calls the tool, with the answer and the state when there is an answer.
func refund(t *testing.T, s *mcp.ClientSession, invoice int, said *mcp.ElicitResult, state string) *mcp.CallToolResult {
	t.Helper()
	p := &mcp.CallToolParams{Name: "issue_refund", Arguments: map[string]any{"invoice_id": invoice}, RequestState: state}
	if said != nil {
		p.InputResponses = mcp.InputResponseMap{confirm: said}
	}
	return call(t, s, p)
}

func accepted(amount any, reason string) *mcp.ElicitResult {
	return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"amount": amount, "reason": reason}}
}

func text(res *mcp.CallToolResult) string {
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			return t.Text
		}
	}
	return ""
}

func wantJournal(t *testing.T, b *books.Books, want ...string) {
	t.Helper()
	got, err := b.Journal(t.Context())
	if err != nil || !reflect.DeepEqual(got, append([]string{}, want...)) {
		t.Errorf("the journal is %q, %v; want %q", got, err, want)
	}
}

func TestLookingAndBooking(t *testing.T) {
	d, b := newDesk(t)
	s := inMemory(t, d)
	for _, tt := range []struct {
		tool string
		args map[string]any
		want string
	}{
		{"find_customer", map[string]any{"query": "maria"}, `{"customers":[{"customer_id":1,"email":"maria@example.org","name":"Maria Silva"}]}`},
		{"find_customer", map[string]any{"query": "zoe"}, `{"customers":[]}`},
		{"open_invoices", map[string]any{"customer_id": 1}, `{"invoices":[{"amount":80,"invoice_id":2,"status":"open"}]}`},
		{"list_availability", map[string]any{"day": "monday"}, `{"free":[{"day":"monday","slot_id":2,"time":"10:00"},{"day":"monday","slot_id":3,"time":"11:00"}]}`},
		{"book_slot", map[string]any{"slot_id": 2, "customer_id": 1}, `{"customer_id":1,"day":"monday","slot_id":2,"time":"10:00"}`},
		{"book_slot", map[string]any{"slot_id": 2, "customer_id": 1}, `{"customer_id":1,"day":"monday","slot_id":2,"time":"10:00"}`},
		{"book_slot", map[string]any{"slot_id": 2, "customer_id": 3}, `slot 2 is taken: somebody else has it`},
	} {
		res := call(t, s, &mcp.CallToolParams{Name: tt.tool, Arguments: tt.args})
		if text(res) != tt.want || res.IsError != !strings.HasPrefix(tt.want, "{") {
			t.Errorf("%s: got %s, want %s", tt.tool, text(res), tt.want)
		}
	}
	wantJournal(t, b, "slot 2 to customer 1")
}

func TestRefundAsksFirst(t *testing.T) {
	d, b := newDesk(t)
	s := inMemory(t, d)
	for range 2 {
		res := refund(t, s, 2, nil, "")
		form, ok := res.InputRequests[confirm].(*mcp.ElicitParams)
		if !ok || !res.NeedsInput() || res.RequestState == "" || !strings.Contains(form.Message, "invoice 2 over 80.00 EUR") {
			t.Fatalf("got %+v", res)
		}
		for _, action := range []string{"decline", "cancel", ""} {
			if got := text(refund(t, s, 2, &mcp.ElicitResult{Action: action}, res.RequestState)); !strings.Contains(got, `"status":"open"`) {
				t.Errorf("%q: %s", action, got)
			}
		}
		for _, said := range []*mcp.ElicitResult{accepted(80.01, "x"), accepted(0, "x"), accepted("80", "x"), accepted(80, " "), {Action: "accept"}} {
			if got := refund(t, s, 2, said, res.RequestState); !got.IsError {
				t.Errorf("%v: %s", said.Content, text(got))
			}
		}
		wantJournal(t, b)
	}
	state := refund(t, s, 2, nil, "").RequestState
	want := `{"invoice_id":2,"status":"refunded","refunded":79.99,"reason":"late"}`
	for _, again := range []*mcp.ElicitResult{accepted(79.99, "late"), accepted(1, "another")} {
		if got := text(refund(t, s, 2, again, state)); got != want {
			t.Errorf("got %s", got)
		}
	}
	if got := text(refund(t, s, 2, nil, "")); got != want {
		t.Errorf("a lost answer: got %s", got)
	}
	if got := refund(t, s, 1, nil, ""); !got.IsError || got.NeedsInput() {
		t.Errorf("a paid invoice: %+v", got)
	}
	wantJournal(t, b, "invoice 2 refunded 7999")
}

func TestForgedAnswers(t *testing.T) {
	d, b := newDesk(t)
	start(t, d)
	clara, mallory := overHTTP(t, d, "clara"), overHTTP(t, d, "mallory")
	state := refund(t, clara, 2, nil, "").RequestState
	other, _ := newDesk(t)
	elsewhere, err := other.seal.seal(question{Tool: "issue_refund", Invoice: 2, User: "clara"})
	if err != nil {
		t.Fatal(err)
	}
	body, mac, _ := strings.Cut(state, ".")
	for name, tt := range map[string]struct {
		session *mcp.ClientSession
		invoice int
		state   string
	}{
		"nothing was asked":       {clara, 2, ""},
		"for another invoice":     {clara, 3, state},
		"of another user":         {mallory, 2, state},
		"of another server":       {clara, 2, elsewhere},
		"with a changed question": {clara, 2, body + "A." + mac},
		"without a seal":          {clara, 2, body},
		"no base64":               {clara, 2, "!." + d.seal.mac("!")},
		"no JSON":                 {clara, 2, "AAAA." + d.seal.mac("AAAA")},
	} {
		if res := refund(t, tt.session, tt.invoice, accepted(1, "x"), tt.state); !res.IsError || !strings.Contains(text(res), errForged.Error()) {
			t.Errorf("%s: %s", name, text(res))
		}
	}
	wantJournal(t, b)

	d.seal.now = func() time.Time { return time.Now().Add(validity + time.Hour) }
	if res := refund(t, clara, 2, accepted(1, "x"), state); !res.NeedsInput() {
		t.Errorf("an answer that comes late: %s", text(res))
	}
	d.seal.now = time.Now
	wantJournal(t, b)
	if res := refund(t, clara, 2, accepted(80, "broken"), state); res.IsError || res.NeedsInput() {
		t.Errorf("the right answer: %s", text(res))
	}
	wantJournal(t, b, "invoice 2 refunded 8000")
}

func TestSignIn(t *testing.T) {
	d, _ := newDesk(t)
	start(t, d)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	for _, as := range []http.RoundTripper{http.DefaultTransport, bearer("")} {
		transport := &mcp.StreamableClientTransport{Endpoint: d.URL(), HTTPClient: &http.Client{Transport: as}, MaxRetries: -1}
		if s, err := client.Connect(t.Context(), transport, nil); err == nil {
			_ = s.Close()
			t.Errorf("%v may connect", as)
		}
	}
}
