package mcpgate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// png is the beginning of an image.
var png = []byte("\x89PNG\r\n\x1a\n0000")

// answering is a server with one tool that answers as told.
func answering(t *testing.T, res *mcp.CallToolResult, output string, limits mcpgate.Limits) *mcpgate.Gateway {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	say := tool("say")
	if output != "" {
		say.OutputSchema = json.RawMessage(output)
	}
	s.AddTool(say, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return res, nil })
	return open(t, mcpgate.Config{Sources: []mcpgate.Source{{Name: "s", Dial: memory(t, s), Limits: limits}}})
}

func content(c ...mcp.Content) *mcp.CallToolResult { return &mcp.CallToolResult{Content: c} }

func link(uri string) *mcp.CallToolResult { return content(&mcp.ResourceLink{URI: uri, Name: "x"}) }

func TestResultKeepsItsParts(t *testing.T) {
	g := answering(t, &mcp.CallToolResult{
		Content: []mcp.Content{
			&mcp.TextContent{Text: "one"}, &mcp.ImageContent{MIMEType: "image/png", Data: png},
			&mcp.ResourceLink{URI: "https://example.com/a", Name: "a", Title: "A page"},
			&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "https://example.com/b", MIMEType: "text/plain; charset=utf-8", Text: "two"}},
		},
		StructuredContent: map[string]any{"n": 1},
	}, "", mcpgate.Limits{})
	res, err := g.Call(t.Context(), "s__say", nil)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, p := range res.Parts() {
		kinds = append(kinds, fmt.Sprintf("%s:%s:%s", p.Kind, p.Text.Unsafe(), p.URI))
	}
	if got := strings.Join(kinds, " "); got != "text:one: image:: link:A page:https://example.com/a resource:two:https://example.com/b" {
		t.Errorf("got %s", got)
	}
	var out struct{ N int }
	if err := res.Decode(&out); err != nil || out.N != 1 || string(res.Parts()[1].Data) != string(png) {
		t.Errorf("%+v, %v", out, err)
	}
	msg, err := mcpgate.Reply("s__say", res, nil)
	if err != nil || msg.Role() != "tool" || msg.Status != mcpgate.Success || strings.Count(msg.Text(), "</untrusted") != 3 {
		t.Errorf("%+v, %v", msg, err)
	}
}

func TestHostileResults(t *testing.T) {
	limit, bad, wrong := new(*mcpgate.LimitError), new(*mcpgate.ContentError), new(*mcpgate.SchemaError)
	many := make([]mcp.Content, 101)
	for i := range many {
		many[i] = &mcp.TextContent{Text: "x"}
	}
	number := `{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}`
	tests := []struct {
		name   string
		res    *mcp.CallToolResult
		output string
		as     any
		want   string
	}{
		{"huge text", content(&mcp.TextContent{Text: strings.Repeat("x", 1<<20+1)}), "", limit, "1048577 bytes"},
		{"huge data", &mcp.CallToolResult{StructuredContent: map[string]any{"x": strings.Repeat("x", 1<<20)}}, "", limit, "1048584 bytes"},
		{"many parts", content(many...), "", limit, "101 parts"},
		{"a script in an image", content(&mcp.ImageContent{MIMEType: "image/svg+xml", Data: []byte("<svg/>")}), "", bad, "image/svg+xml"},
		{"an image that is none", content(&mcp.ImageContent{MIMEType: "image/png", Data: []byte("<html>")}), "", bad, "looks like text/html"},
		{"a sound that is a page", content(&mcp.AudioContent{MIMEType: "audio/wav", Data: []byte("<html>")}), "", bad, "looks like text/html"},
		{"a text as an image", content(&mcp.ImageContent{MIMEType: "text/plain", Data: png}), "", bad, "kind image"},
		{"no type", content(&mcp.ImageContent{Data: png}), "", bad, `type ""`},
		{"data in a link", link("data:text/html,<script>"), "", bad, `"data"`},
		{"a script in a link", link("JavaScript:alert(1)"), "", bad, `"javascript"`},
		{"a file", link("file:///etc/passwd"), "", bad, `"file"`},
		{"a link that hides where it leads", link("https://bank.example@evil.example/"), "", bad, "user name"},
		{"a link with a line end", link("https://a.example/\nhttps://b.example"), "", bad, "control characters"},
		{"a link without scheme", link("//evil.example"), "", bad, `scheme ""`},
		{"a resource of a kind that is not allowed", content(&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "https://a.example", MIMEType: "text/html"}}), "", bad, "text/html"},
		{"a resource under a scheme", content(&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "docs://a"}}), "", bad, `"docs"`},
		{"the wrong data", &mcp.CallToolResult{StructuredContent: map[string]any{"n": "x"}}, number, wrong, "output schema"},
		{"no data", content(&mcp.TextContent{Text: "1"}), number, wrong, "no structured content"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, err := answering(t, tt.res, tt.output, mcpgate.Limits{}).Call(t.Context(), "s__say", nil)
			if res != nil || !errors.As(err, tt.as) || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestLimitsAllow(t *testing.T) {
	limits := mcpgate.Limits{ResultBytes: 20, Schemes: []string{"docs"}, MIME: []string{"text/html"}}
	html := &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "docs://a", MIMEType: "text/html", Text: "<p>"}}
	if _, err := answering(t, content(html), "", limits).Call(t.Context(), "s__say", nil); err != nil {
		t.Error(err)
	}
	var limit *mcpgate.LimitError
	_, err := answering(t, content(&mcp.TextContent{Text: strings.Repeat("x", 21)}), "", limits).Call(t.Context(), "s__say", nil)
	if !errors.As(err, &limit) || limit.Got != 21 || limit.Limit != 20 {
		t.Errorf("got %v", err)
	}
}

