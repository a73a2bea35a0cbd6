package driver

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/driver/load"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

// collect reads what is known of all packages. Packages to report on come in the order of the list,
// one that stands in for its broken test variant behind that.
func (s *session) collect(res *Result) {
	var told []*PackageGraphs
	for _, u := range s.order {
		if !u.root {
			continue
		}
		told = append(told, res.add(u))
		if u.bad && u.listed.IsVariant() {
			if plain := s.units[u.listed.ForTest]; plain != nil && plain.root && plain.standsIn {
				told = append(told, res.add(plain))
			}
		}
	}
	res.Findings = once(res.Findings)
	for _, u := range s.units {
		res.Errors = append(res.Errors, u.errs...)
		if u.root && !u.bad && len(u.failed) > 0 {
			res.Errors = append(res.Errors, u.blocked()...)
		}
	}
	res.addGraphs(told)
}

// add adds what one package tells, apart from its graphs, which it returns if they count.
func (res *Result) add(u *unit) *PackageGraphs {
	out := u.outcome()
	res.addFindings(u.listed.Path(), out.Findings)
	for _, file := range out.Generated {
		res.Generated[file] = true
	}
	if !out.Analysed {
		return nil
	}
	return &PackageGraphs{Path: u.listed.Path(), Graphs: out.Graphs, Files: u.listed.Files(), pauses: out.Pauses}
}

// addFindings keeps those apart that a comment silences.
func (res *Result) addFindings(pkg string, findings []rule.Finding) {
	for _, f := range findings {
		found := report.Finding{Finding: f, Package: pkg}
		if f.Ignored != nil {
			res.Ignored = append(res.Ignored, found)
		} else {
			res.Findings = append(res.Findings, found)
		}
	}
}

// blocked says that a package was not analysed because of packages that it imports.
func (u *unit) blocked() []report.Error {
	bad := map[string]bool{}
	u.badImports(bad, map[*unit]bool{})
	if len(bad) == 0 {
		return nil
	}
	names := slices.Sorted(maps.Keys(bad))
	path := u.listed.Path()
	return []report.Error{{Package: u.listed.ID, Message: path + " was not analysed, because " + strings.Join(names, " and ") + " has errors"}}
}

func (u *unit) badImports(bad map[string]bool, seen map[*unit]bool) {
	for _, dep := range u.deps {
		if seen[dep] {
			continue
		}
		seen[dep] = true
		if dep.bad {
			bad[dep.listed.Path()] = true
			continue
		}
		dep.badImports(bad, seen)
	}
}

func loadError(e load.Error) report.Error {
	return report.Error{
		Package: e.Package,
		Pos:     graphmodel.Position{File: e.File, Line: e.Line, Column: e.Column},
		Message: e.Message,
	}
}

// ErrNoPackages is the error of a run whose patterns match nothing.
var ErrNoPackages = errors.New("no packages match")

func noPackages(patterns []string) error {
	return fmt.Errorf("%w %s", ErrNoPackages, strings.Join(patterns, " "))
}
