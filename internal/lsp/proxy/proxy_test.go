package proxy

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skewlint/skewlint/internal/lsp/lsptest"
	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/server"
	"github.com/skewlint/skewlint/internal/lsp/text"
	"github.com/skewlint/skewlint/internal/lsp/wire"
	"github.com/skewlint/skewlint/rules"
)

// TestMain makes this binary the programs that the tests start: skewlint, and a gopls that says
// little.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "lsp":
			os.Exit(server.Main(context.Background(), os.Args[2:], server.Options{Rules: rules.All()}, os.Stdin, os.Stdout, os.Stderr))
		case "gopls":
			os.Exit(Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
		case "fake":
			os.Exit(fake())
		}
	}
	os.Exit(m.Run())
}

type object = map[string]any

// fake is a gopls that finds something at the start of every text.
func fake() int {
	reader := wire.NewReader(os.Stdin)
	for {
		body, err := reader.Read()
		if err != nil {
			return 0
		}
		m, err := wire.Parse(body)
		if err != nil {
			return 9
		}
		switch m.Method {
		case "exit":
			return 0
		case "fake/crash":
			_ = wire.Write(os.Stdout, []byte(`{"jsonrpc":"2.0","method":"fake/lastWords","params":{}}`))
			return 3
		}
		if m.Method == "fake/odd" {
			_ = wire.Write(os.Stdout, fmt.Appendf(nil, `{"result":%s%s}, "jsonrpc":"2.0", "id":%s}`, oddStart, m.Params, m.ID))
			continue
		}
		if m.IsRequest() {
			reply, _ := wire.Reply(m.ID, fakeAnswer(m), nil)
			_ = wire.Write(os.Stdout, reply)
		}
		var p protocol.DocumentParams
		if _ = json.Unmarshal(m.Params, &p); strings.HasPrefix(m.Method, "textDocument/did") && m.Method != "textDocument/didClose" {
			note, _ := wire.Call(nil, "textDocument/publishDiagnostics", object{
				"uri": p.TextDocument.URI, "version": p.TextDocument.Version, "diagnostics": []any{fakeDiagnostic},
			})
			_ = wire.Write(os.Stdout, note)
		}
	}
}

// oddStart is the start of an answer of gopls.
const oddStart = `{ "html":"<&>", "far":1e400, "sent":`

var fakeDiagnostic = object{"range": protocol.Range{End: protocol.Position{Character: 3}}, "source": "fake", "code": "fake", "message": "fake", "unknown": 1}

func fakeAnswer(m *wire.Message) any {
	switch m.Method {
	case "initialize":
		return object{"capabilities": object{
			"hoverProvider":          true,
			"executeCommandProvider": object{"commands": []string{"gopls.tidy"}},
			"unknownProvider":        object{"n": 1},
		}, "serverInfo": object{"name": "fake"}}
	case "textDocument/hover":
		return object{"contents": object{"kind": "markdown", "value": "fake hover"}, "range": protocol.Range{}}
	case "textDocument/codeAction":
		return []any{object{"title": "fake action"}}
	case "textDocument/diagnostic":
		return object{"kind": "", "items": []any{fakeDiagnostic}}
	}
	return nil
}

// connection is an editor at a proxy.
type connection struct {
	*lsptest.Client

	ended chan int
	in    io.Closer
	pids  string // folder with the process IDs of both sides
}

