package graphs

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/graphmodel"
)

// actsAnalyzer yields *acting: which functions call a tool or a model. A hand-written loop is that
// of an agent only if one of its handlers does. It is an analyzer of its own since its fact is one
// of every package that acts, also of those that build no graph.
var actsAnalyzer = &analysis.Analyzer{
	Name:       "skewlintacts",
	Doc:        "finds the functions that call a tool or a model",
	Requires:   []*analysis.Analyzer{settings.Analyzer},
	ResultType: reflect.TypeFor[*acting](),
	FactTypes:  []analysis.Fact{new(actsFact)},
	Run:        func(pass *analysis.Pass) (any, error) { return findActing(pass), nil },
}

// actsFact lists the functions of a package that act, sorted.
type actsFact struct{ Funcs []graphmodel.FuncRef }

// AFact marks the type as a fact.
func (*actsFact) AFact() {}

// String is what tests see of the fact.
func (f *actsFact) String() string { return fmt.Sprintf("%d functions act", len(f.Funcs)) }

// acting says which functions call a tool or a model, themselves or through functions that they
// mention.
type acting struct {
	pass  *analysis.Pass
	base  *knowledge.Base
	here  map[*types.Func]bool
	facts map[*types.Package]*actsFact // nil: none
}

// findActing is linear in the size of the package, and does nothing where no import matters.
func findActing(pass *analysis.Pass) *acting {
	a := &acting{
		pass: pass, base: pass.ResultOf[settings.Analyzer].(*settings.Settings).Base,
		here: make(map[*types.Func]bool), facts: make(map[*types.Package]*actsFact),
	}
	if a.base.IsCovered(pass.Pkg.Path()) || !a.relevant() {
		return a
	}
	a.link()
	if len(a.here) > 0 {
		f := &actsFact{}
		for fn := range maps.Keys(a.here) {
			f.Funcs = append(f.Funcs, refs.Func(fn))
		}
		slices.Sort(f.Funcs)
		pass.ExportPackageFact(f)
	}
	return a
}

// relevant is the gate: the package imports an agent package, or one that has functions that act.
func (a *acting) relevant() bool {
	return slices.ContainsFunc(a.pass.Pkg.Imports(), func(imp *types.Package) bool {
		return a.base.IsAgent(imp.Path()) || a.fact(imp) != nil
	})
}

func (a *acting) fact(pkg *types.Package) *actsFact {
	f, asked := a.facts[pkg]
	if !asked {
		f = new(actsFact)
		if !a.pass.ImportPackageFact(pkg, f) {
			f = nil
		}
		a.facts[pkg] = f
	}
	return f
}

// link finds the functions of this package that act.
func (a *acting) link() {
	users := make(map[*types.Func][]*types.Func)
	var work []*types.Func
	for _, file := range a.pass.Files {
		for _, d := range file.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			fn, ok := a.pass.TypesInfo.Defs[fd.Name].(*types.Func)
			if !ok {
				continue
			}
			for _, used := range a.mentions(fd) {
				if used.Pkg() == a.pass.Pkg {
					users[used] = append(users[used], fn)
				} else if !a.here[fn] && a.acts(used) {
					a.here[fn] = true
					work = append(work, fn)
				}
			}
		}
	}
	spread(a.here, work, users)
}

// mentions lists the functions that code calls or names.
func (a *acting) mentions(n ast.Node) []*types.Func {
	var out []*types.Func
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if fn, ok := a.pass.TypesInfo.Uses[id].(*types.Func); ok {
				out = append(out, fn.Origin())
			}
		}
		return true
	})
	return out
}

// acts reports whether a function acts.
func (a *acting) acts(fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Pkg() == a.pass.Pkg {
		return a.here[fn]
	}
	if row, answer := a.base.Func(refs.Func(fn)); answer == knowledge.HasEffect {
		return callsAgent(row)
	}
	f := a.fact(fn.Pkg())
	if f == nil {
		return false
	}
	_, found := slices.BinarySearch(f.Funcs, refs.Func(fn))
	return found
}

// callsAgent reports whether a row is that of a call to a tool or a model.
func callsAgent(row knowledge.Row) bool {
	if row.Role == knowledge.RoleToolCall || row.Role == knowledge.RoleMint {
		return true
	}
	return slices.ContainsFunc(row.Effects, func(e knowledge.Effect) bool {
		return e.Kind == knowledge.Tool || e.Kind == knowledge.Model
	})
}

// node reports whether code acts.
func (a *acting) node(n ast.Node) bool { return slices.ContainsFunc(a.mentions(n), a.acts) }

// read runs the frontends that read syntax.
func (b *builder) read(fronts []frontend.Frontend, a *acting) {
	source := &frontend.Source{
		Fset: b.pass.Fset, Files: b.pass.Files, Pkg: b.pass.Pkg, Info: b.pass.TypesInfo, Base: a.base, Acts: a.node,
	}
	for _, f := range fronts {
		if f.Read != nil {
			f.Read(b.sink, source)
		}
	}
}

// spread adds to a set, of which work is new, all that uses what is in it, in time linear in the
// number of uses.
func spread[T comparable](set map[T]bool, work []T, users map[T][]T) {
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range users[x] {
			if !set[u] {
				set[u] = true
				work = append(work, u)
			}
		}
	}
}
