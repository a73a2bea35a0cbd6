package missingreducer

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

//go:embed doc.go
var source string

// Rule is the rule.
var Rule = rule.New(rule.Spec{
	Source:   source,
	Severity: rule.Error,
	Since:    "0.1.0",
	Run:      run,
})

// Analyzer reports for the rule.
var Analyzer = Rule.Analyzer

func run(p *rule.Pass) []rule.Finding {
	var out []rule.Finding
	for i := range p.Graphs {
		g := &p.Graphs[i]
		x := p.Index(g)
		out = append(out, fields(p, x)...)
		out = append(out, fanIns(p, x)...)
	}
	return out
}

// fields judges the state of a graph. All its fields are asked about at once: each by itself would be a
// search over the graph.
func fields(p *rule.Pass, x *graphmodel.Index) []rule.Finding {
	g := x.Graph()
	locked := underLock(g.Dialect)
	if !conflicts(g.Dialect) && !locked {
		return nil
	}
	all, reads := bySymbol(writes(p, g)), &reading{p: p, g: g}
	var list []writers
	var sets [][]string
	for _, f := range p.Effects.Fields(g) {
		if f.HasReducer != graphmodel.No || locked && !isScalar(f) {
			continue
		}
		these, readers := all.of(f), func() []read { return reads.of(f) }
		if locked {
			these, readers = replacing(f, these, reads), func() []read { return append(reads.of(f), reads.routes(f)...) }
		}
		list = append(list, newWriters(f, these, readers))
		sets = append(sets, list[len(list)-1].names)
	}
	var out []rule.Finding
	meet := x.Overlaps(sets, 0)
	for i, w := range list {
		if c, ok := decide(x, w, meet, i); ok {
			out = append(out, finding(p, x, c))
		}
	}
	return out
}

// write is that a node writes a field. Of several writes of one node to one field the first
// stands for all.
type write struct {
	node string
	use  effects.FieldUse
	// left: that it is lost matters only if somebody reads the field, because the framework's own node
	// writes it, see [graphmodel.Node.Leaves], or because a lock keeps the writes apart.
	left bool
}

// writes lists what the nodes write, subgraphs included.
func writes(p *rule.Pass, g *graphmodel.Graph) []write {
	var out []write
	for i := range g.Nodes {
		n := &g.Nodes[i]
		for i, name := range slices.Concat(n.Writes, n.Leaves) {
			step := effects.Step{Pos: n.Pos, Text: fmt.Sprintf("the framework writes field %q for %s", name, rule.NodeName(n.Name))}
			use := effects.FieldUse{Field: strconv.Quote(name), Trace: effects.Trace{step}}
			out = append(out, write{node: n.Name, use: use, left: i >= len(n.Writes)})
		}
		for _, fn := range p.Runs(n) {
			for _, use := range p.Effects.Writes(fn) {
				use.Maybe = use.Maybe || slices.ContainsFunc(n.Func.Tools, func(t graphmodel.FuncValue) bool { return t.Ref == fn.Ref })
				out = append(out, write{node: n.Name, use: use})
			}
		}
	}
	return out
}

func finding(p *rule.Pass, x *graphmodel.Index, c conflict) rule.Finding {
	g := x.Graph()
	node, _ := x.Node(c.b.node)
	return rule.Finding{
		Grade:   c.grade(g),
		Pos:     p.Anchor(c.b.use.Trace, node.Pos, g.Pos),
		Message: c.message(fate(g.Dialect)),
		Witness: c.witness(x),
		Graph:   g.Name,
	}
}
