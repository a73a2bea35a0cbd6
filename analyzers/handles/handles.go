// Package handles says which state fields of a graph hold handles: values that one tool call
// returned and another takes.
//
// It is for the custody rules, which would otherwise each decide it anew. The one idea to hold:
// a handle is known by its flow, through fields from the node that mints it to the node that
// spends it; the tool list and the configuration make it certain, and names are the last resort.
//
// Flow alone is not enough: the text that a search returned and a summary takes flows the same
// way. So the key of the result and the name of the argument must agree, or one of them must look
// like a handle's.
//
// Limits: a handle that leaves the state on its way (through a file, a database) is not seen, nor
// one that a tool takes from within a text. What the framework does not save is no store.
package handles

import (
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/graphmodel"
)

// Handle is a field of a graph that holds a handle.
type Handle struct {
	Field graphmodel.Field
	// Custody: the field's type is a custody record, or a struct with the same parts.
	Custody bool
	Grade   effects.Grade
	Why     string // a clause: "create_basket returns basket_id and add_item takes it"
	Stores  []NodeStore
	Spends  []NodeSpend
	Checks  []NodeCheck
}

// NodeStore is a store by one node.
type NodeStore struct {
	Node string
	effects.Store
}

// NodeSpend is a spend by one node.
type NodeSpend struct {
	Node string
	// In is the tool that spends, where it is one that the node may call: it runs by itself, so what
	// another tool of the node does before says nothing of it. Empty for the node's own function.
	In graphmodel.FuncRef
	effects.Spend
}

// NodeCheck is a check by one node or router. A router or splitter goes by the name of the node
// behind which it runs.
type NodeCheck struct {
	Node string
	effects.Check
}

// Result is, for each graph of the package (same order as in graphs.Result), its handles.
type Result struct{ Graphs [][]Handle }

// Analyzer yields *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "skewlinthandles",
	Doc:        "finds the state fields that hold handles",
	Requires:   []*analysis.Analyzer{settings.Analyzer, graphs.Analyzer, effects.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run: func(pass *analysis.Pass) (any, error) {
		base := pass.ResultOf[settings.Analyzer].(*settings.Settings).Base
		found := pass.ResultOf[graphs.Analyzer].(*graphs.Result)
		does := pass.ResultOf[effects.Analyzer].(*effects.Result)
		return find(base, found.Graphs, found.Inner, does), nil
	},
}

// IsRecord reports whether a type keeps a handle together with where it came from; see
// [effects.IsCustodyRecord].
func IsRecord(base *knowledge.Base, t graphmodel.TypeDesc) bool {
	return effects.IsCustodyRecord(base, t)
}

// find judges the fields of own; inner are more graphs that nodes of own run.
func find(base *knowledge.Base, own, inner []graphmodel.Graph, does *effects.Result) *Result {
	r := &Result{Graphs: make([][]Handle, len(own))}
	list := slices.Concat(own, inner)
	named := byName(list)
	for i := range own {
		d := list[i].Dialect
		uses := collect(named, &list[i], does).bySymbol()
		own := does.Fields(&list[i])
		all := below(named, &list[i], does, own)
		for k, f := range all {
			if d.TransientPrefix != "" && strings.HasPrefix(f.Name, d.TransientPrefix) {
				continue
			}
			h, ok := judge(base, f, uses.of(f))
			if ok && (k < len(own) || h.crosses()) {
				r.Graphs[i] = append(r.Graphs[i], h)
			}
		}
	}
	return r
}

// below adds, where state is open, the fields that only the graphs name which the nodes run.
func below(list graphsByName, g *graphmodel.Graph, does *effects.Result, fields []graphmodel.Field) []graphmodel.Field {
	named, inside := map[string]bool{}, map[string]bool{}
	for _, f := range fields {
		named[f.Name] = true
	}
	var add func(g *graphmodel.Graph)
	add = func(g *graphmodel.Graph) {
		if g.Dialect.OpenState != graphmodel.Yes || inside[g.Name] {
			return
		}
		inside[g.Name] = true
		for _, n := range g.Nodes {
			subs := list.run(n)
			if len(subs) == 0 {
				continue
			}
			for _, f := range does.Fields(subs[0]) {
				if !named[f.Name] {
					named[f.Name] = true
					fields = append(fields, f)
				}
			}
			add(subs[0])
		}
	}
	add(g)
	return fields
}

// crosses reports whether the handle goes from one node to another. One that stays in a node is the
// business of the graph that the node runs.
func (h Handle) crosses() bool {
	if len(h.Stores) == 0 || len(h.Spends) == 0 {
		return false
	}
	node := h.Stores[0].Node
	return slices.ContainsFunc(h.Stores, func(s NodeStore) bool { return s.Node != node }) ||
		slices.ContainsFunc(h.Spends, func(p NodeSpend) bool { return p.Node != node })
}
