package testrule

import (
	"fmt"
	"go/ast"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules/rule"
)

// New makes the rule.
func New() rule.Rule {
	facts := newFacts()
	return rule.Rule{
		Name:     "agentcall",
		Title:    "calls of agent functions",
		Doc:      "What it reports\n\nEvery call of a function of an agent package.\n",
		Severity: rule.Warning,
		Since:    "v0.1.0",
		Analyzer: &analysis.Analyzer{
			Name:       "agentcall",
			Doc:        "reports calls of agent functions",
			Requires:   []*analysis.Analyzer{facts, settings.Analyzer},
			ResultType: reflect.TypeFor[[]rule.Finding](),
			Run: func(pass *analysis.Pass) (any, error) {
				if !pass.ResultOf[settings.Analyzer].(*settings.Settings).Enabled("agentcall") {
					return []rule.Finding(nil), nil
				}
				return findings(pass, pass.ResultOf[facts].(result)), nil
			},
		},
	}
}

func findings(pass *analysis.Pass, chain result) []rule.Finding {
	var out []rule.Finding
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			steps := chain(call)
			if steps == nil {
				return true
			}
			f := rule.Finding{
				Rule: "agentcall", Severity: rule.Warning, Grade: effects.Witness,
				Pos: steps[0].Pos, Witness: steps,
				Message: fmt.Sprintf("%s in %d steps", steps[len(steps)-1].Text, len(steps)),
				Graph:   "test", Path: []string{graphmodel.Start, "call", graphmodel.End},
			}
			pass.Report(analysis.Diagnostic{Pos: call.Pos(), Category: f.Rule, Message: f.Message})
			out = append(out, f)
			return true
		})
	}
	return out
}
