package effects

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// TestManyStores is about a function as translators of C write it: fifty captured slices, each assigned
// from every other. There are 49^12 ways to follow a length over twelve of them; with a bound on how
// many values are looked at the test takes no time, without it does not end.
func TestManyStores(t *testing.T) {
	var b strings.Builder
	b.WriteString("package many\n\nfunc F(f func(), n int) []int {\n")
	const slices = 50
	for i := range slices {
		fmt.Fprintf(&b, "\tvar s%d []int\n", i)
	}
	b.WriteString("\tshow := func() {")
	for i := range slices {
		fmt.Fprintf(&b, " _ = s%d;", i)
	}
	b.WriteString(" }\n\tfor {\n\t\tswitch n {\n")
	for i := range slices {
		fmt.Fprintf(&b, "\t\tcase %d:\n", i)
		for j := range slices {
			if i != j {
				fmt.Fprintf(&b, "\t\t\tif n > %d { s%d = s%d }\n", j, i, j)
			}
		}
	}
	b.WriteString("\t\tdefault:\n\t\t\tshow()\n\t\t\tf()\n\t\t\treturn s0\n\t\t}\n\t}\n}\n")
	dir := filepath.Join(t.TempDir(), "src", "many")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "many.go"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := &packages.Config{Mode: packages.LoadAllSyntax, Dir: dir, Env: append(os.Environ(), "GOPATH="+filepath.Dir(filepath.Dir(dir)), "GO111MODULE=off", "GOWORK=off")}
	pkgs, err := packages.Load(cfg, ".")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the program does not compile", err)
	}
	g, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Roots[0].Err; err != nil {
		t.Fatal(err)
	}
	if len(g.Roots[0].AllPackageFacts()) == 0 {
		t.Error("nothing was learnt of the function, so nothing was measured")
	}
}

// TestForeign: packages of other modules are told by the module, and under Bazel by their folder.
func TestForeign(t *testing.T) {
	for _, test := range []struct {
		file   string
		module *analysis.Module
		want   bool
	}{
		{"/home/me/external/app/a.go", &analysis.Module{Path: "m"}, false},
		{"a.go", &analysis.Module{Path: "m", Version: "v1.0.0"}, true},
		{"app/a.go", nil, false},
		{"/home/me/external/app/a.go", nil, false},
		{"internal/external/a.go", nil, false},
		{"external/org_example_m/a.go", nil, true},
		{"bazel-out/k8-fastbuild/bin/external/org_example_m/a.go", nil, true},
		{"bazel-out/k8-fastbuild/bin/app/a.go", nil, false},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, test.file, "package a\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := isForeign(&analysis.Pass{Fset: fset, Files: []*ast.File{f}, Module: test.module}); got != test.want {
			t.Errorf("%s %v: %t", test.file, test.module, got)
		}
	}
}
