package eval_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

// program is one type-checked file as the evaluator's program.
type program struct {
	pkg *types.Package
	*code.Compiler
}

func (p program) Path() string { return p.pkg.Path() }

func (p program) Func(ref graphmodel.FuncRef) (*code.Func, eval.Unit) {
	if f := p.Compiler.Func(ref); f != nil {
		return f, p
	}
	return nil, nil
}

func (p program) Global(name string) (*code.GlobalVar, eval.Unit) {
	if g := p.Compiler.Global(name); g != nil {
		return g, p
	}
	return nil, nil
}

func (p program) Method(typeName, name string) (graphmodel.FuncRef, []string, bool) {
	obj := p.pkg.Scope().Lookup(strings.TrimPrefix(typeName, p.pkg.Path()+"."))
	if obj == nil {
		return "", nil, false
	}
	m, index, _ := types.LookupFieldOrMethod(obj.Type(), true, p.pkg, name)
	fn, ok := m.(*types.Func)
	if !ok {
		return "", nil, false
	}
	var fields []string
	t := obj.Type()
	for _, i := range index[:len(index)-1] {
		s := t.Underlying().(*types.Struct)
		fields = append(fields, s.Field(i).Name())
		t = s.Field(i).Type()
	}
	return refs.Func(fn), fields, true
}

func load(t testing.TB, src any, filename string) program {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filename, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{},
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := conf.Check("programs", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	return program{pkg, code.NewCompiler(fset, []*ast.File{file}, pkg, info)}
}

// TestLikeGo runs each program by Go and by the evaluator.
func TestLikeGo(t *testing.T) {
	p := load(t, nil, "programs_test.go")
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		t.Run(name, func(t *testing.T) {
			m := &eval.Machine{Prog: p, Home: "programs"}
			fn := p.Compiler.Func(graphmodel.FuncRef("programs." + name))
			if fn == nil {
				t.Fatal("no such function in the source")
			}
			want := programs[name]()
			v := m.Run(fn, p)
			got, ok := eval.String(v)
			if !ok {
				reason, pos := eval.Reason(v)
				t.Fatalf("not known: %#v %s at %s; Go gives %q", v, reason, pos, want)
			}
			if got != want {
				t.Errorf("evaluator gives %q, Go gives %q", got, want)
			}
		})
	}
}
