package graphmodel

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

func at(line int) Position { return Position{File: "app.go", Line: line, Column: 2} }

// full is a graph in which every part of the model has a value.
func full() Graph {
	fn := func(name string) FuncValue {
		return FuncValue{Ref: FuncRef("example.com/app." + name), Pos: at(90)}
	}
	wrapped := fn("retry")
	wrapped.Bound = []Binding{{Name: "next", Func: fn("work")}, {Name: ".log", Func: fn("log")}}
	return Graph{
		Name: "order", Pos: at(10), Builder: "example.com/app.Build",
		Dialect: Dialect{
			Framework: "stategraph", RerunOnResume: Yes, ResumeEntry: EnterAtPause, LockStep: Yes,
			Conflict: ConflictError, Fate: "so the run fails", CheckpointEachStep: Yes, DefaultReducer: No, DefaultFanOutLimit: 8, PauseIsError: No, PassesOutputs: Yes,
			LimitOption: "example.com/app.Limit",
		},
		Nodes: []Node{
			{Name: "gate", Func: fn("gate"), Pos: at(11)},
			{Name: "work", Func: wrapped, Pos: at(12)},
			{Name: "sub", Pos: at(13), Subgraph: "inner", PauseBefore: true, PauseAfter: true},
		},
		Edges: []Edge{
			{From: Start, To: "gate", Pos: at(20)},
			{From: "gate", To: "work", Kind: Conditional, Func: fn("route"), Pos: at(21)},
			{From: "gate", To: End, Kind: Conditional, Func: fn("route"), Pos: at(21)},
			{From: "work", To: "sub", Kind: FanOut, Group: 1, Limit: 4, Limited: Yes, Pos: at(22)},
			{From: "sub", To: End, Kind: Join, Pos: at(23)},
		},
		Fields: []Field{
			{
				Name: "basket", Pos: at(30), Refs: []string{"example.com/app.Basket"},
				Type: TypeDesc{Name: "custody.Record", Kind: "struct", Parts: []TypePart{{Name: "Value", Type: "string"}}},
			},
			{Name: "items", Pos: at(31), Reducer: fn("union"), HasReducer: Yes, Type: TypeDesc{Name: "[]string", Kind: "slice"}},
		},
		FanIns: []FanIn{
			{Node: End, From: []string{"sub", "gate"}, How: "as string", Fate: "so the run fails"},
		},
		Gaps: []Gap{
			{Kind: GapEdge, Pos: at(40), Reason: "the router's targets are computed", Node: "work"},
			{Kind: GapField, Pos: at(41), Reason: "field name is a parameter"},
		},
		Checkpointer: Yes, StepLimit: 25,
	}
}

