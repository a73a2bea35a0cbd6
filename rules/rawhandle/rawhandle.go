package rawhandle

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/handles"
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
	Requires: []*analysis.Analyzer{handles.Analyzer},
	Run:      run,
})

// Analyzer reports for the rule.
var Analyzer = Rule.Analyzer

func run(p *rule.Pass) []rule.Finding {
	var out []rule.Finding
	found := rule.ResultOf[*handles.Result](p, handles.Analyzer)
	for i, hs := range found.Graphs {
		g := &p.Graphs[i]
		x := p.Index(g)
		for _, r := range decide(x, hs) {
			node, _ := x.Node(r.store.Node)
			out = append(out, rule.Finding{
				Grade:   rule.Worst(r.handle.Grade, r.store.Grade),
				Pos:     p.Anchor(r.store.Write, node.Pos, g.Pos),
				Message: r.message(),
				Witness: r.witness(x),
				Graph:   g.Name,
				Node:    r.store.Node,
			})
		}
	}
	return out
}

// raw is a store of a handle without a record.
type raw struct {
	handle handles.Handle
	store  handles.NodeStore
}

// decide picks the stores that are wrong in a graph.
func decide(x *graphmodel.Index, hs []handles.Handle) []raw {
	if x.Graph().Checkpointer == graphmodel.No {
		return nil
	}
	var out []raw
	for _, h := range hs {
		if h.Custody {
			continue
		}
		for _, st := range h.Stores {
			if _, known := x.Node(st.Node); known && !st.Recorded {
				out = append(out, raw{handle: h, store: st})
			}
		}
	}
	return out
}

func (r raw) message() string {
	from := "of a tool"
	if r.store.Tool != "" {
		from = fmt.Sprintf("of tool %q", r.store.Tool)
	}
	return fmt.Sprintf("node %q stores a handle %s in field %q without a record, so no resume can check it",
		r.store.Node, from, r.handle.Field.Name)
}

// witness leads from the call that mints over the store to the first spend.
func (r raw) witness(x *graphmodel.Index) []effects.Step {
	steps := rule.InNode(x, r.store.Node, r.store.Mint)
	steps = append(steps, rule.After(r.store.Mint, r.store.Write)...)
	if spend, ok := r.spend(); ok {
		steps = append(steps, rule.InNode(x, spend.Node, spend.Trace)...)
	}
	return steps
}

// spend is where the handle goes, preferably in another node: that is what state is for.
func (r raw) spend() (handles.NodeSpend, bool) {
	for _, s := range r.handle.Spends {
		if s.Node != r.store.Node {
			return s, true
		}
	}
	if len(r.handle.Spends) == 0 {
		return handles.NodeSpend{}, false
	}
	return r.handle.Spends[0], true
}
