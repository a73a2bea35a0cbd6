package decls

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBlankBodiesStd blanks the bodies of the standard library and compares what is left with what
// the parser makes of the untouched files.
func TestBlankBodiesStd(t *testing.T) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"net/http", "go/types", "reflect", "text/template", "encoding/json", "slices", "unicode"} {
		files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(goroot)), "src", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files in %s: %v", dir, err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compareBlanked(t, file, src)
		}
	}
}

func TestBlankBodies(t *testing.T) {
	for name, body := range map[string]string{
		"strings":           "func f() string { return \"}\" + `}` + string('}') + \"\\\"}\" }\nfunc g() {}",
		"comments":          "func f() { /* } */ // }\n}\nfunc g() {}",
		"interface result":  "func f() interface{ M() } { return nil }\nfunc g() {}",
		"struct result":     "func f() (a, b struct{ x int }) { return }\nfunc g() struct{} { return struct{}{} }",
		"generic":           "func f[T interface{ ~int | ~string }](x T) map[string]struct{} { return nil }\nfunc g() {}",
		"literal in var":    "var f = func() { println() }\nvar a = [...]func(){func() {}, nil}\nfunc g() {}",
		"table of funcs":    "var a = map[string]func(){\"x\": func() { println() }}\nfunc g() {}",
		"func type":         "type F func(x func() int) func()\nfunc g(f func() F) F { return nil }",
		"without body":      "func asm(x int) int\n\nfunc g() { println() }",
		"method":            "type T struct{}\nfunc (t *T) M() { t.M() }\nfunc g() {}",
		"nested literals":   "func f() { x := func() { if true { println(\"{\") } }; x() }\nfunc g() {}",
		"same line":         "func f() { println() }; func g() { println() }",
		"comment before":    "/* c */ func f() { println() }\nfunc g() {}",
		"comment in result": "func f() /* { */ int { return 1 }\nfunc g() {}",
		"label and rune":    "func f() { L: for { if 'x' == '\\'' { break L } } }\nfunc g() {}",
	} {
		t.Run(name, func(t *testing.T) { compareBlanked(t, name, []byte("package p\n\n"+body+"\n")) })
	}
}

func compareBlanked(t *testing.T, name string, src []byte) {
	t.Helper()
	want := declarations(t, name, src)
	blanked := bytes.Clone(src)
	blankBodies(blanked)
	if got := declarations(t, name, blanked); got != want {
		t.Errorf("%s: declarations changed:\n%s\nwant:\n%s", name, got, want)
	}
	if len(blanked) != len(src) || bytes.Count(blanked, []byte("\n")) != bytes.Count(src, []byte("\n")) {
		t.Errorf("%s: size or lines changed", name)
	}
}

// declarations formats a file without function bodies and comments, positions included.
func declarations(t *testing.T, name string, src []byte) string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var buf bytes.Buffer
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			fn.Body = nil
		}
		if err := format.Node(&buf, fset, d); err != nil {
			t.Fatal(err)
		}
		buf.WriteString(" // " + fset.Position(d.Pos()).String() + "\n")
	}
	return buf.String()
}

func TestOutline(t *testing.T) {
	src := "package p\n\nfunc f() int { return 1 }\n\nfunc g() {\n\tf() // }\n}\n\nvar x = func() { f() }\n"
	want := "package p\n\nfunc f() int {}\n\nfunc g() {\n\n}\n\nvar x = func() { f() }\n"
	if got := string(Outline([]byte(src))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSourceThatEnds cuts a file at each place: an editor's text, or a broken dependency.
func TestSourceThatEnds(t *testing.T) {
	src := "package p\n\nfunc f() string { return \"\\\\\" + `}` + string('\\'') /* } */ }\n\nfunc g() struct{} { // x\n}\n"
	for i := range src {
		blankBodies([]byte(src[:i]))
		if got := Outline([]byte(src[:i])); len(got) > i {
			t.Errorf("%d bytes of %d", len(got), i)
		}
	}
}
