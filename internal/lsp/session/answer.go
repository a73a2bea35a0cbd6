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

// reference is where the part of a rule's text begins that is for those who study it. Its page, to
// which the name links, has that, too; a hover would have the witness out of sight.
const reference = "\n# Silent when\n"

// headings is the rule's text with its headings as Markdown has them.
func headings(r *rule.Rule) string {
	doc, _, _ := strings.Cut(r.Doc, reference)
	lines := strings.Split(strings.TrimRight(doc, "\n"), "\n")
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

// Actions are what can be done at a range: about the findings that touch it, and about the graphs
// that its functions build. Of those kinds that are wanted.
func (s *Session) Actions(ctx context.Context, uri string, r protocol.Range, wants func(kind string) bool) []protocol.CodeAction {
	path, content, facts := s.known(ctx, uri)
	out := []protocol.CodeAction{}
	if wants(protocol.QuickFix) {
		out = append(out, quickFixes(path, content, uri, at(facts, r))...)
	}
	if !wants(protocol.SourceGraph) {
		return out
	}
	for _, g := range graphsOf(path, content, facts) {
		if r.Start.Line <= g.last && g.first <= r.End.Line {
			command := g.show(uri)
			out = append(out, protocol.CodeAction{
				Title: command.Title, Kind: protocol.SourceGraph, Command: command, Data: &protocol.Mark{Skewlint: true},
			})
		}
	}
	return out
}

func quickFixes(path, content, uri string, found []entry) []protocol.CodeAction {
	var out []protocol.CodeAction
	for _, e := range found {
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
	for _, g := range graphsOf(path, content, facts) {
		place := protocol.Position{Line: g.first}
		out = append(out, protocol.CodeLens{
			Range: protocol.Range{Start: place, End: place}, Command: g.show(uri), Data: &protocol.Mark{Skewlint: true},
		})
	}
	return out
}

// placed is a graph with the first and the last line, counted from 0, of the function that builds it.
type placed struct {
	*graphmodel.Graph

	first, last int
}

// graphsOf are the graphs that a file builds, each once.
func graphsOf(path, content string, facts []*fileFacts) []placed {
	var out []placed
	seen := map[graphmodel.Position]bool{}
	for _, f := range facts {
		for _, known := range f.graphs {
			g := &known.pkg.Graphs[known.index]
			if !seen[g.Pos] {
				seen[g.Pos] = true
				first, last := functionLines(path, content, g.Pos.Line, g.Pos.Column)
				out = append(out, placed{g, first - 1, last - 1})
			}
		}
	}
	return out
}

// show is the command that shows the graph.
func (g placed) show(uri string) *protocol.Command {
	nodes := "nodes"
	if len(g.Nodes) == 1 {
		nodes = "node"
	}
	c := &protocol.Command{Title: fmt.Sprintf("show graph %s (%d %s)", g.Name, len(g.Nodes), nodes), Command: protocol.ShowGraph}
	if arg, err := json.Marshal(protocol.GraphArgs{URI: uri, Name: g.Name}); err == nil {
		c.Arguments = []json.RawMessage{arg}
	}
	return c
}

// functionLines are the first and the last line of the function declaration round a place, without
// the comment above it, or that of the place twice. They count from 1.
func functionLines(path, content string, line, column int) (first, last int) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, content, parser.SkipObjectResolution)
	if err != nil || line > fset.File(file.FileStart).LineCount() {
		return line, line
	}
	pos := fset.File(file.FileStart).LineStart(line) + token.Pos(column-1)
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Pos() <= pos && pos < f.End() {
			return fset.PositionFor(f.Type.Func, false).Line, fset.PositionFor(f.End(), false).Line
		}
	}
	return line, line
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
