package server

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skewlint/skewlint/internal/lsp/lsptest"
	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/text"
	"github.com/skewlint/skewlint/rules"
)

// object is short for what parameters are made of.
type object = map[string]any

// connect starts a server and an editor. The test waits for the server's end.
func connect(t *testing.T) *lsptest.Client {
	t.Helper()
	return connectWith(t, Options{Rules: rules.All(), Delay: 20 * time.Millisecond})
}

func connectWith(t *testing.T, o Options) *lsptest.Client {
	t.Helper()
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	ended := make(chan int)
	go func() {
		status, err := Serve(context.Background(), toServer, fromServer, o)
		if err != nil {
			t.Errorf("server: %v", err)
		}
		_ = fromServer.Close()
		ended <- status
	}()
	c := lsptest.Dial(t, toEditor, fromEditor)
	t.Cleanup(func() {
		_ = fromEditor.Close()
		<-ended
	})
	return c
}

func has(p lsptest.Published) bool   { return p.Has(lsptest.Code) }
func empty(p lsptest.Published) bool { return len(p.Diagnostics) == 0 }

// version is a condition: about this version, and the other condition.
func version(n int, ok func(lsptest.Published) bool) func(lsptest.Published) bool {
	return func(p lsptest.Published) bool { return p.Version != nil && *p.Version == n && ok(p) }
}

func TestFindingComesAndGoes(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t)
	c.Initialize(object{}, nil, dir)
	c.Published(agent, "the finding, before anything is open", has)
	c.Open(agent, lsptest.Agent)
	p := c.Published(agent, "the finding in version 1", version(1, has))
	d := p.Diagnostics[0]
	line := text.Line(lsptest.Agent, d.Range.Start.Line)
	if got := line[text.Offset(line, protocol.Position{Character: d.Range.Start.Character}):]; !strings.HasPrefix(got, "http.Post(") {
		t.Errorf("the finding stands at %q", got)
	}
	if d.Severity != protocol.SeverityError || d.Source != "skewlint" || d.CodeDescription == nil ||
		!strings.HasSuffix(d.CodeDescription.Href, "/effectbeforepause.md") || len(d.RelatedInformation) < 2 {
		t.Errorf("diagnostic %+v", d)
	}
	for _, step := range d.RelatedInformation {
		if !strings.HasPrefix(step.Location.URI, text.URI(dir)) || step.Message == "" {
			t.Errorf("step %+v", step)
		}
	}
	changed := c.Edit(agent, 2, lsptest.Agent, lsptest.Post, lsptest.NoPost)
	c.Published(agent, "nothing in version 2", version(2, empty))
	c.Edit(agent, 3, changed, lsptest.NoPost, "\n\t"+lsptest.Post)
	p = c.Published(agent, "the finding in version 3", version(3, has))
	if got, want := p.Diagnostics[0].Range.Start.Line, d.Range.Start.Line+1; got != want {
		t.Errorf("the finding has moved to line %d, want %d", got, want)
	}
	c.Notify("textDocument/didClose", lsptest.Document(agent))
	c.Newest(agent, "what is on disk", func(p lsptest.Published) bool { return p.Version == nil && has(p) })
}

// TestStale types without a pause and checks that each publication is about the newest text: no
// result for a text with the finding may come as one for a text without, or the reverse.
func TestStale(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t)
	c.Initialize(object{}, nil, dir)
	c.Open(agent, lsptest.Agent)
	content, last := lsptest.Agent, 41
	for v := 2; v <= last; v++ {
		from, to := lsptest.Post, lsptest.NoPost
		if v%2 == 1 {
			from, to = to, from
		}
		content = c.Edit(agent, v, content, from, to)
		time.Sleep(time.Duration(v%5) * 10 * time.Millisecond)
	}
	c.Published(agent, "the last version", version(last, has))
	newest := 0
	for _, p := range c.All(agent) {
		if p.Version == nil {
			continue
		}
		if *p.Version < newest {
			t.Errorf("version %d came after %d", *p.Version, newest)
		}
		newest = *p.Version
		if has(p) != (*p.Version%2 == 1) {
			t.Errorf("version %d has %d diagnostics", *p.Version, len(p.Diagnostics))
		}
	}
}

// TestCache counts what is kept: of each text on disk, and of none that is only typed.
func TestCache(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	kept := &counter{all: map[string][]byte{}}
	c := connectWith(t, Options{Rules: rules.All(), Delay: 20 * time.Millisecond, Cache: kept})
	c.Initialize(object{}, nil, dir)
	c.Published(agent, "the finding, before anything is open", has)
	before := kept.count()
	c.Open(agent, lsptest.Agent)
	c.Published(agent, "the finding in version 1", version(1, has))
	content := c.Edit(agent, 2, lsptest.Agent, lsptest.Post, lsptest.NoPost)
	c.Published(agent, "nothing in version 2", version(2, empty))
	if got := kept.count(); before == 0 || got != before {
		t.Errorf("kept %d of what is on disk, and %d more of what was typed", before, got-before)
	}
	lsptest.Write(t, agent, content)
	c.Notify("textDocument/didSave", lsptest.Document(agent))
	c.Call("textDocument/diagnostic", lsptest.Document(agent), nil)
	if kept.count() == before {
		t.Error("what was typed and then saved is not kept")
	}
}

