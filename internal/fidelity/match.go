package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// pair is a graph that skewlint found with all graphs of the run that it stands for. One call in
// source can make several graphs at run time, and a model of it has the parts of all.
type pair struct {
	Static *graphmodel.Graph // nil: not found
	Truths []truth
}

// site is where the graph is made.
func (p *pair) site() frame { return p.Truths[0].Made[0] }

// matched is the outcome for one framework.
type matched struct {
	Pairs []pair
	// Internal graphs were compiled in the course of a run, with no call of the program on the
	// stack: no place in the source of the example stands for them.
	Internal int
	// Unseen were found and not compiled by any program that ran.
	Unseen []*graphmodel.Graph
}

// match joins what was found with what was compiled, by place and by the names of nodes.
func match(static []graphmodel.Graph, truths []truth) *matched {
	m := &matched{}
	index := make(map[*graphmodel.Graph]int)
	for _, t := range distinct(truths) {
		if len(t.Made) == 0 {
			m.Internal++
			continue
		}
		g := best(static, &t)
		i, seen := index[g]
		if g == nil || !seen {
			i = len(m.Pairs)
			m.Pairs = append(m.Pairs, pair{Static: g})
			index[g] = i
		}
		m.Pairs[i].Truths = append(m.Pairs[i].Truths, t)
	}
	for i := range static {
		if _, ok := index[&static[i]]; !ok {
			m.Unseen = append(m.Unseen, &static[i])
		}
	}
	slices.SortStableFunc(m.Pairs, func(a, b pair) int { return compareFrames(a.site(), b.site()) })
	return m
}

func compareFrames(a, b frame) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
}

// distinct drops graphs that are the same in place and shape; programs compile in loops, and share
// packages.
func distinct(all []truth) []truth {
	seen := make(map[string]bool)
	var out []truth
	for _, t := range all {
		nodes, edges := slices.Sorted(slices.Values(t.Nodes)), make([]string, 0, len(t.Edges))
		for _, e := range t.Edges {
			edges = append(edges, fmt.Sprintf("%q", e))
		}
		slices.Sort(edges)
		key := fmt.Sprintf("%q %q %s", nodes, edges, t.Name)
		if len(t.Made) > 0 {
			key += " " + t.Made[0].String()
		}
		if !seen[key] {
			seen[key] = true
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b truth) int {
		if len(a.Made) == 0 || len(b.Made) == 0 {
			return cmp.Compare(len(a.Made), len(b.Made))
		}
		return compareFrames(a.Made[0], b.Made[0])
	})
	return out
}

// best is the graph that most probably is the one compiled, nil if none can be.
func best(static []graphmodel.Graph, t *truth) *graphmodel.Graph {
	var found *graphmodel.Graph
	top := 0.0
	for i := range static {
		if s := likeness(&static[i], t); s > top {
			found, top = &static[i], s
		}
	}
	return found
}

// spread is how many lines the place of a call may differ: the run knows the line of the method's
// name or the parenthesis, the syntax tree that of the first word.
const spread = 4

// likeness rates a pair: first the place, then the names. A graph in the same file that is not made
// there counts only if at least half of the names agree.
func likeness(g *graphmodel.Graph, t *truth) float64 {
	names := overlap(g, t)
	rate := 0.0
	for depth, f := range t.Made {
		if f.File != g.Pos.File {
			continue
		}
		d := f.Line - g.Pos.Line
		switch {
		case d == 0:
			rate = max(rate, 3-float64(depth)/100)
		case d > 0 && d <= spread:
			rate = max(rate, 2-float64(depth)/100-float64(d)/1000)
		case names >= 0.5:
			rate = max(rate, 0.5)
		}
	}
	if rate == 0 {
		return 0
	}
	return rate + 2*names
}

// overlap is the share of node names that both have.
func overlap(g *graphmodel.Graph, t *truth) float64 {
	all, both := make(map[string]bool), 0
	for _, n := range t.Nodes {
		all[n] = true
	}
	for i := range g.Nodes {
		if all[g.Nodes[i].Name] {
			both++
		}
		all[g.Nodes[i].Name] = true
	}
	if len(all) == 0 {
		return 0
	}
	return float64(both) / float64(len(all))
}

// gapFor gives the reason of a gap that stands for what is missing: one of the kinds that names the
// node or no node, or that the whole graph escapes.
func gapFor(gaps []graphmodel.Gap, nodes []string, kinds ...graphmodel.GapKind) (string, bool) {
	for _, specific := range []bool{true, false} {
		for _, g := range gaps {
			named := slices.Contains(nodes, g.Node)
			if specific != named {
				continue
			}
			if g.Kind == graphmodel.GapGraph || slices.Contains(kinds, g.Kind) && (named || g.Node == "") {
				return g.Reason, true
			}
		}
	}
	return "", false
}

// packageGap is a gap of a whole package in the file, or at least in the folder, of the site.
func packageGap(gaps []graphmodel.Gap, site frame) (string, bool) {
	folder := func(file string) string { return file[:strings.LastIndex(file, "/")+1] }
	for _, sameFile := range []bool{true, false} {
		for _, g := range gaps {
			if g.Pos.File == site.File || !sameFile && folder(g.Pos.File) == folder(site.File) {
				return g.Reason, true
			}
		}
	}
	return "", false
}