// self is this binary.
func self(t *testing.T) string {
	t.Helper()
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// connect starts a proxy between an editor, a gopls and an engine.
func connect(t *testing.T, gopls, engine []string) *connection {
	t.Helper()
	pids := t.TempDir()
	toProxy, fromEditor := io.Pipe()
	toEditor, fromProxy := io.Pipe()
	c := &connection{ended: make(chan int, 1), in: fromEditor, pids: pids}
	go func() {
		status, err := Run(Config{
			Gopls: noted(filepath.Join(pids, "gopls"), gopls), Engine: noted(filepath.Join(pids, "engine"), engine),
			Stdin: toProxy, Stdout: fromProxy, Stderr: io.Discard, Patience: time.Minute,
		})
		if err != nil {
			t.Errorf("proxy: %v", err)
		}
		_ = fromProxy.Close()
		c.ended <- status
	}()
	c.Client = lsptest.Dial(t, toEditor, fromEditor)
	return c
}

// noted is a command that writes its process ID to a file before it becomes what it runs.
func noted(file string, command []string) []string {
	return append([]string{"sh", "-c", `echo $$ >"$0"; exec "$@"`, file}, command...)
}

// kill ends a side without warning.
func (c *connection) kill(t *testing.T, side string) {
	t.Helper()
	file := filepath.Join(c.pids, side)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(pid)
	if err == nil {
		err = process.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// leave ends the connection as an editor does.
func (c *connection) leave(t *testing.T) {
	t.Helper()
	c.Call("shutdown", nil, nil)
	c.Notify("exit", nil)
	c.Closed()
	if status := <-c.ended; status != 0 {
		t.Errorf("status %d", status)
	}
}

func (c *connection) status(t *testing.T, want int) {
	t.Helper()
	c.Closed()
	if got := <-c.ended; got != want {
		t.Errorf("status %d, want %d", got, want)
	}
}

// both and only are conditions on which side's diagnostics are there.
func both(p lsptest.Published) bool { return p.Has("fake") && p.Has(lsptest.Code) }
func only(code string) func(lsptest.Published) bool {
	return func(p lsptest.Published) bool { return len(p.Diagnostics) == 1 && p.Has(code) }
}
func version(n int, ok func(lsptest.Published) bool) func(lsptest.Published) bool {
	return func(p lsptest.Published) bool { return p.Version != nil && *p.Version == n && ok(p) }
}

func TestMerge(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t, []string{self(t), "fake"}, []string{self(t), "lsp"})
	can := c.Initialize(object{}, nil, dir)
	if got, want := string(can["executeCommandProvider"]), `{"commands":["gopls.tidy","skewlint.showGraph"]}`; got != want {
		t.Errorf("commands %s, want %s", got, want)
	}
	if string(can["codeLensProvider"]) != "{}" || string(can["unknownProvider"]) != `{"n":1}` {
		t.Errorf("capabilities %s", can)
	}
	c.Open(agent, lsptest.Agent)
	p := c.Published(agent, "both", version(1, both))
	place := p.Diagnostics[1].Range.Start

	question := lsptest.Document(agent)
	question["position"] = place
	var hover protocol.Hover
	c.Call("textDocument/hover", question, &hover)
	if v := hover.Contents.Value; !strings.HasPrefix(v, "skewlint ") || !strings.HasSuffix(v, "\n\n---\n\nfake hover") {
		t.Errorf("hover %q", hover.Contents.Value)
	}
	question["range"] = protocol.Range{Start: place, End: place}
	var actions []protocol.CodeAction
	c.Call("textDocument/codeAction", question, &actions)
	if len(actions) != 2 || actions[0].Title != "fake action" || actions[1].Edit == nil {
		t.Errorf("actions %+v", actions)
	}
	var resolved protocol.CodeAction
	c.Call("codeAction/resolve", actions[1], &resolved)
	if resolved.Title != actions[1].Title {
		t.Errorf("resolved %+v", resolved)
	}
	showGraph(t, c, question)
	var report struct {
		Kind  string                `json:"kind"`
		Items []protocol.Diagnostic `json:"items"`
	}
	c.Call("textDocument/diagnostic", question, &report)
	if report.Kind != "full" || len(report.Items) != 2 {
		t.Errorf("report %+v", report)
	}
	c.leave(t)
}

// showGraph has the graph shown that a lens offers; gopls offers none.
func showGraph(t *testing.T, c *connection, document object) {
	t.Helper()
	var lenses []protocol.CodeLens
	c.Call("textDocument/codeLens", document, &lenses)
	if len(lenses) != 1 {
		t.Fatalf("lenses %+v", lenses)
	}
	var shown protocol.GraphResult
	c.Call("workspace/executeCommand", lenses[0].Command, &shown)
	if !strings.Contains(shown.Text, "flowchart") {
		t.Errorf("graph %q", shown.Text)
	}
}

// TestPassesUntouched has gopls answer with what a decoder and encoder would change.
func TestPassesUntouched(t *testing.T) {
	c := connect(t, []string{self(t), "fake"}, []string{self(t), "lsp"})
	c.Initialize(object{}, nil)
	m := c.Finish(c.Start("fake/odd", object{"big": json.RawMessage("12345678901234567890")}))
	if got, want := string(m.Result), oddStart+`{"big":12345678901234567890}}`; got != want {
		t.Errorf("answer %s, want %s", got, want)
	}
	c.leave(t)
}

// TestEdits types before the finding: what is kept of it has to move, and go where it is edited.
func TestEdits(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t, []string{self(t), "fake"}, []string{self(t), "lsp"})
	c.Initialize(object{}, nil, dir)
	c.Open(agent, lsptest.Agent)
	first := c.Published(agent, "both", version(1, both)).Diagnostics[1].Range.Start
	content := c.Edit(agent, 2, lsptest.Agent, "// Build builds.", "// Build\n// builds.")
	moved := c.Published(agent, "both in version 2", version(2, both)).Diagnostics[1].Range.Start
	if moved.Line != first.Line+1 || moved.Character != first.Character {
		t.Errorf("moved from %v to %v", first, moved)
	}
	c.Edit(agent, 3, content, lsptest.Post, lsptest.NoPost)
	c.Newest(agent, "gopls's alone", version(3, only("fake")))
	for _, p := range c.All(agent) {
		if p.Has(lsptest.Code) && p.Version != nil && *p.Version == 3 {
			t.Errorf("the finding in version 3: %+v", p)
		}
	}
	c.leave(t)
}

// TestOpensUnsaved opens a file with another text than that on disk, as after a crash of the editor:
// what was said of the file on disk must not come as said of that text.
func TestOpensUnsaved(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t, []string{self(t), "fake"}, []string{self(t), "lsp"})
	c.Initialize(object{}, nil, dir)
	c.Published(agent, "the finding on disk", only(lsptest.Code))
	c.Open(agent, strings.Replace(lsptest.Agent, lsptest.Post, lsptest.NoPost, 1))
	c.Published(agent, "gopls's alone", version(1, only("fake")))
	c.Notify("textDocument/didClose", lsptest.Document(agent))
	c.Newest(agent, "the finding on disk again", func(p lsptest.Published) bool { return p.Version == nil && p.Has(lsptest.Code) })
	for _, p := range c.All(agent) {
		if p.Version != nil && p.Has(lsptest.Code) {
			t.Errorf("the finding as one of the unsaved text: %+v", p)
		}
	}
	c.leave(t)
}