// counter is a cache.
type counter struct {
	mu  sync.Mutex
	all map[string][]byte
}

func (c *counter) Get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, ok := c.all[key]
	return data, ok
}

func (c *counter) Put(key string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all[key] = data
}

func (c *counter) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all)
}

func TestQuestions(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t)
	c.Initialize(object{"window": object{"showDocument": object{"support": true}}}, nil, dir)
	c.Open(agent, lsptest.Agent)
	place := c.Published(agent, "the finding", version(1, has)).Diagnostics[0].Range

	question := lsptest.Document(agent)
	question["position"] = place.Start
	var hover protocol.Hover
	c.Call("textDocument/hover", question, &hover)
	for _, want := range []string{"effectbeforepause", "1. node \"ask\" runs", "agent.go#L", "#### Why it matters"} {
		if !strings.Contains(hover.Contents.Value, want) {
			t.Errorf("hover has no %q:\n%s", want, hover.Contents.Value)
		}
	}
	question["position"] = protocol.Position{}
	var none *protocol.Hover
	c.Call("textDocument/hover", question, &none)
	if none != nil {
		t.Errorf("hover at the package clause: %v", none)
	}
	if strings.Contains(hover.Contents.Value, "Silent when") {
		t.Errorf("the hover holds all of the rule's page:\n%s", hover.Contents.Value)
	}

	question["range"], question["context"] = place, object{"diagnostics": []any{}}
	var actions []protocol.CodeAction
	c.Call("textDocument/codeAction", question, &actions)
	if len(actions) != 1 || actions[0].Kind != "quickfix" {
		t.Fatalf("actions %+v", actions)
	}
	question["context"] = object{"only": []string{"source.organizeImports"}}
	var others []protocol.CodeAction
	c.Call("textDocument/codeAction", question, &others)
	if others == nil || len(others) > 0 {
		t.Errorf("asked for imports to be organized, offered %+v", others)
	}
	edit := actions[0].Edit.Changes[text.URI(agent)][0]
	if want := "\t//skewlint:ignore effectbeforepause -- \n"; edit.NewText != want || edit.Range.Start.Character != 0 || edit.Range.Start.Line != place.Start.Line {
		t.Errorf("edit %+v, want %q", edit, want)
	}
	c.Notify("textDocument/didChange", object{
		"textDocument":   object{"uri": text.URI(agent), "version": 2},
		"contentChanges": []any{object{"range": edit.Range, "text": strings.TrimSuffix(edit.NewText, "\n") + "the server ignores repeats\n"}},
	})
	c.Published(agent, "silence in version 2", version(2, empty))
}

// TestGraphByAction is about editors that have neither code lenses nor a way to be shown a document.
func TestGraphByAction(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t)
	c.Initialize(object{}, nil, dir)
	c.Open(agent, lsptest.Agent)
	c.Published(agent, "what goes with the graph", version(1, has))
	offered := func(at string) (found []protocol.CodeAction) {
		place := text.PositionAt(lsptest.Agent, strings.Index(lsptest.Agent, at))
		question := lsptest.Document(agent)
		question["range"], question["context"] = protocol.Range{Start: place, End: place}, object{"only": []string{"source"}}
		c.Call("textDocument/codeAction", question, &found)
		return found
	}
	if out := offered("func ask("); len(out) > 0 {
		t.Errorf("in a function that builds nothing: %+v", out)
	}
	for _, at := range []string{"func Build(", "return g.Compile"} {
		actions := offered(at)
		if len(actions) != 1 || actions[0].Title != "show graph mailing (1 node)" || actions[0].Command == nil {
			t.Fatalf("at %s: %+v", at, actions)
		}
		c.Call("workspace/executeCommand", actions[0].Command, nil)
	}
	var p protocol.ShowMessageParams
	if err := json.Unmarshal(c.Received("window/showMessage", "the graph is in ").Params, &p); err != nil {
		t.Fatal(err)
	}
	_, file, _ := strings.Cut(p.Message, " is in ")
	if page, err := os.ReadFile(file); err != nil || !strings.Contains(string(page), "flowchart") {
		t.Errorf("%s: %v\n%s", file, err, page)
	}
}

