package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/rules/rule"
)

func TestGoflags(t *testing.T) {
	for want, flags := range map[string][]string{
		"":                               nil,
		"-tags=a,b -mod=mod":             {"-tags=a,b", "-mod=mod"},
		"-tags=a -race":                  {"-tags", "a", "-race"},
		"'-tags=a b'":                    {"-tags", "a b"},
		"'-gcflags=-N -l' -modfile=x.md": {"-gcflags=-N -l", "-modfile=x.md"},
	} {
		if got := goflags(flags); got != want {
			t.Errorf("goflags(%q) = %s, want %s", flags, got, want)
		}
	}
}

func TestQuery(t *testing.T) {
	snap := &snapshot{
		config: Config{BuildFlags: []string{"-tags=a"}, Env: map[string]string{"GOFLAGS": "-mod=mod", "GOOS": "plan9"}},
		texts:  map[string]string{"/m/a.go": "package a\n"},
	}
	q := snap.query("/m")
	for name, want := range map[string]string{"GOFLAGS": "-mod=mod -tags=a", "GOOS": "plan9", "PWD": "/m", "PATH": os.Getenv("PATH")} {
		if got := q.Getenv(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if q.Dir != "/m" || string(q.Overlay["/m/a.go"]) != "package a\n" {
		t.Errorf("query %+v", q)
	}
}

// TestSilence inserts the comment where a package of its own says that it covers the finding.
func TestSilence(t *testing.T) {
	const content = `package p

// Doc.
func f() {
	g(1,
		h(2),
	)
	if x := h(3); x > 0 {
		go func() {
			h(4)
		}()
	} else if x := h(5); x < 0 {
	}
}

var (
	a = h(6)
	b = g(
		h(7),
	)
)
`
	for call, want := range map[string]string{
		"h(2)":  "\tg(1,",
		"h(3)":  "\tif x := h(3); x > 0 {",
		"h(4)":  "\t\t\th(4)",
		"h(5)":  "\t} else if x := h(5); x < 0 {",
		"h(6)":  "\ta = h(6)",
		"h(7)":  "\tb = g(",
		"f() {": "func f() {",
	} {
		before, _, _ := strings.Cut(content, call)
		line := strings.Count(before, "\n") + 1
		column := len(before) - strings.LastIndexByte(before, '\n')
		e := entry{finding: &rule.Finding{Rule: "r", Pos: graphmodel.Position{File: "p.go", Line: line, Column: column}}}
		edit := silence("p.go", content, e)
		at := strings.Split(content, "\n")[edit.Range.Start.Line]
		indent := want[:len(want)-len(strings.TrimLeft(want, "\t"))]
		if at != want || edit.NewText != indent+"//skewlint:ignore r -- \n" || edit.Range.Start != edit.Range.End {
			t.Errorf("%s: %q above %q, want above %q", call, edit.NewText, at, want)
		}
	}
	if got := statementLine("p.go", "package p\n\nfunc f() {\n\tg(\n", 4, 2); got != 4 {
		t.Errorf("in a text that does not parse: line %d", got)
	}
	if got := statementLine("p.go", "package p\n", 9, 1); got != 9 {
		t.Errorf("behind the text: line %d", got)
	}
}

// TestViews checks which folders are looked at.
func TestViews(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"a", "a/nested", "b"} {
		if err := os.MkdirAll(filepath.Join(root, dir, "pkg"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, dir, "go.mod"), []byte("module m\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct{ folders, files, want []string }{
		"a module":                 {[]string{"a"}, nil, []string{"a"}},
		"a folder of a module":     {[]string{"a/pkg"}, []string{"a/pkg/x.go"}, []string{"a/pkg"}},
		"a folder above modules":   {[]string{"."}, nil, nil},
		"and an open file":         {[]string{"."}, []string{"b/pkg/x.go"}, []string{"b"}},
		"a nested module":          {[]string{"a"}, []string{"a/nested/pkg/x.go"}, []string{"a", "a/nested"}},
		"a file outside":           {[]string{"a"}, []string{"b/x.go"}, []string{"a"}},
		"no folder":                {nil, []string{"b/pkg/x.go", "a/nested/x.go"}, []string{"a/nested", "b"}},
		"no module":                {nil, []string{"x.go"}, nil},
		"a folder twice":           {[]string{"a", "a"}, nil, []string{"a"}},
		"a name that begins alike": {[]string{"a"}, []string{"ab/x.go"}, []string{"a"}},
	} {
		s := &Session{docs: map[string]*document{}, views: map[string]*view{}}
		for _, f := range test.folders {
			s.folders = append(without(s.folders, filepath.Join(root, f)), filepath.Join(root, f))
		}
		for _, f := range test.files {
			s.docs[filepath.Join(root, f)] = &document{}
		}
		s.placeViews()
		var got []string
		for _, dir := range s.viewDirs() {
			rel, _ := filepath.Rel(root, dir)
			got = append(got, rel)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestRecent checks what is forgotten when.
func TestRecent(t *testing.T) {
	r := newRecent()
	has := func(key string) bool { _, ok := r.Get(key); return ok }
	r.Put("a", []byte("1"))
	r.Put("b", nil)
	r.turn()
	if !has("a") {
		t.Error("what the last run has learnt is gone")
	}
	r.Put("c", nil) // of a run that is stopped
	if !has("b") {
		t.Error("what the last run has learnt is gone when the next one was stopped")
	}
	r.turn()
	if !has("a") || !has("c") {
		t.Error("what was asked for since the last turn is gone")
	}
	r.turn()
	if has("b") {
		t.Error("what nobody has asked for is still there")
	}
}

// TestPublish checks what is worth a message.
func TestPublish(t *testing.T) {
	c := &recorder{}
	s := &Session{client: c, docs: map[string]*document{}, views: map[string]*view{}, published: map[string]publication{}}
	v := &view{dir: "/m", files: map[string]*fileFacts{}}
	s.views["/m"] = v
	set := func(n int) {
		f := &fileFacts{sum: sumOf("text")}
		for range n {
			f.found = append(f.found, entry{diagnostic: protocol.Diagnostic{Message: "m"}})
		}
		v.files["/m/a.go"] = f
	}
	step := func(what string, want string) {
		t.Helper()
		c.last = "nothing"
		s.publish("/m/a.go")
		if c.last != want {
			t.Errorf("%s: published %s, want %s", what, c.last, want)
		}
	}
	open := func(version int, text string) { s.docs["/m/a.go"] = &document{uri: "u", version: version, text: text} }
	step("nothing known", "nothing")
	set(2)
	step("found, twice the same", "1 at -")
	step("again", "nothing")
	open(1, "text")
	step("opened", "1 at 1")
	open(2, "text")
	step("a new version", "1 at 2")
	open(3, "other")
	step("a text that was not looked at", "0 at 3")
	open(4, "other")
	step("still so: a proxy may have dropped the last", "0 at 4")
	delete(s.docs, "/m/a.go")
	step("closed", "1 at -")
	set(0)
	step("gone", "0 at -")
	step("still gone", "nothing")

	open(5, "text")
	delete(v.files, "/m/a.go")
	c.last = "nothing"
	s.publishAll(v)
	if c.last != "0 at 5" {
		t.Errorf("a version of a file of which nothing is known any more: published %s", c.last)
	}
}

type recorder struct{ last string }

func (r *recorder) Publish(_ string, version *int, found []protocol.Diagnostic) {
	at := "-"
	if version != nil {
		at = string(rune('0' + *version))
	}
	r.last = string(rune('0'+len(found))) + " at " + at
}
func (r *recorder) Message(int, string) {}
func (r *recorder) Updated()            {}
