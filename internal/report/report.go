package report

import (
	"cmp"
	"path/filepath"
	"slices"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// Report is what a run found, in the order in which it is printed.
type Report struct {
	Findings []rule.Finding
	Ignored  []rule.Finding // those that a comment silences; they do not count
	Coverage Coverage
	Errors   []Error
}

// Error is something that kept a package, or all, from being analysed.
type Error struct {
	Package string // ID of the package, which may name a test variant; empty: not about one
	Pos     graphmodel.Position
	Message string
	Detail  string // more lines, for those who will report a bug: a stack
}

// Coverage says what was seen and what of it could not be resolved, so that a clean run means
// something.
type Coverage struct {
	Listed   int // packages that the go command listed
	Packages int // packages analysed among those asked for
	Graphs   int
	Nodes    int
	Gaps     []Gap
}

// Gap is a gap together with where it is.
type Gap struct {
	graphmodel.Gap
	Graph string // empty: could not be attributed to a graph
}

// Sort puts everything in its order and drops what was said twice: files of a package and of its
// test variant are the same files.
func (r *Report) Sort() {
	r.Findings = sorted(r.Findings)
	r.Ignored = sorted(r.Ignored)
	slices.SortStableFunc(r.Errors, func(a, b Error) int {
		return cmp.Or(placeless(a)-placeless(b), comparePos(a.Pos, b.Pos), cmp.Compare(a.Package, b.Package), cmp.Compare(a.Message, b.Message))
	})
	r.Errors = slices.CompactFunc(r.Errors, func(a, b Error) bool {
		return a.Pos == b.Pos && a.Message == b.Message && (a.Pos.IsValid() || a.Package == b.Package)
	})
	slices.SortStableFunc(r.Coverage.Gaps, func(a, b Gap) int {
		return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Graph, b.Graph))
	})
}

func sorted(findings []rule.Finding) []rule.Finding {
	slices.SortStableFunc(findings, func(a, b rule.Finding) int {
		return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Grade, b.Grade))
	})
	return slices.CompactFunc(findings, func(a, b rule.Finding) bool {
		return a.Pos == b.Pos && a.Rule == b.Rule && a.Message == b.Message
	})
}

// placeless puts errors without a place behind the others: they often follow from those.
func placeless(e Error) int {
	if e.Pos.IsValid() {
		return 0
	}
	return 1
}

func comparePos(a, b graphmodel.Position) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// relative shortens the file of a position that lies below dir.
func relative(dir string, pos graphmodel.Position) graphmodel.Position {
	if rel, err := filepath.Rel(dir, pos.File); dir != "" && err == nil && filepath.IsLocal(rel) {
		pos.File = rel
	}
	return pos
}
