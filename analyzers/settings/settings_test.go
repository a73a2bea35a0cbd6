package settings_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/settings"
)

var ruleNames = []string{"rawhandle", "uncheckedspend", "entrygate", "missingreducer"}

const good = `# what a user writes
handles = ["basket_id"]

[rules.rawhandle]
enabled = false

[rules.entrygate]
severity = "info"

[[func]]
package = "example.com/shop"
func = "(*Client).Pay"
effects = [{ kind = "network", access = "write", repeat = "keyed" }]
key = "arg1.Token"
why = "pays"

[[type]]
package = "example.com/shop"
type = "Basket"
is = "custody-record"
why = "keeps its origin"

[[tool]]
tool = "process"
access = "write"
repeat = "unsafe"
mints = ["session"]
`

func TestParse(t *testing.T) {
	s, err := settings.Parse([]byte(good), "x.toml", ruleNames)
	if err != nil {
		t.Fatal(err)
	}
	if s.Enabled("rawhandle") || !s.Enabled("entrygate") || !s.Enabled("missingreducer") {
		t.Error("rules switched wrongly")
	}
	if s.Severity("entrygate", "warning") != "info" || s.Severity("rawhandle", "warning") != "warning" {
		t.Error("wrong severities")
	}
	if !s.Base.IsHandleKey("basket_id") || !s.Base.IsHandleKey("session") {
		t.Error("handles lost")
	}
	if access, repeat := s.Base.Tool("process"); access != knowledge.Writes || repeat != knowledge.RepeatUnsafe {
		t.Errorf("tool: %q %q", access, repeat)
	}
	if row, answer := s.Base.Func("(*example.com/shop.Client).Pay"); answer != knowledge.HasEffect || row.Key != "arg1.Token" {
		t.Errorf("func: %v %v", row, answer)
	}
	if _, ok := s.Base.Type("example.com/shop.Basket"); !ok {
		t.Error("type lost")
	}
	if s.Path != "x.toml" {
		t.Errorf("path %q", s.Path)
	}
}

