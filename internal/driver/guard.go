package driver

import (
	"fmt"
	"runtime/debug"
	"slices"

	"golang.org/x/tools/go/analysis"
)

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

// guard makes copies of analyzers that turn a panic into an error. A panic in one of the
// checker's goroutines would end the process otherwise.
type guard map[*analysis.Analyzer]*analysis.Analyzer

// copy copies an analyzer and all that it requires, once each.
func (g guard) copy(a *analysis.Analyzer) *analysis.Analyzer {
	if c := g[a]; c != nil {
		return c
	}
	c := &analysis.Analyzer{
		Name: a.Name, Doc: a.Doc, URL: a.URL,
		RunDespiteErrors: a.RunDespiteErrors, ResultType: a.ResultType, FactTypes: slices.Clone(a.FactTypes),
	}
	for _, req := range a.Requires {
		c.Requires = append(c.Requires, g.copy(req))
	}
	c.Run = func(pass *analysis.Pass) (any, error) { return g.run(a, pass) }
	g[a] = c
	return c
}

// run runs the original on a pass that shows it the originals that it requires.
func (g guard) run(a *analysis.Analyzer, pass *analysis.Pass) (result any, err error) {
	own := *pass
	own.Analyzer = a
	own.ResultOf = make(map[*analysis.Analyzer]any, len(a.Requires))
	for _, req := range a.Requires {
		own.ResultOf[req] = pass.ResultOf[g[req]]
	}
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Analyzer: a.Name, Package: pass.Pkg.Path(), Value: v, Stack: debug.Stack()}
		}
	}()
	return a.Run(&own)
}
