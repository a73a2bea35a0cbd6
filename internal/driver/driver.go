package driver

import (
	"cmp"
	"context"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/internal/driver/golist"
	"github.com/skewlint/skewlint/internal/driver/load"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

// Driver is what to run. The zero Driver reads graphs and reports nothing.
type Driver struct {
	Rules []rule.Rule
	// Know says which packages matter; nil: the built-in rows.
	Know load.Knowledge
	// Config is the configuration file; empty: each package's own, found upwards from it.
	Config string
	// List lists packages; nil: the go command is asked. A server keeps what it was told, see
	// [load.Kept].
	List load.Lister
	// Cache keeps what was learnt of a package between runs; nil: nothing is kept.
	Cache Cache
	// Unsaved keeps instead of Cache what depends on text of the overlay that is not on disk: an
	// editor's, of which there is another after each pause in typing. nil: Cache keeps that, too.
	Unsaved Cache
	// Progress is told what is about to be done; nil: nobody wants to know.
	Progress func(what string)

	watch func(*passes) // for tests: sees what is analysed
	today string        // for tests: another day
}

// Result is what came of a run.
type Result struct {
	report.Report

	// Packages are the graphs of the packages asked for, by import path.
	Packages []PackageGraphs
	// Files are the source files of the packages asked for. Findings in others cannot be had by
	// this run: what a build leaves out is not there.
	Files []string
	// Generated are those of the files looked at that say they are generated.
	Generated map[string]bool
}

// Run loads the packages of the query and runs the rules over them. It returns an error only when
// there is nothing to report on: the query or the configuration is wrong.
func (d *Driver) Run(ctx context.Context, q golist.Query) (*Result, error) {
	if err := d.checkConfig(q.Dir); err != nil {
		return nil, err
	}
	know := d.Know
	if know == nil {
		know = knowledge.Load()
	}
	progress := d.Progress
	if progress == nil {
		progress = func(string) {}
	}
	list := d.List
	if list == nil {
		list = load.List
	}
	progress("listing packages")
	listed, err := list(ctx, q, know)
	if err != nil {
		return nil, err
	}
	plan := load.NewPlan(listed, q, know)
	if err := ctx.Err(); err != nil {
		return nil, err // nobody waits for the answer any more
	}
	if len(listed) == 0 {
		return nil, noPackages(q.Patterns)
	}
	if err := d.checkConfigs(plan.Roots); err != nil {
		return nil, err
	}
	s := newSession(plan, d.Rules)
	s.today = cmp.Or(d.today, s.today)
	s.store, s.watch = d.newStore(s, q), d.watch
	return d.tell(ctx, s, progress)
}

// tell learns what there is to know and makes a result of it.
func (d *Driver) tell(ctx context.Context, s *session, progress func(string)) (*Result, error) {
	errs, err := s.learn(ctx, progress)
	if err != nil {
		return nil, err
	}
	res := &Result{Files: s.plan.Files, Generated: map[string]bool{}}
	res.Rules = d.Rules
	res.Coverage.Listed = len(s.plan.Listed)
	for _, e := range load.Sorted(append(errs, s.plan.Errors...)) {
		res.Errors = append(res.Errors, loadError(e))
	}
	s.collect(res)
	res.Sort()
	return res, nil
}

// Analyzers are the analyzers of the rules, for drivers that run one package at a time. The
// settings, which report nothing, come along for their flag.
func Analyzers(rules []rule.Rule) []*analysis.Analyzer {
	out := make([]*analysis.Analyzer, 0, len(rules)+1)
	for _, r := range rules {
		out = append(out, signed(r))
	}
	return append(out, settings.Analyzer)
}

// signed is the rule's analyzer with the rule's name at the end of each message, as the own
// driver prints it: these drivers print neither category nor analyzer.
func signed(r rule.Rule) *analysis.Analyzer {
	a := *r.Analyzer
	a.Run = func(pass *analysis.Pass) (any, error) {
		sub := *pass
		sub.Report = func(d analysis.Diagnostic) {
			d.Message += " (" + d.Category + ")"
			pass.Report(d)
		}
		return r.Analyzer.Run(&sub)
	}
	return &a
}