func TestEngineDies(t *testing.T) {
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t, []string{self(t), "fake"}, []string{self(t), "lsp"})
	c.Initialize(object{}, nil, dir)
	c.Open(agent, lsptest.Agent)
	c.Published(agent, "both", both)
	c.kill(t, "engine")
	c.Newest(agent, "gopls's alone", only("fake"))
	var actions []protocol.CodeAction
	question := lsptest.Document(agent)
	c.Call("textDocument/codeAction", question, &actions)
	if len(actions) != 1 {
		t.Errorf("actions without engine: %+v", actions)
	}
	c.Newest(agent, "both again, from an engine that was told of the open file", version(1, both))
	c.leave(t)
}

// TestEngineNeverRuns has a program that ends at once.
func TestEngineNeverRuns(t *testing.T) {
	c := connect(t, []string{self(t), "fake"}, []string{"false"})
	c.Initialize(object{}, nil)
	path := filepath.Join(t.TempDir(), "a.go")
	c.Open(path, "package a\n")
	c.Published(path, "gopls's", only("fake"))
	c.Received("window/showMessage", "gopls goes on without it")
	m := c.Finish(c.Start("workspace/executeCommand", object{"command": protocol.ShowGraph}))
	if m.Error == nil || !strings.Contains(m.Error.Message, "not running") {
		t.Errorf("answer %+v", m)
	}
	c.leave(t)
}