func encode(t *testing.T, graphs ...Graph) string {
	t.Helper()
	var b bytes.Buffer
	if err := Encode(&b, graphs); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestJSONRoundTrip(t *testing.T) {
	g := full()
	text := encode(t, g)
	got, err := Decode(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	g.Normalize()
	if d := cmp.Diff([]Graph{g}, got); d != "" {
		t.Error(d)
	}
	for _, want := range []string{`"version": 1`, `"kind": "conditional"`, `"lock_step": "yes"`, `"default_reducer": "no"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// TestEncodeIsDeterministic: the order in which parts were found leaves no trace, and the graph
// that is written is not touched.
func TestEncodeIsDeterministic(t *testing.T) {
	g := full()
	g.Nodes = append(g.Nodes, Node{Name: "again"}, Node{Name: "again", Subgraph: "x"})
	want := encode(t, g)
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		h := g.clone()
		r.Shuffle(len(h.Nodes), func(i, j int) { h.Nodes[i], h.Nodes[j] = h.Nodes[j], h.Nodes[i] })
		r.Shuffle(len(h.Edges), func(i, j int) { h.Edges[i], h.Edges[j] = h.Edges[j], h.Edges[i] })
		r.Shuffle(len(h.Fields), func(i, j int) { h.Fields[i], h.Fields[j] = h.Fields[j], h.Fields[i] })
		r.Shuffle(len(h.Gaps), func(i, j int) { h.Gaps[i], h.Gaps[j] = h.Gaps[j], h.Gaps[i] })
		before := h.clone()
		if got := encode(t, h); got != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
		if d := cmp.Diff(before, h); d != "" {
			t.Fatalf("Encode changed the graph: %s", d)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	wrap := func(graph string) string { return `{"version":1,"graphs":[` + graph + `]}` }
	head := `"name":"g","dialect":{"framework":"f"}`
	for _, c := range []struct{ name, text, want string }{
		{"empty", ``, "line 1:1: the text ends too early"},
		{"cut", `{"version":1,`, "ends too early"},
		{"no JSON", `version = 1`, "line 1:1: invalid character 'v'"},
		{"behind the end", `{"version":1,"graphs":[]} x`, "text behind the end"},
		{"version", `{"version":2,"graphs":[]}`, "version 2, this program reads version 1"},
		{"no version", `{"graphs":[]}`, "version 0"},
		{"unknown key", wrap("{" + head + ",\n\"nodes\":[{\"name\":\"a\",\"colour\":1}]}"), "line 2:30: graphs[0].nodes[0].colour: unknown key (known are func, leaves, name, pause_after, pause_before, pos, reads, rerun_on_resume, subgraph, writes)"},
		{"case of a key", `{"Version":1,"graphs":[]}`, "Version: unknown key"},
		{"key given twice", `{"version":1,"version":1,"graphs":[]}`, "version: the key was given before"},
		{"null", wrap("null"), "graphs[0]: null is no value"},
		{"string for number", `{"version":"1","graphs":[]}`, "version: want a number"},
		{"number for string", wrap(`{"name":1}`), "graphs[0].name: want a string"},
		{"object for list", `{"version":1,"graphs":{}}`, "graphs: want a list"},
		{"fraction", `{"version":1.5,"graphs":[]}`, "line 1:15: version: number 1.5 is no int"},
		{"answer", wrap(`{` + head + `,"checkpointer":"maybe"}`), `graphs[0].checkpointer: no such answer: "maybe"`},
		{"edge kind", wrap(`{` + head + `,"edges":[{"from":"a","to":"b","kind":"sometimes"}]}`), `graphs[0].edges[0].kind: no such edge kind: "sometimes"`},
		{"two nodes", wrap(`{` + head + `,"nodes":[{"name":"a"},{"name":"a"}]}`), `graphs[0] "g": nodes[1]: a second node "a"`},
		{"edge to nowhere", wrap(`{` + head + `,"edges":[{"from":"__start__","to":"b","kind":"always"}]}`), `edges[0]: no node "b"`},
		{"too deep", wrap(`{` + head + `,"nodes":[{"name":"a","func":` + strings.Repeat(`{"bound":[{"name":"f","func":`, 60) + `{}` + strings.Repeat(`}]}`, 60) + `}]}`), "nested deeper than 100"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Decode(strings.NewReader(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, %v; want %s", got, err, c.want)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	good := full()
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	bad := Graph{
		Nodes:   []Node{{}, {Name: Start}, {Name: "a"}, {Name: "a", Pos: Position{Line: -1}}},
		Edges:   []Edge{{From: End, To: Start, Kind: 7, Limit: -1, Limited: 9}, {From: "a", To: "b"}},
		Fields:  []Field{{}, {Name: "f"}, {Name: "f", HasReducer: 3}},
		FanIns:  []FanIn{{Node: Start, From: []string{"a", "a", "b", End}, How: "as string"}, {Node: "a", From: []string{"a"}, How: "h", Fate: "f"}},
		Gaps:    []Gap{{Kind: "hole"}},
		Dialect: Dialect{ResumeEntry: "middle", Conflict: "war", LockStep: -1, DefaultFanOutLimit: -2},
	}
	err := bad.Validate()
	for _, want := range []string{
		"nodes[0]: a node without name", `nodes[1]: the name "__start__" is reserved`, `nodes[3]: a second node "a"`,
		"nodes[3].pos: a negative line", "edges[0]: an edge out of the end", "edges[0]: an edge into the start",
		"edges[0]: no such edge kind: 7", "edges[0].limit: negative: -1", "edges[0].limited: no such answer: 9",
		`edges[1]: no node "b"`, "fields[0]: a field without name", `fields[2]: a second field "f"`, "fields[2].has_reducer",
		"fan_ins[0]: into the start or out of the end", `fan_ins[0]: no node "b"`, "fan_ins[0]: nothing says how", "fan_ins[1]: fewer than two outputs",
		`gaps[0]: no such kind: "hole"`, "dialect.resume_entry", "dialect.conflict", "dialect.lock_step", "dialect.default_fan_out_limit",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if err := Encode(&bytes.Buffer{}, []Graph{bad}); err == nil {
		t.Error("an edge kind that has no name was written")
	}
	lost := *build("S>a")
	lost.Edges = append(lost.Edges, Edge{From: "a", To: "b"})
	if lost.Validate() == nil {
		t.Error("edge to nowhere")
	}
	if lost.Gaps = []Gap{{Kind: GapNode}}; lost.Validate() != nil {
		t.Error("a gap may hide the node")
	}
}

// FuzzDecode: no input makes Decode panic, what it accepts is written and read again alike, and
// the index takes it. Run it with -fuzzminimizetime 1x: the seeds are long, and making every
// input that is of interest short takes longer than finding it.
func FuzzDecode(f *testing.F) {
	for _, graphs := range [][]Graph{{}, {full()}, {*build("S>a", "a?b", "a?c", "b&d", "c&d", "a*w"), *diamonds(10, 2)}} {
		var b bytes.Buffer
		if err := Encode(&b, graphs); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte(`{"version":1,"graphs":[{"name":"g","dialect":{"framework":""},"nodes":[{"name":"a","func":{"bound":[]}}],"fields":[{"name":"f","type":{"parts":[]}}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		graphs, err := Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		first := encode(t, graphs...)
		again, err := Decode(strings.NewReader(first))
		if err != nil {
			t.Fatalf("%v in\n%s", err, first)
		}
		if second := encode(t, again...); first != second {
			t.Fatalf("first\n%s\nsecond\n%s", first, second)
		}
		for i := range graphs {
			x := NewIndex(&graphs[i])
			x.Parallel(names(&graphs[i]), 1000)
			x.Cycles()
			for _, f := range graphs[i].FanIns {
				x.Meet(f.Node, f.From, 1000)
			}
			x.Dominators(EntryNodes(x.StartSet(), x.ReentrySet(func(string) Tri { return Yes })))
		}
	})
}

// TestGoldenJSON keeps the form from changing without notice: a change takes a new version.
func TestGoldenJSON(t *testing.T) {
	file := filepath.Join("testdata", "full.json")
	got := encode(t, full())
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Error(d)
	}
}
