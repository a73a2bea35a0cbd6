package graphprint

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/skewlint/skewlint/graphmodel"
)

// Options says what to print besides the graph itself.
type Options struct {
	// CanPause says whether a run can be parked in a node; nil: not known of any, and not shown.
	CanPause func(node string) graphmodel.Tri
}

// Format is a form of output by its name on the command line.
type Format string

// The forms.
const (
	FormatText    Format = "text"
	FormatMermaid Format = "mermaid"
	FormatDOT     Format = "dot"
)

// Formats lists the forms.
func Formats() []Format { return []Format{FormatText, FormatMermaid, FormatDOT} }

// Print writes one graph in the given form and returns the first error of the writer, or an error
// for a form that does not exist.
func Print(w io.Writer, f Format, g *graphmodel.Graph, o Options) error {
	switch f {
	case FormatText:
		return Text(w, g, o)
	case FormatMermaid:
		return Mermaid(w, g, o)
	case FormatDOT:
		return DOT(w, g, o)
	}
	return fmt.Errorf("no such graph format: %q (want text, mermaid or dot)", f)
}

// printer gathers output, so that the forms need not look at errors line by line.
type printer struct {
	bytes.Buffer
	g *graphmodel.Graph
	o Options

	groups map[fork]map[int]bool // the groups of each fork, on first use
}

func (p *printer) linef(format string, args ...any) { _, _ = fmt.Fprintf(p, format+"\n", args...) }

func (p *printer) flush(w io.Writer) error {
	if _, err := w.Write(p.Bytes()); err != nil {
		return fmt.Errorf("print graph %s: %w", p.g.Name, err)
	}
	return nil
}

// canPause says whether a run can be parked in, before or behind a node.
func (p *printer) canPause(node string) graphmodel.Tri {
	if n, ok := p.g.Node(node); ok && (n.PauseBefore || n.PauseAfter) {
		return graphmodel.Yes
	}
	return p.pausesItself(node)
}

func (p *printer) pausesItself(node string) graphmodel.Tri {
	if p.o.CanPause == nil {
		return graphmodel.No
	}
	return p.o.CanPause(node)
}

// pauses is the note on a node, empty when it cannot pause: first what its code does, then what the
// framework is told to do.
func (p *printer) pauses(node string) string {
	var notes []string
	switch p.pausesItself(node) {
	case graphmodel.Yes:
		notes = append(notes, "can pause")
	case graphmodel.Unknown:
		notes = append(notes, "may pause")
	case graphmodel.No:
	}
	if n, ok := p.g.Node(node); ok && n.PauseBefore {
		notes = append(notes, "pause before")
	}
	if n, ok := p.g.Node(node); ok && n.PauseAfter {
		notes = append(notes, "pause after")
	}
	return strings.Join(notes, ", ")
}

// display is the short name of a node: Start and End as words.
func display(node string) string {
	switch node {
	case graphmodel.Start:
		return "START"
	case graphmodel.End:
		return "END"
	}
	return visible(node)
}

// visible writes control characters as escapes, so that a name from source cannot steer a
// terminal or break a line. Bidirectional marks count as such.
func visible(s string) string {
	clean := func(r rune) bool { return unicode.IsPrint(r) && r != unicode.ReplacementChar }
	if strings.IndexFunc(s, func(r rune) bool { return !clean(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if clean(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

// funcName is a function without the path of its package: "(*app.T).Send", "app.Send".
func funcName(ref graphmodel.FuncRef) string {
	s := visible(string(ref))
	slash := strings.LastIndex(s, "/")
	if slash < 0 {
		return s
	}
	receiver := s[:len(s)-len(strings.TrimLeft(s, "(*"))]
	return receiver + s[slash+1:]
}

// edgeNote says what is special about an edge; it is empty for one that is always taken.
func (p *printer) edgeNote(e *graphmodel.Edge) string {
	var parts []string
	switch e.Kind {
	case graphmodel.Always:
	case graphmodel.Conditional:
		parts = append(parts, "if")
	case graphmodel.FanOut:
		parts = append(parts, "each", fanOutLimit(e, &p.g.Dialect))
	case graphmodel.Join:
		parts = append(parts, "join")
	default:
		parts = append(parts, e.Kind.String())
	}
	if p.severalGroups(e) {
		parts = append(parts, fmt.Sprintf("#%d", e.Group))
	}
	if e.Func.Ref != "" {
		parts = append(parts, "by "+funcName(e.Func.Ref))
	}
	return strings.Join(parts, " ")
}

func fanOutLimit(e *graphmodel.Edge, d *graphmodel.Dialect) string {
	switch {
	case e.Limit > 0:
		return fmt.Sprintf("(at most %d)", e.Limit)
	case e.Limited == graphmodel.Yes:
		return "(limit not known)"
	case d.DefaultFanOutLimit > 0:
		return fmt.Sprintf("(at most %d, by default)", d.DefaultFanOutLimit)
	case e.Limited == graphmodel.Unknown:
		return "(limit not known)"
	}
	return "(no limit)"
}

// fork is what tells routers, fan-outs and joins with one number apart: their kind and source, or
// for a join its target.
type fork struct {
	kind graphmodel.EdgeKind
	node string
}

func forkOf(e *graphmodel.Edge) fork {
	if e.Kind == graphmodel.Join {
		return fork{e.Kind, e.To}
	}
	return fork{e.Kind, e.From}
}

// severalGroups: the number of a router matters only where the node has several.
func (p *printer) severalGroups(e *graphmodel.Edge) bool {
	if p.groups == nil {
		p.groups = make(map[fork]map[int]bool)
		for i := range p.g.Edges {
			f := forkOf(&p.g.Edges[i])
			if p.groups[f] == nil {
				p.groups[f] = make(map[int]bool)
			}
			p.groups[f][p.g.Edges[i].Group] = true
		}
	}
	return e.Kind != graphmodel.Always && len(p.groups[forkOf(e)]) > 1
}

// nodeNames lists all that edges and nodes name, in order of first mention: Start first, End last.
// missing are those that no node declares.
func (p *printer) nodeNames() (names []string, missing map[string]bool) {
	declared := map[string]bool{graphmodel.Start: true, graphmodel.End: true}
	seen := map[string]bool{graphmodel.End: true}
	missing = map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
			missing[name] = !declared[name]
		}
	}
	add(graphmodel.Start)
	for i := range p.g.Nodes {
		declared[p.g.Nodes[i].Name] = true
		add(p.g.Nodes[i].Name)
	}
	for i := range p.g.Edges {
		add(p.g.Edges[i].From)
		add(p.g.Edges[i].To)
	}
	return append(names, graphmodel.End), missing
}

// reducer says how a second write to a field is merged.
func (p *printer) reducer(f *graphmodel.Field) string {
	switch {
	case f.Reducer.Ref != "":
		return "merged by " + funcName(f.Reducer.Ref)
	case f.HasReducer == graphmodel.Yes:
		return "merged by a reducer that is not known"
	case f.HasReducer == graphmodel.Unknown:
		return "reducer not known"
	case p.g.Dialect.DefaultReducer == graphmodel.Yes:
		return "merged by default"
	}
	return "no reducer"
}