func TestGraph(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t)
	c.Initialize(object{"window": object{"showDocument": object{"support": true}}}, nil, dir)
	c.Open(agent, lsptest.Agent)
	c.Published(agent, "what goes with the graph", version(1, has))
	var lenses []protocol.CodeLens
	c.Call("textDocument/codeLens", lsptest.Document(agent), &lenses)
	if len(lenses) != 1 || !strings.HasPrefix(text.Line(lsptest.Agent, lenses[0].Range.Start.Line), "func Build(") {
		t.Fatalf("lenses %+v", lenses)
	}
	var shown protocol.GraphResult
	c.Call("workspace/executeCommand", lenses[0].Command, &shown)
	if !strings.Contains(shown.Text, "flowchart") || !strings.Contains(shown.Text, "ask") {
		t.Errorf("graph:\n%s", shown.Text)
	}
	c.Received("window/showDocument", shown.URI)
	path, _ := text.Path(shown.URI)
	page, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(page), "```mermaid\n"+strings.TrimSpace(shown.Text)) {
		t.Errorf("document %q, %v", page, err)
	}
	id := c.Start("workspace/executeCommand", object{"command": protocol.ShowGraph, "arguments": []any{object{"uri": text.URI(agent), "name": "nosuch"}}})
	if m := c.Finish(id); m.Error == nil || !strings.Contains(m.Error.Message, "nosuch") {
		t.Errorf("answer %+v", m)
	}
	id = c.Start("workspace/executeCommand", object{"command": "other"})
	if m := c.Finish(id); m.Error == nil {
		t.Errorf("answer %+v", m)
	}
}

func TestPull(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t)
	can := c.Initialize(object{"textDocument": object{"diagnostic": object{}}}, object{"pullDiagnostics": true}, dir)
	if !strings.Contains(string(can["diagnosticProvider"]), "interFileDependencies") {
		t.Errorf("diagnosticProvider is %s", can["diagnosticProvider"])
	}
	c.Open(agent, lsptest.Agent)
	var report struct {
		Kind  string                `json:"kind"`
		Items []protocol.Diagnostic `json:"items"`
	}
	c.Call("textDocument/diagnostic", lsptest.Document(agent), &report)
	if report.Kind != "full" || len(report.Items) != 1 || report.Items[0].Code != lsptest.Code {
		t.Errorf("report %+v", report)
	}
	c.Edit(agent, 2, lsptest.Agent, lsptest.Post, lsptest.NoPost)
	report.Items = nil
	c.Call("textDocument/diagnostic", lsptest.Document(agent), &report)
	if len(report.Items) != 0 {
		t.Errorf("report on the text without the finding: %+v", report)
	}
	for _, p := range c.All(agent) {
		if p.Version != nil && len(p.Diagnostics) > 0 {
			t.Errorf("pushed, too: %+v", p)
		}
	}
}

// TestCancel cancels a question that waits for a run, and has it answered as cancelled.
func TestCancel(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t)
	c.Initialize(object{}, nil, dir)
	c.Open(agent, lsptest.Agent)
	id := c.Start("textDocument/diagnostic", lsptest.Document(agent))
	c.Notify("$/cancelRequest", object{"id": json.RawMessage(id)})
	if m := c.Finish(id); m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("answer %+v", m)
	}
}

func TestFolders(t *testing.T) {
	dirA, agentA := lsptest.Module(t, "example.com/a")
	dirB, agentB := lsptest.Module(t, "example.com/b")
	c := connect(t)
	c.Initialize(object{}, nil, dirA)
	c.Published(agentA, "the finding of the first folder", has)
	c.Notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []any{lsptest.Folder(dirB)}, "removed": []any{}}})
	c.Published(agentB, "the finding of the second folder", has)
	c.Notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []any{}, "removed": []any{lsptest.Folder(dirA)}}})
	c.Newest(agentA, "nothing of the folder that is gone", empty)
	if last := c.All(agentB); !has(last[len(last)-1]) {
		t.Error("the finding of the folder that stays is gone")
	}
}

// TestNestedModule opens a file of a module below the folder, which ./... of the folder leaves out.
func TestNestedModule(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	parent := filepath.Dir(dir)
	c := connect(t)
	c.Initialize(object{}, nil, parent)
	c.Open(agent, lsptest.Agent)
	c.Published(agent, "the finding", version(1, has))
}