// TestProblems shows what the user reads. All mistakes of a file come at once, in its order.
func TestProblems(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"unknown keys": {
			"handels = []\n[rules.rawhandle]\n  enabeld = false\n[colour]\nx = 1\n",
			`c.toml:1:1: unknown key "handels", did you mean "handles"
c.toml:3:3: unknown key "enabeld", did you mean "enabled"
c.toml:4:1: unknown key "colour", known: func, handles, rules, tool, type`,
		},
		"unknown rule": {
			"[rules.rawhandel]\nenabled = false\n[rules.\"a b\"]\n",
			`c.toml:1:1: unknown rule "rawhandel", did you mean "rawhandle"; skewlint rules lists them
c.toml:3:1: unknown rule "a b", known: entrygate, missingreducer, rawhandle, uncheckedspend; skewlint rules lists them`,
		},
		"severity": {
			"[rules.rawhandle]\nseverity = \"warn\"\n[rules.entrygate]\nseverity = 3\n[rules.missingreducer]\nseverity = \"fatal\"\n",
			`c.toml:2:1: unknown severity "warn", want "error", "warning" or "info"
c.toml:4:1: "severity" must be a string, not 3
c.toml:6:1: unknown severity "fatal", want "error", "warning" or "info"`,
		},
		"rows": {
			`[[func]]
package = "example.com/shop"
func = "pay"
effects = [{ kind = "netwrok" }, { kind = "file", access = "writes" }]
role = "puase"
key = "arg"
why = "x"
[[func]]
func = "Get"
`,
			`c.toml:3:1: func "pay" must name one exported function or method: "Get", "(*Client).Do"
c.toml:4:14: unknown kind "netwrok", did you mean "network"
c.toml:4:51: unknown access "writes", did you mean "write"
c.toml:5:1: unknown role "puase", did you mean "pause"
c.toml:6:1: place "arg": a place starts with "recv", "arg0" or "res0", not "arg"
c.toml:8:1: row without a reason: add why = "..." (a clause that says what the call does)
c.toml:8:1: row without an import path: add package = "example.com/client"`,
		},
		"twice": {
			"[[tool]]\ntool = \"a\"\naccess = \"read\"\nrepeat = \"unsafe\"\n[[tool]]\ntool = \"a\"\n",
			`c.toml:4:1: a tool that only reads can be repeated: drop repeat, or say access = "write"
c.toml:5:1: second row for tool "a" of server "": keep one`,
		},
		"syntax": {"[rules\n", `c.toml:1:7: not TOML: `},
		"shape":  {"rules = 1\nfunc = {}\n", "c.toml:1:1: \"rules\" must be a table, not 1\nc.toml:2:1: \"func\" must be a list, not a table"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := settings.Parse([]byte(test.text), "c.toml", ruleNames)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got:\n%v\nwant:\n%s", err, test.want)
			}
		})
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(filepath.Join(deep, settings.FileName), 0o755); err != nil { // a folder of that name is none
		t.Fatal(err)
	}
	if path, ok := settings.Find(deep); ok && strings.HasPrefix(path, root) {
		t.Errorf("found %s", path)
	}
	for _, dir := range []string{root, filepath.Join(root, "a")} { // the nearer one second
		want := write(t, dir, "")
		if got, ok := settings.Find(deep); !ok || got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func write(t *testing.T, dir, text string) string {
	t.Helper()
	path := filepath.Join(dir, settings.FileName)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoad(t *testing.T) {
	if _, err := settings.Load(filepath.Join(t.TempDir(), "none"), nil); err == nil {
		t.Error("no error for a missing file")
	}
	path := write(t, t.TempDir(), "[rules.x]\nenabled = 1\n")
	_, err := settings.Load(path, nil)
	if err == nil || !strings.HasPrefix(err.Error(), path+":2:1: ") {
		t.Errorf("got %v", err)
	}
	if _, err := settings.Load(write(t, t.TempDir(), "[rules.anything]\n"), nil); err != nil {
		t.Errorf("rule names are not known here: %v", err)
	}
}

// run gives what the analyzer yields for a package in dir.
func run(t *testing.T, a *analysis.Analyzer, dir string) (*settings.Settings, error) {
	t.Helper()
	path := filepath.Join(dir, "src", "a")
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(path, "a.go"), []byte("package a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	results := analysistest.Run(quiet{}, dir, a, "a")
	if len(results) != 1 {
		t.Fatalf("%d results", len(results))
	}
	s, _ := results[0].Result.(*settings.Settings)
	return s, results[0].Err
}

// quiet keeps analysistest from failing the test for the errors that it is about.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}

func TestAnalyzer(t *testing.T) {
	dir := t.TempDir()
	a := settings.New()
	s, err := run(t, a, dir)
	if err != nil || s.Base == nil || s.Path != "" {
		t.Fatalf("%v %v", s, err)
	}
	path := write(t, dir, "[rules.rawhandle]\nenabled = false\n")
	for range 2 {
		if s, err = run(t, a, dir); err != nil || s.Path != path || s.Enabled("rawhandle") {
			t.Fatalf("%v %v", s, err)
		}
	}
	write(t, dir, "[rules.rawhandle]\nenabled = true # edited\n")
	if s, err = run(t, a, dir); err != nil || !s.Enabled("rawhandle") {
		t.Fatalf("an edit was not seen: %v %v", s, err)
	}
	other := write(t, t.TempDir(), "[[tool]]\n")
	if err := a.Flags.Set("config", other); err != nil {
		t.Fatal(err)
	}
	if _, err = run(t, a, dir); err == nil || !strings.Contains(err.Error(), other+":1:1: ") {
		t.Fatalf("a broken file must stop the analysis: %v", err)
	}
}

func TestConcurrent(t *testing.T) {
	path := write(t, t.TempDir(), good)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := settings.Load(path, ruleNames)
			if err != nil || !s.Base.IsHandleKey("basket_id") {
				t.Errorf("%v", err)
			}
		})
	}
	wg.Wait()
}

// FuzzParse: no text makes the parser panic, every error names the file, and errors come in order.
func FuzzParse(f *testing.F) {
	f.Add(good)
	f.Add("[rules.x]\nenabeld = 1\n[[func]]\neffects = [{kind=\"\"\"a\n\"\"\"}, 3]")
	f.Add("a.b.c = [[1, 2], {x = {y = '''q'''}}]\n\"quo.ted\" = 1\r\n[[a.b]]\n[[a.b.c]]")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := settings.Parse([]byte(text), "fuzz.toml", ruleNames)
		if err == nil {
			s.Base.Tool("x")
			return
		}
		lines := strings.Split(err.Error(), "\n")
		if !strings.HasPrefix(lines[0], "fuzz.toml:") {
			t.Errorf("error without place: %v", err)
		}
		if slices.Contains(lines, "") {
			t.Errorf("empty line in %q", err)
		}
	})
}
