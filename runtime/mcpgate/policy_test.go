package mcpgate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
)

func TestApproval(t *testing.T) {
	o, s, log := newOffice(nil), newStore(), &bytes.Buffer{}
	var judged []any
	g := open(t, mcpgate.Config{
		Pauser: s, Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, o.Server)}},
		Logger: slog.New(slog.NewTextHandler(log, nil)),
		Approval: map[string]mcpgate.Rule{
			"office__find": func(_ context.Context, tool mcpgate.Tool, args map[string]any) mcpgate.Decision {
				judged = append(judged, args["query"])
				args["query"] = "somebody else" // changes nothing
				switch {
				case !tool.Annotations.ReadOnly || judged[len(judged)-1] == "nobody":
					return mcpgate.Deny
				case judged[len(judged)-1] == "boom":
					panic("s3cret")
				case judged[len(judged)-1] == "maria":
					return mcpgate.Allow
				}
				return mcpgate.Ask
			},
		},
		Otherwise: mcpgate.AskBeforeWrites,
	})
	find := func(who string) (string, error) {
		res, err := g.Call(t.Context(), "office__find", map[string]any{"query": who})
		if err != nil {
			return "", err
		}
		return res.Structured.(map[string]any)["customer"].(string), nil
	}
	if got, err := find("maria"); err != nil || got != "maria" {
		t.Errorf("%s, %v", got, err)
	}
	var refused *mcpgate.PolicyError
	for _, who := range []string{"nobody", "boom"} {
		if _, err := find(who); !errors.As(err, &refused) || refused.Why != mcpgate.Denied || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", who, err)
		}
	}
	for _, action := range []ask.Action{ask.Decline, ask.Cancel, ask.Accept} {
		who := "all for " + string(action)
		if _, err := find(who); !errors.Is(err, errPaused) {
			t.Fatalf("%v", err)
		}
		s.answer(t, "/approve", map[string]ask.Response{ask.ApprovalKey: {Action: action}})
		got, err := find(who)
		if action == ask.Accept && (err != nil || got != who) {
			t.Errorf("accepted: %s, %v", got, err)
		}
		if action != ask.Accept && (!errors.As(err, &refused) || refused.Why != mcpgate.Declined) {
			t.Errorf("%s: %v", action, err)
		}
	}
	if _, err := find("all for another"); !errors.Is(err, errPaused) {
		t.Errorf("an approval was taken for another call: %v", err)
	}
	if n := o.called("find"); n != 2 {
		t.Errorf("the tool ran %d times", n)
	}
	if _, err := g.Call(t.Context(), "office__create_basket", nil); !errors.Is(err, errPaused) || o.called("create_basket") != 0 {
		t.Errorf("a write without a rule: %v", err)
	}
	if !containsAll(log.String(), `why="denied by a rule"`, `why="declined by a person"`) || strings.Contains(log.String(), "nobody") {
		t.Errorf("the log says\n%s", log)
	}
}

// A hint of a server that is not trusted does not spare the question.
func TestAskBeforeWrites(t *testing.T) {
	for _, trusted := range []bool{false, true} {
		o := newOffice(nil)
		g := open(t, mcpgate.Config{
			Pauser: newStore(), Otherwise: mcpgate.AskBeforeWrites,
			Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, o.Server), Trusted: trusted}},
		})
		_, err := g.Call(t.Context(), "office__find", map[string]any{"query": "x"})
		if errors.Is(err, errPaused) == trusted || (o.called("find") == 1) != trusted {
			t.Errorf("trusted %t: %v", trusted, err)
		}
		found, err := g.Discover(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		create, _ := found.Tool("office__create_basket")
		if got := create.Definition().Description; (got == "opens a basket") != trusted || !strings.Contains(got, "opens a basket") {
			t.Errorf("trusted %t: a model is told %q", trusted, got)
		}
	}
}

