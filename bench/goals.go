package main

import (
	"fmt"
	"strings"
)

// goal is something that was promised, and what came out.
type goal struct {
	what            string
	limit, measured float64
	known           bool // all that it takes was measured
}

func (g goal) String() string {
	switch {
	case !g.known:
		return fmt.Sprintf("| %s | – | – | not measured |\n", g.what)
	case g.measured <= g.limit:
		return fmt.Sprintf("| %s | %.2f | %.2f | yes |\n", g.what, g.limit, g.measured)
	}
	return fmt.Sprintf("| %s | %.2f | %.2f | **no** |\n", g.what, g.limit, g.measured)
}

// goals says for each goal what came out.
func (s session) goals() string {
	var out strings.Builder
	out.WriteString("| goal | limit | measured | met |\n|---|--:|--:|---|\n")
	for _, g := range []goal{
		s.against("warm, CPU against `"+listName+"`", 1.2, warm, listName),
		s.against("cold, CPU against "+staticName, 0.2, cold, staticName),
		s.against("cold with an empty build cache, CPU against `go vet`", 0.05, empty, vetName),
		s.afterEdit(),
		s.peak(),
	} {
		out.WriteString(g.String())
	}
	return out.String()
}

func (s session) cpu(state, tool string) (seconds float64, ok bool) {
	f, _, ok := s.figures(state, tool)
	return f.cpu.Seconds(), ok && f.cpu > 0
}

// against compares skewlint with another tool in one state.
func (s session) against(what string, limit float64, state, tool string) goal {
	ours, ok := s.cpu(state, skewlintName)
	theirs, ok2 := s.cpu(state, tool)
	if !ok || !ok2 {
		return goal{what: what}
	}
	return goal{what, limit, ours / theirs, true}
}

// factor of a warm run is what a run after an edit may cost, the edited package apart.
const factor = 1.5

// afterEdit sets the edited package apart by what it costs alone: the run that names only this
// package, after an edit and with all else known, less the same run without an edit.
func (s session) afterEdit() goal {
	what := fmt.Sprintf("after one edit, CPU s, against %.1f times warm and the edited package", factor)
	warmRun, ok := s.cpu(warm, skewlintName)
	editedRun, ok2 := s.cpu(edited, skewlintName)
	known, ok3 := s.cpu(oneWarm, skewlintName)
	changed, ok4 := s.cpu(oneEdited, skewlintName)
	if !ok || !ok2 || !ok3 || !ok4 {
		return goal{what: what}
	}
	pkg := max(changed-known, 0)
	what += fmt.Sprintf(" (%.1f × %.2f + %.2f; it is %.2f times warm)", factor, warmRun, pkg, editedRun/warmRun)
	return goal{what, factor*warmRun + pkg, editedRun, true}
}

// peak is the largest memory of skewlint in any state.
func (s session) peak() goal {
	peak := int64(0)
	for _, state := range states {
		f, _, _ := s.figures(state, skewlintName)
		peak = max(peak, f.peak)
	}
	return goal{"peak memory of any run, MB", 300, float64(peak >> 20), peak > 0}
}
