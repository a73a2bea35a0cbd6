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
		x := graphmodel.NewIndex(g)
		out = append(out, fields(p, g, x)...)
		out = append(out, fanIns(p, g, x)...)
	}
	return out
}

// fields judges the state of a graph.
func fields(p *rule.Pass, g *graphmodel.Graph, x *graphmodel.Index) []rule.Finding {
	locked := underLock(g.Dialect)
	if !conflicts(g.Dialect) && !locked {
		return nil
	}
	var out []rule.Finding
	all := bySymbol(writes(p, g))
	for _, f := range p.Effects.Fields(g) {
		if f.HasReducer != graphmodel.No || locked && !isScalar(f) {
			continue
		}
		writers, readers := all.of(f), func() []read { return reads(p, g, f) }
		if locked {
			writers, readers = replacing(p, g, f, writers), func() []read { return append(reads(p, g, f), routes(p, g, f)...) }
		}
		if c, ok := decide(x, f, writers, readers); ok {
			out = append(out, finding(p, g, c))
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
		fns, _ := p.Funcs(n)
		for _, fn := range fns {
			for _, use := range p.Effects.Writes(fn) {
				use.Maybe = use.Maybe || slices.ContainsFunc(n.Func.Tools, func(t graphmodel.FuncValue) bool { return t.Ref == fn.Ref })
				out = append(out, write{node: n.Name, use: use})
			}
		}
	}
	return out
}

// writesBy are the writes of a graph by the symbol that names the field, so that a graph with many
// fields is not gone through once for each.
type writesBy struct {
	all    []write
	symbol map[string][]int
}

func bySymbol(all []write) writesBy {
	b := writesBy{all: all, symbol: map[string][]int{}}
	for i, w := range all {
		b.symbol[w.use.Field] = append(b.symbol[w.use.Field], i)
	}
	return b
}

// of are the writes that name the field (see [rule.Names]), in their order.
func (b writesBy) of(f graphmodel.Field) []write {
	indices := slices.Clone(b.symbol[strconv.Quote(f.Name)])
	for _, ref := range f.Refs {
		if ref != "" {
			indices = append(indices, b.symbol[ref]...)
		}
	}
	slices.Sort(indices)
	out := make([]write, 0, len(indices))
	for _, i := range slices.Compact(indices) {
		out = append(out, b.all[i])
	}
	return out
}

// read is a node that reads a field, and where.
type read struct {
	node  string
	trace effects.Trace
	// router: it is the router behind the node.
	router bool
}

// reads lists the nodes that read a field, in their functions or through the framework.
func reads(p *rule.Pass, g *graphmodel.Graph, f graphmodel.Field) []read {
	var out []read
	in := func(node string, fn graphmodel.FuncValue) {
		for _, use := range p.Effects.Reads(fn) {
			if rule.Names(f, use.Field) && use.Grade < effects.Likely {
				out = append(out, read{node: node, trace: use.Trace})
			}
		}
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if slices.Contains(n.Reads, f.Name) {
			step := effects.Step{Pos: n.Pos, Text: fmt.Sprintf("the framework reads field %q for %s", f.Name, rule.NodeName(n.Name))}
			out = append(out, read{node: n.Name, trace: effects.Trace{step}})
		}
		fns, _ := p.Funcs(n)
		for _, fn := range fns {
			in(n.Name, fn)
		}
	}
	return out
}

func finding(p *rule.Pass, g *graphmodel.Graph, c conflict) rule.Finding {
	node, _ := g.Node(c.b.node)
	return rule.Finding{
		Grade:   c.grade(g),
		Pos:     p.Anchor(c.b.use.Trace, node.Pos, g.Pos),
		Message: c.message(fate(g.Dialect)),
		Witness: c.witness(g),
		Graph:   g.Name,
	}
}
