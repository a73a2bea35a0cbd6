package graphprint

import (
	"fmt"
	"io"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// Mermaid writes a graph as a Mermaid flowchart, for Markdown. Alternatives of a router are
// dotted, fan-outs thick; nodes that can pause are hexagons, subgraphs have double sides, nodes
// that are named and not declared are dashed. Fields are comments, fan-ins that do not merge
// and gaps are notes.
func Mermaid(w io.Writer, g *graphmodel.Graph, o Options) error {
	p := &printer{g: g, o: o}
	p.linef("%%%% %s", mermaidComment(g.Name))
	for _, row := range p.fieldRows() {
		p.linef("%%%% field %s", mermaidComment(strings.Join(row[:3], ", ")))
	}
	p.linef("flowchart TD")
	ids, missing := p.mermaidNodes()
	for i := range g.Edges {
		e := &g.Edges[i]
		arrow, note := mermaidArrow(e.Kind), p.edgeNote(e)
		if note != "" {
			arrow += "|" + mermaidText(note) + "|"
		}
		p.linef("  %s %s %s", ids[e.From], arrow, ids[e.To])
	}
	for _, name := range missing {
		p.linef("  style %s stroke-dasharray: 4 4", ids[name])
	}
	for i, row := range p.fanInRows() {
		p.linef("  meet%d>%s]", i, mermaidText("not merged: "+strings.Join(row, ", ")))
	}
	for i, row := range p.gapRows() {
		p.linef("  gap%d>%s]", i, mermaidText("not resolved: "+strings.Join(nonEmpty(row), ", ")))
	}
	return p.flush(w)
}

// mermaidNodes declares the nodes and gives their identifiers. Names cannot be identifiers: some
// are keywords ("end"), and most characters are syntax.
func (p *printer) mermaidNodes() (ids map[string]string, dashed []string) {
	names, missing := p.nodeNames()
	sub := p.subgraphs()
	ids = make(map[string]string, len(names))
	for i, name := range names {
		id := fmt.Sprintf("n%d", i)
		ids[name] = id
		text := mermaidText(p.nodeLabel(name, sub))
		switch {
		case name == graphmodel.Start || name == graphmodel.End:
			p.linef("  %s([%s])", id, text)
		case p.canPause(name) != graphmodel.No:
			p.linef("  %s{{%s}}", id, text)
		case sub[name] != "":
			p.linef("  %s[[%s]]", id, text)
		default:
			p.linef("  %s[%s]", id, text)
		}
		if missing[name] {
			dashed = append(dashed, name)
		}
	}
	return ids, dashed
}

func (p *printer) subgraphs() map[string]string {
	sub := make(map[string]string)
	for i := range p.g.Nodes {
		sub[p.g.Nodes[i].Name] = p.g.Nodes[i].Subgraph
	}
	return sub
}

// nodeLabel is the name of a node with what is to be known of it.
func (p *printer) nodeLabel(name string, sub map[string]string) string {
	if name == graphmodel.Start || name == graphmodel.End {
		return display(name)
	}
	var notes []string
	if sub[name] != "" {
		notes = append(notes, "graph "+visible(sub[name]))
	}
	if pause := p.pauses(name); pause != "" {
		notes = append(notes, pause)
	}
	if len(notes) == 0 {
		return display(name)
	}
	return display(name) + " (" + strings.Join(notes, ", ") + ")"
}

func mermaidArrow(k graphmodel.EdgeKind) string {
	switch k {
	case graphmodel.Conditional:
		return "-.->"
	case graphmodel.FanOut:
		return "==>"
	case graphmodel.Always, graphmodel.Join:
	}
	return "-->"
}

// mermaidText quotes a text. Inside quotes Mermaid still reads entities and markup, so everything
// that could be either becomes a numeric entity.
func mermaidText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range visible(s) {
		if strings.ContainsRune("\"&<>#;`\\|[]{}", r) {
			fmt.Fprintf(&b, "#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// mermaidComment keeps a comment on its line and free of directives, which begin with "%%{".
func mermaidComment(s string) string {
	return strings.NewReplacer("{", "(", "}", ")").Replace(visible(s))
}

func nonEmpty(cells []string) []string {
	var list []string
	for _, c := range cells {
		if c != "" {
			list = append(list, c)
		}
	}
	return list
}
