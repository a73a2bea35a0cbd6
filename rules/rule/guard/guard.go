package guard

import (
	"slices"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/handles"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// Kind says which run reaches a spend without a check.
type Kind int

// The kinds, sharpest first.
const (
	// SkippedGate: a resumed run that enters behind the check in another node.
	SkippedGate Kind = iota
	// NoCheck: a run that meets no check on its way.
	NoCheck
	// CrashOnly: a run that is recovered after a crash between the check in another node and the
	// spend; every other run is checked.
	CrashOnly
)

// Unguarded is a spend that some run reaches without a check.
type Unguarded struct {
	Kind   Kind
	Handle handles.Handle
	Spend  handles.NodeSpend
	// Entry is where such a run enters, and Path leads from there to the spending node.
	Entry graphmodel.Entry
	Path  graphmodel.Path
	// Gate is the check in another node; nil for NoCheck.
	Gate  *handles.NodeCheck
	Grade effects.Grade
}

// Graph is what is asked about: one graph and what its nodes do.
type Graph struct {
	Graph   *graphmodel.Graph
	Handles []handles.Handle
	// CanPause says whether the node's own code can park the run; where the framework is told to do
	// so is in the graph.
	CanPause func(node string) graphmodel.Tri
	// Mints says whether behind the node the field holds what the node wrote.
	Mints func(node string, field graphmodel.Field) bool
	// Looks says whether the spend only reads: that is how code without records asks whether a
	// handle is still there. It counts as a check and never as a spend; whoever takes its error
	// result for an answer is the business of another rule.
	Looks func(handles.NodeSpend) bool
	// Known says whether all functions of the node are known.
	Known func(node string) bool
}

// Spends lists the unguarded spends of a graph, in order of handles and spends.
func Spends(g Graph) []Unguarded {
	if g.Graph.Checkpointer == graphmodel.No || len(g.Handles) == 0 {
		return nil // nothing outlives the run, so no handle does; or there is none
	}
	s := &search{
		Graph: g,
		index: graphmodel.NewIndex(g.Graph),
	}
	s.reach = s.index.Reachable(graphmodel.Start)
	for _, e := range s.index.ReentrySet(g.CanPause) {
		if e.Sure == graphmodel.Yes && e.Node != graphmodel.Start {
			s.pauses = append(s.pauses, e)
		}
	}
	for _, n := range g.Graph.Nodes {
		if !g.Known(n.Name) {
			s.unknown = append(s.unknown, n.Name)
		}
	}
	var out []Unguarded
	for _, h := range g.Handles {
		h = s.withLooks(h)
		for _, spend := range h.Spends {
			if u, ok := s.spend(h, spend); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// search is what the spends of one graph share.
type search struct {
	Graph
	index   *graphmodel.Index
	reach   *graphmodel.NodeSet
	pauses  []graphmodel.Entry // where a resumed run surely enters behind Start
	unknown []string           // nodes that may check, for all that is known
}

// withLooks moves the spends that only look from the spends to the checks.
func (s *search) withLooks(h handles.Handle) handles.Handle {
	h.Checks = slices.Clone(h.Checks)
	var spends []handles.NodeSpend
	for _, sp := range h.Spends {
		if !s.Looks(sp) {
			spends = append(spends, sp)
			continue
		}
		look := effects.Check{Field: sp.Field, Trace: sp.Trace, Grade: rule.Worst(sp.Grade, effects.Witness)}
		h.Checks = append(h.Checks, handles.NodeCheck{Node: sp.Node, Check: look})
	}
	// A node that looks by hand may well do it before it spends.
	h.Spends = slices.DeleteFunc(spends, func(sp handles.NodeSpend) bool {
		return slices.ContainsFunc(h.Spends, func(o handles.NodeSpend) bool { return o.Node == sp.Node && o.In == sp.In && s.Looks(o) })
	})
	return h
}

// spend decides one spend. A resumed run is the sharper witness, so it is looked for first.
func (s *search) spend(h handles.Handle, spend handles.NodeSpend) (Unguarded, bool) {
	if spend.Checked != graphmodel.No || !s.reach.Has(spend.Node) {
		return Unguarded{}, false
	}
	other := func(n string) bool { return n == spend.Node }
	checks := slices.DeleteFunc(checking(h), other)
	fresh := slices.DeleteFunc(append(s.minting(h), s.unknown...), other)
	all := append(slices.Clone(checks), fresh...)

	u := Unguarded{Kind: NoCheck, Handle: h, Spend: spend}
	if path, ok := s.index.PathAvoiding(graphmodel.EntryNodes(s.pauses), spend.Node, all...); ok {
		u.Path, u.Entry = path, s.pauses[slices.IndexFunc(s.pauses, func(e graphmodel.Entry) bool { return e.Node == path.First() })]
		if u.Gate = s.gate(h, spend.Node, path.First()); u.Gate != nil {
			u.Kind = SkippedGate
		}
	} else if path, ok := s.index.PathAvoiding([]string{graphmodel.Start}, spend.Node, all...); ok {
		u.Path, u.Entry = path, graphmodel.Entry{Node: graphmodel.Start, Sure: graphmodel.Yes}
	} else if path, ok := s.afterCrash(spend.Node, checks, fresh); ok {
		u.Kind, u.Path, u.Entry = CrashOnly, path, graphmodel.Entry{Node: spend.Node, Resume: true}
		u.Gate = s.gate(h, spend.Node, spend.Node)
	} else {
		return Unguarded{}, false
	}
	u.Grade = rule.Worst(h.Grade, spend.Grade, rule.PathGrade(s.Graph.Graph, u.Path))
	if u.Kind == CrashOnly {
		u.Grade = effects.Likely
	}
	return u, u.Kind != CrashOnly || u.Gate != nil
}

// afterCrash is the path of a run that enters at the spending node because a crash came after the
// check, in a framework that saves each step. What was minted on the way counts: it is as fresh
// as a handle can be.
func (s *search) afterCrash(node string, checks, fresh []string) (graphmodel.Path, bool) {
	if s.Graph.Graph.Dialect.CheckpointEachStep != graphmodel.Yes {
		return graphmodel.Path{}, false
	}
	if _, ok := s.index.PathAvoiding(checks, node, fresh...); !ok {
		return graphmodel.Path{}, false
	}
	return s.index.ShortestPath([]string{node}, node)
}

// checking are the nodes that check the handle.
func checking(h handles.Handle) []string {
	var nodes []string
	for _, c := range h.Checks {
		nodes = append(nodes, c.Node)
	}
	return nodes
}

// minting are the nodes behind which the handle is new.
func (s *search) minting(h handles.Handle) []string {
	var nodes []string
	for _, st := range h.Stores {
		if s.Mints(st.Node, h.Field) {
			nodes = append(nodes, st.Node)
		}
	}
	return nodes
}

// gate is the check that guards the spend on a new run and that a run entering at entry skips:
// one that every path from Start passes, else the first that some path passes.
func (s *search) gate(h handles.Handle, node, entry string) *handles.NodeCheck {
	var some *handles.NodeCheck
	for i := range h.Checks {
		c := &h.Checks[i]
		if c.Node == node || !s.reach.Has(c.Node) || s.index.CanReach(c.Node, entry) != graphmodel.Yes {
			continue
		}
		a := s.index.Gate(c.Node, node, s.pauses)
		if a.FromStart == graphmodel.Yes {
			return c
		}
		if some == nil {
			some = c
		}
	}
	return some
}
