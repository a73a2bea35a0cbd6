package eval_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/analyzers/code"
	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// TestAnyCode runs the evaluator over code that nobody wrote for it: every function and variable
// of some packages of the standard library. Nothing may panic, and each root ends in its budget.
func TestAnyCode(t *testing.T) {
	for _, path := range []string{"text/template", "encoding/json", "sort"} {
		t.Run(strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
			p := loadStd(t, path)
			m := &eval.Machine{Prog: p, Home: path, Matters: func(graphmodel.FuncRef) bool { return false }}
			for _, name := range p.GlobalNames() {
				m.RunGlobal(name)
			}
			for _, ref := range p.Refs() {
				m.Run(p.Compiler.Func(ref), p)
				if m.Steps < -1000 {
					t.Errorf("%s overdrew its budget by %d steps", ref, -m.Steps)
				}
			}
		})
	}
}

func loadStd(t testing.TB, path string) program {
	t.Helper()
	fset := token.NewFileSet()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", path).Output()
	if err != nil {
		t.Skipf("no source of %s at hand: %v", path, err)
	}
	names, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "*.go"))
	if err != nil || len(names) == 0 {
		t.Skipf("no source of %s at hand: %v", path, err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name.Name == filepath.Base(path) {
			files = append(files, f)
		}
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{},
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Error: func(error) {}}
	pkg, _ := conf.Check(path, fset, files, info)
	return program{pkg, code.NewCompiler(fset, files, pkg, info)}
}
