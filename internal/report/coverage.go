package report

import (
	"fmt"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
)

// String is the coverage line: "3 graphs, 21 nodes, 1 edge unresolved".
func (c Coverage) String() string {
	switch {
	case c.Packages == 0:
		return "no package here imports an agent library; nothing to check"
	case c.Graphs == 0 && len(c.Gaps) == 0:
		if c.Packages == 1 {
			return "no graphs in the package that uses an agent library"
		}
		return "no graphs in the " + count(c.Packages, "package") + " that use an agent library"
	}
	parts := []string{count(c.Graphs, "graph"), count(c.Nodes, "node")}
	unresolved := c.unresolved()
	if len(unresolved) == 0 {
		return strings.Join(parts, ", ") + ", all resolved"
	}
	last := len(unresolved) - 1
	if last > 0 {
		unresolved = []string{strings.Join(unresolved[:last], ", ") + " and " + unresolved[last]}
	}
	return strings.Join(append(parts, unresolved...), ", ") + " unresolved"
}

// unresolved counts gaps by what they could hide.
func (c Coverage) unresolved() []string {
	var out []string
	for _, kind := range []graphmodel.GapKind{graphmodel.GapGraph, graphmodel.GapNode, graphmodel.GapEdge, graphmodel.GapField} {
		n := 0
		for _, g := range c.Gaps {
			if g.Kind == kind {
				n++
			}
		}
		if n > 0 {
			out = append(out, count(n, string(kind)))
		}
	}
	return out
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
