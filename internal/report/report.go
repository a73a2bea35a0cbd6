package report

import (
	"cmp"
	"path/filepath"
	"slices"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/fingerprint"
	"github.com/skewlint/skewlint/internal/source"
	"github.com/skewlint/skewlint/rules/rule"
)

// Report is what a run found, in the order in which it is printed.
type Report struct {
	Findings []Finding
	Ignored  []Finding // those that a comment silences; they do not count
	Hidden   Hidden
	Coverage Coverage
	Errors   []Error
	Rules    []rule.Rule // those that looked, for printers that tell more of a rule than its name
}

// Finding is what a rule says, and what the run knows of it beside.
type Finding struct {
	rule.Finding
	Package     string   // import path
	Fingerprint string   // see package fingerprint
	Builds      []string // the build configurations that have it; none: all do
}

// Hidden counts what was found and is not among the findings, by the first reason that holds.
type Hidden struct {
	Generated int // in generated files
	Baseline  int // known before, by a baseline
	Unchanged int // in code that did not change since a revision
	Fixed     int // whose fix this run has written
	Stale     int // entries of the baseline that nothing matches any more; no findings
}

// Hide takes out the findings for which the reason holds and returns their number.
func (r *Report) Hide(reason func(Finding) bool) int {
	before := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, reason)
	return before - len(r.Findings)
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
	r.fingerprint()
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

func sorted(findings []Finding) []Finding {
	slices.SortStableFunc(findings, compareFindings)
	return slices.CompactFunc(findings, func(a, b Finding) bool {
		return a.Pos == b.Pos && a.Rule == b.Rule && a.Message == b.Message
	})
}

func compareFindings(a, b Finding) int {
	return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Grade, b.Grade))
}

// fingerprint gives each finding its fingerprint. The occurrence of a line counts, so it wants all
// findings in their order: a comment that silences one must not change what the others are called.
func (r *Report) fingerprint() {
	all := make([]*Finding, 0, len(r.Findings)+len(r.Ignored))
	for i := range r.Findings {
		all = append(all, &r.Findings[i])
	}
	for i := range r.Ignored {
		all = append(all, &r.Ignored[i])
	}
	slices.SortStableFunc(all, func(a, b *Finding) int { return compareFindings(*a, *b) })
	subjects := make([]fingerprint.Subject, 0, len(all))
	for _, f := range all {
		subjects = append(subjects, fingerprint.Subject{Rule: f.Rule, Package: f.Package, Pos: f.Pos})
	}
	for i, mark := range fingerprint.Of(new(source.Files), subjects) {
		all[i].Fingerprint = mark
	}
}

// url is where the page of a rule can be read.
func (r *Report) url(name string) string {
	for _, known := range r.Rules {
		if known.Name == name && known.Analyzer != nil {
			return known.Analyzer.URL
		}
	}
	return ""
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

// slashed is relative with slashes, as programs and browsers want it.
func slashed(dir string, pos graphmodel.Position) graphmodel.Position {
	pos = relative(dir, pos)
	pos.File = filepath.ToSlash(pos.File)
	return pos
}
