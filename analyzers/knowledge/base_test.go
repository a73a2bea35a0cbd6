package knowledge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

func TestFunc(t *testing.T) {
	base := knowledge.Load()
	for ref, want := range map[graphmodel.FuncRef]string{
		"net/http.Get":          "network read safe",
		"net/http.Post":         "network write unsafe",
		"(*net/http.Client).Do": "network",
		"time.Now":              "clock read safe",
		"math/rand.Intn":        "random read safe",
		"math/rand/v2.IntN":     "random read safe",
		"(*github.com/modelcontextprotocol/go-sdk/mcp.ClientSession).CallTool": "tool tool",
		"(*github.com/jackc/pgx/v4/pgxpool.Pool).Exec":                         "database write unsafe",
		"(*github.com/jackc/pgx/v5/pgxpool.Pool).Exec":                         "database write unsafe",
		"(*gopkg.in/gomail.v2.Dialer).DialAndSend":                             "mail write unsafe",
		"(github.com/stripe/stripe-go/v99/paymentintent.Client).New":           "network write keyed",
		"github.com/skewlint/skewlint/runtime/stategraph.Interrupt":            "role pause",
		"(github.com/skewlint/skewlint/runtime/stategraph.Field).Set":          "role state-write",
		"(*golang.org/x/sync/errgroup.Group).Go":                               "role spawn",
		"strings.ToUpper":                                                      "clean",
		"fmt.Println":                                                          "clean",
		"(time.Time).Add":                                                      "clean",
		"(net/http.Header).Set":                                                "clean",
		"(error).Error":                                                        "clean",
		"fmt.Fprintf":                                                          "unknown",
		"(io.Writer).Write":                                                    "unknown",
		"example.com/app.Send":                                                 "unknown",
		"":                                                                     "unknown",
		"x":                                                                    "unknown",
		"(*x":                                                                  "unknown",
		"app.lit@app.go:12:9":                                                  "unknown",
		"math/rand/v2.Intn":                                                    "unknown",
		"net/httpx.Get":                                                        "unknown",
		"(*net/http.Client).New":                                               "unknown",
	} {
		row, answer := base.Func(ref)
		if got := describe(row, answer); got != want {
			t.Errorf("%s: got %q, want %q", ref, got, want)
		}
	}
}

func describe(row knowledge.Row, answer knowledge.Answer) string {
	switch {
	case answer == knowledge.NotKnown:
		return "unknown"
	case answer == knowledge.Clean:
		return "clean"
	case row.Role != knowledge.RoleNone && len(row.Effects) == 0:
		return "role " + string(row.Role)
	}
	e := row.Effects[0]
	return strings.Join(strings.Fields(string(e.Kind)+" "+string(e.Access)+" "+string(e.Repeat)), " ")
}

func TestUserRowsWin(t *testing.T) {
	base := knowledge.Load().With(knowledge.Extra{
		Funcs: []knowledge.Row{
			{Package: "net/http", Func: "Post"}, // no effect: clean
			{Package: "example.com/shop/v2", Func: "(*Client).Pay", Effects: []knowledge.Effect{{Kind: knowledge.Network, Access: knowledge.Writes}}},
		},
		Types:   []knowledge.TypeRow{{Package: "example.com/shop", Type: "Basket", Is: knowledge.CustodyRecord}},
		Tools:   []knowledge.ToolRow{{Tool: "open", Mints: []string{"session"}}},
		Handles: []string{"basket_id"},
	})
	if _, answer := base.Func("net/http.Post"); answer != knowledge.Clean {
		t.Errorf("user row did not win: %v", answer)
	}
	if _, answer := base.Func("(*example.com/shop/v3.Client).Pay"); answer != knowledge.HasEffect {
		t.Errorf("user row of another major version: %v", answer)
	}
	if _, answer := base.Func("net/http.Get"); answer != knowledge.HasEffect {
		t.Errorf("built-in row lost: %v", answer)
	}
	for name, want := range map[string]bool{
		"example.com/shop.Basket": true, "example.com/shop.Other": false, "Basket": false,
		"github.com/skewlint/skewlint/runtime/custody.Record": true,
	} {
		if row, ok := base.Type(name); ok != want || ok && row.Is != knowledge.CustodyRecord {
			t.Errorf("type %s: %v %v", name, row, ok)
		}
	}
	for key, want := range map[string]bool{"basket_id": true, "session": true, "name": false, "": false} {
		if base.IsHandleKey(key) != want {
			t.Errorf("IsHandleKey(%q) = %v", key, !want)
		}
	}
}

