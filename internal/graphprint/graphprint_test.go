package graphprint

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skewlint/skewlint/graphmodel"
)

var update = flag.Bool("update", false, "write the golden files anew")

func at(line int) graphmodel.Position {
	return graphmodel.Position{File: "agents/order/graph.go", Line: line, Column: 3}
}

func fn(name string) graphmodel.FuncValue {
	return graphmodel.FuncValue{Ref: graphmodel.FuncRef(name)}
}

// order has one of everything.
func order() *graphmodel.Graph {
	return &graphmodel.Graph{
		Name: "order", Pos: at(20), Checkpointer: graphmodel.Yes, StepLimit: 25,
		Dialect: graphmodel.Dialect{Framework: "stategraph"},
		Nodes: []graphmodel.Node{
			{Name: "gate", Func: fn("example.com/app/order.gate"), Pos: at(21)},
			{Name: "ask_human", Func: fn("(*example.com/app/order.Agent).Ask"), Pos: at(22)},
			{Name: "search", Func: fn("example.com/app/order.lit@graph.go:40:9"), Pos: at(23), PauseBefore: true, PauseAfter: true},
			{Name: "refund", Subgraph: "refunds", Pos: at(24), PauseAfter: true},
			{Name: "collect", Pos: at(25)},
		},
		Edges: []graphmodel.Edge{
			{From: graphmodel.Start, To: "gate", Pos: at(30)},
			{From: "gate", To: "ask_human", Kind: graphmodel.Conditional, Func: fn("example.com/app/order.route"), Pos: at(31)},
			{From: "gate", To: graphmodel.End, Kind: graphmodel.Conditional, Func: fn("example.com/app/order.route"), Pos: at(31)},
			{From: "gate", To: "refund", Kind: graphmodel.Conditional, Group: 1, Pos: at(32)},
			{From: "ask_human", To: "search", Kind: graphmodel.FanOut, Limit: 4, Limited: graphmodel.Yes, Pos: at(33)},
			{From: "ask_human", To: "refund", Kind: graphmodel.FanOut, Limited: graphmodel.No, Pos: at(34)},
			{From: "search", To: "collect", Kind: graphmodel.Join, Pos: at(35)},
			{From: "refund", To: "collect", Kind: graphmodel.Join, Pos: at(35)},
			{From: "collect", To: "report", Pos: at(36)},
		},
		Fields: []graphmodel.Field{
			{Name: "basket", Type: graphmodel.TypeDesc{Name: "custody.Record"}, HasReducer: graphmodel.No, Pos: at(10)},
			{Name: "items", Type: graphmodel.TypeDesc{Name: "[]string"}, Reducer: fn("example.com/app/order.union"), HasReducer: graphmodel.Yes, Pos: at(11)},
			{Name: "notes", HasReducer: graphmodel.Yes},
			{Name: "draft", Type: graphmodel.TypeDesc{Name: "string"}},
		},
		FanIns: []graphmodel.FanIn{
			{Node: "collect", From: []string{"search", "refund"}, How: "as string", Fate: "so the run fails"},
			{Node: "ask_human", From: []string{graphmodel.Start, "gate"}, How: "as int", Fate: "so the run fails"}, // never at one time
		},
		Gaps: []graphmodel.Gap{
			{Kind: graphmodel.GapNode, Pos: at(26), Reason: "node name is a parameter of an exported function"},
			{Kind: graphmodel.GapEdge, Node: "refund", Reason: "the router's targets are computed"},
		},
	}
}

// hostile has names that would break a line, a terminal or the syntax of a form.
func hostile() *graphmodel.Graph {
	bad := []string{"end", `a"b`, "x -->|y| z", "\x1b[31mred\nline", "<script>&amp;#35;", `back\slash`, "größe {n}", "]|;`%%{"}
	g := &graphmodel.Graph{Name: "h\"o\n%%{init}", Dialect: graphmodel.Dialect{Framework: "x"}}
	for i, name := range bad {
		g.Nodes = append(g.Nodes, graphmodel.Node{Name: name})
		g.Edges = append(g.Edges, graphmodel.Edge{From: name, To: bad[(i+1)%len(bad)]})
	}
	g.Gaps = []graphmodel.Gap{{Kind: "node", Reason: "a \"quoted\"\n reason"}}
	return g
}

func pausing(node string) graphmodel.Tri {
	switch node {
	case "ask_human":
		return graphmodel.Yes
	case "refund":
		return graphmodel.Unknown
	}
	return graphmodel.No
}

func TestGolden(t *testing.T) {
	for name, g := range map[string]*graphmodel.Graph{"order": order(), "hostile": hostile(), "empty": {Name: "empty"}} {
		for _, f := range Formats() {
			t.Run(name+"."+string(f), func(t *testing.T) {
				var b bytes.Buffer
				if err := Print(&b, f, g, Options{CanPause: pausing}); err != nil {
					t.Fatal(err)
				}
				file := filepath.Join("testdata", name+"."+string(f))
				if *update {
					if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(string(want), b.String()); d != "" {
					t.Error(d)
				}
				if strings.ContainsRune(b.String(), '\x1b') {
					t.Error("an escape character came through")
				}
			})
		}
	}
}

// TestPauseNotAsked: without options nothing is said about what the code of nodes does; what the
// framework is told to do is part of the graph.
func TestPauseNotAsked(t *testing.T) {
	for _, f := range Formats() {
		var b bytes.Buffer
		if err := Print(&b, f, order(), Options{}); err != nil || strings.Contains(b.String(), "can pause") || strings.Contains(b.String(), "may pause") {
			t.Errorf("%s: %v\n%s", f, err, b.String())
		}
		if !strings.Contains(b.String(), "pause before, pause after") {
			t.Errorf("%s: no static pauses in\n%s", f, b.String())
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestPrintErrors(t *testing.T) {
	if err := Print(&bytes.Buffer{}, "png", order(), Options{}); err == nil || !strings.Contains(err.Error(), `"png"`) {
		t.Errorf("no such format: %v", err)
	}
	for _, f := range Formats() {
		if err := Print(brokenWriter{}, f, order(), Options{}); err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestFuncName(t *testing.T) {
	for ref, want := range map[graphmodel.FuncRef]string{
		"":                                 "",
		"main.run":                         "main.run",
		"example.com/app.Send":             "app.Send",
		"(example.com/app.T).Send":         "(app.T).Send",
		"(*example.com/app.T).Send":        "(*app.T).Send",
		"example.com/a.b/app.lit@a.go:1:2": "app.lit@a.go:1:2",
	} {
		if got := funcName(ref); got != want {
			t.Errorf("%s: got %s, want %s", ref, got, want)
		}
	}
}
