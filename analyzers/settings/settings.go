// Package settings is the shared configuration of all analyzers.
//
// It is for a file, .skewlint.toml, that stands in a folder of the user's module or above it: the
// nearest one upwards wins and is the only one that is read. It switches rules off, sets their
// severity, and adds rows of knowledge of the same shape as the built-in ones.
// Drivers that cannot see files give the same words as text, see [Inline].
//
// The one idea to hold: a word that means nothing is an error with its place, never ignored. A
// misspelt key would else switch nothing off in silence.
//
// Limits: files do not inherit from each other.
package settings

import (
	"github.com/skewlint/skewlint/analyzers/knowledge"
)

// FileName is the name of the configuration file.
const FileName = ".skewlint.toml"

// Settings is the configuration in force for one package. The zero Settings are the defaults.
type Settings struct {
	Base *knowledge.Base
	// Path is the configuration file, empty if none.
	Path string

	rules map[string]Rule
}

// Rule is what the configuration says of one rule.
type Rule struct {
	Enabled  *bool  `toml:"enabled"` // nil: as the rule itself says
	Severity string `toml:"severity"`
}

// Default returns the settings of a package without a configuration file.
func Default() *Settings { return &Settings{Base: knowledge.Load()} }

// Enabled reports whether the rule is on.
func (s *Settings) Enabled(rule string) bool {
	enabled := s.rules[rule].Enabled
	return enabled == nil || *enabled
}

// Severity is the configured severity of the rule, or fallback.
func (s *Settings) Severity(rule, fallback string) string {
	if severity := s.rules[rule].Severity; severity != "" {
		return severity
	}
	return fallback
}
