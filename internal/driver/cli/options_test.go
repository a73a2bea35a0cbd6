package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		args, words []string
		format      string
	}{
		{nil, nil, "text"},
		{[]string{"./..."}, []string{"./..."}, "text"},
		{[]string{"-format", "json", "graph", "./a"}, []string{"graph", "./a"}, "json"},
		{[]string{"graph", "-format=dot", "./a", "-v", "./b"}, []string{"graph", "./a", "./b"}, "dot"},
		{[]string{"--", "-format", "json"}, []string{"-format", "json"}, "text"},
		{[]string{"a", "--", "--", "b"}, []string{"a", "--", "b"}, "text"},
	} {
		o, words, err := parse(test.args)
		if err != nil {
			t.Errorf("%q: %v", test.args, err)
			continue
		}
		if !slices.Equal(words, test.words) || o.format != test.format {
			t.Errorf("%q: words %q, format %s; want %q, %s", test.args, words, o.format, test.words, test.format)
		}
	}
}

// The list of systems is that of the Go distribution.
func TestSystems(t *testing.T) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(strings.TrimSpace(string(out)), "src", "internal", "syslist", "syslist.go")
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Skipf("this Go keeps its list elsewhere: %v", err)
	}
	var want []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != "KnownOS" {
			return true
		}
		for _, e := range spec.Values[0].(*ast.CompositeLit).Elts {
			want = append(want, strings.Trim(e.(*ast.KeyValueExpr).Key.(*ast.BasicLit).Value, `"`))
		}
		return false
	})
	slices.Sort(want)
	if len(want) == 0 || !slices.Equal(systems, want) {
		t.Errorf("systems are %q, want %q", systems, want)
	}
}

func TestRepositoryRoot(t *testing.T) {
	top := t.TempDir()
	inner := filepath.Join(top, "a", "b")
	if err := os.MkdirAll(inner, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := repositoryRoot(inner); got != inner {
		t.Errorf("outside of a repository: %s, want %s", got, inner)
	}
	if err := os.WriteFile(filepath.Join(top, ".git"), nil, 0o600); err != nil { // as in a linked work tree
		t.Fatal(err)
	}
	for _, dir := range []string{top, inner} {
		if got := repositoryRoot(dir); got != top {
			t.Errorf("of %s: %s, want %s", dir, got, top)
		}
	}
}
