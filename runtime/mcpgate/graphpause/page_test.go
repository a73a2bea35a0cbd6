package graphpause_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPage holds the Go blocks of docs/runtime.md against the examples and tests that they are parts of. It stands here
// because this is the package that knows both the graph and the gateway.
func TestPage(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "runtime.md"))
	if err != nil {
		t.Fatal(err)
	}
	var sources []string
	for _, pattern := range []string{"stategraph/example*_test.go", "mcpgate/*example_test.go", "mcpgate/graphpause/graphpause_test.go"} {
		files, err := filepath.Glob(filepath.Join(root, "runtime", filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %q, %v", pattern, files, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sources = append(sources, flat(string(text)))
		}
	}
	blocks := strings.Split(string(page), "```go\n")[1:]
	if len(blocks) < 5 {
		t.Errorf("only %d Go blocks", len(blocks))
	}
	for _, b := range blocks {
		code, _, ok := strings.Cut(b, "```")
		found := false
		for _, s := range sources {
			found = found || strings.Contains(s, flat(code))
		}
		if !ok || !found {
			t.Errorf("not in any example:\n%s", code)
		}
	}
}

// flat takes the indentation away and keeps the lines.
func flat(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		b.WriteString("\n" + strings.TrimSpace(line))
	}
	return b.String() + "\n"
}
