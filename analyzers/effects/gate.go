package effects

import (
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/knowledge"

	"github.com/skewlint/skewlint/analyzers/refs"
)

// skips reports whether nothing is to be learnt from a package at all: rows know it, or it
// belongs to someone else.
func skips(pass *analysis.Pass, base *knowledge.Base) bool {
	return base.IsCovered(pass.Pkg.Path()) || isForeign(pass)
}

// isForeign reports whether the package comes from another module. nogo knows no modules, but Bazel lays
// the files of other repositories into a folder external of the one in which tools run, and what
// it generates there below bazel-out. A package of which nothing is known is the user's.
func isForeign(pass *analysis.Pass) bool {
	if pass.Module != nil {
		return pass.Module.Version != ""
	}
	if len(pass.Files) == 0 {
		return false
	}
	file := filepath.ToSlash(pass.Fset.Position(pass.Files[0].Package).Filename)
	return strings.HasPrefix(file, "external/") || strings.HasPrefix(file, "bazel-out/") && strings.Contains(file, "/external/")
}

// matters is the gate: it asks the type information, which is there anyway, before SSA is built.
// A package of the user's that fails it gets an empty fact, so that importers know it for one in
// which nothing happens.
func matters(pass *analysis.Pass, base *knowledge.Base, facts map[string]*Summaries) bool {
	for _, imp := range pass.Pkg.Imports() {
		if s := facts[imp.Path()]; base.IsAgent(imp.Path()) || s != nil && len(s.Funcs) > 0 {
			return true
		}
	}
	for _, obj := range pass.TypesInfo.Uses {
		if f, ok := obj.(*types.Func); ok && f.Pkg() != pass.Pkg && mattersTo(f, base) {
			return true
		}
	}
	return callsBack(pass)
}

// reachesAgent reports whether the package imports an agent package, directly or through packages
// of the user's. What third-party packages import is not seen.
func reachesAgent(pass *analysis.Pass, base *knowledge.Base, facts map[string]*Summaries) bool {
	return slices.ContainsFunc(pass.Pkg.Imports(), func(imp *types.Package) bool {
		s := facts[imp.Path()]
		return base.IsAgent(imp.Path()) || s != nil && s.Agent
	})
}

// callsBack reports whether the package has a function that is given functions or interfaces: it
// may call them, and a wrapper of a node is such a function.
func callsBack(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Defs {
		f, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		sig := f.Signature()
		for i := range sig.Params().Len() {
			t := sig.Params().At(i).Type()
			if _, ok := t.Underlying().(*types.Signature); ok {
				return true
			}
			if it, ok := t.Underlying().(*types.Interface); ok && it.NumMethods() > 0 && !dull(t) {
				return true
			}
		}
	}
	return false
}

func mattersTo(f *types.Func, base *knowledge.Base) bool {
	if f.Pkg() == nil {
		return false
	}
	_, answer := base.Func(refs.Func(f))
	return answer == knowledge.HasEffect || answer == knowledge.NotKnown && !base.IsCovered(f.Pkg().Path())
}
