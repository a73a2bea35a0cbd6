package lsptest

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Agent is the source of a package that builds a graph whose first node posts before it pauses.
const Agent = `package agent

import (
	"context"
	"net/http"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

// Build builds.
func Build() (*stategraph.Compiled, error) {
	g := stategraph.New("mailing")
	g.AddNode("ask", ask)
	g.AddEdge(stategraph.Start, "ask")
	g.AddEdge("ask", stategraph.End)
	return g.Compile()
}

func ask(ctx context.Context, _ stategraph.State) (stategraph.Update, error) {
	_ = "𝛼β"; _, _ = http.Post("http://localhost", "", nil)
	_, err := stategraph.Interrupt[bool](ctx, "sure", "?")
	return nil, err
}
`

// Post is the part of Agent that acts; without it there is no finding.
const Post = `_ = "𝛼β"; _, _ = http.Post("http://localhost", "", nil)`

// NoPost stands in its place, and does as much in the way of imports.
const NoPost = "_ = http.MethodPost"

// Code is the rule of the finding in Agent.
const Code = "effectbeforepause"

// Module writes a module of the path with a stub of the companion runtime, and Agent as the package
// agent. It gives the folder and the file of the agent.
func Module(t testing.TB, path string) (dir, agent string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const framework = "github.com/skewlint/skewlint/runtime"
	agent = filepath.Join(dir, "agent", "agent.go")
	Write(t, filepath.Join(dir, "go.mod"), "module "+path+"\n\ngo 1.26\n\nrequire "+framework+" v0.0.0\n\nreplace "+framework+" => ./stub\n")
	Write(t, filepath.Join(dir, "stub", "go.mod"), "module "+framework+"\n\ngo 1.26\n")
	Write(t, filepath.Join(dir, "stub", "stategraph", "stategraph.go"), stub(t))
	Write(t, agent, Agent)
	return dir, agent
}

// stub is the shared stub of the companion runtime.
func stub(t testing.TB) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	name := filepath.Join(filepath.Dir(here), "..", "..", "..", "testdata", "src", "github.com", "skewlint", "skewlint", "runtime", "stategraph", "stategraph.go")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Write writes a file and the folders round it.
func Write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
