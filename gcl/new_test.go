package gcl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/skewlint/skewlint/analyzers/settings"
)

type m = map[string]any

// TestNew shows what the user reads who gets the settings wrong.
func TestNew(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("good.toml", []byte("handles = [\"a\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("bad.toml", []byte("[rules.entrygat]\nenabled = false\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		settings any
		want     string
	}{
		"none":           {nil, ""},
		"words":          {m{"handles": []string{"a"}, "rules": m{"entrygate": m{"enabled": false}}}, ""},
		"file":           {m{"config": "good.toml"}, ""},
		"no mapping":     {[]string{"a"}, "linters.settings.custom.skewlint.settings: must be a mapping"},
		"unknown":        {m{"handels": []string{"a"}}, `settings: handels: unknown key "handels", did you mean "handles"`},
		"unknown rule":   {m{"rules": m{"entrygat": m{}}}, `settings: rules.entrygat: unknown rule "entrygat", did you mean "entrygate"`},
		"deep":           {m{"func": []m{{"func": "F", "package": "a.b/c", "why": "x", "effects": []m{{"kind": "netwrok"}}}}}, `settings: func[0].effects[0].kind: unknown kind "netwrok", did you mean "network"`},
		"no file":        {m{"config": "none.toml"}, "none.toml: no such file"},
		"bad file":       {m{"config": "bad.toml"}, `bad.toml:1:1: unknown rule "entrygat"`},
		"file and words": {m{"config": "good.toml", "handles": []string{"a"}}, "move the others there"},
		"no name":        {m{"config": 3}, "must be the name of a file"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(test.settings)
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestFileInTheWay: a .skewlint.toml that all other ways of running skewlint obey is not passed over in
// silence.
func TestFileInTheWay(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, settings.FileName)
	if err := os.WriteFile(file, []byte("handles = [\"a\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	below := filepath.Join(dir, "below")
	if err := os.Mkdir(below, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(below)
	if _, err := New(nil); err == nil || !strings.Contains(err.Error(), "is not read by golangci-lint") {
		t.Errorf("without settings: %v", err)
	}
	for _, s := range []m{{"handles": []string{"a"}}, {"config": file}} {
		if _, err := New(s); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
}

// TestRegistered: the name and the load mode by which golangci-lint finds and feeds the linter.
func TestRegistered(t *testing.T) {
	newPlugin, err := register.GetPlugin("skewlint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(m{"handles": []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", p.GetLoadMode())
	}
	for range 2 { // once more changes nothing
		all, err := p.BuildAnalyzers()
		if err != nil || len(all) != 1 || all[0].Name != "skewlint" {
			t.Errorf("%v %v", all, err)
		}
	}
}
