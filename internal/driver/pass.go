package driver

import (
	"fmt"
	"go/types"
	"reflect"
	"runtime/debug"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// passes runs analyzers over one package, one after the other. It is go/analysis/checker for a
// package whose imports are done and of which only facts are left, so that nothing of them need
// be kept: neither syntax, nor SSA, nor results.
type passes struct {
	pkg     *packages.Package
	unit    *unit
	sight   *sight
	results map[*analysis.Analyzer]any
	errs    map[*analysis.Analyzer]error
	module  *analysis.Module
	over    func() error // why nobody waits any more
}

// PanicError is a panic in an analyzer.
type PanicError struct {
	Analyzer string
	Package  string
	Value    any
	Stack    []byte
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("internal error: %s panicked on package %s: %v; please report this with what -v prints", e.Analyzer, e.Package, e.Value)
}

// failedBefore is the error of an analyzer that needs what failed; the failure itself has been told.
type failedBefore struct{ what string }

func (e failedBefore) Error() string { return "failed prerequisite: " + e.what }

// run runs an analyzer and all that it requires, once each.
func (p *passes) run(a *analysis.Analyzer) (any, error) {
	if err, done := p.errs[a]; done {
		return p.results[a], err
	}
	result, err := p.runOnce(a)
	p.results[a], p.errs[a] = result, err
	return result, err
}

func (p *passes) runOnce(a *analysis.Analyzer) (any, error) {
	inputs := make(map[*analysis.Analyzer]any, len(a.Requires))
	var failed error
	for _, req := range a.Requires {
		result, err := p.run(req)
		if err != nil {
			failed = failedBefore{req.Name}
		}
		inputs[req] = result
	}
	if err := p.over(); err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, failed
	}
	if len(a.FactTypes) > 0 {
		for _, dep := range p.unit.deps {
			if dep.fails(a.Name) {
				return nil, failedBefore{a.Name + " of " + dep.listed.ID}
			}
		}
	}
	if p.pkg.IllTyped && !a.RunDespiteErrors {
		return nil, failedBefore{"type checking"}
	}
	return p.call(a, inputs)
}

// call turns a panic into an error: it would end the process otherwise.
func (p *passes) call(a *analysis.Analyzer, inputs map[*analysis.Analyzer]any) (result any, err error) {
	facts := passFacts{p}
	pass := &analysis.Pass{
		Analyzer: a, Fset: p.pkg.Fset, Files: p.pkg.Syntax, Pkg: p.pkg.Types, TypesInfo: p.pkg.TypesInfo,
		TypesSizes: p.pkg.TypesSizes, TypeErrors: p.pkg.TypeErrors, Module: p.module, ResultOf: inputs,
		Report:           func(analysis.Diagnostic) {}, // findings are results
		ImportObjectFact: facts.importObject, ExportObjectFact: facts.exportObject, AllObjectFacts: facts.allObjects,
		ImportPackageFact: facts.importPackage, ExportPackageFact: facts.exportPackage, AllPackageFacts: facts.allPackages,
	}
	defer func() {
		if v := recover(); v != nil {
			result, err = nil, &PanicError{Analyzer: a.Name, Package: pass.Pkg.Path(), Value: v, Stack: debug.Stack()}
		}
	}()
	result, err = a.Run(pass)
	if err != nil {
		return nil, err
	}
	if got, want := reflect.TypeOf(result), a.ResultType; got != want {
		return nil, fmt.Errorf("internal error: %s gives a result of type %v and says %v", a.Name, got, want)
	}
	return result, nil
}

func passModule(m *packages.Module) *analysis.Module {
	out := &analysis.Module{}
	if m != nil {
		out.Path, out.Version, out.GoVersion = m.Path, m.Version, m.GoVersion
	}
	return out
}

// sight is what a package can see of those that it imports, directly or not.
type sight struct {
	units map[*types.Package]*unit
}

// see follows the imports of a package that was loaded.
func see(p *packages.Package, units map[string]*unit) *sight {
	s := &sight{units: map[*types.Package]*unit{p.Types: units[p.ID]}}
	var visit func(p *packages.Package)
	visit = func(p *packages.Package) {
		for _, dep := range p.Imports {
			if _, seen := s.units[dep.Types]; !seen {
				s.units[dep.Types] = units[dep.ID]
				visit(dep)
			}
		}
	}
	visit(p)
	return s
}
