package driver

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/driver/diskcache"
	"github.com/skewlint/skewlint/internal/driver/golist"
	"github.com/skewlint/skewlint/internal/driver/testrule"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules"
	"github.com/skewlint/skewlint/rules/rule"
)

// cached runs a driver with a cache and one without over the same query, and compares.
type cached struct {
	t     *testing.T
	rules []rule.Rule
	cache Cache
	query golist.Query

	unsaved Cache
}

// run returns what was analysed by the run with the cache.
func (c *cached) run(what string) []string {
	c.t.Helper()
	var mu sync.Mutex
	var analysed []string
	d := &Driver{Rules: c.rules, Cache: c.cache, Unsaved: c.unsaved, watch: func(ps *passes) {
		mu.Lock()
		defer mu.Unlock()
		analysed = append(analysed, ps.pkg.ID)
	}}
	with := c.result(d)
	without := c.result(&Driver{Rules: c.rules})
	if diff := cmp.Diff(without, with); diff != "" {
		c.t.Errorf("%s (-without cache +with):\n%s", what, diff)
	}
	slices.Sort(analysed)
	return analysed
}

func (c *cached) result(d *Driver) string {
	c.t.Helper()
	res, err := d.Run(context.Background(), c.query)
	if err != nil {
		return err.Error()
	}
	var out bytes.Buffer
	if err := (&report.JSON{Out: &out, Dir: c.query.Dir}).Print(&res.Report); err != nil {
		c.t.Fatal(err)
	}
	for _, f := range res.Ignored {
		_, _ = fmt.Fprintf(&out, "ignored %v %s %q\n", f.Pos, f.Rule, f.Ignored.Reason)
	}
	for _, p := range res.Packages {
		_, _ = fmt.Fprintln(&out, p.Path, p.Files)
		if err := graphmodel.Encode(&out, p.Graphs); err != nil {
			c.t.Fatal(err)
		}
		for _, g := range p.Graphs {
			for _, n := range g.Nodes {
				_, _ = fmt.Fprintln(&out, g.Name, n.Name, "pauses:", p.CanPause(n))
			}
		}
	}
	_, _ = fmt.Fprintln(&out, res.Coverage, res.Files, slices.Sorted(maps.Keys(res.Generated)))
	return out.String()
}

// TestCacheSeesEveryChange edits a program in all the ways that count, one after the other, and
// goes back to what was there before.
func TestCacheSeesEveryChange(t *testing.T) {
	dir := t.TempDir()
	writeProgram(t, dir)
	c := &cached{t: t, rules: []rule.Rule{testrule.New()}, cache: diskcache.Open(t.TempDir()), query: golist.Query{Dir: dir, Tests: true, Patterns: []string{"./..."}}}
	if first := c.run("first"); len(first) < 5 {
		t.Fatalf("analysed %q", first)
	}
	if again := c.run("again"); len(again) > 0 {
		t.Errorf("nothing changed, and analysed %q", again)
	}
	edits := []struct {
		what, file, old, new string
		wants                string // a package that is analysed again; - for none
	}{
		{"a body without effect", "mail/mail.go", "Send() {}", "Send() { _ = 1 }", "example.com/app/mail"},
		{"a helper's call", "helper/helper.go", "func Make() { graph.New() }", "func Make() { }", "example.com/app"},
		{"the helper as before", "helper/helper.go", "func Make() { }", "func Make() { graph.New() }", "-"},
		{"only places", "helper/helper.go", "package helper\n", "package helper\n\n", "example.com/app"},
		{"a type error", "app.go", "func Run() {", "func Run() { var x int = \"\";", "example.com/app/user"},
		{"a syntax error", "app.go", "func Run() {", "func Run( {", "example.com/app/user"},
		{"no error", "app.go", "func Run( {", "func Run() {", ""},
		{"as before", "app.go", "func Run() { var x int = \"\";", "func Run() {", "-"},
		{"a test file", "app_test.go", "{ inTest() }", "{ }", "example.com/app [example.com/app.test]"},
		{"an error in a test file", "app_test.go", "func inTest()", "func inTest() { x }\nfunc inTest2()", "example.com/app [example.com/app.test]"},
		{"a configuration", ".skewlint.toml", "", "[rules.agentcall]\nseverity = \"error\"\n", "example.com/app/user"},
		{"a rule that is off", ".skewlint.toml", "\"error\"", "\"error\"\nenabled = false", "example.com/app/user"},
		{"the agent library", "agentlib/graph/graph.go", "func New()", "// Deep is new.\ntype Deep struct{}\n\nfunc New()", "example.com/app/helper"},
		{"a panic", "user/user.go", "func Use()", "func panicHere() {}\n\nfunc Use()", "example.com/app/user"},
	}
	for _, e := range edits {
		edit(t, filepath.Join(dir, e.file), e.old, e.new)
		got := c.run(e.what)
		switch {
		case e.wants == "-" && len(got) > 0:
			t.Errorf("%s: analysed %q", e.what, got)
		case e.wants != "-" && e.wants != "" && !slices.Contains(got, e.wants):
			t.Errorf("%s: analysed %q, not %s", e.what, got, e.wants)
		}
		if again := c.run(e.what + ", again"); e.wants == "example.com/app/helper" && len(again) > 0 && !slices.ContainsFunc(again, func(id string) bool { return strings.Contains(id, ".test") }) {
			t.Errorf("%s: a second run analysed %q", e.what, again)
		}
	}
}

