package rule

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/graphmodel"
)

// Pass is what a rule may look at: the graphs of one package and what functions do.
type Pass struct {
	Graphs  []graphmodel.Graph
	Effects *effects.Result

	inner []graphmodel.Graph // that nodes of the graphs run, and other packages report on
	found *graphs.Result
	subs  map[string]*graphmodel.Graph // by name
	ran   map[*graphmodel.Graph]functions
	pass  *analysis.Pass
	place *place
}

// functions are what a graph runs, and whether all of them are known.
type functions struct {
	fns []graphmodel.FuncValue
	ok  bool
}

func newPass(pass *analysis.Pass, found *graphs.Result) *Pass {
	return &Pass{
		Graphs:  found.Graphs,
		inner:   found.Inner,
		found:   found,
		Effects: pass.ResultOf[effects.Analyzer].(*effects.Result),
		pass:    pass,
		place:   placeOf(pass),
	}
}

func placeOf(pass *analysis.Pass) *place {
	own := make(map[string]*token.File, len(pass.Files))
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		own[tf.Name()] = tf
	}
	return &place{fset: pass.Fset, own: own}
}

func (p *Pass) files() []*ast.File { return p.pass.Files }

// ResultOf is the result of one of the analyzers in [Spec.Requires].
func ResultOf[T any](p *Pass, a *analysis.Analyzer) T {
	return p.pass.ResultOf[a].(T)
}

// Anchor is where a finding about a trace is reported: at the deepest step that lies in the
// package of the pass, because that is the line its author can change; if there is none, at the
// first of the other places that does.
func (p *Pass) Anchor(t effects.Trace, otherwise ...graphmodel.Position) graphmodel.Position {
	for i := len(t) - 1; i >= 0; i-- {
		if p.place.isOwn(t[i].Pos) {
			return t[i].Pos
		}
	}
	for _, pos := range otherwise {
		if p.place.isOwn(pos) {
			return pos
		}
	}
	return graphmodel.Position{}
}

// AnchorBeside is where a finding about two things that meet in one function is reported: in that
// function, at the step of t behind what the traces have in common. It is the line that its
// author would move; the callee may be a wrapper that half the program shares.
func (p *Pass) AnchorBeside(t effects.Trace, others []effects.Trace, otherwise ...graphmodel.Position) graphmodel.Position {
	best := 0
	for _, o := range others {
		best = max(best, shared(t, o))
	}
	if best > 0 && best < len(t) && p.place.isOwn(t[best].Pos) {
		return t[best].Pos
	}
	return p.Anchor(t, otherwise...)
}

// Funcs are the functions that an activation of the node runs: its own and the tools that it may
// call, or those of the graph that it stands for. ok is false when one of them is not known.
func (p *Pass) Funcs(n *graphmodel.Node) (fns []graphmodel.FuncValue, ok bool) {
	sub := p.Subgraph(n.Subgraph)
	if sub == nil {
		return p.funcs(n, nil)
	}
	ran, known := p.ran[sub] // many nodes may run one graph
	if !known {
		fns, all := p.funcs(n, map[*graphmodel.Graph]bool{})
		ran = functions{slices.Clip(fns), all}
		if p.ran == nil {
			p.ran = map[*graphmodel.Graph]functions{}
		}
		p.ran[sub] = ran
	}
	return ran.fns, ran.ok
}

// Runs are the functions of [Pass.Funcs], for those who need not know whether all are known: that is a
// question about each of them.
func (p *Pass) Runs(n *graphmodel.Node) []graphmodel.FuncValue {
	if n.Subgraph == "" {
		return append([]graphmodel.FuncValue{n.Func}, n.Func.Tools...)
	}
	fns, _ := p.Funcs(n)
	return fns
}

func (p *Pass) funcs(n *graphmodel.Node, seen map[*graphmodel.Graph]bool) ([]graphmodel.FuncValue, bool) {
	if n.Subgraph == "" {
		return p.Runs(n), n.Func.Ref != "" && p.Effects.Known(n.Func)
	}
	sub := p.Subgraph(n.Subgraph)
	if sub == nil || seen[sub] {
		return nil, sub != nil
	}
	seen[sub] = true
	var all []graphmodel.FuncValue
	ok := !sub.HasGap(graphmodel.GapNode)
	for i := range sub.Nodes {
		fns, known := p.funcs(&sub.Nodes[i], seen)
		all, ok = append(all, fns...), ok && known
	}
	return all, ok
}

// Subgraph finds the graph that a node runs by its name, in whichever package it is made; nil if
// nothing is known of it.
func (p *Pass) Subgraph(name string) *graphmodel.Graph {
	if p.subs == nil {
		p.subs = map[string]*graphmodel.Graph{}
		for _, list := range [][]graphmodel.Graph{p.Graphs, p.inner} {
			for i := range list {
				if g := &list[i]; g.Name != "" && p.subs[g.Name] == nil {
					p.subs[g.Name] = g
				}
			}
		}
	}
	return p.subs[name]
}

// Index answers questions about one of the graphs, or about one that their nodes run. All rules share
// it.
func (p *Pass) Index(g *graphmodel.Graph) *graphmodel.Index { return p.found.Index(g) }
