package rule

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/rules/rule/ruletext"
)

// pages is where the generated pages can be read.
const pages = "https://github.com/skewlint/skewlint/blob/main/docs/rules/"

// Spec is what a rule's author gives.
type Spec struct {
	// Source is the embedded doc.go; its package clause names the rule.
	Source   string
	Severity Severity
	Since    string
	// Requires are the analyzers that Run asks beside graphs and effects.
	Requires []*analysis.Analyzer
	// Run decides. It is called only for packages that build graphs.
	Run func(*Pass) []Finding
}

// New makes a rule. It never fails; see [Rule.Err].
func New(spec Spec) Rule {
	text, err := ruletext.Parse(spec.Source)
	r := Rule{
		Name:     text.Name,
		Title:    text.Title,
		Doc:      text.String(),
		Severity: spec.Severity,
		Since:    spec.Since,
		Text:     text,
		err:      err,
	}
	own := []*analysis.Analyzer{settings.Analyzer, graphs.Analyzer, effects.Analyzer}
	r.Analyzer = &analysis.Analyzer{
		Name:       r.Name,
		Doc:        r.Title + "\n\n" + r.Doc,
		URL:        pages + r.Name + ".md",
		Requires:   append(own, spec.Requires...),
		ResultType: reflect.TypeFor[[]Finding](),
		Run:        runner{rule: r, decide: spec.Run}.run,
	}
	return r
}

// runner is what stands round a rule's own function.
type runner struct {
	rule   Rule // without its analyzer
	decide func(*Pass) []Finding
}

// run is the analyzer's function. Most packages build no graph and leave at the first line.
func (r runner) run(pass *analysis.Pass) (any, error) {
	found, _ := pass.ResultOf[graphs.Analyzer].(*graphs.Result)
	if found == nil || len(found.Graphs) == 0 {
		return []Finding(nil), nil
	}
	set := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	if !set.Enabled(r.rule.Name) {
		return []Finding(nil), nil
	}
	p := newPass(pass, found)
	findings := r.decide(p)
	severity := Severity(set.Severity(r.rule.Name, string(r.rule.Severity)))
	for i := range findings {
		findings[i].Rule = r.rule.Name
		findings[i].Severity = severity
	}
	findings = tidy(findings)
	for _, f := range findings {
		p.report(f)
	}
	return findings, nil
}
