package ruletext

import (
	"strings"
	"testing"
)

const good = `// Package lost reports things that are lost
// on the way.
//
// # What it reports
//
// One.
//
// # Why it matters
//
// Two.
//
// # Example
//
//	bad()
//
// # Instead
//
//	good()
//
// # Silent when
//
//   - Three.
//
// # Known misses
//
//   - Four.
package lost
`

func TestParse(t *testing.T) {
	text, err := Parse(good)
	if err != nil {
		t.Fatal(err)
	}
	if text.Name != "lost" || text.Title != "things that are lost on the way" {
		t.Errorf("name %q, title %q", text.Name, text.Title)
	}
	if len(text.Section("Instead")) != 1 || text.Section("Nothing") != nil {
		t.Error("Section does not find what is there, or finds what is not")
	}
	if s := text.String(); !strings.Contains(s, "\tbad()") || !strings.Contains(s, "# Known misses") {
		t.Errorf("text for the terminal lacks code or headings:\n%s", s)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := map[string]string{
		"no comment":         "package lost\n",
		"no package":         "// Package lost\n",
		"other first words":  strings.Replace(good, "Package lost reports", "Package lost finds", 1),
		"two sentences":      strings.Replace(good, "on the way.", "on the way", 1),
		"heading missing":    strings.Replace(good, "// # Instead\n//\n//\tgood()\n//\n", "", 1),
		"heading unknown":    strings.Replace(good, "# Instead", "# In its place", 1),
		"heading twice":      strings.Replace(good, "# Instead", "# Example", 1),
		"nothing below it":   strings.Replace(good, "//   - Four.\n", "", 1),
		"text before it all": strings.Replace(good, "// # What it", "// Hello.\n//\n// # What it", 1),
	}
	for name, source := range tests {
		if _, err := Parse(source); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
