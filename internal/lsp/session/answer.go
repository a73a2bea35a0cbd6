package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"time"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/graphprint"
	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/text"
	"github.com/skewlint/skewlint/rules/rule"
)

// patience is how long a question waits for a run: its asker looks at a screen.
const patience = time.Second

// Diagnostics gives what is known of a document, as soon as that is about its newest text. It
// fails if the context ends first.
func (s *Session) Diagnostics(ctx context.Context, uri string) ([]protocol.Diagnostic, error) {
	if !s.wait(ctx) {
		return nil, errors.New("no answer about this text: cancelled, or the server ends")
	}
	path, _ := text.Path(uri)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.diagnostics(path), nil
}

// known is what is known of a document and its text. A question that comes while a run is due
// waits for it, but not for long.
func (s *Session) known(ctx context.Context, uri string) (path, content string, facts []*fileFacts) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s.wait(ctx)
	path, _ = text.Path(uri)
	s.mu.Lock()
	defer s.mu.Unlock()
	if doc := s.docs[path]; doc != nil {
		return path, doc.text, s.facts(path)
	}
	return path, "", nil
}

// at are the findings that touch a range, each once.
func at(facts []*fileFacts, r protocol.Range) []entry {
	var out []entry
	seen := map[string]bool{}
	for _, f := range facts {
		for _, e := range f.found {
			if e.finding == nil || !e.diagnostic.Range.Touches(r) {
				continue
			}
			key := fmt.Sprint(e.finding.Rule, e.finding.Pos, e.finding.Message)
			if !seen[key] {
				seen[key] = true
				out = append(out, e)
			}
		}
	}
	return out
}

// Hover tells of the findings at a place the witness and the rule; nil if there are none.
func (s *Session) Hover(ctx context.Context, uri string, pos protocol.Position) *protocol.Hover {
	_, _, facts := s.known(ctx, uri)
	found := at(facts, protocol.Range{Start: pos, End: pos})
	if len(found) == 0 {
		return nil
	}
	var out strings.Builder
	for i, e := range found {
		if i > 0 {
			out.WriteString("\n---\n\n")
		}
		writeHover(&out, e)
	}
	r := found[0].diagnostic.Range
	return &protocol.Hover{Contents: protocol.MarkupContent{Kind: "markdown", Value: out.String()}, Range: &r}
}

func writeHover(out *strings.Builder, e entry) {
	f := e.finding
	name := "**" + f.Rule + "**"
	if e.diagnostic.CodeDescription != nil {
		name = fmt.Sprintf("[%s](%s)", name, e.diagnostic.CodeDescription.Href)
	}
	_, _ = fmt.Fprintf(out, "skewlint %s: %s\n\n%s", name, f.Message, markdownSteps(f))
	if len(f.Path) > 1 {
		_, _ = fmt.Fprintf(out, "\nPath in the graph: %s\n", strings.Join(rule.PathNames(f.Path), " → "))
	}
	if f.Grade == effects.Likely {
		out.WriteString("\nLikely, not proved: a step above is a guess.\n")
	}
	if e.rule != nil && e.rule.Doc != "" {
		_, _ = fmt.Fprintf(out, "\n---\n\n### %s: %s\n\n%s\n", e.rule.Name, e.rule.Title, headings(e.rule))
	}
}

// headings is the rule's text with its headings as Markdown has them.
func headings(r *rule.Rule) string {
	lines := strings.Split(strings.TrimRight(r.Doc, "\n"), "\n")
	for i, line := range lines {
		switch heading, marked := strings.CutPrefix(line, "# "); {
		case marked:
			lines[i] = "#### " + heading
		case strings.HasPrefix(line, "\t"):
			lines[i] = "    " + line[1:]
		}
	}
	return strings.Join(lines, "\n")
}

// Actions are what can be done about the findings that touch a range.
func (s *Session) Actions(ctx context.Context, uri string, r protocol.Range) []protocol.CodeAction {
	path, content, facts := s.known(ctx, uri)
	out := []protocol.CodeAction{}
	for _, e := range at(facts, r) {
		for _, f := range e.fixes {
			out = append(out, e.action(f.title, f.changes))
		}
		title := fmt.Sprintf("Silence %s here, with a reason", e.finding.Rule)
		out = append(out, e.action(title, map[string][]protocol.TextEdit{uri: {silence(path, content, e)}}))
	}
	return out
}

// action is something that can be done about the finding.
func (e entry) action(title string, changes map[string][]protocol.TextEdit) protocol.CodeAction {
	return protocol.CodeAction{
		Title:       title,
		Kind:        protocol.QuickFix,
		Diagnostics: []protocol.Diagnostic{e.diagnostic},
		Edit:        &protocol.WorkspaceEdit{Changes: changes},
		Data:        &protocol.Mark{Skewlint: true},
	}
}

