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

// grows are functions whose values multiply in each round of a loop when the condition is not
// known: the ways through twenty-four rounds are sixteen million.
const grows = `package programs

var rounds = []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l",
	"m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x"}

func appended(x bool) []string {
	var out []string
	for _, r := range rounds {
		if x {
			out = append(out, r)
		} else {
			out = append(out, "-")
		}
	}
	return out
}

func prepended(x bool) []string {
	var out []string
	for _, r := range rounds {
		if x {
			out = append([]string{r}, out...)
		} else {
			out = append([]string{"-"}, out...)
		}
	}
	return out
}

func glued(x bool) string {
	out := ""
	for _, r := range rounds {
		if x {
			out += r
		}
	}
	return out
}
`

// TestGrowingValues shows that such values stay small enough, and that what both sides of the
// condition have in common is in a list once.
func TestGrowingValues(t *testing.T) {
	p := load(t, grows, "grows.go")
	for name, most := range map[string]int{"appended": 2 * 24, "prepended": 20_000, "glued": 0} {
		t.Run(name, func(t *testing.T) {
			m := &eval.Machine{Prog: p, Home: "programs"}
			v := m.Run(p.Compiler.Func(graphmodel.FuncRef("programs."+name)), p)
			if elems, _ := eval.Elements(v); len(elems) > most {
				t.Errorf("%d elements, want at most %d", len(elems), most)
			}
			if n := len(eval.Alternatives(v)); n > 256 {
				t.Errorf("%d alternatives, want at most 256", n)
			}
			if lost := losesTrack(v); lost != (name != "appended") {
				t.Errorf("says that a part is not known: %v", lost)
			}
		})
	}
}

func losesTrack(v eval.Value) bool {
	for _, a := range eval.Alternatives(v) {
		if l, ok := a.(*eval.List); ok && l.Open != "" {
			return true
		}
		if reason, pos := eval.Reason(a); reason != "" && pos.IsValid() {
			return true
		}
	}
	return false
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
