package proxy

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/skewlint/skewlint/internal/lsp/lsptest"
	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/text"
)

// The tests here run the real gopls, from SKEWLINT_TEST_GOPLS or PATH.
func realGopls(t *testing.T) string {
	t.Helper()
	name := os.Getenv("SKEWLINT_TEST_GOPLS")
	if name == "" {
		name = "gopls"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("no gopls on PATH or in SKEWLINT_TEST_GOPLS; go install golang.org/x/tools/gopls@v0.23.0")
	}
	return path
}

// unused is a line of which gopls has something to say.
const unused = "\tvar nobody int\n"

// testFile is a file in which only gopls finds something.
const testFile = "package agent\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {\n\tt.Fatalf(\"%d\", \"text\")\n}\n"

func TestRealGopls(t *testing.T) {
	gopls := realGopls(t)
	dir, agent := lsptest.Module(t, "example.com/app")
	test := strings.TrimSuffix(agent, ".go") + "_test.go"
	lsptest.Write(t, test, testFile)
	c := connect(t, []string{gopls}, []string{self(t), "lsp"})
	c.Initialize(object{"textDocument": object{
		"codeAction":         object{"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix", "source.organizeImports"}}}},
		"hover":              object{"contentFormat": []string{"markdown"}},
		"publishDiagnostics": object{"relatedInformation": true, "versionSupport": true},
	}}, nil, dir)
	c.Open(agent, lsptest.Agent)
	p := c.Published(agent, "our finding", func(p lsptest.Published) bool { return p.Has(lsptest.Code) })
	place := p.Diagnostics[0].Range.Start
	c.Open(test, testFile)
	c.Published(test, "a finding of gopls's printf", func(p lsptest.Published) bool {
		return len(p.Diagnostics) == 1 && p.Diagnostics[0].Source == "printf"
	})

	realQuestions(t, c, agent, place)
	t.Run("edits", func(t *testing.T) { realEdits(t, c, agent) })
	c.leave(t)
}

// realQuestions asks what both answer, and what gopls alone does.
func realQuestions(t *testing.T, c *connection, agent string, place protocol.Position) {
	t.Helper()
	t.Run("hover", func(t *testing.T) {
		question := lsptest.Document(agent)
		question["position"] = protocol.Position{Line: place.Line, Character: place.Character + len("http.P")}
		var hover protocol.Hover
		c.Call("textDocument/hover", question, &hover)
		for _, want := range []string{"func http.Post", "skewlint ", "Why it matters"} {
			if !strings.Contains(hover.Contents.Value, want) {
				t.Errorf("no %q in hover:\n%s", want, hover.Contents.Value)
			}
		}
	})
	t.Run("actions", func(t *testing.T) {
		question := lsptest.Document(agent)
		question["range"], question["context"] = protocol.Range{Start: place, End: place}, object{"diagnostics": []any{}}
		var actions []protocol.CodeAction
		c.Call("textDocument/codeAction", question, &actions)
		ours := 0
		for _, a := range actions {
			if strings.HasPrefix(a.Title, "Silence ") {
				ours++
			}
		}
		if ours != 1 || len(actions) < 2 {
			t.Errorf("%d actions of ours in %+v", ours, actions)
		}
	})
	t.Run("definition", func(t *testing.T) { // of gopls alone
		question := lsptest.Document(agent)
		question["position"] = protocol.Position{Line: place.Line, Character: place.Character + len("http.P")}
		var where []protocol.Location
		c.Call("textDocument/definition", question, &where)
		if len(where) != 1 || !strings.HasSuffix(where[0].URI, "net/http/client.go") {
			t.Errorf("definition %+v", where)
		}
	})
}

// realEdits takes the finding away and brings it back, beside an error that gopls reports.
func realEdits(t *testing.T, c *connection, agent string) {
	t.Helper()
	content := c.Edit(agent, 2, lsptest.Agent, lsptest.Post, lsptest.NoPost)
	c.Newest(agent, "nothing of ours", func(p lsptest.Published) bool { return p.Version != nil && *p.Version == 2 && !p.Has(lsptest.Code) })
	content = c.Edit(agent, 3, content, lsptest.NoPost, lsptest.Post)
	c.Newest(agent, "the finding", version(3, func(p lsptest.Published) bool { return p.Has(lsptest.Code) }))
	content = c.Edit(agent, 4, content, "\t_, err := stategraph", unused+"\t_, err := stategraph")
	c.Newest(agent, "gopls's error, and nothing for a text that does not compile", version(4, func(p lsptest.Published) bool {
		return p.Has("UnusedVar") && !p.Has(lsptest.Code)
	}))
	c.Edit(agent, 5, content, unused, "")
	c.Newest(agent, "ours, and no error", version(5, only(lsptest.Code)))
}

