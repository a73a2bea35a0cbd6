package keys

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/internal/driver/golist"
)

// program is an analysed package that imports one that is not, of a module of the module cache.
type program struct {
	files map[string]string
	list  []*golist.Package
}

func newProgram() *program {
	return &program{
		files: map[string]string{
			"/app/a.go":            "package app\n\nfunc F() {\n\tprintln()\n}\n",
			"/mod/x@v1.0.0/x.go":   "package x\n\nfunc X() {}\n",
			"/app/vendor/y/y.go":   "package y\n\nfunc Y() {}\n",
			"/app/replaced/z/z.go": "package z\n\nfunc Z() { println() }\n",
		},
		list: []*golist.Package{
			{ID: "x", Name: "x", Dir: "/mod/x@v1.0.0", GoFiles: []string{"x.go"}, Module: &golist.Module{Path: "x", Version: "v1.0.0"}},
			{ID: "y", Name: "y", Dir: "/app/vendor/y", GoFiles: []string{"y.go"}, Module: &golist.Module{Path: "y", Version: "v1.0.0"}},
			{ID: "z", Name: "z", Dir: "/app/replaced/z", GoFiles: []string{"z.go"}, Module: &golist.Module{Path: "z", Version: "v1.0.0", Replace: &golist.Module{Path: "./z"}}},
			{ID: "app", Name: "app", Dir: "/app", GoFiles: []string{"a.go"}, Imports: []string{"x", "y", "z"}, Module: &golist.Module{Path: "app", Main: true}},
		},
	}
}

func (p *program) sums(t *testing.T, base ...string) (own, declared string) {
	t.Helper()
	m := New(p.list, p.list[3:], base, "", func(name string) ([]byte, error) {
		if text, ok := p.files[name]; ok {
			return []byte(text), nil
		}
		return nil, fmt.Errorf("there is no %s", name)
	})
	own, _ = m.Own("app")
	return own, m.Declared("app")
}

func TestWhatChangesKeys(t *testing.T) {
	own, declared := newProgram().sums(t)
	if own == "" || declared == "" {
		t.Fatal("no sums")
	}
	replace := func(file, from, to string) func(*program) {
		return func(p *program) { p.files[file] = strings.Replace(p.files[file], from, to, 1) }
	}
	for _, test := range []struct {
		what          string
		change        func(*program)
		own, declared bool
	}{
		{"nothing", func(*program) {}, false, false},
		{"a body", replace("/app/a.go", "println()", "println(1)"), true, false},
		{"a place", replace("/app/a.go", "func F", "\nfunc F"), true, true},
		{"a line in a body", replace("/app/a.go", "println()", "println()\n"), true, true},
		{"a declaration", replace("/app/a.go", "F()", "F(int)"), true, true},
		{"a file name", func(p *program) { p.list[3].GoFiles = []string{"b.go"}; p.files["/app/b.go"] = p.files["/app/a.go"] }, true, true},
		{"the language version", func(p *program) { p.list[3].Module.GoVersion = "1.20" }, true, true},
		{"the text of a module in the cache", replace("/mod/x@v1.0.0/x.go", "X", "XX"), false, false},
		{"its version", func(p *program) { p.list[0].Module.Version = "v1.0.1" }, true, true},
		{"a vendored file", replace("/app/vendor/y/y.go", "Y", "YY"), true, true},
		{"a replaced file", replace("/app/replaced/z/z.go", "Z()", "ZZ()"), true, true},
		{"a body in it", replace("/app/replaced/z/z.go", "println()", "print()"), false, false},
	} {
		p := newProgram()
		test.change(p)
		o, d := p.sums(t)
		if (o != own) != test.own || (d != declared) != test.declared {
			t.Errorf("%s: own changed: %v, declared changed: %v", test.what, o != own, d != declared)
		}
	}
	if o, _ := newProgram().sums(t, "GOARCH=386"); o == own {
		t.Error("another base gives the same key")
	}
}

func TestNoKey(t *testing.T) {
	p := newProgram()
	p.list[3].Error = &golist.Error{Err: "no such package"}
	if own, _ := p.sums(t); own != "" {
		t.Error("a package with an error has a key")
	}
	p = newProgram()
	delete(p.files, "/app/a.go")
	if own, _ := p.sums(t); own != "" {
		t.Error("a package that cannot be read has a key")
	}
}

func TestConfiguration(t *testing.T) {
	dir := t.TempDir()
	p := newProgram()
	p.list[3].Dir = dir
	p.files[filepath.Join(dir, "a.go")] = p.files["/app/a.go"]
	before, _ := p.sums(t)
	if err := os.WriteFile(filepath.Join(dir, ".skewlint.toml"), []byte("handles = []\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if after, _ := p.sums(t); after == before {
		t.Error("a configuration changes nothing")
	}
}

func TestProgram(t *testing.T) {
	a, err := Program()
	if err != nil || len(a) < 40 {
		t.Fatalf("%q %v", a, err)
	}
	elf := "\x7fELF....\x53\x00\x00\x00\x04\x00\x00\x00Go\x00\x00pcRoPQX9cQKlYTOt8VKh/j39XQvCmbHXv2ZmQIpfx/jmjyWTDE0M6eQLfvwRCE/kRaibXdGfyc_Q2e-f9Ij\x00rest"
	text := "....\xff Go build ID: \"pcRoPQX9cQKlYTOt8VKh/j39XQvCmbHXv2ZmQIpfx/jmjyWTDE0M6eQLfvwRCE/kRaibXdGfyc_Q2e-f9Ij\"\n \xffrest"
	const want = "pcRoPQX9cQKlYTOt8VKh/j39XQvCmbHXv2ZmQIpfx/jmjyWTDE0M6eQLfvwRCE/kRaibXdGfyc_Q2e-f9Ij"
	for _, head := range []string{elf, text} {
		if got := buildID([]byte(head)); got != want {
			t.Errorf("got %q", got)
		}
	}
	for _, head := range []string{"", "no ID", "....\xff Go build ID: \"\"\n \xff", elf[:40], "\x04\x00\x00\x00Go\x00\x00"} {
		if got := buildID([]byte(head)); got != "" {
			t.Errorf("%q gives %q", head, got)
		}
	}
}
