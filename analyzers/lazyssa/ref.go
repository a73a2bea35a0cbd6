package lazyssa

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"

	"golang.org/x/tools/go/ssa"

	"github.com/skewlint/skewlint/graphmodel"
)

// Ref names an SSA function: instances by their origin, bound methods and thunks by the method.
func Ref(f *ssa.Function) graphmodel.FuncRef {
	if o := f.Origin(); o != nil {
		f = o
	}
	if f.Parent() != nil {
		return RefOfLiteral(pathOf(f), f.Prog.Fset, f.Pos())
	}
	if obj, ok := f.Object().(*types.Func); ok {
		return RefOfFunc(obj)
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

// RefOfLiteral names a function literal by the place of its func keyword.
func RefOfLiteral(path string, fset *token.FileSet, pos token.Pos) graphmodel.FuncRef {
	p := fset.Position(pos)
	return graphmodel.FuncRef(fmt.Sprintf("%s.lit@%s:%d:%d", path, filepath.Base(p.Filename), p.Line, p.Column))
}

// RefOfFunc names a declared function, a method or a method of an interface.
func RefOfFunc(obj *types.Func) graphmodel.FuncRef {
	obj = obj.Origin()
	recv := obj.Signature().Recv()
	if recv == nil {
		if obj.Pkg() == nil {
			return graphmodel.FuncRef(obj.Name())
		}
		return graphmodel.FuncRef(obj.Pkg().Path() + "." + obj.Name())
	}
	t, star := types.Unalias(recv.Type()), ""
	if p, ok := t.(*types.Pointer); ok {
		t, star = types.Unalias(p.Elem()), "*"
	}
	name := TypeName(t)
	if name == "" {
		name = "interface"
	}
	return graphmodel.FuncRef("(" + star + name + ")." + obj.Name())
}

// TypeName is the name of a type qualified by its import path, without pointers and type
// arguments; empty for types without a name.
func TypeName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return ""
	}
	obj := n.Obj()
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}