func TestRealGoplsPull(t *testing.T) {
	gopls := realGopls(t)
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t, []string{gopls}, []string{self(t), "lsp"})
	can := c.Initialize(object{"textDocument": object{"diagnostic": object{}}}, object{"pullDiagnostics": true}, dir)
	if len(can["diagnosticProvider"]) == 0 {
		t.Fatal("gopls cannot be asked for diagnostics")
	}
	broken := strings.Replace(lsptest.Agent, "// Build builds.", "import \"fmt\"\n\n// Build builds.", 1)
	c.Open(agent, broken)
	var report struct {
		Kind  string                `json:"kind"`
		Items []protocol.Diagnostic `json:"items"`
	}
	pull := func() (codes string) {
		c.Call("textDocument/diagnostic", lsptest.Document(agent), &report)
		for _, d := range report.Items {
			codes += d.Source + ":" + d.Code + " "
		}
		return codes
	}
	if got := pull(); !strings.Contains(got, "compiler:UnusedImport") || report.Kind != "full" {
		t.Errorf("report %s of kind %q", got, report.Kind)
	}
	c.Edit(agent, 2, broken, "import \"fmt\"\n\n", "")
	if got, want := pull(), "skewlint:"+lsptest.Code+" "; got != want {
		t.Errorf("report %q, want %q", got, want)
	}
	c.leave(t)
}

// TestRealGoplsFolders has two folders from the start and takes one away.
func TestRealGoplsFolders(t *testing.T) {
	gopls := realGopls(t)
	dirA, agentA := lsptest.Module(t, "example.com/a")
	dirB, agentB := lsptest.Module(t, "example.com/b")
	c := connect(t, []string{gopls}, []string{self(t), "lsp"})
	c.Answer = func(method string, params json.RawMessage) any {
		if method != "workspace/configuration" {
			return nil
		}
		var p struct{ Items []any }
		_ = json.Unmarshal(params, &p)
		return make([]any, len(p.Items))
	}
	c.Initialize(object{"workspace": object{"configuration": true, "workspaceFolders": true}}, nil, dirA, dirB)
	c.Open(agentA, lsptest.Agent)
	c.Open(agentB, lsptest.Agent)
	for _, agent := range []string{agentA, agentB} {
		c.Published(agent, "the finding", version(1, func(p lsptest.Published) bool { return p.Has(lsptest.Code) }))
	}
	c.Notify("textDocument/didClose", lsptest.Document(agentA))
	c.Notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []any{}, "removed": []any{lsptest.Folder(dirA)}}})
	c.Newest(agentA, "nothing of the folder that is gone", func(p lsptest.Published) bool { return !p.Has(lsptest.Code) })
	if last := c.All(agentB); !last[len(last)-1].Has(lsptest.Code) {
		t.Errorf("the other folder has lost its finding: %+v", last)
	}
	c.leave(t)
}

// TestRealGoplsSideDies kills our side, then gopls.
func TestRealGoplsSideDies(t *testing.T) {
	gopls := realGopls(t)
	dir, agent := lsptest.Module(t, "example.com/app")
	c := connect(t, []string{gopls}, []string{self(t), "lsp"})
	c.Initialize(object{}, nil, dir)
	imports := strings.Replace(lsptest.Agent, "\"context\"\n", "\"context\"\n\t\"fmt\"\n", 1)
	c.Open(agent, lsptest.Agent)
	c.Published(agent, "the finding", func(p lsptest.Published) bool { return p.Has(lsptest.Code) })
	c.kill(t, "engine")
	c.Newest(agent, "the finding taken back", func(p lsptest.Published) bool { return !p.Has(lsptest.Code) })
	c.Notify("textDocument/didChange", object{
		"textDocument":   object{"uri": text.URI(agent), "version": 2},
		"contentChanges": []any{object{"text": imports}},
	})
	c.Published(agent, "gopls's error, without us", version(2, func(p lsptest.Published) bool { return p.Has("UnusedImport") }))
	c.kill(t, "gopls")
	c.status(t, 128+int(syscall.SIGKILL))
}
