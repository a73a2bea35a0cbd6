package all

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/rules"
	"github.com/skewlint/skewlint/rules/rule"
)

// Name is the analyzer's name, and the one that golangci-lint knows.
const Name = "skewlint"

// Analyzer reports what any rule reports. It requires the settings directly: nogo gives flags to an
// analyzer and to what that requires itself, and to none below.
var Analyzer = &analysis.Analyzer{
	Name:     Name,
	Doc:      "finds the mistakes that make a durable agent graph go wrong on resume",
	URL:      "https://github.com/skewlint/skewlint",
	Requires: append(analyzers(rules.All()), settings.Analyzer),
	Run:      run,
}

func analyzers(all []rule.Rule) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, r := range all {
		out = append(out, r.Analyzer)
	}
	return out
}

func run(pass *analysis.Pass) (any, error) {
	var found []rule.Finding
	for _, req := range pass.Analyzer.Requires {
		findings, _ := pass.ResultOf[req].([]rule.Finding) // the settings have none
		for _, f := range findings {
			if f.Ignored == nil {
				f.Message, f.Witness = message(f), nil
				found = append(found, f)
			}
		}
	}
	slices.SortFunc(found, func(a, b rule.Finding) int {
		switch {
		case a.Pos.Before(b.Pos):
			return -1
		case b.Pos.Before(a.Pos):
			return 1
		}
		return cmp.Compare(a.Message, b.Message)
	})
	rule.Report(pass, found)
	return nil, nil
}
