// Package graphs runs the frontends over a package and yields the graphs that it builds.
//
// It is for rules and for the command that shows graphs. The one idea to hold: a graph belongs to
// the package whose code makes it. Code of other packages that has a hand in it is replayed from
// their facts, and a graph that another package builds entirely by itself is left to that package.
//
// Limits: evaluation starts at functions that nothing in the package calls; a builder that is only
// ever reached through reflection, or registered from elsewhere, is a gap or not seen at all.
package graphs

import (
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/graphmodel"
)

// Result is what the frontends found in one package.
type Result struct {
	// Graphs are the graphs that functions of this package build, in order of position.
	Graphs []graphmodel.Graph
	// Inner are the graphs that nodes of these run and that another package reports on, by name.
	Inner []graphmodel.Graph

	indexes sync.Map // by *graphmodel.Graph: a function that gives its *graphmodel.Index
}

// Index prepares one of the graphs for questions, once for all rules that have some.
func (r *Result) Index(g *graphmodel.Graph) *graphmodel.Index {
	build, known := r.indexes.Load(g)
	if !known {
		build, _ = r.indexes.LoadOrStore(g, sync.OnceValue(func() *graphmodel.Index { return graphmodel.NewIndex(g) }))
	}
	return build.(func() *graphmodel.Index)()
}

// Analyzer yields *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "skewlintgraphs",
	Doc:        "reads agent graphs from the code that builds them",
	Requires:   []*analysis.Analyzer{settings.Analyzer, actsAnalyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(codeFact)},
	Run:        func(pass *analysis.Pass) (any, error) { return run(pass, all()) },
}

// codeFact is the builder code of a package, for those that import it.
type codeFact struct {
	Package *code.Package
	// Complete are the places at which the package makes graphs that do not depend on whoever
	// calls it; the package itself reports on them.
	Complete []string
	// Notes are what frontends keep about the whole program.
	Notes []string
}

// AFact marks the type as a fact.
func (*codeFact) AFact() {}

// String is what tests see of the fact.
func (f *codeFact) String() string { return "builder code" }

func run(pass *analysis.Pass, fronts []frontend.Frontend) (any, error) {
	set := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	result := &Result{}
	path := pass.Pkg.Path()
	if set.Base.IsCovered(path) {
		return result, nil
	}
	builds := relevant(pass, set.Base.IsAgent)
	a := pass.ResultOf[actsAnalyzer].(*acting)
	if !builds && len(a.here) == 0 {
		if p := code.ExportPlain(pass.Fset, pass.Files, pass.Pkg, pass.TypesInfo); p != nil {
			pass.ExportPackageFact(&codeFact{Package: p})
		}
		return result, nil
	}
	b := newBuilder(pass, fronts)
	b.read(fronts, a)
	if !builds {
		result.Graphs, _ = b.graphs()
		return result, nil
	}
	b.roots()
	notes := b.sink.Notes() // those of this package; importers see the others themselves
	b.importNotes()
	result.Graphs, result.Inner = b.graphs()
	p := b.compiler.Export(b.relevance(set.Base.IsAgent))
	if p == nil && len(notes) > 0 {
		p = &code.Package{Path: path}
	}
	if p != nil {
		pass.ExportPackageFact(&codeFact{Package: p, Complete: b.complete(), Notes: notes})
	}
	return result, nil
}

// importNotes adds the notes of all packages that this one imports, directly or not.
func (b *builder) importNotes() {
	for _, f := range b.pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*codeFact); ok && f.Package != b.pass.Pkg {
			for _, note := range fact.Notes {
				b.sink.Note(note)
			}
		}
	}
}

// relevant is the gate: the package imports an agent package, or one that has builder code.
func relevant(pass *analysis.Pass, isAgent func(string) bool) bool {
	for _, imp := range pass.Pkg.Imports() {
		f := new(codeFact)
		if isAgent(imp.Path()) || pass.ImportPackageFact(imp, f) && f.Package.Builds() {
			return true
		}
	}
	return false
}

// newBuilder prepares the evaluation of one package.
func newBuilder(pass *analysis.Pass, fronts []frontend.Frontend) *builder {
	b := &builder{pass: pass, sink: &frontend.Sink{}, facts: make(map[string]*codeFact), values: make(map[graphmodel.FuncRef]bool)}
	b.compiler = code.NewCompiler(pass.Fset, pass.Files, pass.Pkg, pass.TypesInfo)
	b.machine = &eval.Machine{Prog: b, Home: pass.Pkg.Path(), Handlers: make(map[graphmodel.FuncRef]eval.Handler), Unhandled: escape}
	b.machine.StoredBy, b.machine.Root = b.compiler.StoredBy, b.root
	for _, f := range fronts {
		if f.Handlers == nil {
			continue
		}
		for ref, h := range f.Handlers(b.sink) {
			b.machine.Handlers[ref] = h
		}
		if f.Values != nil {
			for _, ref := range f.Values() {
				b.values[ref] = true
			}
		}
	}
	return b
}

// escape notes which graphs are handed to code that is not followed.
func escape(_ graphmodel.FuncRef, args []eval.Value, _ graphmodel.Position) {
	for _, a := range args {
		eval.Walk(a, func(data any) {
			if e, ok := data.(interface{ Escape() }); ok {
				e.Escape()
			}
		})
	}
}
