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
	Index   *graphmodel.Index
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

// Spends lists the unguarded spends of a graph, in order of handles and spends. The searches of a
// handle serve all its spends: O(n + m) for each handle, and for each check that is looked at.
func Spends(g Graph) []Unguarded {
	if g.Index.Graph().Checkpointer == graphmodel.No || len(g.Handles) == 0 {
		return nil // nothing outlives the run, so no handle does; or there is none
	}
	s := &search{Graph: g, at: map[string]graphmodel.Entry{}, behind: map[string]*graphmodel.NodeSet{}}
	s.reach = s.Index.Reachable(graphmodel.Start)
	s.always = s.Index.Dominators([]string{graphmodel.Start})
	for _, e := range s.Index.ReentrySet(g.CanPause) {
		if e.Sure == graphmodel.Yes && e.Node != graphmodel.Start {
			s.pauses = append(s.pauses, e.Node)
			s.at[e.Node] = e
		}
	}
	for _, n := range s.Index.Graph().Nodes {
		if !g.Known(n.Name) {
			s.unknown = append(s.unknown, n.Name)
		}
	}
	var out []Unguarded
	for _, h := range g.Handles {
		w := s.ways(s.withLooks(h))
		for _, spend := range w.handle.Spends {
			if u, ok := w.spend(spend); ok {
				out = append(out, u)
			}
		}
	}
	return out
}

// search is what the spends of one graph share.
type search struct {
	Graph
	reach   *graphmodel.NodeSet
	always  *graphmodel.Dominators // from Start
	pauses  []string               // where a resumed run surely enters behind Start
	at      map[string]graphmodel.Entry
	unknown []string                       // nodes that may check, for all that is known
	behind  map[string]*graphmodel.NodeSet // by node: what it leads to
}

// ways are the paths on which nobody looks at a handle or mints it, before they end.
type ways struct {
	*search
	handle  handles.Handle
	checks  []string // nodes that check
	fresh   []string // nodes behind which it is new, for all that is known
	resumed *graphmodel.Walk
	begun   *graphmodel.Walk
	checked *graphmodel.Walk // from a check on, and only new handles end it
}

func (s *search) ways(h handles.Handle) *ways {
	w := &ways{search: s, handle: h, checks: checking(h)}
	w.fresh = append(s.minting(h), s.unknown...)
	stops := s.Index.SetOf(append(slices.Clone(w.checks), w.fresh...))
	w.resumed = s.Index.Walk(s.pauses, stops)
	w.begun = s.Index.Walk([]string{graphmodel.Start}, stops)
	w.checked = s.Index.Walk(w.checks, s.Index.SetOf(w.fresh))
	return w
}

// withLooks moves the spends that only look from the spends to the checks.
func (s *search) withLooks(h handles.Handle) handles.Handle {
	type step struct {
		node string
		in   graphmodel.FuncRef
	}
	h.Checks = slices.Clone(h.Checks)
	var spends []handles.NodeSpend
	looked := map[step]bool{}
	for _, sp := range h.Spends {
		if !s.Looks(sp) {
			spends = append(spends, sp)
			continue
		}
		looked[step{sp.Node, sp.In}] = true
		look := effects.Check{Field: sp.Field, Trace: sp.Trace, Grade: rule.Worst(sp.Grade, effects.Witness)}
		h.Checks = append(h.Checks, handles.NodeCheck{Node: sp.Node, Check: look})
	}
	// A node that looks by hand may well do it before it spends.
	h.Spends = slices.DeleteFunc(spends, func(sp handles.NodeSpend) bool { return looked[step{sp.Node, sp.In}] })
	return h
}

// spend decides one spend. A resumed run is the sharper witness, so it is looked for first.
func (w *ways) spend(spend handles.NodeSpend) (Unguarded, bool) {
	if spend.Checked != graphmodel.No || !w.reach.Has(spend.Node) {
		return Unguarded{}, false
	}
	u := Unguarded{Kind: NoCheck, Handle: w.handle, Spend: spend}
	if path, ok := w.resumed.PathTo(spend.Node); ok {
		u.Path, u.Entry = path, w.at[path.First()]
		if u.Gate = w.gate(spend.Node, path.First()); u.Gate != nil {
			u.Kind = SkippedGate
		}
	} else if path, ok := w.begun.PathTo(spend.Node); ok {
		u.Path, u.Entry = path, graphmodel.Entry{Node: graphmodel.Start, Sure: graphmodel.Yes}
	} else if w.afterCrash(spend.Node) {
		u.Kind, u.Entry = CrashOnly, graphmodel.Entry{Node: spend.Node, Resume: true}
		u.Path = graphmodel.Path{Nodes: []string{spend.Node}}
		u.Gate = w.gate(spend.Node, spend.Node)
	} else {
		return Unguarded{}, false
	}
	u.Grade = rule.Worst(w.handle.Grade, spend.Grade, rule.PathGrade(w.Index.Graph(), u.Path))
	if u.Kind == CrashOnly {
		u.Grade = effects.Likely
	}
	return u, u.Kind != CrashOnly || u.Gate != nil
}

// afterCrash reports whether a run can enter at the spending node because a crash came after the
// check, in a framework that saves each step. What was minted on the way counts: it is as fresh
// as a handle can be.
func (w *ways) afterCrash(node string) bool {
	if w.Index.Graph().Dialect.CheckpointEachStep != graphmodel.Yes {
		return false
	}
	path, ok := w.checked.PathTo(node)
	if !ok || path.First() != node {
		return ok
	}
	// The node checks too, for a spend of its own: is there another check before it?
	other := func(n string) bool { return n == node }
	_, ok = w.Index.PathAvoiding(slices.DeleteFunc(slices.Clone(w.checks), other), node, slices.DeleteFunc(slices.Clone(w.fresh), other)...)
	return ok
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
func (w *ways) gate(node, entry string) *handles.NodeCheck {
	var some *handles.NodeCheck
	for i := range w.handle.Checks {
		c := &w.handle.Checks[i]
		always := w.always.Dominates(c.Node, node) == graphmodel.Yes
		if c.Node == node || some != nil && !always || !w.reach.Has(c.Node) || !w.leads(c.Node, entry) {
			continue
		}
		if always {
			return c
		}
		some = c
	}
	return some
}

// leads: does a path lead from one node to the other?
func (s *search) leads(from, to string) bool {
	if s.behind[from] == nil {
		s.behind[from] = s.Index.Reachable(from)
	}
	return s.behind[from].Has(to)
}
