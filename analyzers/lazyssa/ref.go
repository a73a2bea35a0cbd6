package lazyssa

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// Ref names an SSA function: instances by their origin, bound methods and thunks by the method.
func Ref(f *ssa.Function) graphmodel.FuncRef {
	if o := f.Origin(); o != nil {
		f = o
	}
	if f.Parent() != nil {
		return refs.Literal(pathOf(f), f.Prog.Fset.Position(f.Pos()))
	}
	if obj, ok := f.Object().(*types.Func); ok {
		return refs.Func(obj)
	}
	return graphmodel.FuncRef(pathOf(f) + "." + f.Name())
}

func pathOf(f *ssa.Function) string {
	for ; f != nil; f = f.Parent() {
		if f.Pkg != nil {
			return f.Pkg.Pkg.Path()
		}
	}
	return ""
}
