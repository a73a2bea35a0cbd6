package session

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"errors"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/driver"
	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/text"
	"github.com/skewlint/skewlint/rules/rule"
)

// source is what diagnostics say that they come from.
const source = "skewlint"

// entry is a diagnostic and, if it is one, the finding behind it.
type entry struct {
	diagnostic protocol.Diagnostic
	finding    *rule.Finding
	rule       *rule.Rule // nil if the session has no rule of that name
	fixes      []fix
}

// fix is a change that the rule suggests.
type fix struct {
	title   string
	changes map[string][]protocol.TextEdit // by URI
}

// collector sorts the result of a run by file.
type collector struct {
	rules  []rule.Rule
	snap   *snapshot
	files  map[string]*fileFacts
	looked map[string]bool // files of packages that were analysed
}

func (c *collector) file(path string) *fileFacts {
	if c.files[path] == nil {
		c.files[path] = &fileFacts{sum: sumOf(c.snap.text(path))}
	}
	return c.files[path]
}

func (c *collector) collect(res *driver.Result) {
	c.looked = map[string]bool{}
	packageOf := map[string]string{}
	for i := range res.Packages {
		p := &res.Packages[i]
		for _, path := range p.Files {
			c.looked[path], packageOf[path] = true, p.Path
		}
		for j := range p.Graphs {
			c.graph(p, j)
		}
	}
	for i := range res.Findings {
		f := &res.Findings[i]
		file := c.file(f.Pos.File)
		file.found = append(file.found, c.entry(&f.Finding))
	}
	for path, f := range c.files {
		f.pkg = packageOf[path]
	}
	c.loadErrors(res)
}

// graph files a graph under the file that makes it, unless the package's other variant has.
func (c *collector) graph(p *driver.PackageGraphs, i int) {
	g := &p.Graphs[i]
	if !g.Pos.IsValid() {
		return
	}
	file := c.file(g.Pos.File)
	known := slices.ContainsFunc(file.graphs, func(o graph) bool {
		other := &o.pkg.Graphs[o.index]
		return other.Pos == g.Pos && other.Name == g.Name
	})
	if !known {
		file.graphs = append(file.graphs, graph{pkg: p, index: i})
	}
}

// failed tells whether a package, by path, could not be looked at.
func (c *collector) failed(res *driver.Result) func(pkg string) bool {
	set := map[string]bool{}
	for _, e := range res.Errors {
		path, _, _ := strings.Cut(e.Package, " [")
		set[path] = true
	}
	return func(pkg string) bool { return set[pkg] }
}

// loadErrors shows of each package the first error that has a place: gopls shows all, and in more
// detail; what it cannot say is that skewlint is waiting.
func (c *collector) loadErrors(res *driver.Result) {
	shown := map[string]bool{}
	for _, e := range res.Errors {
		if !e.Pos.IsValid() || shown[e.Package] {
			continue
		}
		shown[e.Package] = true
		c.note(e.Pos, protocol.SeverityInformation, "skewlint cannot look at this package: "+e.Message)
	}
}

// problems shows what is wrong with a configuration.
func (c *collector) problems(err error) {
	var problems strict.Problems
	if !errors.As(err, &problems) {
		return
	}
	for _, p := range problems {
		if path, err := filepath.Abs(p.File); err == nil {
			c.note(graphmodel.Position{File: path, Line: p.Line, Column: p.Column}, protocol.SeverityError, p.Message)
		}
	}
}

// note files a diagnostic that is no finding.
func (c *collector) note(pos graphmodel.Position, severity int, message string) {
	file := c.file(pos.File)
	file.found = append(file.found, entry{diagnostic: protocol.Diagnostic{
		Range: c.rangeOf(pos, graphmodel.Position{}), Severity: severity, Source: source, Message: message,
	}})
}

func (c *collector) entry(f *rule.Finding) entry {
	e := entry{finding: f}
	e.diagnostic = protocol.Diagnostic{
		Range: c.rangeOf(f.Pos, f.End), Severity: severity(f.Severity), Code: f.Rule, Source: source, Message: f.Message,
	}
	for i := range c.rules {
		r := &c.rules[i]
		if r.Name == f.Rule {
			e.rule = r
			if r.Analyzer != nil && r.Analyzer.URL != "" {
				e.diagnostic.CodeDescription = &protocol.CodeDescription{Href: r.Analyzer.URL}
			}
		}
	}
	if f.Rule == rule.BadIgnore {
		e.diagnostic.Tags = []int{protocol.TagUnnecessary}
	}
	for _, step := range f.Witness {
		e.diagnostic.RelatedInformation = append(e.diagnostic.RelatedInformation, c.related(f, step))
	}
	for _, suggested := range f.Fixes {
		e.fixes = append(e.fixes, c.fix(suggested))
	}
	return e
}

// fix is a change in the places of the text that was looked at.
func (c *collector) fix(suggested rule.Fix) fix {
	out := fix{title: suggested.Message, changes: map[string][]protocol.TextEdit{}}
	for _, e := range suggested.Edits {
		t, uri := c.snap.text(e.Pos.File), text.URI(e.Pos.File)
		out.changes[uri] = append(out.changes[uri], protocol.TextEdit{
			Range:   protocol.Range{Start: text.FromGo(t, e.Pos.Line, e.Pos.Column), End: text.FromGo(t, e.End.Line, e.End.Column)},
			NewText: e.New,
		})
	}
	return out
}

// related shows a step of a witness; one without a place is told at the finding.
func (c *collector) related(f *rule.Finding, step effects.Step) protocol.RelatedInformation {
	pos := step.Pos
	if !pos.IsValid() {
		pos = f.Pos
	}
	return protocol.RelatedInformation{
		Location: protocol.Location{URI: text.URI(pos.File), Range: c.rangeOf(pos, graphmodel.Position{})},
		Message:  step.Text,
	}
}

// rangeOf is where an editor draws a line: to the end if there is one, else under the name.
func (c *collector) rangeOf(pos, end graphmodel.Position) protocol.Range {
	t := c.snap.text(pos.File)
	start := text.FromGo(t, pos.Line, pos.Column)
	if end.IsValid() && end.File == pos.File {
		if stop := text.FromGo(t, end.Line, end.Column); start.Before(stop) {
			return protocol.Range{Start: start, End: stop}
		}
	}
	return text.Word(t, start)
}

func severity(s rule.Severity) int {
	switch s {
	case rule.Error:
		return protocol.SeverityError
	case rule.Info:
		return protocol.SeverityInformation
	}
	return protocol.SeverityWarning
}

// markdownSteps lists a witness with links.
func markdownSteps(f *rule.Finding) string {
	var out strings.Builder
	for i, step := range f.Witness {
		_, _ = fmt.Fprintf(&out, "%d. %s", i+1, step.Text)
		if step.Pos.IsValid() {
			_, _ = fmt.Fprintf(&out, " — [%s:%d](%s#L%d)", filepath.Base(step.Pos.File), step.Pos.Line, text.URI(step.Pos.File), step.Pos.Line)
		}
		out.WriteByte('\n')
	}
	return out.String()
}
