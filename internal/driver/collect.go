package driver

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/driver/load"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

// collect reads the results of all actions.
func (a *actions) collect(res *Result) {
	byPackage := map[*packages.Package]*PackageGraphs{}
	failed := map[*packages.Package]bool{}
	for _, act := range a.graph.Roots {
		switch {
		case act.Err != nil:
			failed[act.Package] = true
		case a.rules[act.Analyzer]:
			findings, _ := act.Result.([]rule.Finding)
			res.addFindings(act.Package.PkgPath, findings)
		case act.Analyzer == a.graphs:
			packageGraphs(byPackage, act.Package).add(act.Result.(*graphs.Result))
		case act.Analyzer == a.effects:
			packageGraphs(byPackage, act.Package).effects = act.Result
		}
	}
	res.Findings = once(res.Findings)
	for act := range a.graph.All() {
		res.Errors = append(res.Errors, ownError(act)...)
	}
	for p := range failed {
		res.Errors = append(res.Errors, blocked(p)...)
	}
	res.addGraphs(byPackage)
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

// ownError is what went wrong in this action and not in one before it. Packages that do not
// type-check have been reported by the loader.
func ownError(act *checker.Action) []report.Error {
	if act.Err == nil || act.Package.IllTyped || slices.ContainsFunc(act.Deps, func(d *checker.Action) bool { return d.Err != nil }) {
		return nil
	}
	e := report.Error{Package: act.Package.ID, Message: fmt.Sprintf("%s: %s: %v", act.Package.ID, act.Analyzer.Name, act.Err)}
	var p *PanicError
	if errors.As(act.Err, &p) {
		e.Message, e.Detail = p.Error(), string(p.Stack)
	}
	return []report.Error{e}
}

// blocked says that a package was not analysed because of packages that it imports.
func blocked(p *packages.Package) []report.Error {
	if p.IllTyped {
		return nil
	}
	bad := map[string]bool{}
	illTypedImports(p, bad, map[*packages.Package]bool{})
	if len(bad) == 0 {
		return nil
	}
	names := make([]string, 0, len(bad))
	for name := range bad {
		names = append(names, name)
	}
	slices.Sort(names)
	return []report.Error{{Package: p.ID, Message: p.PkgPath + " was not analysed, because " + strings.Join(names, " and ") + " has errors"}}
}

func illTypedImports(p *packages.Package, bad map[string]bool, seen map[*packages.Package]bool) {
	for _, dep := range p.Imports {
		if seen[dep] {
			continue
		}
		seen[dep] = true
		if dep.IllTyped {
			bad[dep.PkgPath] = true
			continue
		}
		illTypedImports(dep, bad, seen)
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
