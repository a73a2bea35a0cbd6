package lazyssa

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func pass(t *testing.T, src string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "/somewhere/app.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	cfg := &types.Config{Importer: importer.Default(), Error: func(error) {}}
	pkg, _ := cfg.Check("example.com/app", fset, []*ast.File{file}, info) // errors are part of the test
	return &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info}
}

func get(t *testing.T, src string) (*Program, error) {
	t.Helper()
	res, err := Analyzer.Run(pass(t, src))
	if err != nil {
		t.Fatal(err)
	}
	return res.(Get)()
}

// Functions carry the names by which graphs and rows know them: literals by place, instances by
// their origin.
func TestRef(t *testing.T) {
	p, err := get(t, `package app

var f = func() {}

type T struct{}

func (T) A()  {}
func (*T) B() { func() {}() }

type G[X any] struct{}

func (*G[X]) C()    {}
func D[X any](x X) {}
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, fn := range p.Funcs {
		got = append(got, string(Ref(fn)))
	}
	want := []string{
		"example.com/app.init", "example.com/app.lit@app.go:3:9", "(example.com/app.T).A", "(*example.com/app.T).B",
		"example.com/app.lit@app.go:8:17", "(*example.com/app.G).C", "example.com/app.D",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Code that does not type-check must not end the driver.
func TestBrokenCode(t *testing.T) {
	if _, err := get(t, "package app\n\nfunc f() { x.y(1 + \"a\", undefined) }\n"); err == nil {
		t.Log("SSA was built from it all the same")
	}
}

// Drain gives what Funcs are. A function has its body as long as one of its literals may look at it.
func TestDrain(t *testing.T) {
	p, err := get(t, "package app\n\nfunc a() { x := 1; func() { x++ }() }\n\nfunc b() {}\n")
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Clone(p.Funcs)
	i := 0
	for f := range p.Drain() {
		if f != want[i] {
			t.Errorf("function %d is %s, not %s", i, f, want[i])
		}
		if len(f.Blocks) == 0 {
			t.Errorf("%s has no body at its turn", f)
		}
		if outer := f.Parent(); outer != nil && len(outer.Blocks) == 0 {
			t.Errorf("%s is gone before its literal", outer)
		}
		if f.Name() == "b" && len(want[i-1].Blocks)+len(want[i-2].Blocks) != 0 {
			t.Error("what comes before is held")
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d functions of %d", i, len(want))
	}
}