func TestGate(t *testing.T) {
	for path, want := range map[string][2]bool{ // agent, covered
		"github.com/modelcontextprotocol/go-sdk/mcp":            {true, true},
		"github.com/modelcontextprotocol/go-sdk/v2/mcp":         {true, true},
		"github.com/modelcontextprotocol/go-sdkx":               {false, false},
		"github.com/skewlint/skewlint/runtime/stategraph":       {true, true},
		"github.com/skewlint/skewlint/runtime/stategraph_test":  {false, false},
		"github.com/skewlint/skewlint/runtime/examples/order":   {false, false},
		"google.golang.org/adk/v2/agent":                        {true, true},
		"google.golang.org/adkx":                                {false, false},
		"google.golang.org/adk/v2/examples/workflow/basic":      {false, false},
		"github.com/cloudwego/eino-ext/components/model/openai": {true, true},
		"trpc.group/trpc-go/trpc-agent-go/graph":                {true, true},
		"net/http":                                              {false, true},
		"net/http/internal/ascii":                               {false, true},
		"internal/abi":                                          {false, true},
		"vendor/golang.org/x/net/http/httpguts":                 {false, true},
		"syscall/js":                                            {false, true},
		"app":                                                   {false, false},
		"app/internal/x":                                        {false, false},
		"net2":                                                  {false, false},
		"github.com/jackc/pgx/v5/pgconn":                        {false, true},
		"github.com/jackc/pgxlisten":                            {false, false},
		"golang.org/x/sync/errgroup":                            {false, true},
		"":                                                      {false, false},
	} {
		base := knowledge.Load()
		if got := [2]bool{base.IsAgent(path), base.IsCovered(path)}; got != want {
			t.Errorf("%q: got %v, want %v", path, got, want)
		}
	}
	if !slices.Contains(knowledge.Load().AgentPrefixes(), "google.golang.org/adk/agent") {
		t.Error("AgentPrefixes lacks adk")
	}
}

func TestPlace(t *testing.T) {
	for place, want := range map[knowledge.Place]string{
		"recv": "", "arg0": "", "arg1.Params.Name": "", "res0.IsError": "", "arg2...": "", "": "",
		"arg":          "starts with",
		"arg01":        "starts with",
		"argument":     "starts with",
		"res1...":      "whole argument",
		"arg1.Name...": "whole argument",
		"arg1.0":       "field name",
		"arg1.":        "field name",
		"foo":          "starts with",
		"arg999":       "starts with",
	} {
		ref, err := place.Parse()
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", place, err)
		case want == "" && ref.String() != string(place):
			t.Errorf("%q prints as %q", place, ref.String())
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: error %v, want %q", place, err, want)
		}
	}
}

func TestStatements(t *testing.T) {
	for text, want := range map[string][2]string{
		"SELECT 1":               {"read", "safe"},
		"select * into t from u": {"", ""},
		"INSERT INTO t VALUES ('a;b') RETURNING id":       {"write", "unsafe"},
		"INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING": {"write", ""},
		"-- insert\n/* delete */ SELECT now()":            {"read", "safe"},
		"UPDATE t SET n = n + 1":                          {"write", ""},
		"DELETE FROM t":                                   {"write", "safe"},
		"SELECT 1; DELETE FROM t":                         {"", ""},
		"WITH x AS (DELETE FROM t) SELECT 1":              {"", ""},
		"":                                                {"", ""},
	} {
		access, repeat := knowledge.SQLStatement(text)
		if got := [2]string{string(access), string(repeat)}; got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
	for method, want := range map[string]knowledge.Repeat{"GET": "safe", "": "safe", "PUT": "safe", "POST": "unsafe", "post": ""} {
		if _, repeat := knowledge.HTTPMethod(method); repeat != want {
			t.Errorf("%q: %q", method, repeat)
		}
	}
}

func BenchmarkLoadAndAsk(b *testing.B) {
	for b.Loop() {
		base := knowledge.Load()
		base.IsCovered("example.com/app/service")
		base.Func("(*github.com/modelcontextprotocol/go-sdk/mcp.ClientSession).CallTool")
	}
}