// TestEngineHangs has a program that reads and says nothing.
func TestEngineHangs(t *testing.T) {
	toProxy, fromEditor := io.Pipe()
	toEditor, fromProxy := io.Pipe()
	go func() {
		_, _ = Run(Config{
			Gopls: []string{self(t), "fake"}, Engine: []string{"sh", "-c", "cat >/dev/null"},
			Stdin: toProxy, Stdout: fromProxy, Stderr: io.Discard, Patience: 10 * time.Millisecond,
		})
		_ = fromProxy.Close()
	}()
	c := &connection{Client: lsptest.Dial(t, toEditor, fromEditor)}
	c.Initialize(object{}, nil)
	var hover protocol.Hover
	c.Call("textDocument/hover", lsptest.Document("/a.go"), &hover)
	if hover.Contents.Value != "fake hover" {
		t.Errorf("hover %+v", hover)
	}
	c.Notify("exit", nil)
	c.Closed()
}

func TestGoplsDies(t *testing.T) {
	c := connect(t, []string{self(t), "fake"}, []string{self(t), "lsp"})
	c.Initialize(object{}, nil)
	c.Notify("fake/crash", nil)
	c.Received("fake/lastWords", "")
	c.status(t, 3)
}

func TestGoplsIsKilled(t *testing.T) {
	c := connect(t, []string{self(t), "fake"}, []string{self(t), "lsp"})
	c.Initialize(object{}, nil)
	c.kill(t, "gopls")
	c.status(t, 128+int(syscall.SIGKILL))
}

// TestEditorDies closes the proxy's input: all has to end.
func TestEditorDies(t *testing.T) {
	c := connect(t, []string{self(t), "fake"}, []string{self(t), "lsp"})
	c.Initialize(object{}, nil)
	_ = c.in.Close()
	c.status(t, 0)
}

func TestCommandLine(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "gopls")
	lsptest.Write(t, script, "#!/bin/sh\necho \"real $*\"\nexit 4\n")
	if err := os.Chmod(script, 0o700); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	loop := filepath.Join(dir, "loop", "gopls")
	lsptest.Write(t, loop, "#!/bin/sh\nexec "+self(t)+" gopls \"$@\"\n")
	if err := os.Chmod(loop, 0o700); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link", "gopls")
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self(t), link); err != nil {
		t.Fatal(err)
	}
	path := func(dirs ...string) string { return "PATH=" + strings.Join(append(dirs, os.Getenv("PATH")), ":") }
	for name, test := range map[string]struct {
		args   []string
		env    []string
		status int
		out    string
	}{
		"from PATH":           {[]string{"version", "-json"}, []string{path(dir)}, 4, "real version -json"},
		"past itself":         {[]string{"version"}, []string{path(filepath.Dir(link), dir)}, 4, "real version"},
		"from the variable":   {[]string{"api-json"}, []string{GoplsEnv + "=" + script}, 4, "real api-json"},
		"from the flag":       {[]string{"-gopls=" + script, "check", "a.go"}, []string{GoplsEnv + "=/nosuch"}, 4, "real check a.go"},
		"itself, named":       {[]string{"version"}, []string{GoplsEnv + "=" + link}, 1, "is skewlint itself"},
		"itself, in a script": {[]string{"version"}, []string{path(filepath.Dir(loop))}, 1, "starts skewlint again"},
		"none":                {[]string{"version"}, []string{"PATH=" + filepath.Join(dir, "nosuch")}, 1, "no gopls on PATH"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(self(t), append([]string{"gopls"}, test.args...)...) //nolint:gosec // this test
			cmd.Env = append(os.Environ(), test.env...)
			out, _ := cmd.CombinedOutput()
			if got := cmd.ProcessState.ExitCode(); got != test.status || !strings.Contains(string(out), test.out) {
				t.Errorf("status %d, want %d; output %q, want %q", got, test.status, out, test.out)
			}
		})
	}
}

func TestServes(t *testing.T) {
	for args, want := range map[string]bool{
		"": true, "serve": true, "-mode=stdio": true, "-rpc.trace -logfile=auto": true, "-logfile auto serve": true,
		"-remote=auto": true, "-vv serve -debug :0": true,
		"version": false, "-h": false, "--help": false, "-v version": false, "-logfile x version": false,
		"-listen=:1": false, "serve -listen :1": false, "api-json": false, "help serve": false,
	} {
		if got := serves(strings.Fields(args)); got != want {
			t.Errorf("gopls %s: serves %v, want %v", args, got, want)
		}
	}
}