// Nobody is asked about a call that cannot be made.
func TestHandleIsCheckedBeforeAsking(t *testing.T) {
	o, s := newOffice(nil), newStore()
	g := open(t, mcpgate.Config{
		Pauser: s, Approval: map[string]mcpgate.Rule{"office__add_item": mcpgate.Always(mcpgate.Ask)},
		Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, o.Server), Handles: []mcpgate.Handle{baskets()}}},
	})
	r, err := g.Mint(t.Context(), "office__create_basket", nil)
	if err != nil {
		t.Fatal(err)
	}
	add := func() error {
		_, err := g.Call(t.Context(), "office__add_item", map[string]any{"basket_id": r, "item": "hat"})
		return err
	}
	if err := add(); !errors.Is(err, errPaused) {
		t.Fatal(err)
	}
	o.forget() // while the question waits
	s.answer(t, "/approve", map[string]ask.Response{ask.ApprovalKey: {Action: ask.Accept}})
	var dead *mcpgate.HandleError
	if err := add(); !errors.As(err, &dead) || o.called("add_item") != 0 {
		t.Errorf("got %v", err)
	}
}

func TestCallIDTellsCallsApart(t *testing.T) {
	s := newStore()
	g := open(t, mcpgate.Config{Pauser: s, Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, newOffice(nil).Server)}}})
	for _, id := range []string{"call_1", "call_2", "call_1"} {
		_, err := g.Call(t.Context(), "office__issue_refund", map[string]any{"invoice_id": 7}, mcpgate.CallID(id))
		if !errors.Is(err, errPaused) {
			t.Fatal(err)
		}
	}
	if len(s.asked) != 2 {
		t.Errorf("%d questions", len(s.asked))
	}
}

// asking is a server whose one tool asks what it is told to, for ever.
func asking(t *testing.T, p mcpgate.Pauser, r mcp.InputRequest) error {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	s.AddTool(tool("pay"), func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"k": r}, RequestState: "s"}, nil
	})
	g := open(t, mcpgate.Config{Pauser: p, Sources: []mcpgate.Source{{Name: "s", Dial: memory(t, s)}}})
	_, err := g.Call(t.Context(), "s__pay", nil)
	return err
}

func TestHostileQuestions(t *testing.T) {
	protocol, limit, asked := new(*mcpgate.ProtocolError), new(*mcpgate.LimitError), new(*mcpgate.InputRequiredError)
	var roots mcp.InputRequestMap
	if err := json.Unmarshal([]byte(`{"k":{"method":"roots/list","params":{}}}`), &roots); err != nil {
		t.Fatal(err)
	}
	willing := mcpgate.PauseFunc(func(_ context.Context, _ string, q ask.Question) (ask.Answers, error) { return q.All(ask.Accept) })
	for name, tt := range map[string]struct {
		request mcp.InputRequest
		as      any
		want    string
	}{
		"without end":    {&mcp.ElicitParams{Mode: "form", Message: "more?"}, protocol, "10 times"},
		"a script":       {&mcp.ElicitParams{Mode: "url", URL: "javascript:alert(1)"}, protocol, "javascript"},
		"no page":        {&mcp.ElicitParams{Mode: "url"}, protocol, "scheme"},
		"too long":       {&mcp.ElicitParams{Mode: "form", Message: strings.Repeat("x", 1<<20)}, limit, "question"},
		"for the roots":  {roots["k"], asked, "asks for input"},
		"a hostile form": {&mcp.ElicitParams{Mode: "form", RequestedSchema: json.RawMessage(`{"$ref":"#"}`)}, new(*ask.Error), "cannot be checked"},
	} {
		if err := asking(t, willing, tt.request); !errors.As(err, tt.as) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A connection that the server ended is opened again; only what may be repeated is.
func TestReconnect(t *testing.T) {
	o := newOffice(nil)
	var sessions []*mcp.ServerSession
	source := mcpgate.Source{Name: "office", Dial: func(ctx context.Context) (mcp.Transport, error) {
		here, there := mcp.NewInMemoryTransports()
		session, err := o.Connect(context.WithoutCancel(ctx), there, nil)
		sessions = append(sessions, session)
		return here, err
	}}
	g := open(t, mcpgate.Config{Sources: []mcpgate.Source{source}})
	if err := sessions[0].Close(); err != nil {
		t.Fatal(err)
	}
	var broken *mcpgate.TransportError
	if _, err := g.Call(t.Context(), "office__create_basket", nil); !errors.As(err, &broken) {
		t.Errorf("got %v", err)
	}
	if _, err := g.Call(t.Context(), "office__create_basket", nil); err != nil || len(sessions) != 2 || o.minted != 1 {
		t.Errorf("%d sessions, %d baskets, %v", len(sessions), o.minted, err)
	}
}