// TestBroken breaks one package and checks that the others keep their findings, that the place is
// shown, and that a repair brings everything back.
func TestBroken(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	other := filepath.Join(dir, "other", "other.go")
	source := strings.Replace(lsptest.Agent, "package agent", "package other\n\nimport _ \"example.com/app/agent\"", 1)
	lsptest.Write(t, other, source)
	c := connect(t)
	c.Initialize(object{}, nil, dir)
	c.Open(agent, lsptest.Agent)
	c.Published(agent, "the finding", version(1, has))
	c.Published(other, "the finding of the other package", has)
	broken := c.Edit(agent, 2, lsptest.Agent, "return nil, err", "return nil, errors.Join(err)")
	p := c.Published(agent, "the error", version(2, func(p lsptest.Published) bool { return len(p.Diagnostics) == 1 }))
	if d := p.Diagnostics[0]; !strings.Contains(d.Message, "undefined: errors") || d.Severity != protocol.SeverityInformation {
		t.Errorf("error %+v", d)
	}
	c.Edit(agent, 3, broken, "errors.Join(err)", "err")
	c.Published(agent, "the finding again", version(3, has))
	for _, p := range c.All(other) {
		if !has(p) {
			t.Error("the package that imports the broken one has lost its finding")
		}
	}
}

func TestConfiguration(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	file := filepath.Join(dir, ".skewlint.toml")
	c := connect(t)
	c.Initialize(object{"workspace": object{"didChangeWatchedFiles": object{"dynamicRegistration": true}}}, nil, dir)
	c.Received("client/registerCapability", ".skewlint.toml")
	c.Published(agent, "the finding", has)
	saved := object{"changes": []any{object{"uri": text.URI(file), "type": 1}}}
	lsptest.Write(t, file, "\n[rules.effectbeforepause]\nseverty = \"info\"\n")
	c.Notify("workspace/didChangeWatchedFiles", saved)
	p := c.Published(file, "the slip", func(p lsptest.Published) bool { return len(p.Diagnostics) == 1 })
	if d := p.Diagnostics[0]; !strings.Contains(d.Message, "severty") || d.Range.Start.Line != 2 {
		t.Errorf("slip %+v", d)
	}
	for _, p := range c.All(agent) {
		if !has(p) {
			t.Error("a slip in the configuration has cost the findings")
		}
	}
	lsptest.Write(t, file, "\n[rules.effectbeforepause]\nseverity = \"info\"\n")
	c.Notify("workspace/didChangeWatchedFiles", saved)
	c.Newest(file, "no slip", empty)
	c.Published(agent, "the new severity", func(p lsptest.Published) bool {
		return has(p) && p.Diagnostics[0].Severity == protocol.SeverityInformation
	})
}

// TestBuildFlags has the finding behind a build tag, which gopls's settings set.
func TestBuildFlags(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	lsptest.Write(t, agent, "//go:build special\n\n"+lsptest.Agent)
	c := connect(t)
	c.Answer = func(method string, _ json.RawMessage) any {
		if method == "workspace/configuration" {
			return []any{object{"buildFlags": []string{"-tags=special"}}, nil}
		}
		return nil
	}
	c.Initialize(object{"workspace": object{"configuration": true}}, object{"env": object{"GOFLAGS": "-mod=mod"}}, dir)
	c.Published(agent, "the finding behind the tag", has)
}

// TestMessageOnce breaks go.mod, of which no package can tell.
func TestMessageOnce(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t)
	c.Initialize(object{}, nil, dir)
	c.Open(agent, lsptest.Agent)
	c.Published(agent, "the finding", version(1, has))
	mod := filepath.Join(dir, "go.mod")
	good, err := os.ReadFile(mod)
	if err != nil {
		t.Fatal(err)
	}
	lsptest.Write(t, mod, string(good)+"\nnonsense\n")
	c.Notify("textDocument/didSave", lsptest.Document(mod))
	c.Received("window/showMessage", "unknown directive: nonsense")
	c.Notify("textDocument/didSave", lsptest.Document(mod))
	lsptest.Write(t, mod, string(good)+"\n// better\n")
	c.Notify("textDocument/didSave", lsptest.Document(mod))
	c.Edit(agent, 2, lsptest.Agent, lsptest.Post, lsptest.NoPost)
	c.Published(agent, "nothing in version 2", version(2, empty))
	if n := c.Count("window/showMessage"); n != 1 {
		t.Errorf("%d messages", n)
	}
}

func TestExitStatus(t *testing.T) {
	for name, test := range map[string]struct {
		shutdown bool
		want     int
	}{"after shutdown": {true, 0}, "without": {false, 1}} {
		t.Run(name, func(t *testing.T) {
			toServer, fromEditor := io.Pipe()
			toEditor, fromServer := io.Pipe()
			c := lsptest.Dial(t, toEditor, fromEditor)
			ended := make(chan int)
			go func() {
				status, _ := Serve(context.Background(), toServer, fromServer, Options{})
				ended <- status
			}()
			c.Initialize(object{}, nil)
			if test.shutdown {
				c.Call("shutdown", nil, nil)
			}
			c.Notify("exit", nil)
			if got := <-ended; got != test.want {
				t.Errorf("status %d, want %d", got, test.want)
			}
		})
	}
}
