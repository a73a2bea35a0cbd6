package server

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/session"
	"github.com/skewlint/skewlint/internal/lsp/text"
	"github.com/skewlint/skewlint/internal/lsp/wire"
)

// execute runs a command. There is one: it shows graphs.
func (s *server) execute(ctx context.Context, m *wire.Message) (any, error) {
	var p protocol.Command
	if err := decode(m, &p); err != nil {
		return nil, err
	}
	var args protocol.GraphArgs
	switch {
	case p.Command != protocol.ShowGraph:
		return nil, &wire.Error{Code: wire.CodeInvalidParams, Message: "skewlint has no command " + p.Command}
	case len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &args) != nil || args.URI == "":
		return nil, &wire.Error{Code: wire.CodeInvalidParams, Message: p.Command + ` wants one argument: {"uri": …, "name": …, "format": …}`}
	}
	graphs, err := s.session.Graphs(ctx, args)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, g := range graphs {
		texts = append(texts, g.Text)
	}
	result := protocol.GraphResult{Text: strings.Join(texts, "\n")}
	file, err := s.docs.write(args, graphs)
	if err != nil {
		return nil, err
	}
	result.URI = text.URI(file)
	if s.init.Capabilities.Window.ShowDocument.Support {
		s.ask("window/showDocument", map[string]any{"uri": result.URI, "takeFocus": true}, nil)
	} else {
		s.Message(protocol.MessageInfo, "skewlint: the graph is in "+file)
	}
	return result, nil
}

// documents are the files that were made to be shown. They live as long as the server.
type documents struct {
	mu  sync.Mutex
	dir string
}

func (d *documents) write(args protocol.GraphArgs, graphs []session.PrintedGraph) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dir == "" {
		dir, err := os.MkdirTemp("", "skewlint-graphs-")
		if err != nil {
			return "", fmt.Errorf("write a graph to show: %w", err)
		}
		d.dir = dir
	}
	name := args.Name
	if name == "" {
		name = strings.TrimSuffix(filepath.Base(args.URI), ".go")
	}
	file := filepath.Join(d.dir, fileName(name)+".md")
	if err := os.WriteFile(file, []byte(page(args.Format, graphs)), 0o600); err != nil {
		return "", fmt.Errorf("write a graph to show: %w", err)
	}
	return file, nil
}

// page is a Markdown page, which editors preview with its diagrams.
func page(format string, graphs []session.PrintedGraph) string {
	if format == "" {
		format = "mermaid"
	}
	var out strings.Builder
	for i, g := range graphs {
		if i > 0 {
			out.WriteByte('\n')
		}
		_, _ = fmt.Fprintf(&out, "# Graph %s\n\n```%s\n%s\n```\n", g.Name, format, strings.TrimRight(g.Text, "\n"))
	}
	return out.String()
}

// fileName is a name without what a file system may not like.
func fileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
	return clean[:min(len(clean), 60)]
}

func (d *documents) remove() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dir != "" {
		_ = os.RemoveAll(d.dir)
	}
}
