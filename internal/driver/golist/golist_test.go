package golist

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestList(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module example.com/app\n\ngo 1.26\n",
		"a.go":      "package app\n\nimport _ \"io\"\n",
		"a_test.go": "package app\n\nimport _ \"testing\"\n",
		"x_test.go": "package app_test\n\nimport _ \"example.com/app\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := List(context.Background(), Query{Dir: dir, Tests: true, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	place := map[string]int{}
	for i, p := range list {
		place[p.ID] = i
		for _, id := range p.Imports {
			if j, ok := place[id]; (!ok || j >= i) && id != "unsafe" && id != "C" {
				t.Errorf("%s stands before %s, which it imports", p.ID, id)
			}
		}
	}
	const external = "example.com/app_test [example.com/app.test]"
	i, ok := place[external]
	if !ok {
		t.Fatalf("no %s", external)
	}
	p := list[i]
	if p.Path() != "example.com/app_test" || !p.Own() || p.IsTestMain() || p.DepOnly || p.ForTest != "example.com/app" {
		t.Errorf("%+v", p)
	}
	if got := p.Resolve("example.com/app"); got != "example.com/app [example.com/app.test]" {
		t.Errorf("the test's package is %q", got)
	}
	if got := p.Files(); !slices.Equal(got, []string{filepath.Join(p.Dir, "x_test.go")}) {
		t.Errorf("files %q", got)
	}
	if m, ok := place["example.com/app.test"]; !ok || !list[m].IsTestMain() {
		t.Error("no main package of the test")
	}
	if io := list[place["io"]]; io.Own() || !io.DepOnly || !io.Standard {
		t.Errorf("%+v", io)
	}
}

func TestListFails(t *testing.T) {
	_, err := List(context.Background(), Query{Dir: t.TempDir(), Tags: "a b", Env: append(os.Environ(), "GOFLAGS=-nonsense"), Patterns: []string{"."}})
	if err == nil || !strings.HasPrefix(err.Error(), "go list: ") {
		t.Errorf("error %v", err)
	}
}
