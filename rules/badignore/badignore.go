package badignore

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/ignores"
	"github.com/skewlint/skewlint/rules/rule"
)

//go:embed doc.go
var source string

// Rule is the rule. What it says of comments that are of no use, the rules say that they name.
var Rule = rule.New(rule.Spec{
	Source:    source,
	Severity:  rule.Warning,
	Since:     "0.2.0",
	Requires:  []*analysis.Analyzer{ignores.Analyzer},
	Graphless: true,
	Run:       run,
})

// Analyzer is the analyzer of the rule.
var Analyzer = Rule.Analyzer

func run(p *rule.Pass) []rule.Finding {
	comments := rule.ResultOf[ignores.Get](p, ignores.Analyzer)()
	var out []rule.Finding
	for _, problem := range comments.Problems {
		out = append(out, finding(problem, problem.Text, "it silences nothing"))
	}
	known := rule.Registered()
	for _, named := range comments.Named() {
		if !slices.Contains(known, named.Text) {
			message := fmt.Sprintf("there is no rule %q, so this comment silences nothing", named.Text)
			out = append(out, finding(named, message, "the rules are "+strings.Join(known, ", ")))
		}
	}
	return out
}

func finding(at ignores.Problem, message, then string) rule.Finding {
	return rule.Finding{
		Pos:     at.Pos,
		Message: message,
		Witness: []effects.Step{{Pos: at.Pos, Text: "the comment stands here"}, {Pos: at.Pos, Text: then}},
	}
}
