package load

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/skewlint/skewlint/internal/driver/golist"
)

// counted counts the lists that a Kept asks for, by what it returns: a kept list is the same slice.
type counted struct {
	t    *testing.T
	kept Kept
	q    golist.Query
	last []*golist.Package
}

// list reports whether the go command was asked.
func (c *counted) list() bool {
	c.t.Helper()
	listed, err := c.kept.List(context.Background(), c.q, pretend{"net/http"})
	if err != nil {
		c.t.Fatal(err)
	}
	same := len(c.last) > 0 && len(listed) > 0 && c.last[0] == listed[0]
	c.last = listed
	return !same
}

// age makes files old enough to be settled.
func age(t *testing.T, dir string) {
	t.Helper()
	old := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, old, old)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestKeptAsksAgain(t *testing.T) {
	files := map[string]string{
		"go.mod":       "module example.com/app\n\ngo 1.26\n",
		"a/a.go":       "package a\n\nimport _ \"net/http\"\n\nfunc F() {}\n",
		"a/ignored.go": "//go:build never\n\npackage a\n",
		"sub/x.txt":    "",
	}
	for name, test := range map[string]struct {
		disk    map[string]string
		overlay map[string]string
		remove  string
		forget  bool
		again   bool
	}{
		"nothing":                     {},
		"a body":                      {disk: map[string]string{"a/a.go": "package a\n\nimport _ \"net/http\"\n\nfunc F() { F() }\n"}},
		"an unsaved body":             {overlay: map[string]string{"a/a.go": "package a\n\nimport _ \"net/http\"\n\nfunc F() { F() }\n"}},
		"an import":                   {disk: map[string]string{"a/a.go": "package a\n\nimport _ \"io\"\n"}, again: true},
		"an unsaved import":           {overlay: map[string]string{"a/a.go": "package a\n\nimport _ \"io\"\n"}, again: true},
		"the package clause":          {overlay: map[string]string{"a/a.go": "package b\n\nimport _ \"net/http\"\n"}, again: true},
		"a constraint":                {overlay: map[string]string{"a/ignored.go": "//go:build !never\n\npackage a\n"}, again: true},
		"a new file":                  {disk: map[string]string{"a/b.go": "package a\n"}, again: true},
		"a new unsaved file":          {overlay: map[string]string{"a/b.go": "package a\n"}, again: true},
		"a new package":               {disk: map[string]string{"a/b/c/c.go": "package c\n"}, again: true},
		"a new unsaved package":       {overlay: map[string]string{"a/b/b.go": "package b\n"}, again: true},
		"go.mod":                      {disk: map[string]string{"go.mod": "module example.com/app\n\ngo 1.25\n"}, again: true},
		"a go.sum":                    {disk: map[string]string{"go.sum": ""}, again: true},
		"a file is gone":              {remove: "a/ignored.go", again: true},
		"another file":                {disk: map[string]string{"a/notes.txt": "x"}},
		"told to forget":              {forget: true, again: true},
		"a package in a plain folder": {disk: map[string]string{"sub/deep/d.go": "package d\n"}}, // the limit in the doc of Kept
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, files)
			age(t, dir)
			c := &counted{t: t, q: golist.Query{Dir: dir, Env: append(os.Environ(), "GOWORK=off"), Patterns: []string{"./..."}}}
			if !c.list() {
				t.Fatal("the first list was kept")
			}
			write(t, dir, test.disk)
			c.q.Overlay = map[string][]byte{}
			for name, text := range test.overlay {
				c.q.Overlay[filepath.Join(dir, name)] = []byte(text)
			}
			if test.remove != "" {
				if err := os.Remove(filepath.Join(dir, test.remove)); err != nil {
					t.Fatal(err)
				}
			}
			if test.forget {
				c.kept.Forget()
			}
			if got := c.list(); got != test.again {
				t.Errorf("asked again: %v, want %v", got, test.again)
			}
		})
	}
}

// TestKeptDistrustsFreshFiles checks that a list is not kept when a file changed while it was made.
func TestKeptDistrustsFreshFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"go.mod": "module example.com/app\n\ngo 1.26\n", "a.go": "package app\n"})
	soon := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "a.go"), soon, soon); err != nil {
		t.Fatal(err)
	}
	c := &counted{t: t, q: golist.Query{Dir: dir, Patterns: []string{"./..."}}}
	c.list()
	if !c.list() {
		t.Error("kept a list that may be older than a file")
	}
}

// TestOverlay checks that unsaved text counts, in packages that are analysed, in what they
// import, and for files that only the editor has.
func TestOverlay(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":       "module example.com/app\n\ngo 1.26\n",
		"a/a.go":       "package a\n\nimport (\n\t\"net/http\"\n\n\t\"example.com/app/far\"\n)\n\nvar _ = http.Get\n\nvar _ int = far.F()\n",
		"far/far.go":   "package far\n\nfunc F() string { return \"\" }\n",
		"other/o.go":   "package other\n",
		"other/o_x.go": "package other\n",
	})
	q := golist.Query{Dir: dir, Patterns: []string{"./..."}}
	q.Overlay = map[string][]byte{}
	overlay := func(files map[string]string) {
		for name, text := range files {
			q.Overlay[filepath.Join(dir, name)] = []byte(text)
		}
	}
	load := func() map[string]bool {
		prog, err := Load(context.Background(), q, pretend{"net/http"})
		if err != nil {
			t.Fatal(err)
		}
		roots := map[string]bool{}
		for _, p := range prog.Roots {
			roots[p.PkgPath] = !p.IllTyped
		}
		return roots
	}
	if got, want := load(), map[string]bool{"example.com/app/a": false}; !maps.Equal(got, want) {
		t.Fatalf("from disk: %v, want %v", got, want)
	}
	overlay(map[string]string{"far/far.go": "package far\n\nfunc F() int { return 1 }\n"})
	if got, want := load(), map[string]bool{"example.com/app/a": true}; !maps.Equal(got, want) {
		t.Errorf("with a type corrected in memory: %v, want %v", got, want)
	}
	overlay(map[string]string{"new/n.go": "package n\n\nimport _ \"net/http\"\n"})
	if got, want := load(), map[string]bool{"example.com/app/a": true, "example.com/app/new": true}; !maps.Equal(got, want) {
		t.Errorf("with a package in memory only: %v, want %v", got, want)
	}
}