// silence is the comment above the statement of the finding. The reason is left to the user: one
// without is a finding of its own.
func silence(path, content string, e entry) protocol.TextEdit {
	line := statementLine(path, content, e.finding.Pos.Line, e.finding.Pos.Column) - 1
	code := text.Line(content, line)
	indent := code[:len(code)-len(strings.TrimLeft(code, " \t"))]
	place := protocol.Position{Line: line}
	return protocol.TextEdit{
		Range:   protocol.Range{Start: place, End: place},
		NewText: fmt.Sprintf("%s//skewlint:ignore %s -- \n", indent, e.finding.Rule),
	}
}

// statementLine is the line, counted from 1, on which the innermost statement or declaration with
// a place begins; in a text that does not parse, the line of the place.
func statementLine(path, content string, line, column int) int {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, content, parser.SkipObjectResolution)
	if err != nil || line > fset.File(file.FileStart).LineCount() {
		return line
	}
	pos := fset.File(file.FileStart).LineStart(line) + token.Pos(column-1)
	best := line
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() <= pos {
			return false
		}
		switch n := n.(type) {
		case *ast.BlockStmt:
		case *ast.FuncDecl: // its position would be that of the comment above it
			best = fset.PositionFor(n.Type.Func, false).Line
		case *ast.GenDecl:
			best = fset.PositionFor(n.TokPos, false).Line
		case ast.Stmt, ast.Spec:
			best = fset.PositionFor(n.Pos(), false).Line
		}
		return true
	})
	return best
}

// Lenses offers, above each function that builds a graph, to show it.
func (s *Session) Lenses(ctx context.Context, uri string) []protocol.CodeLens {
	path, content, facts := s.known(ctx, uri)
	out := []protocol.CodeLens{}
	seen := map[graphmodel.Position]bool{}
	for _, f := range facts {
		for _, known := range f.graphs {
			g := &known.pkg.Graphs[known.index]
			if seen[g.Pos] {
				continue
			}
			seen[g.Pos] = true
			arg, err := json.Marshal(protocol.GraphArgs{URI: uri, Name: g.Name})
			if err != nil {
				continue // two strings
			}
			place := text.FromGo(content, functionLine(path, content, g.Pos.Line, g.Pos.Column), 1)
			out = append(out, protocol.CodeLens{
				Range: protocol.Range{Start: place, End: place},
				Command: &protocol.Command{
					Title:     fmt.Sprintf("show graph %s (%d nodes)", g.Name, len(g.Nodes)),
					Command:   protocol.ShowGraph,
					Arguments: []json.RawMessage{arg},
				},
				Data: &protocol.Mark{Skewlint: true},
			})
		}
	}
	return out
}

// functionLine is the line of the function declaration round a place, or that of the place.
func functionLine(path, content string, line, column int) int {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, content, parser.SkipObjectResolution)
	if err != nil || line > fset.File(file.FileStart).LineCount() {
		return line
	}
	pos := fset.File(file.FileStart).LineStart(line) + token.Pos(column-1)
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Pos() <= pos && pos < f.End() {
			return fset.PositionFor(f.Type.Func, false).Line
		}
	}
	return line
}

// PrintedGraph is a graph in one of the forms of graphprint.
type PrintedGraph struct{ Name, Text string }

// Graphs prints the graphs of a document that the arguments name, as Mermaid unless they say
// otherwise.
func (s *Session) Graphs(ctx context.Context, args protocol.GraphArgs) ([]PrintedGraph, error) {
	if args.Format == "" {
		args.Format = string(graphprint.FormatMermaid)
	}
	_, _, facts := s.known(ctx, args.URI)
	var out []PrintedGraph
	for _, f := range facts {
		for _, known := range f.graphs {
			g := &known.pkg.Graphs[known.index]
			if args.Name != "" && args.Name != g.Name {
				continue
			}
			var b bytes.Buffer
			if err := graphprint.Print(&b, graphprint.Format(args.Format), g, graphprint.Options{CanPause: known.canPause}); err != nil {
				return nil, err
			}
			out = append(out, PrintedGraph{Name: g.Name, Text: b.String()})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no graph %s is built in %s, or its package cannot be looked at now", args.Name, args.URI)
	}
	return out, nil
}

func (k graph) canPause(node string) graphmodel.Tri {
	n, ok := k.pkg.Graphs[k.index].Node(node)
	if !ok {
		return graphmodel.No
	}
	return k.pkg.CanPause(*n)
}