// A lone gate has the same limits.
func TestGateLimits(t *testing.T) {
	onBoth(t, func(t *testing.T, g *mcpgate.Gate) {
		var limit *mcpgate.LimitError
		_, err := g.Call(t.Context(), "prose", nil)
		if !errors.As(err, &limit) {
			t.Fatalf("got %v", err)
		}
		wantText(t, err, []string{"shop/prose", "at most 5"})
	}, mcpgate.WithLimits(mcpgate.Limits{ResultBytes: 5}))
}

func TestReplySeparatesCauses(t *testing.T) {
	g := open(t, mcpgate.Config{
		Sources:  []mcpgate.Source{{Name: "office", Dial: memory(t, newOffice(nil).Server), Handles: []mcpgate.Handle{baskets()}}},
		Approval: map[string]mcpgate.Rule{"office__issue_refund": mcpgate.Always(mcpgate.Deny)},
	})
	reply := func(name string, args map[string]any) (mcpgate.Message, error) {
		res, err := g.Call(t.Context(), name, args)
		return mcpgate.Reply(name, res, err)
	}
	for name, args := range map[string]map[string]any{
		"office__issue_refund": {"invoice_id": 1}, "office__find": {"query": 7}, "office__nothing": nil,
	} {
		if msg, err := reply(name, args); err != nil || msg.Status != mcpgate.Refused {
			t.Errorf("%s: %+v, %v", name, msg, err)
		}
	}
	r, err := g.Mint(t.Context(), "office__create_basket", nil)
	if err != nil {
		t.Fatal(err)
	}
	msg, err := reply("office__add_item", map[string]any{"basket_id": r, "item": "unicorn"})
	if err != nil || msg.Status != mcpgate.Failed || !strings.Contains(msg.Text(), "> no <item>s today") {
		t.Errorf("%+v, %v", msg.Text(), err)
	}
	r.Principal = "bob"
	var dead *mcpgate.HandleError
	if _, err := reply("office__add_item", map[string]any{"basket_id": r, "item": "x"}); !errors.As(err, &dead) {
		t.Errorf("a dead handle is not for a model: %v", err)
	}
}

func TestArgumentsAreChecked(t *testing.T) {
	o := newOffice(nil)
	g := open(t, mcpgate.Config{Sources: []mcpgate.Source{{Name: "office", Dial: memory(t, o.Server)}}})
	for _, args := range []map[string]any{nil, {"query": []string{"s3cret"}}, {"query": "x", "more": 1}, {"query": func() {}}} {
		var wrong *mcpgate.ArgumentError
		_, err := g.Call(t.Context(), "office__find", args)
		if !errors.As(err, &wrong) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%v: %v", args, err)
		}
	}
	if o.called("find") != 0 {
		t.Error("it was sent")
	}
}
