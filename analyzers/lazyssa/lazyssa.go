// Package lazyssa builds the SSA form of a package when it is first asked for.
//
// It is for analyzers with a gate. An analyzer's Requires run before its gate can say no, so with
// the usual buildssa every package of a program pays for SSA and control flow, the standard
// library included; here a package that nobody asks about costs nothing.
//
// The one idea to hold: only the bodies of this package are built. Imported packages are there by
// their types, and what they do is known by facts or rows.
//
// Limits: functions that never return are not told apart (that takes facts about all packages),
// so code behind a call of log.Fatal counts as reachable.
package lazyssa

import (
	"fmt"
	"go/ast"
	"go/types"
	"iter"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Program is the SSA form of one package.
type Program struct {
	Pkg *ssa.Package
	// Funcs are the declared functions and methods in source order, each followed by its
	// literals; the literals of package-level variables come first.
	Funcs []*ssa.Function
}

// Drain is Funcs, for the last one who needs them: the bodies of a declared function and of its literals
// are given back when the next one's turn comes. In a large package they are a quarter of what is held.
func (p *Program) Drain() iter.Seq[*ssa.Function] {
	return func(yield func(*ssa.Function) bool) {
		done := 0
		for i, f := range p.Funcs {
			if f.Parent() == nil {
				for ; done < i; done++ {
					release(p.Funcs[done])
				}
			}
			if !yield(f) {
				return
			}
		}
	}
}

// release cuts what leads from a function to its code: blocks, and the values that know their uses.
func release(f *ssa.Function) {
	f.Blocks, f.Recover, f.Params, f.FreeVars, f.Locals = nil, nil, nil, nil, nil
}

// Get builds the program on the first call. It fails on code that SSA cannot be built from.
type Get func() (*Program, error)

// Analyzer yields a Get.
var Analyzer = &analysis.Analyzer{
	Name:       "skewlintssa",
	Doc:        "builds SSA form when it is asked for",
	ResultType: reflect.TypeFor[Get](),
	Run: func(pass *analysis.Pass) (any, error) {
		in := input{pass.Pkg, pass.Files, pass.TypesInfo}
		fset := pass.Fset
		return Get(sync.OnceValues(func() (*Program, error) {
			return build(in, ssa.NewProgram(fset, ssa.BuilderMode(0)))
		})), nil
	},
}

type input struct {
	pkg   *types.Package
	files []*ast.File
	info  *types.Info
}

// build turns a panic of the SSA builder into an error: broken code must not end the driver.
func build(in input, prog *ssa.Program) (p *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, fmt.Errorf("no SSA form of %s: %v", in.pkg.Path(), r)
		}
	}()
	for _, imp := range in.pkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	pkg := prog.CreatePackage(in.pkg, in.files, in.info, false)
	pkg.Build()
	return &Program{Pkg: pkg, Funcs: sources(in, pkg)}, nil
}

func sources(in input, pkg *ssa.Package) []*ssa.Function {
	var out []*ssa.Function
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		out = append(out, f)
		for _, lit := range f.AnonFuncs {
			add(lit)
		}
	}
	if init := pkg.Func("init"); init != nil {
		add(init)
	}
	for _, file := range in.files {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj, ok := in.info.Defs[d.Name].(*types.Func)
			if !ok {
				continue
			}
			if f := pkg.Prog.FuncValue(obj); f != nil {
				add(f)
			}
		}
	}
	return out
}
