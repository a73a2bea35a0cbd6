package world_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/examples/research/internal/world"
)

func open(t *testing.T) *world.World {
	t.Helper()
	w, err := world.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

func dial(t *testing.T, w *world.World, server string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: w.URL() + server, MaxRetries: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// call calls a tool; a tool's own error is told by its text.
func call(ctx context.Context, s *mcp.ClientSession, tool string, args map[string]any) (data, problem string, err error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return "", "", err
	}
	text := ""
	if len(res.Content) == 1 {
		if c, ok := res.Content[0].(*mcp.TextContent); ok {
			text = c.Text
		}
	}
	if res.IsError {
		return "", text, nil
	}
	raw, err := json.Marshal(res.StructuredContent)
	return string(raw), "", err
}

func find(t *testing.T, w *world.World, server, query string) string {
	t.Helper()
	data, problem, err := call(t.Context(), dial(t, w, server), "search", map[string]any{"query": query})
	if err != nil || problem != "" {
		t.Fatal(problem, err)
	}
	return data
}

func TestSearch(t *testing.T) {
	w := open(t)
	for _, tt := range []struct {
		server, query string
		want          []string
	}{
		{world.Web, "Battery LIFETIME", []string{"url:trade.example/packs", "doi:10.1000/ageing.7"}},
		{world.Papers, "fast charging", []string{"doi:10.1000/ageing.7"}},
		{world.Papers, "lifetime and charging", []string{"doi:10.1000/ageing.7"}},
		{world.Documents, "batteries in the cold", []string{"doc:vendor-note"}},
		{world.Documents, "gravity", nil},
	} {
		var out struct{ Hits []struct{ ID string } }
		if err := json.Unmarshal([]byte(find(t, w, tt.server, tt.query)), &out); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range out.Hits {
			got = append(got, h.ID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s finds %q for %q, want %q", tt.server, got, tt.query, tt.want)
		}
	}
	if got := w.Searches(); len(got) != 5 || got[1] != "papers: fast charging" {
		t.Errorf("searched %q", got)
	}
	w.Rewrite(world.Web, "url:trade.example/packs", "news")
	if got := find(t, w, world.Web, "lifetime"); !strings.Contains(got, `"news"`) {
		t.Errorf("found %s", got)
	}
}

func TestInjectionIsInAResource(t *testing.T) {
	w := open(t)
	res, err := dial(t, w, world.Documents).ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "docs://vendor/note"})
	if err != nil || len(res.Contents) != 1 || !strings.Contains(res.Contents[0].Text, world.Injection) {
		t.Errorf("got %+v, %v", res, err)
	}
	if data := find(t, w, world.Documents, "cold"); strings.Contains(data, world.Mallory) {
		t.Errorf("it is in the hit as well: %s", data)
	}
}

func TestMail(t *testing.T) {
	w := open(t)
	s := dial(t, w, world.Mail)
	send := func(action, body string) (string, string) {
		data, problem, err := call(t.Context(), s, "send_report", map[string]any{
			"action_id": action, "recipients": []string{"ann"}, "subject": "s", "body": body,
		})
		if err != nil {
			t.Fatal(err)
		}
		return data, problem
	}
	first, _ := send("a", "one")
	if again, problem := send("a", "one"); again != first || problem != "" || len(w.Mails()) != 1 {
		t.Errorf("repeated: %s after %s, %q, %d mails", again, first, problem, len(w.Mails()))
	}
	if _, problem := send("a", "two"); !strings.Contains(problem, "another mail") {
		t.Errorf("another mail under one id: %q", problem)
	}
	send("b", "one")
	send("", "one")
	send("", "one")
	if n := len(w.Mails()); n != 4 {
		t.Errorf("%d mails", n)
	}
	if _, problem, err := call(t.Context(), s, "send_report", map[string]any{"recipients": []string{}, "subject": "s", "body": "b"}); err != nil || problem == "" {
		t.Errorf("sent to nobody: %q, %v", problem, err)
	}
}

func TestHarm(t *testing.T) {
	w := open(t)
	s := dial(t, w, world.Web)
	search := func(ctx context.Context) error {
		_, _, err := call(ctx, s, "search", map[string]any{"query": "lifetime"})
		return err
	}
	w.FailNext(world.Web, 1)
	if search(t.Context()) == nil || len(w.Searches()) != 0 {
		t.Errorf("a refused call did something: %q", w.Searches())
	}
	w.LoseNext(world.Web, 1)
	if search(t.Context()) == nil || len(w.Searches()) != 1 {
		t.Errorf("a lost answer came, or nothing was done: %q", w.Searches())
	}
	s = dial(t, w, world.Web)
	if err := search(t.Context()); err != nil {
		t.Error(err)
	}
	w.SetDelay(world.Web, time.Hour)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if search(ctx) == nil {
		t.Error("a slow server was fast")
	}
	w.SetDown(world.Web, true)
	if search(t.Context()) == nil {
		t.Error("a server that is down answered")
	}
	if n := w.Calls(world.Web); n != 5 {
		t.Errorf("%d calls", n)
	}
}

func TestGather(t *testing.T) {
	w := open(t)
	w.Gather(3)
	var wg sync.WaitGroup
	for _, server := range []string{world.Web, world.Papers, world.Documents} {
		s := dial(t, w, server)
		wg.Go(func() {
			if _, problem, err := call(t.Context(), s, "search", map[string]any{"query": "cold"}); err != nil || problem != "" {
				t.Error(problem, err)
			}
		})
	}
	wg.Wait()
	find(t, w, world.Web, "cold") // waits for nobody any more
}
