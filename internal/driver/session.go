package driver

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"reflect"
	"slices"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/analyzers/ignores"
	"github.com/skewlint/skewlint/internal/driver/golist"
	"github.com/skewlint/skewlint/internal/driver/load"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

// session is one run: what is known of each analysed package, and how to learn it.
type session struct {
	plan  *load.Plan
	order []*unit // dependencies first
	rules []*analysis.Analyzer
	facty []*analysis.Analyzer // those with facts, which run on every analysed package
	kinds map[string]reflect.Type
	asked map[*analysis.Analyzer]bool // by rules: the others' results are of no use once there are facts
	store *store                      // nil: nothing is kept
	today string
	watch func(*passes)    // for tests
	units map[string]*unit // by ID; those of order, and packages that may stand in for a broken test variant
}

func newSession(plan *load.Plan, rules []rule.Rule) *session {
	s := &session{
		plan: plan, kinds: map[string]reflect.Type{}, units: make(map[string]*unit, len(plan.Analysed)),
	}
	s.today = time.Now().UTC().Format(time.DateOnly)
	roots := map[string]bool{}
	for _, p := range plan.Roots {
		roots[p.ID] = true
	}
	for _, p := range plan.Analysed {
		u := s.add(p)
		u.root = roots[p.ID]
		s.order = append(s.order, u)
	}
	for _, p := range plan.Spares() {
		s.add(p)
	}
	all := []*analysis.Analyzer{graphs.Analyzer, effects.Analyzer, ignores.Analyzer}
	s.asked = map[*analysis.Analyzer]bool{graphs.Analyzer: true, effects.Analyzer: true}
	for _, r := range rules {
		s.rules = append(s.rules, r.Analyzer)
		s.ask(r.Analyzer.Requires)
	}
	s.addFacty(append(all, s.rules...), map[*analysis.Analyzer]bool{})
	return s
}

func (s *session) add(p *golist.Package) *unit {
	u := &unit{session: s, listed: p}
	for _, id := range p.Imports {
		if dep := s.units[id]; dep != nil {
			u.deps = append(u.deps, dep)
		}
	}
	s.units[p.ID] = u
	return u
}

// ask notes what rules require, and what that requires, up to what has facts.
func (s *session) ask(all []*analysis.Analyzer) {
	for _, a := range all {
		if s.asked[a] {
			continue
		}
		s.asked[a] = true
		if len(a.FactTypes) == 0 {
			s.ask(a.Requires)
		}
	}
}

func (s *session) addFacty(all []*analysis.Analyzer, seen map[*analysis.Analyzer]bool) {
	for _, a := range all {
		if seen[a] {
			continue
		}
		seen[a] = true
		s.addFacty(a.Requires, seen)
		if len(a.FactTypes) > 0 {
			s.facty = append(s.facty, a)
		}
		for _, fact := range a.FactTypes {
			s.kinds[factName(fact)] = reflect.TypeOf(fact)
		}
	}
}

// unit is what is known of one analysed package.
type unit struct {
	session *session
	listed  *golist.Package
	root    bool
	// standsIn: it is one to report on only because its test variant does not type-check.
	standsIn bool
	deps     []*unit // the analysed packages that it imports

	key    string // under which it is kept; empty: not at all, or not yet known
	kept   *entry // what the cache has or was given
	done   bool
	bad    bool            // it does not type-check
	failed map[string]bool // names of the analyzers that failed
	errs   []report.Error  // by name of the analyzer that they came from
	fresh  *outcome        // of this run

	decode sync.Once
	facts  *factSet
}

// fails reports whether an analyzer has no facts of the package because something went wrong.
func (u *unit) fails(analyzer string) bool { return u.bad || u.failed[analyzer] }

// factSet are the facts; what the cache has is decoded on the first call.
func (u *unit) factSet() *factSet {
	u.decode.Do(func() {
		if u.facts != nil {
			return
		}
		if u.kept != nil {
			if facts, err := decodeFacts(u.kept.Facts, u.session.kinds); err == nil {
				u.facts = facts
				return
			}
		}
		u.facts = newFactSet()
	})
	return u.facts
}

