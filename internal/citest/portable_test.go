package citest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestOtherSystems type-checks all of this module for the other systems of the release. pre-commit builds every
// program of the module, so one that does not compile on Windows would keep the hook from its users.
// Nothing is compiled: code of others is read without bodies.
func TestOtherSystems(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: reads the standard library for each system")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	own := root + string(filepath.Separator)
	for _, system := range []string{"windows", "darwin"} {
		list, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule,
			Dir:  root,
			Env:  append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0", "GOWORK=off"),
			ParseFile: func(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
				file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
				if file != nil && !strings.HasPrefix(name, own) {
					dropBodies(file)
				}
				return file, err
			},
		}, "./...")
		if err != nil {
			t.Fatal(err)
		}
		if len(list) < 50 {
			t.Fatalf("%s: only %d packages", system, len(list))
		}
		for _, p := range list {
			for _, e := range p.Errors {
				t.Errorf("%s: %s", system, e)
			}
		}
	}
}

func dropBodies(file *ast.File) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			f.Body = nil
		}
	}
}
