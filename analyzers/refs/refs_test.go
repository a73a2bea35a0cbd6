package refs_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/skewlint/skewlint/analyzers/refs"
	"github.com/skewlint/skewlint/graphmodel"
)

const source = `package p

type T struct{}

func (T) Value()    {}
func (*T) Pointer() {}

type G[X any] struct{ x X }

func (g *G[X]) Get() X { return g.x }

type A = G[int]

func F[X any](x X) {}

func use(a A, named interface{ error }, plain interface{ M() }) {
	a.Get()
	F(1)
	T{}.Value()
	(&T{}).Pointer()
	_ = named.Error()
	plain.M()
}
`

func TestFunc(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.Default()}
	if _, err := conf.Check("example.com/p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"Get": "(*example.com/p.G).Get", "F": "example.com/p.F", "Value": "(example.com/p.T).Value",
		"Pointer": "(*example.com/p.T).Pointer", "Error": "(error).Error", "M": "(interface).M",
	}
	for id, obj := range info.Uses {
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		if got := string(refs.Func(fn)); got != want[id.Name] {
			t.Errorf("%s is named %q, want %q", id.Name, got, want[id.Name])
		}
		delete(want, id.Name)
	}
	if len(want) > 0 {
		t.Errorf("not seen in the source: %v", want)
	}
	if got := refs.Literal("example.com/p", token.Position{Filename: "/x/p.go", Line: 3, Column: 9}); got != "example.com/p.lit@p.go:3:9" {
		t.Errorf("literal is named %q", got)
	}
}

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		ref, path, name string
	}{
		{"net/http.Get", "net/http", "Get"},
		{"(*net/http.Client).Do", "net/http", "(*Client).Do"},
		{"(example.com/p.T).Value", "example.com/p", "(T).Value"},
		{"gopkg.in/gomail.v2.NewMessage", "gopkg.in/gomail.v2", "NewMessage"},
		{"(*gopkg.in/gomail.v2.Dialer).Dial", "gopkg.in/gomail.v2", "(*Dialer).Dial"},
		{"example.com/p.lit@p.go:3:9", "example.com/p", "lit@p.go:3:9"},
		{"gopkg.in/yaml.v3.lit@yaml.go:3:9", "gopkg.in/yaml.v3", "lit@yaml.go:3:9"},
		{"append", "", ""},
		{"(error).Error", "", ""},
		{"(broken", "", ""},
		{"", "", ""},
	} {
		path, name, ok := refs.Split(graphmodel.FuncRef(tt.ref))
		if path != tt.path || name != tt.name || ok != (tt.path != "") {
			t.Errorf("Split(%q) = %q, %q, %t; want %q, %q", tt.ref, path, name, ok, tt.path, tt.name)
		}
	}
}
