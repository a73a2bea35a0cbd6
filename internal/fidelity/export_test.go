package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func TestDecodeTruths(t *testing.T) {
	got, err := decodeTruths([]byte(`{"Name":"a","Nodes":["x"]}` + "\n" + `{"Name":"b","No`))
	if err != nil || len(got) != 1 || got[0].Name != "a" {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := decodeTruths([]byte("{\n{\"Name\":\"b\"}\n")); err == nil {
		t.Error("a broken line in the middle is an error")
	}
}

func TestDecodeGaps(t *testing.T) {
	text := "a/b.go:3:1: node unresolved: it is a parameter\n" +
		"a/b.go:4:1: edge of build unresolved: something\n3 graphs, 2 nodes\n"
	got := decodeGaps(text)
	if len(got) != 1 || got[0].Reason != "it is a parameter" || got[0].Pos.Line != 3 || got[0].Pos.File != "a/b.go" {
		t.Errorf("got %+v", got)
	}
}

// TestHooks applies every insert to a text that has its place, and parses the hooks.
func TestHooks(t *testing.T) {
	for _, f := range frameworks {
		files := make(map[string]string)
		for _, in := range f.Inserts {
			files[in.File] += in.Find + "\n"
			if strings.Count(in.Find, "\n") != strings.Count(in.Replace, "\n") {
				t.Errorf("%s: %s: the insert changes the number of lines", f.Name, in.File)
			}
		}
		out, err := f.changed(func(name string) ([]byte, error) { return []byte(files[name]), nil })
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		for name, text := range out {
			if _, err := parser.ParseFile(token.NewFileSet(), name, text, 0); strings.HasPrefix(name, "zz_") && err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
}

func TestInsertTwice(t *testing.T) {
	in := insert{File: "x.go", Find: "a", Replace: "b"}
	if _, err := in.apply("a a"); err == nil {
		t.Error("a place that is there twice must be refused")
	}
}

func TestMains(t *testing.T) {
	f := &framework{Module: "m", Roots: []string{"examples"}, Imports: []string{"graph"}, Calls: regexp.MustCompile(`New`)}
	pkg := func(name, dir string, imports, deps []string) goPackage {
		return goPackage{ImportPath: "m/" + dir, Name: name, Dir: "/c/" + dir, Imports: imports, Deps: deps, GoFiles: []string{"x.go"}}
	}
	read := func(name string) ([]byte, error) {
		if strings.Contains(name, "keys") {
			return []byte("graph.Key"), nil
		}
		return []byte("graph.New()"), nil
	}
	all := []goPackage{
		pkg("main", "examples/keys", []string{"m/graph"}, []string{"m/graph"}),
		pkg("main", "examples/direct", []string{"m/graph"}, []string{"m/graph"}),
		pkg("lib", "examples/lib", []string{"m/graph"}, []string{"m/graph"}),
		pkg("main", "examples/through", []string{"m/examples/lib"}, []string{"m/examples/lib", "m/graph"}),
		pkg("main", "examples/agent", []string{"m/agent"}, []string{"m/agent", "m/graph"}),
		pkg("main", "cmd/other", []string{"m/graph"}, []string{"m/graph"}),
	}
	var got []string
	for _, p := range f.mains(all, "/c", "/c", read) {
		got = append(got, p.Path)
	}
	if want := []string{"examples/direct", "examples/through"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTail(t *testing.T) {
	var tl tail
	fmt.Fprint(&tl, "starting\npanic: no key\ngoroutine 1\nexit\n\n")
	if got := tl.String(); got != "panic: no key" {
		t.Errorf("got %q", got)
	}
}

func TestBatches(t *testing.T) {
	all := []program{{Import: "m/a/main"}, {Import: "m/b/main"}, {Import: "m/c"}, {Import: "m/d"}}
	var got []string
	for _, b := range batches(all, 2) {
		var names []string
		for _, p := range b {
			names = append(names, p.Import)
		}
		got = append(got, strings.Join(names, " "))
	}
	if want := []string{"m/a/main m/c", "m/b/main m/d"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
