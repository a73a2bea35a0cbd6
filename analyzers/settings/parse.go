package settings

import (
	"fmt"
	"maps"
	"slices"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/knowledge/strict"
)

// file is the form of .skewlint.toml.
type file struct {
	Rules map[string]Rule `toml:"rules"`

	knowledge.Extra
}

// severities are what a rule's severity can be, gravest first.
var severities = []string{"error", "warning", "info"}

// Parse reads a configuration. name stands for it in errors. ruleNames are the rules that there
// are; nil means that the caller cannot know, and rule names are not checked. The error has every
// mistake of the file, one a line, in order.
func Parse(data []byte, name string, ruleNames []string) (*Settings, error) {
	var f file
	doc := strict.Decode(data, name, &f)
	if err := f.check(doc, ruleNames); err != nil {
		return nil, err
	}
	return &Settings{Base: knowledge.Load().With(f.Extra), Path: name, rules: f.Rules}, nil
}

// check is the error of a decoded file, all its mistakes.
func (f *file) check(doc *strict.Doc, ruleNames []string) error {
	checkRules(doc, f.Rules, ruleNames)
	knowledge.CheckExtra(doc, f.Extra)
	return doc.Err()
}

func checkRules(doc *strict.Doc, rules map[string]Rule, known []string) {
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		at := "rules." + name
		if known != nil && !slices.Contains(known, name) {
			doc.Problem(at, "unknown rule %q%s; skewlint rules lists them", name, strict.DidYouMean(name, known))
		}
		severity := rules[name].Severity
		if severity != "" && !slices.Contains(severities, severity) {
			doc.Problem(at+".severity", "unknown severity %q%s", severity, suggestion(severity))
		}
	}
}

// suggestion names the three severities when none is near: their order is worth knowing.
func suggestion(severity string) string {
	if near, ok := strict.Nearest(severity, severities); ok {
		return fmt.Sprintf(", did you mean %q", near)
	}
	return fmt.Sprintf(", want %q, %q or %q", severities[0], severities[1], severities[2])
}