func edit(t *testing.T, name, from, to string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil && from != "" {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), from) {
		t.Fatalf("%s has no %q", name, from)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(text), from, to, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCacheStopsEarly checks that what does not change the facts of a package costs those behind it
// nothing.
func TestCacheStopsEarly(t *testing.T) {
	dir := t.TempDir()
	writeProgram(t, dir)
	c := &cached{t: t, rules: rules.All(), cache: diskcache.Open(t.TempDir()), query: golist.Query{Dir: dir, Patterns: []string{"./..."}}}
	c.run("first")
	edit(t, filepath.Join(dir, "mail/mail.go"), "func Send() {}", "func Send() { _ = 2 }")
	if got := c.run("edited"); !slices.Equal(got, []string{"example.com/app/mail"}) {
		t.Errorf("analysed %q, want the edited package only", got)
	}
}

// TestCacheOverExamples does the same with the rules that there are, on programs with graphs and
// findings. Edits are an editor's: text that is not on the disk.
func TestCacheOverExamples(t *testing.T) {
	if raceEnabled || testing.Short() {
		t.Skip("too slow here")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	c := &cached{t: t, rules: rules.All(), cache: diskcache.Open(t.TempDir()), query: golist.Query{Dir: root, Tests: true, Patterns: []string{"./runtime/examples/..."}}}
	c.run("first")
	if again := c.run("again"); len(again) > 0 {
		t.Errorf("nothing changed, and analysed %q", again)
	}
	files, err := filepath.Glob(filepath.Join(root, "runtime", "examples", "office", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no example programs: %v", err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	c.query.Overlay = map[string][]byte{files[0]: append([]byte("// A line.\n"), text...)}
	if got := c.run("a line above"); len(got) == 0 {
		t.Error("a change was not seen")
	}
	c.query.Overlay = nil
	if got := c.run("back"); len(got) > 0 {
		t.Errorf("the text is as before, and analysed %q", got)
	}
}

// TestCommentExpires has a comment that counts until today, and another day.
func TestCommentExpires(t *testing.T) {
	dir := t.TempDir()
	writeProgram(t, dir)
	today := time.Now().UTC()
	comment := "//skewlint:ignore agentcall until=" + today.Format(time.DateOnly) + " -- why\n"
	edit(t, filepath.Join(dir, "app.go"), "func Run", comment+"func Run")
	cache := diskcache.Open(t.TempDir())
	analysed := func(day time.Time) (ids []string) {
		t.Helper()
		d := &Driver{Rules: []rule.Rule{testrule.New()}, Cache: cache, today: day.Format(time.DateOnly)}
		var mu sync.Mutex
		d.watch = func(ps *passes) {
			mu.Lock()
			defer mu.Unlock()
			ids = append(ids, ps.pkg.ID)
		}
		if _, err := d.Run(context.Background(), golist.Query{Dir: dir, Patterns: []string{"."}}); err != nil {
			t.Fatal(err)
		}
		return ids
	}
	analysed(today)
	if got := analysed(today); len(got) > 0 {
		t.Errorf("on the same day: %q", got)
	}
	if got := analysed(today.AddDate(0, 0, 1)); !slices.Equal(got, []string{"example.com/app"}) {
		t.Errorf("on the next day: %q, want the package with the comment", got)
	}
}

// TestEntryExpires checks the days on which an entry holds.
func TestEntryExpires(t *testing.T) {
	dated := entry{Made: "2026-11-30", Until: "2026-12-24"}
	for _, test := range []struct {
		e    entry
		day  string
		want bool
	}{
		{dated, "2026-11-30", true},
		{dated, "2026-12-24", true},
		{dated, "2026-12-25", false},
		{dated, "2026-11-29", false},
		{entry{Made: "2026-11-30"}, "2036-01-01", true},
	} {
		if got := test.e.holds(test.day); got != test.want {
			t.Errorf("%+v on %s: %v", test.e, test.day, got)
		}
	}
}
