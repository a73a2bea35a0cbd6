package driver

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/internal/driver/golist"
	"github.com/skewlint/skewlint/internal/driver/testrule"
	"github.com/skewlint/skewlint/rules/rule"
)

// mapCache is a Cache of which a test sees what was put.
type mapCache struct {
	mu  sync.Mutex
	all map[string][]byte
}

func newMapCache() *mapCache { return &mapCache{all: map[string][]byte{}} }

func (c *mapCache) Get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, ok := c.all[key]
	return data, ok
}

func (c *mapCache) Put(key string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all[key] = data
}

func (c *mapCache) keys() []string { return slices.Sorted(maps.Keys(c.all)) }

// TestUnsavedText types in an editor, over a cache that is to stay as it is until the text is saved.
func TestUnsavedText(t *testing.T) {
	dir := t.TempDir()
	writeProgram(t, dir)
	file := filepath.Join(dir, "helper", "helper.go")
	disk, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	saved, unsaved := newMapCache(), newMapCache()
	c := &cached{t: t, rules: []rule.Rule{testrule.New()}, cache: saved, unsaved: unsaved, query: golist.Query{Dir: dir, Tests: true, Patterns: []string{"./..."}}}
	c.run("first")
	before := saved.keys()
	if len(before) == 0 || len(unsaved.all) > 0 {
		t.Fatalf("%d results kept of what is on disk, %d of what is not", len(before), len(unsaved.all))
	}

	c.query.Overlay = map[string][]byte{file: disk, filepath.Join(dir, "mail", "mail.go"): []byte("package mail\n\nfunc Send() {}\n")}
	if got := c.run("open files"); len(got) > 0 {
		t.Errorf("files are open with the text on disk: analysed %q", got)
	}
	typed := strings.Replace(string(disk), "func Make() { graph.New() }", "func Make() {}", 1)
	c.query.Overlay[file] = []byte(typed)
	if got := c.run("typed"); !slices.Contains(got, "example.com/app/helper") || !slices.Contains(got, "example.com/app/user") {
		t.Errorf("analysed %q, not what was typed in and what depends on it", got)
	}
	if got := c.run("typed, again"); len(got) > 0 {
		t.Errorf("nothing changed, and analysed %q", got)
	}
	if !slices.Equal(saved.keys(), before) {
		t.Error("results about unsaved text were put where others look for those about what is on disk")
	}

	if err := os.WriteFile(file, []byte(typed), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := c.run("saved"); len(got) > 0 {
		t.Errorf("saved what had been looked at, and analysed %q", got)
	}
	c.query.Overlay, c.unsaved = nil, nil
	if got := c.run("closed"); len(got) > 0 {
		t.Errorf("the cache has not got what was saved: analysed %q", got)
	}
}

// TestRunStops ends the context in the middle of an analysis: no other analyzer and no other package
// is begun, and nothing of the package is kept.
func TestRunStops(t *testing.T) {
	dir := t.TempDir()
	writeProgram(t, dir)
	q := golist.Query{Dir: dir, Tests: true, Patterns: []string{"./..."}}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stops := testrule.New()
	plain := *stops.Analyzer
	stopper := plain
	var mu sync.Mutex
	var begun []string
	stopper.Run = func(pass *analysis.Pass) (any, error) {
		mu.Lock()
		defer mu.Unlock()
		begun = append(begun, pass.Pkg.Path())
		cancel()
		return plain.Run(pass)
	}
	stops.Analyzer = &stopper
	cache := newMapCache()
	res, err := (&Driver{Rules: []rule.Rule{stops}, Cache: cache}).Run(ctx, q)
	if !errors.Is(err, context.Canceled) || res != nil {
		t.Errorf("result %v, error %v", res, err)
	}
	if !slices.Equal(begun, []string{"example.com/app/helper"}) {
		t.Errorf("begun %q, want only the first package", begun)
	}
	again := &cached{t: t, rules: []rule.Rule{testrule.New()}, cache: cache, query: q}
	if got := again.run("again"); !slices.Contains(got, "example.com/app/helper") {
		t.Errorf("analysed %q: what had been begun was kept", got)
	}
}
