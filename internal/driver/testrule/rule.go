package testrule

import (
	"fmt"
	"go/ast"
	"reflect"
	"strings"

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
			URL:        "https://example.com/rules/agentcall",
			Requires:   []*analysis.Analyzer{facts, settings.Analyzer},
			ResultType: reflect.TypeFor[[]rule.Finding](),
			Run: func(pass *analysis.Pass) (any, error) {
				set := pass.ResultOf[settings.Analyzer].(*settings.Settings)
				if !set.Enabled("agentcall") {
					return []rule.Finding(nil), nil
				}
				severity := rule.Severity(set.Severity("agentcall", string(rule.Warning)))
				return findings(pass, pass.ResultOf[facts].(result), severity), nil
			},
		},
	}
}

func findings(pass *analysis.Pass, chain result, severity rule.Severity) []rule.Finding {
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
				Rule: "agentcall", Severity: severity, Grade: effects.Witness,
				Pos: steps[0].Pos, Witness: steps,
				Message: fmt.Sprintf("%s in %d steps", steps[len(steps)-1].Text, len(steps)),
				Graph:   "test", Path: []string{graphmodel.Start, "call", graphmodel.End},
			}
			f.Fixes = renamed(pass, call)
			pass.Report(analysis.Diagnostic{Pos: call.Pos(), Category: f.Rule, Message: f.Message})
			out = append(out, f)
			return true
		})
	}
	return out
}

// renamed is the fix of a call whose function has a name that begins with Old: the name without.
func renamed(pass *analysis.Pass, call *ast.CallExpr) []rule.Fix {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	name, old := strings.CutPrefix(fun.Sel.Name, "Old")
	if !old {
		return nil
	}
	pos, end := position(pass, fun.Sel), position(pass, fun.Sel)
	end.Column += len(fun.Sel.Name)
	return []rule.Fix{{Message: "call " + name, Edits: []rule.Edit{{Pos: pos, End: end, New: name}}}}
}
