package graphprint

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skewlint/skewlint/graphmodel"
)

// Text writes a graph for a terminal: a headline, then nodes, edges, fields, fan-ins that do not merge
// and gaps as aligned columns. Sections that would be empty are left out. Positions name the base name of the file,
// the headline its whole path.
func Text(w io.Writer, g *graphmodel.Graph, o Options) error {
	p := &printer{g: g, o: o}
	p.headline()
	p.section("nodes", p.nodeRows())
	p.section("edges", p.edgeRows())
	p.section("fields", p.fieldRows())
	p.section("not merged", p.fanInRows())
	p.section("not resolved", p.gapRows())
	return p.flush(w)
}

func (p *printer) headline() {
	var facts []string
	if p.g.Dialect.Framework != "" {
		facts = append(facts, visible(p.g.Dialect.Framework))
	}
	facts = append(facts, count(len(p.g.Nodes), "node"), count(len(p.g.Edges), "edge"))
	if len(p.g.Fields) > 0 {
		facts = append(facts, count(len(p.g.Fields), "field"))
	}
	switch p.g.Checkpointer {
	case graphmodel.Yes:
		facts = append(facts, "saved")
	case graphmodel.No:
		facts = append(facts, "not saved")
	case graphmodel.Unknown:
	}
	if p.g.StepLimit > 0 {
		facts = append(facts, fmt.Sprintf("at most %d steps", p.g.StepLimit))
	}
	if len(p.g.Gaps) > 0 {
		facts = append(facts, fmt.Sprintf("%d not resolved", len(p.g.Gaps)))
	}
	place := ""
	if p.g.Pos.IsValid() {
		place = visible(p.g.Pos.String()) + ": "
	}
	p.linef("%sgraph %s (%s)", place, visible(p.g.Name), strings.Join(facts, ", "))
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// section prints rows in columns as wide as their widest cell, two blanks apart.
func (p *printer) section(title string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	p.linef("\n  %s", title)
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := "   "
		for i, cell := range row {
			if widths[i] > 0 {
				line += " " + cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+1)
			}
		}
		p.linef("%s", strings.TrimRight(line, " "))
	}
}

func (p *printer) nodeRows() [][]string {
	var rows [][]string
	for i := range p.g.Nodes {
		n := &p.g.Nodes[i]
		runs := funcName(n.Func.Ref)
		if n.Subgraph != "" {
			runs = "graph " + visible(n.Subgraph)
		} else if runs == "" {
			runs = "?"
		}
		rows = append(rows, []string{display(n.Name), runs, p.pauses(n.Name), short(n.Pos)})
	}
	return rows
}

func (p *printer) edgeRows() [][]string {
	_, missing := p.nodeNames()
	var rows [][]string
	for i := range p.g.Edges {
		e := &p.g.Edges[i]
		note := p.edgeNote(e)
		for _, end := range []string{e.From, e.To} {
			if missing[end] {
				note = strings.TrimSpace(note + " (no node " + display(end) + ")")
			}
		}
		rows = append(rows, []string{display(e.From), arrow(e.Kind), display(e.To), note, short(e.Pos)})
	}
	return rows
}

// arrow tells the kinds of edges apart at a glance.
func arrow(k graphmodel.EdgeKind) string {
	switch k {
	case graphmodel.Conditional:
		return "-?>"
	case graphmodel.FanOut:
		return "=>>"
	case graphmodel.Join:
		return "-&>"
	case graphmodel.Always:
	}
	return "-->"
}

func (p *printer) fieldRows() [][]string {
	var rows [][]string
	for i := range p.g.Fields {
		f := &p.g.Fields[i]
		name := visible(f.Type.Name)
		if name == "" {
			name = "?"
		}
		rows = append(rows, []string{visible(f.Name), name, p.reducer(f), short(f.Pos)})
	}
	return rows
}

// fanInRows are what meets in a node, or could for all that is known, and does not become one input.
func (p *printer) fanInRows() [][]string {
	var rows [][]string
	x := graphmodel.NewIndex(p.g)
	for _, f := range p.g.FanIns {
		never := func(pair graphmodel.Pair) bool { return pair.Answer == graphmodel.No }
		if len(slices.DeleteFunc(x.Meet(f.Node, f.From, 0), never)) == 0 {
			continue
		}
		from := make([]string, 0, len(f.From))
		for _, name := range f.From {
			from = append(from, display(name))
		}
		rows = append(rows, []string{display(f.Node), "from " + strings.Join(from, ", "), visible(f.How)})
	}
	return rows
}

func (p *printer) gapRows() [][]string {
	var rows [][]string
	for _, g := range p.g.Gaps {
		rows = append(rows, []string{visible(string(g.Kind)), display(g.Node), visible(g.Reason), short(g.Pos)})
	}
	return rows
}

// short is a position by the base name of its file, empty when there is none.
func short(pos graphmodel.Position) string {
	if !pos.IsValid() {
		return ""
	}
	pos.File = filepath.Base(pos.File)
	return visible(pos.String())
}