// outcome is what the package has to tell.
func (u *unit) outcome() *outcome {
	switch {
	case u.fresh != nil:
		return u.fresh
	case u.kept != nil:
		if out, err := u.kept.outcome(); err == nil {
			return out
		}
	}
	return &outcome{}
}

// visit analyses a package that was loaded. It is called for several at one time, for each after
// those that it imports.
func (s *session) visit(ctx context.Context, p *packages.Package, root bool) {
	u := s.units[p.ID]
	if u.done && (u.root || !root) {
		return
	}
	if !u.done && s.late(u) {
		return
	}
	u.standsIn = root && !u.root
	u.root = root
	u.analyse(ctx, p)
}

// late looks once more whether a package is known, now that all it imports are.
func (s *session) late(u *unit) bool {
	return s.store != nil && u.key == "" && s.lookUp(u)
}

// analyse begins no other analyzer when the context has ended, and then nothing that was learnt of the
// package counts.
func (u *unit) analyse(ctx context.Context, p *packages.Package) {
	s := u.session
	u.facts, u.fresh, u.bad = newFactSet(), &outcome{}, p.IllTyped
	ps := &passes{
		pkg: p, unit: u, sight: see(p, s.units), module: passModule(p.Module),
		results: map[*analysis.Analyzer]any{}, errs: map[*analysis.Analyzer]error{}, over: ctx.Err,
	}
	for _, a := range s.facty {
		_, _ = ps.run(a)
	}
	for a := range ps.results {
		if !s.asked[a] {
			ps.results[a] = nil // the SSA form above all
		}
	}
	until := ""
	if u.root {
		until = u.report(ps)
	}
	if ctx.Err() != nil {
		return
	}
	u.failures(ps)
	if s.watch != nil {
		s.watch(ps)
	}
	u.facts.own = nil
	u.done = true
	if s.store != nil {
		s.store.keep(u, until)
	}
}

// report runs what only packages to report on need. until is the day on which the first comment
// that silences something expires.
func (u *unit) report(ps *passes) (until string) {
	out := u.fresh
	found, err := ps.run(graphs.Analyzer)
	if err == nil {
		out.Analysed = true
		if r := found.(*graphs.Result); r != nil {
			out.Graphs = r.Graphs
		}
	}
	does, err := ps.run(effects.Analyzer)
	out.Analysed = out.Analysed || err == nil
	for _, a := range u.session.rules {
		result, _ := ps.run(a)
		findings, _ := result.([]rule.Finding)
		out.Findings = append(out.Findings, findings...)
	}
	e, _ := does.(*effects.Result)
	out.Pauses = pauses(out.Graphs, e)
	for _, f := range ps.pkg.Syntax {
		if ast.IsGenerated(f) {
			out.Generated = append(out.Generated, ps.pkg.Fset.File(f.FileStart).Name())
		}
	}
	if comments, err := ps.run(ignores.Analyzer); err == nil {
		until = comments.(ignores.Get)().Until()
	}
	return until
}

// failures keeps what went wrong, in an order that does not depend on who ran first.
func (u *unit) failures(ps *passes) {
	u.failed, u.errs = map[string]bool{}, nil
	names := map[string]error{}
	for a, err := range ps.errs {
		if err != nil {
			u.failed[a.Name] = true
			names[a.Name] = err
		}
	}
	sorted := make([]string, 0, len(names))
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	for _, name := range sorted {
		if _, before := names[name].(failedBefore); !before { //nolint:errorlint // it is ours and never wrapped
			u.errs = append(u.errs, u.failure(name, names[name]))
		}
	}
}

func (u *unit) failure(analyzer string, err error) report.Error {
	e := report.Error{Package: u.listed.ID, Message: fmt.Sprintf("%s: %s: %v", u.listed.ID, analyzer, err)}
	var p *PanicError
	if errors.As(err, &p) {
		e.Message, e.Detail = p.Error(), string(p.Stack)
	}
	return e
}
