package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// link is an edge without its kind.
type link struct{ From, To string }

func (l link) String() string { return l.From + " → " + l.To }

// links are the exported edges with the kinds that each has.
func (c *comparer) links() map[link][]string {
	all := make(map[link][]string)
	for _, t := range c.p.Truths {
		for _, e := range t.Edges {
			l := link{e.From, e.To}
			if !slices.Contains(all[l], e.Kind) {
				all[l] = append(all[l], e.Kind)
			}
		}
	}
	return all
}

func isConditional(kinds []string) bool {
	return slices.Contains(kinds, kindConditional) || slices.Contains(kinds, kindDeclared)
}

func branches(k graphmodel.EdgeKind) bool {
	return k == graphmodel.Conditional || k == graphmodel.FanOut
}

func (c *comparer) compareEdges() {
	want, got := c.links(), make(map[link][]graphmodel.Edge)
	for _, e := range c.p.Static.Edges {
		l := link{e.From, e.To}
		got[l] = append(got[l], e)
	}
	for _, l := range sortedLinks(want) {
		c.score.Edges.Truth++
		if isConditional(want[l]) {
			c.score.Conditional.Truth++
		}
		if got[l] == nil {
			c.fault("edge", l.String(), c.edgeGap(l), false)
			continue
		}
		c.score.Edges.Found++
		c.compareKind(l, want[l], got[l])
	}
	for _, l := range sortedLinks(got) {
		if want[l] == nil {
			c.extraEdge(l, got[l])
		}
	}
}

// compareKind: an edge that is found must also be taken when the framework takes it.
func (c *comparer) compareKind(l link, want []string, got []graphmodel.Edge) {
	branch := slices.ContainsFunc(got, func(e graphmodel.Edge) bool { return branches(e.Kind) })
	join := slices.ContainsFunc(got, func(e graphmodel.Edge) bool { return e.Kind == graphmodel.Join })
	switch {
	case isConditional(want) && branch:
		c.score.Conditional.Found++
	case isConditional(want):
		c.fault("kind of edge", l.String()+": conditional, found as always taken", c.edgeGap(l), false)
	case branch && !c.f.Commands:
		c.score.Conditional.Wrong++
		c.fault("kind of edge", l.String()+": always taken, found as conditional", "", true)
	case slices.Contains(want, kindJoin) && !join:
		c.fault("kind of edge", l.String()+": join, found as always taken", c.edgeGap(l), false)
	}
}

// edgeGap is the gap that covers a missing edge. An end that is itself a node not found covers it
// too, if that node has a gap.
func (c *comparer) edgeGap(l link) string {
	if reason, ok := gapFor(c.p.Static.Gaps, []string{l.From, l.To}, graphmodel.GapEdge); ok {
		return reason
	}
	for _, n := range []string{l.From, l.To} {
		if _, ok := c.p.Static.Node(n); ok || n == graphmodel.Start || n == graphmodel.End {
			continue
		}
		if reason, ok := gapFor(c.p.Static.Gaps, []string{n}, graphmodel.GapNode); ok {
			return reason
		}
	}
	return ""
}

func (c *comparer) extraEdge(l link, got []graphmodel.Edge) {
	nodes := c.nodes()
	known := (nodes[l.From] || l.From == graphmodel.Start) && (nodes[l.To] || l.To == graphmodel.End)
	branch := slices.ContainsFunc(got, func(e graphmodel.Edge) bool { return branches(e.Kind) })
	ending := c.f.ImplicitEnd && l.To == graphmodel.End && !c.leaves(l.From)
	switch {
	case ending && nodes[l.From]:
		// the framework ends here without an edge
	case known && c.f.Commands && branch:
		c.score.Edges.Open++
	case c.conditionalGap(l):
		c.score.Edges.Open++
	default:
		c.score.Edges.Wrong++
		c.fault("edge", l.String(), "", true)
	}
}

// leaves reports whether the framework knows an edge that is always taken out of the node.
func (c *comparer) leaves(node string) bool {
	for l, kinds := range c.links() {
		if l.From == node && slices.ContainsFunc(kinds, func(k string) bool { return k == kindAlways || k == kindJoin }) {
			return true
		}
	}
	return false
}

// conditionalGap: code that this run did not reach may add the edge or one of its ends.
func (c *comparer) conditionalGap(l link) bool {
	_, edge := gapFor(c.p.Static.Gaps, []string{l.From, l.To}, graphmodel.GapEdge)
	_, node := gapFor(c.p.Static.Gaps, []string{l.From, l.To}, graphmodel.GapNode)
	return edge || node
}

// compareRouters: of a router whose targets the framework does not know, skewlint has found the
// router if it has a branch out of that node, or a gap there.
func (c *comparer) compareRouters() {
	want := make(map[string]bool)
	for _, t := range c.p.Truths {
		for _, n := range t.Open {
			want[n] = true
		}
	}
	for _, n := range sorted(want) {
		c.score.Routers.Truth++
		found := slices.ContainsFunc(c.p.Static.Edges, func(e graphmodel.Edge) bool {
			return e.From == n && branches(e.Kind)
		})
		if found {
			c.score.Routers.Found++
			continue
		}
		gap, _ := gapFor(c.p.Static.Gaps, []string{n}, graphmodel.GapEdge)
		c.fault("router", n, gap, false)
	}
}

func sortedLinks[T any](set map[link]T) []link {
	var out []link
	for l := range set {
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b link) int {
		return strings.Compare(fmt.Sprintf("%q", a), fmt.Sprintf("%q", b))
	})
	return out
}
