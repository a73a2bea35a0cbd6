package graphprint

import (
	"io"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// DOT writes a graph for Graphviz. Alternatives of a router are dashed, fan-outs bold, joins end
// in a box; nodes that can pause are octagons, subgraphs have double borders, nodes that are named
// and not declared are dotted. Fields, fan-ins that do not merge and gaps are notes
// beside the graph.
func DOT(w io.Writer, g *graphmodel.Graph, o Options) error {
	p := &printer{g: g, o: o}
	p.linef("digraph %s {", dotText(g.Name))
	p.linef("  node [shape=box]")
	names, missing := p.nodeNames()
	sub := p.subgraphs()
	for _, name := range names {
		p.linef("  %s [label=%s%s]", dotText(name), dotLabel(p.nodeLabel(name, sub)), p.dotShape(name, sub, missing))
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		var attrs []string
		if note := p.edgeNote(e); note != "" {
			attrs = append(attrs, "label="+dotLabel(note))
		}
		if style := dotStyle(e.Kind); style != "" {
			attrs = append(attrs, style)
		}
		list := ""
		if len(attrs) > 0 {
			list = " [" + strings.Join(attrs, ", ") + "]"
		}
		p.linef("  %s -> %s%s", dotText(e.From), dotText(e.To), list)
	}
	p.dotNote("fields", p.fieldRows(), 3)
	p.dotNote("not merged", p.fanInRows(), 3)
	p.dotNote("not resolved", p.gapRows(), 4)
	p.linef("}")
	return p.flush(w)
}

func (p *printer) dotShape(name string, sub map[string]string, missing map[string]bool) string {
	var s string
	switch {
	case name == graphmodel.Start || name == graphmodel.End:
		s = ", shape=oval"
	case p.canPause(name) != graphmodel.No:
		s = ", shape=octagon"
	}
	if sub[name] != "" {
		s += ", peripheries=2"
	}
	if missing[name] {
		s += ", style=dotted"
	}
	return s
}

func dotStyle(k graphmodel.EdgeKind) string {
	switch k {
	case graphmodel.Conditional:
		return "style=dashed"
	case graphmodel.FanOut:
		return "style=bold"
	case graphmodel.Join:
		return "arrowhead=box"
	case graphmodel.Always:
	}
	return ""
}

// dotNote puts rows into one note; \l ends a line and aligns it to the left. A node of the graph
// cannot have the note's name, because names of nodes hold no line break when they are printed.
func (p *printer) dotNote(title string, rows [][]string, cells int) {
	if len(rows) == 0 {
		return
	}
	label := title + `:\l`
	for _, row := range rows {
		label += labelEscape(strings.Join(nonEmpty(row[:cells]), "  ")) + `\l`
	}
	p.linef("  \"\\n%s\" [shape=note, label=\"%s\"]", title, label)
}

// dotText quotes a text.
func dotText(s string) string { return `"` + dotEscape(visible(s)) + `"` }

// dotLabel quotes a text that Graphviz shows.
func dotLabel(s string) string { return `"` + labelEscape(visible(s)) + `"` }

// labelEscape escapes entities too, which Graphviz reads in labels and not in names.
func labelEscape(s string) string { return strings.ReplaceAll(dotEscape(s), "&", "&amp;") }

// dotEscape escapes what ends a quoted text and what begins an escape of Graphviz.
func dotEscape(s string) string { return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) }
