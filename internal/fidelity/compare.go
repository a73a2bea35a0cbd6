package main

import (
	"slices"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// tally counts one kind of thing.
type tally struct {
	Truth int // exported
	Found int // of these, found
	Wrong int // found, not exported, and no gap says that it may be so
	Open  int // found, and neither confirmed nor refuted by the export
}

func (t *tally) add(o tally) {
	t.Truth, t.Found, t.Wrong, t.Open = t.Truth+o.Truth, t.Found+o.Found, t.Wrong+o.Wrong, t.Open+o.Open
}

// score is the outcome for one graph, or the sum for a framework.
type score struct {
	Graphs, Nodes, Edges, Conditional, Routers, Fields, Reducers tally
	Faults                                                       []fault
}

// fault is something missed, or found and wrong.
type fault struct {
	Site  frame
	Graph string
	What  string // "node", "edge", …
	Item  string
	Wrong bool   // found and wrong; else missed
	Gap   string // the reason of the gap that covers it; empty: none
}

// comparer compares one pair.
type comparer struct {
	f     *framework
	p     *pair
	gaps  []graphmodel.Gap // of the packages
	score score
}

func compare(f *framework, p *pair, gaps []graphmodel.Gap) score {
	c := &comparer{f: f, p: p, gaps: gaps}
	c.score.Graphs.Truth = 1
	if p.Static == nil {
		reason, _ := packageGap(gaps, p.site())
		c.fault("graph", strings.Join(sorted(c.nodes()), ", "), reason, false)
		p.Static = &graphmodel.Graph{Gaps: []graphmodel.Gap{}}
		defer func() { p.Static = nil }()
		quiet := c.score.Faults
		c.parts()
		c.score.Faults = quiet // one line for the graph, not one for each of its parts
		return c.score
	}
	c.score.Graphs.Found = 1
	c.parts()
	return c.score
}

func (c *comparer) parts() {
	c.compareNodes()
	c.compareEdges()
	c.compareRouters()
	c.compareFields()
}

func (c *comparer) fault(what, item, gap string, wrong bool) {
	name := c.p.Truths[0].Name
	if c.p.Static != nil && c.p.Static.Name != "" {
		name = c.p.Static.Name
	}
	c.score.Faults = append(c.score.Faults, fault{c.p.site(), name, what, item, wrong, gap})
}

func (c *comparer) nodes() map[string]bool {
	all := make(map[string]bool)
	for _, t := range c.p.Truths {
		for _, n := range t.Nodes {
			all[n] = true
		}
	}
	return all
}

func (c *comparer) compareNodes() {
	want := c.nodes()
	c.score.Nodes.Truth = len(want)
	for _, n := range sorted(want) {
		if _, ok := c.p.Static.Node(n); ok {
			c.score.Nodes.Found++
			continue
		}
		gap, _ := gapFor(c.p.Static.Gaps, []string{n}, graphmodel.GapNode)
		c.fault("node", n, gap, false)
	}
	for i := range c.p.Static.Nodes {
		n := &c.p.Static.Nodes[i]
		if want[n.Name] {
			continue
		}
		if _, ok := gapFor(c.p.Static.Gaps, []string{n.Name}, graphmodel.GapNode); ok {
			c.score.Nodes.Open++
			continue
		}
		c.score.Nodes.Wrong++
		c.fault("node", n.Name, "", true)
	}
}

func sorted(set map[string]bool) []string {
	var out []string
	for s := range set {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}
