package eino

import (
	"strings"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// branch is the value of a *compose.GraphBranch.
type branch struct {
	cond  eval.Value
	ends  []eval.Value
	multi bool   // the condition may pick several
	open  string // the reason why there may be more ends
}

// Embeds: a WorkflowBranch embeds the branch that it was made of.
func (b *branch) Embeds(field string) bool { return field == "GraphBranch" }

func isMulti(ref graphmodel.FuncRef) bool { return strings.HasSuffix(string(ref), "MultiBranch") }

func branchHandlers() map[graphmodel.FuncRef]eval.Handler {
	t := map[graphmodel.FuncRef]eval.Handler{
		method(compose, "GraphBranch", "GetEndNode"): func(c *eval.Call) eval.Value {
			b, ok := eval.Data(c.Recv).(*branch)
			if !ok {
				return unknown(c, "the branch is not known")
			}
			m := &eval.Map{Keys: b.ends, Open: b.open}
			for range b.ends {
				m.Vals = append(m.Vals, eval.Unknown{Reason: "an end of a branch"})
			}
			return m
		},
	}
	for _, name := range []string{"NewGraphBranch", "NewGraphMultiBranch", "NewStreamGraphBranch", "NewStreamGraphMultiBranch"} {
		t[function(compose, name)] = newBranch
	}
	return t
}

// newBranch reads the map of end nodes. All its keys become edges at compile time; a key whose value
// is false is refused only when the condition returns it, so it is no end.
func newBranch(c *eval.Call) eval.Value {
	b := &branch{cond: c.Arg(0), multi: isMulti(c.Ref)}
	for _, v := range eval.Alternatives(c.Arg(1)) {
		m, ok := v.(*eval.Map)
		if !ok {
			b.open = reasonOf(v)
			continue
		}
		for i, k := range m.Keys {
			if on, known := eval.Bool(m.Vals[i]); !known || on {
				b.ends = append(b.ends, k)
			}
		}
		if m.Open != "" {
			b.open = m.Open
		}
	}
	return &eval.Object{Data: b}
}

func addBranch(g *graph, c *eval.Call) {
	b, ok := eval.Data(c.Arg(1)).(*branch)
	if !ok {
		from, _ := eval.String(c.Arg(0))
		g.Gap(graphmodel.GapEdge, c.Pos, from, "the targets of a branch are not known: %s", reasonOf(c.Arg(1)))
		return
	}
	for _, from := range eval.Alternatives(c.Arg(0)) {
		g.route(c, from, b)
	}
}

// route adds the edges of a branch. The alternatives of a plain branch exclude each other; of a
// multi-branch any number can be taken, so each is a router of its own.
func (g *graph) route(c *eval.Call, from eval.Value, b *branch) {
	group := g.NextGroup(from)
	for i, to := range b.ends {
		if b.multi && i > 0 {
			group = g.NextGroup(from)
		}
		g.AddEdge(c, frontend.Edge{
			From: from, To: to, Kind: graphmodel.Conditional, Group: group, Func: b.cond,
		}, start, end)
	}
	if b.open != "" {
		name, _ := eval.String(from)
		g.Gap(graphmodel.GapEdge, c.Pos, name, "a branch may have more targets: %s", b.open)
	}
}
