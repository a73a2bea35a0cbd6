package settings_test

import (
	"strings"
	"testing"

	"github.com/skewlint/skewlint/analyzers/settings"
)

// TestInlineFlag: text on the command line counts, and no file is read then.
func TestInlineFlag(t *testing.T) {
	dir := t.TempDir()
	path := write(t, dir, "[rules.rawhandle]\nenabled = false\n")
	a := settings.New()
	set := func(flag, value string) {
		t.Helper()
		if err := a.Flags.Set(flag, value); err != nil {
			t.Fatal(err)
		}
	}
	set("inline", "handles = ['basket_id']\nrules.entrygate.enabled = false")
	s, err := run(t, a, dir)
	if err != nil || !s.Enabled("rawhandle") || s.Enabled("entrygate") || !s.Base.IsHandleKey("basket_id") || s.Path != "" {
		t.Errorf("%+v %v", s, err)
	}
	set("config", path)
	if _, err := run(t, a, dir); err == nil || !strings.Contains(err.Error(), "keep one") {
		t.Errorf("both flags: %v", err)
	}
	set("config", "")
	set("inline", "") // taken back
	if s, err := run(t, a, dir); err != nil || s.Enabled("rawhandle") {
		t.Errorf("%+v %v", s, err)
	}
	err = a.Flags.Set("inline", "handels = []")
	if err == nil || err.Error() != `inline:1:1: unknown key "handels", did you mean "handles"` {
		t.Errorf("a slip gives %v", err)
	}
}

// TestInline brings what a YAML parser read to text, and back.
func TestInline(t *testing.T) {
	tree := map[string]any{
		"handles": []any{"basket_id"},
		"rules":   map[string]any{"entrygate": map[string]any{"enabled": false, "severity": "info"}},
		"func": []any{map[string]any{
			"package": "example.com/shop", "func": "(*Client).Pay", "why": "pays \"twice\"\nover", "key": "arg1.Token",
			"effects": []any{map[string]any{"kind": "network", "access": "write", "repeat": "keyed"}},
		}},
		"tool": []any{map[string]any{"tool": "process", "access": "write", "mints": []any{"session"}}},
	}
	text, err := settings.Inline(tree, "x", ruleNames)
	if err != nil {
		t.Fatal(err)
	}
	s, err := settings.Parse([]byte(text), "x", ruleNames)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if s.Enabled("entrygate") || s.Severity("entrygate", "error") != "info" || !s.Base.IsHandleKey("session") {
		t.Errorf("lost on the way:\n%s", text)
	}
	if row, _ := s.Base.Func("(*example.com/shop.Client).Pay"); row.Why != "pays \"twice\"\nover" || len(row.Effects) != 1 {
		t.Errorf("row %+v", row)
	}
	if text, err := settings.Inline(nil, "x", nil); text != "" || err != nil {
		t.Errorf("nothing gives %q, %v", text, err)
	}
}

// TestInlineProblems: without lines, the path of keys says where.
func TestInlineProblems(t *testing.T) {
	_, err := settings.Inline(map[string]any{
		"handels": []any{},
		"rules":   map[string]any{"entrygat": map[string]any{}, "rawhandle": map[string]any{"severity": "warn", "enabled": nil}},
		"tool":    []any{map[string]any{"tool": "a"}, map[string]any{"tool": 3}},
	}, ".golangci.yml", ruleNames)
	want := `.golangci.yml: handels: unknown key "handels", did you mean "handles"
.golangci.yml: rules.entrygat: unknown rule "entrygat", did you mean "entrygate"; skewlint rules lists them
.golangci.yml: rules.rawhandle.enabled: "enabled" must be true or false, not <nil>
.golangci.yml: rules.rawhandle.severity: unknown severity "warn", want "error", "warning" or "info"
`
	if err == nil || !strings.HasPrefix(err.Error()+"\n", want) || !strings.Contains(err.Error(), `tool[1].tool: "tool" must be a string, not 3`) {
		t.Errorf("got:\n%v\nwant:\n%s", err, want)
	}
}
