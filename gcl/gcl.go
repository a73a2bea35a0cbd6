// Package gcl is skewlint as a linter of golangci-lint, by its module plugin system.
//
// It is for programs that put golangci-lint together with plugins: the ready one in cmd/custom-gcl, and
// those that "golangci-lint custom" builds. It stands in a module of its own, so that whoever uses
// skewlint alone does not get the requirements of golangci-lint.
//
// The one idea to hold: golangci-lint keeps results under its own settings and knows of no other file.
// So the configuration stands in .golangci.yml, in the words of .skewlint.toml, and a file
// .skewlint.toml is read only when the settings name it.
//
// Limits: golangci-lint has no place for the severity, the witness and the page of a finding. Package
// rules/all puts the first two into the message.
package gcl

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/rules/all"
	"github.com/skewlint/skewlint/rules/rule"
)

// place is where the settings stand, for errors.
const place = "linters.settings.custom." + all.Name + ".settings"

// configKey is the one word that .skewlint.toml does not have.
const configKey = "config"

func init() { //nolint:gochecknoinits // the plugin system knows no other way; it is the only init of skewlint
	register.Plugin(all.Name, New)
}

// New makes the linter from its settings, as golangci-lint has read them.
func New(raw any) (register.LinterPlugin, error) {
	tree, err := asTree(raw)
	if err != nil {
		return nil, err
	}
	if value, ok := tree[configKey]; ok {
		return fromFile(tree, value)
	}
	text, err := settings.Inline(tree, place, rule.Registered())
	if err != nil {
		return nil, err
	}
	if text == "" {
		if err := refuseFile(); err != nil {
			return nil, err
		}
		text = "# nothing is configured\n" // not empty: the analyzer must look for no file
	}
	return plugin{inline: text}, nil
}

// asTree brings the settings to maps of string keys, lists of type []any, and scalars.
func asTree(raw any) (map[string]any, error) {
	data, err := json.Marshal(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	tree := map[string]any{}
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, fmt.Errorf("%s: must be a mapping: %w", place, err)
	}
	return tree, nil
}

func fromFile(tree map[string]any, value any) (register.LinterPlugin, error) {
	name, ok := value.(string)
	if !ok || name == "" {
		return nil, fmt.Errorf("%s: %s: must be the name of a file", place, configKey)
	}
	if len(tree) > 1 {
		return nil, fmt.Errorf("%s: %s names the file that has all settings: move the others there", place, configKey)
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", place, configKey, err)
	}
	if _, err := settings.Load(path, rule.Registered()); err != nil {
		return nil, err
	}
	return plugin{config: path}, nil
}

// refuseFile says that a .skewlint.toml that the other ways of running skewlint obey has no effect here.
func refuseFile() error {
	path, ok := settings.Find(".")
	if !ok {
		return nil
	}
	return errors.New(path + " is not read by golangci-lint, which would show old findings after an edit of it: " +
		"give its words in " + place + "; or name it there (" + configKey + ": " + settings.FileName +
		") and run \"golangci-lint cache clean\" after an edit")
}

// plugin is the linter with its settings, of which one is empty.
type plugin struct{ inline, config string }

// BuildAnalyzers gives the analyzer, whose settings are flags.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	flags := &settings.Analyzer.Flags
	if err := errors.Join(flags.Set("inline", p.inline), flags.Set("config", p.config)); err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	return []*analysis.Analyzer{all.Analyzer}, nil
}

// GetLoadMode asks for types, also those of what is imported: facts of other packages need them.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
