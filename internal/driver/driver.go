package driver

import (
	"context"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/graphs"
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
	// Progress is told what is about to be done; nil: nobody wants to know.
	Progress func(what string)
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
	prog := load.FromList(listed, q, know, progress)
	if err := ctx.Err(); err != nil {
		return nil, err // nobody waits for the answer any more
	}
	if prog.Listed == 0 {
		return nil, noPackages(q.Patterns)
	}
	if err := d.checkConfigs(prog.Roots); err != nil {
		return nil, err
	}
	progress(fmt.Sprintf("checking packages: %d", len(prog.Roots)))
	return d.analyse(prog)
}

// analyse runs the analyzers over what was loaded.
func (d *Driver) analyse(prog *load.Program) (*Result, error) {
	res := &Result{Files: prog.Files, Generated: generated(prog.Roots)}
	res.Rules = d.Rules
	res.Coverage.Listed = prog.Listed
	for _, e := range prog.Errors {
		res.Errors = append(res.Errors, loadError(e))
	}
	if len(prog.Roots) > 0 {
		actions, err := d.check(prog.Roots)
		if err != nil {
			return nil, err
		}
		actions.collect(res)
	}
	res.Sort()
	return res, nil
}

// generated finds the files that begin as https://go.dev/s/generatedcode says.
func generated(roots []*packages.Package) map[string]bool {
	out := map[string]bool{}
	for _, p := range roots {
		for _, f := range p.Syntax {
			if ast.IsGenerated(f) {
				out[p.Fset.File(f.FileStart).Name()] = true
			}
		}
	}
	return out
}

// actions are the actions of the packages asked for.
type actions struct {
	graph   *checker.Graph
	rules   map[*analysis.Analyzer]bool
	graphs  *analysis.Analyzer
	effects *analysis.Analyzer
}

func (d *Driver) check(roots []*packages.Package) (*actions, error) {
	g := guard{}
	a := &actions{rules: map[*analysis.Analyzer]bool{}, graphs: g.copy(graphs.Analyzer), effects: g.copy(effects.Analyzer)}
	all := []*analysis.Analyzer{a.graphs, a.effects}
	for _, r := range d.Rules {
		c := g.copy(r.Analyzer)
		a.rules[c] = true
		all = append(all, c)
	}
	var err error
	a.graph, err = checker.Analyze(all, roots, nil)
	return a, err
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
