package rule

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/ignores"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule/ruletext"
)

// Severity is how much a finding matters.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Rule is one rule: a name, a text and the analyzer that reports.
type Rule struct {
	Name     string
	Title    string // what it reports, in at most 60 letters
	Doc      string // the whole text, as plain text
	Severity Severity
	Since    string        // the version of skewlint that first had it
	Text     ruletext.Text // the text by section, for pages
	Analyzer *analysis.Analyzer

	err error
}

// Err is what is wrong with the rule's text, if anything. A rule with an error still runs, so
// that a slip in a comment cannot stop an analysis; the test of the registry refuses it.
func (r Rule) Err() error { return r.err }

// Finding is what a rule says at a place.
type Finding struct {
	Rule     string
	Severity Severity
	Grade    effects.Grade
	Pos      graphmodel.Position
	End      graphmodel.Position
	Message  string
	// Witness leads from cause to harm, in code and in the graph.
	Witness []effects.Step
	Graph   string // name of the graph, if the finding is about one
	// Node is the node that the message begins with, if what it says of it would be said of each node
	// that runs the same code: findings that differ in nothing else are one.
	Node string
	Path []string // nodes, for a finding that rests on a path in the graph
	// Ignored is the comment that silences the finding, which is then not reported; nil: none.
	Ignored *ignores.Ignore
	// Fixes are changes that remove the cause, the best first. See [Fix].
	Fixes []Fix
}