func TestCombine(t *testing.T) {
	for name, test := range map[string]struct{ method, theirs, ours, want string }{
		"lists":                 {"textDocument/codeAction", `[1]`, `[2,3]`, `[1,2,3]`},
		"null and a list":       {"textDocument/codeLens", `null`, `[2]`, `[2]`},
		"a list and nothing":    {"textDocument/codeLens", `[ 1 ]`, ``, `[ 1 ]`},
		"null and none":         {"textDocument/codeAction", `null`, `[]`, `null`},
		"what is no list":       {"textDocument/codeAction", `{"a":1}`, `[2]`, `{"a":1}`},
		"hover and null":        {"textDocument/hover", `{"contents":"x"}`, `null`, `{"contents":"x"}`},
		"null and hover":        {"textDocument/hover", `null`, `{"contents":{"kind":"markdown","value":"b"}}`, `{"contents":{"kind":"markdown","value":"b"}}`},
		"hovers of old form":    {"textDocument/hover", `{"contents":["x"]}`, `{"contents":{"kind":"markdown","value":"b"}}`, `{"contents":["x"]}`},
		"report without ours":   {"textDocument/diagnostic", `{"kind":"","items":[1]}`, ``, `{"items":[1],"kind":"full"}`},
		"report without items":  {"textDocument/diagnostic", `{"kind":"full"}`, `{"kind":"full","items":[2]}`, `{"items":[2],"kind":"full"}`},
		"report that is as was": {"textDocument/diagnostic", `{"kind":"unchanged","resultId":"1"}`, `{"kind":"full","items":[2]}`, `{"kind":"unchanged","resultId":"1"}`},
		"another method":        {"textDocument/definition", `[1]`, `[2]`, `[1]`},
		"capabilities": {"initialize", `{"capabilities":{"hoverProvider":false},"x":1}`, ``,
			`{"capabilities":{"codeActionProvider":true,"codeLensProvider":{},"executeCommandProvider":{"commands":["skewlint.showGraph"]},"hoverProvider":true},"x":1}`},
		"no capabilities": {"initialize", `{"x":1}`, ``, `{"x":1}`},
	} {
		if got := string(combine(test.method, json.RawMessage(test.theirs), json.RawMessage(test.ours))); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, test.want)
		}
	}
}

// TestLateList has gopls publish for a version that is two edits old.
func TestLateList(t *testing.T) {
	fs := files{}
	at := func(line int) json.RawMessage {
		return encoded(object{"range": protocol.Range{Start: protocol.Position{Line: line}, End: protocol.Position{Line: line, Character: 1}}, "x": line}, nil)
	}
	note := func(method string, params any) {
		body, err := wire.Call(nil, method, params)
		if err != nil {
			t.Fatal(err)
		}
		m, err := wire.Parse(body)
		if err != nil {
			t.Fatal(err)
		}
		fs.follow(m)
	}
	uri := text.URI("/a.go")
	note("textDocument/didOpen", object{"textDocument": object{"uri": uri, "version": 1, "text": "a\nb\nc\n"}})
	for v := 2; v <= 3; v++ {
		start := protocol.Range{}
		note("textDocument/didChange", object{
			"textDocument":   object{"uri": uri, "version": v},
			"contentChanges": []protocol.ContentChange{{Range: &start, Text: "new\n"}},
		})
	}
	f := fs[uri]
	if want := "new\nnew\na\nb\nc\n"; f.opened.Text != want || f.opened.Version != 3 {
		t.Errorf("text %q version %d", f.opened.Text, f.opened.Version)
	}
	for version, want := range map[int]string{1: "4", 2: "3", 3: "2"} {
		moved := f.since(version, []json.RawMessage{at(2)})
		if len(moved) != 1 || !strings.Contains(string(moved[0]), `"line":`+want) {
			t.Errorf("since version %d: %s, want line %s", version, moved, want)
		}
	}
}
