package rule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
)

// Worst is the grade of an answer that rests on all of the given ones.
func Worst(grades ...effects.Grade) effects.Grade {
	return slices.Max(append(grades, effects.Proved))
}

// PathGrade is Witness for a path with a router's choice on it, whose condition nobody evaluated,
// and Proved for one that is always taken.
func PathGrade(g *graphmodel.Graph, paths ...graphmodel.Path) effects.Grade {
	for _, p := range paths {
		for _, e := range p.Edges {
			if g.Edges[e].Kind == graphmodel.Conditional {
				return effects.Witness
			}
		}
	}
	return effects.Proved
}

// PathSteps tells a path in the graph, node by node, at the calls that add the edges.
func PathSteps(g *graphmodel.Graph, p graphmodel.Path) []effects.Step {
	var steps []effects.Step
	for i, e := range p.Edges {
		steps = append(steps, effects.Step{
			Pos:  g.Edges[e].Pos,
			Text: fmt.Sprintf("%s leads to %s", NodeName(p.Nodes[i]), NodeName(p.Nodes[i+1])),
		})
	}
	return steps
}

// NodeName is how a message names a node.
func NodeName(name string) string {
	switch name {
	case graphmodel.Start:
		return "the start"
	case graphmodel.End:
		return "the end"
	}
	return "node " + strconv.Quote(name)
}

// FuncName is how a message names a function that no graph names: "function search"; a literal has no
// name, and the finding stands in it.
func FuncName(kind string, ref graphmodel.FuncRef) string {
	s := string(ref)
	if strings.Contains(s, ".lit@") {
		return "this " + kind
	}
	return kind + " " + s[strings.LastIndexByte(s, '.')+1:]
}

// PathNames are the nodes of a path, the virtual ones spelt as people do.
func PathNames(path []string) []string {
	out := make([]string, len(path))
	for i, name := range path {
		switch name {
		case graphmodel.Start:
			name = "START"
		case graphmodel.End:
			name = "END"
		}
		out[i] = name
	}
	return out
}

// InNode puts a step before a trace that says whose function the trace is about.
func InNode(x *graphmodel.Index, node string, t effects.Trace) []effects.Step {
	var steps []effects.Step
	if n, ok := x.Node(node); ok {
		steps = append(steps, effects.Step{Pos: n.Pos, Func: n.Func.Ref, Text: NodeName(node) + " runs"})
	}
	return append(steps, t...)
}

// Names reports whether the symbol of a read or write names the field.
func Names(f graphmodel.Field, symbol string) bool {
	return symbol != "" && (symbol == strconv.Quote(f.Name) || slices.Contains(f.Refs, symbol))
}

// After is the rest of a trace behind what an earlier trace of the same function has told.
func After(told, t effects.Trace) effects.Trace {
	return t[min(shared(t, told), max(len(t)-1, 0)):]
}

// shared is the number of steps with which both traces begin.
func shared(t, o effects.Trace) int {
	n := 0
	for n < len(t) && n < len(o) && t[n] == o[n] {
		n++
	}
	return n
}
