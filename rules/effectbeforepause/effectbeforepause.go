package effectbeforepause

import (
	_ "embed"
	"fmt"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

//go:embed doc.go
var source string

// Rule is the rule.
var Rule = rule.New(rule.Spec{
	Source:    source,
	Severity:  rule.Error,
	Since:     "0.1.0",
	Graphless: true,
	Run:       run,
})

// Analyzer reports for the rule.
var Analyzer = Rule.Analyzer

func run(p *rule.Pass) []rule.Finding {
	told := map[graphmodel.Position]bool{}
	return append(nodes(p, told), handlers(p, told)...)
}

// nodes are the findings in the nodes of graphs; their places are added to told.
func nodes(p *rule.Pass, told map[graphmodel.Position]bool) []rule.Finding {
	var out []rule.Finding
	for i := range p.Graphs {
		g := &p.Graphs[i]
		seen := map[string]bool{}
		for i := range g.Nodes {
			n := &g.Nodes[i]
			if !runsAgain(g, n) {
				continue
			}
			for _, fn := range append([]graphmodel.FuncValue{n.Func}, n.Func.Tools...) {
				if fn.Ref != "" && !seen[key(fn)] {
					seen[key(fn)] = true
					out = append(out, inFunc(p, g, n, fn, told)...)
				}
			}
		}
	}
	return out
}

// inFunc are the findings in one function of a node: its own, or a tool that it can call.
func inFunc(p *rule.Pass, g *graphmodel.Graph, n *graphmodel.Node, fn graphmodel.FuncValue, told map[graphmodel.Position]bool) []rule.Finding {
	var out []rule.Finding
	for _, r := range decide(p.Effects.BeforePause(fn)) {
		pos := p.AnchorBeside(r.Use.Trace, []effects.Trace{r.Pause.Trace}, n.Pos, g.Pos)
		told[pos] = true
		out = append(out, rule.Finding{
			Grade:   r.grade,
			Pos:     pos,
			Message: message(fmt.Sprintf("node %q", n.Name), r.Use, "it pauses, so a resume does it again"),
			Witness: witness(p.Index(g), n.Name, r),
			Graph:   g.Name,
			Node:    n.Name,
		})
	}
	return out
}

// runsAgain reports whether the node, once paused, is run from its first line once more.
func runsAgain(g *graphmodel.Graph, n *graphmodel.Node) bool {
	return g.Reruns(n) == graphmodel.Yes && g.Checkpointer != graphmodel.No
}

// key tells function values apart: one literal with two sets of captured functions is two.
func key(f graphmodel.FuncValue) string { return fmt.Sprint(f.Ref, f.Bound) }

// repeated is an effect that a resume repeats, and the pauses that can come after it.
type repeated struct {
	effects.BeforePause // with the first pause
	grade               effects.Grade
	others              int // further pauses
}

// decide drops what may be repeated and folds several pauses behind one effect into one answer.
func decide(pairs []effects.BeforePause) []repeated {
	var out []repeated
	at := map[string]int{}
	for _, b := range pairs {
		unsafe, doubt := repeats(b.Use)
		if !unsafe || b.FirstTimeOnly || b.Use.Keyed {
			continue
		}
		site := fmt.Sprint(b.Use.Trace, b.Use.Effect)
		if i, ok := at[site]; ok {
			out[i].others++
			continue
		}
		at[site] = len(out)
		out = append(out, repeated{BeforePause: b, grade: rule.Worst(b.Use.Grade, b.Pause.Grade, doubt)})
	}
	return out
}

func witness(x *graphmodel.Index, node string, r repeated) []effects.Step {
	steps := rule.InNode(x, node, r.Use.Trace)
	return again(steps, r, fmt.Sprintf("when the pause is answered, node %q runs again from its first line", node))
}

// again adds the way to the pause, and what happens behind it.
func again(steps []effects.Step, r repeated, harm string) []effects.Step {
	steps = append(steps, rule.After(r.Use.Trace, r.Pause.Trace)...)
	last := &steps[len(steps)-1]
	if r.others > 0 {
		last.Text += fmt.Sprintf(" (and %d more pauses)", r.others)
	}
	return append(steps, effects.Step{Pos: last.Pos, Text: harm})
}
