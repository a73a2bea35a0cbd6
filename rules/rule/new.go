package rule

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/analyzers/ignores"
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
	// Graphless: the rule has something to say about packages that build no graphs, too, if they
	// reach an agent package.
	Graphless bool
	// Run decides. Unless Graphless, it is called only for packages that build graphs.
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
	own := []*analysis.Analyzer{settings.Analyzer, graphs.Analyzer, effects.Analyzer, ignores.Analyzer}
	r.Analyzer = &analysis.Analyzer{
		Name:       r.Name,
		Doc:        r.Title + "\n\n" + r.Doc,
		URL:        pages + r.Name + ".md",
		Requires:   append(own, spec.Requires...),
		ResultType: reflect.TypeFor[[]Finding](),
		Run:        runner{rule: r, decide: spec.Run, graphless: spec.Graphless}.run,
	}
	return r
}

// runner is what stands round a rule's own function.
type runner struct {
	rule      Rule // without its analyzer
	decide    func(*Pass) []Finding
	graphless bool
}

// run is the analyzer's function. It yields all findings, also those that a comment silences, and
// reports the others. Most packages reach no agent package and leave before anything is made.
func (r runner) run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	if !set.Enabled(r.rule.Name) {
		return []Finding(nil), nil
	}
	found := pass.ResultOf[graphs.Analyzer].(*graphs.Result)
	matters := pass.ResultOf[effects.Analyzer].(*effects.Result).ReachesAgent()
	if len(found.Graphs) == 0 && !matters {
		return []Finding(nil), nil
	}
	p := newPass(pass, found)
	findings := r.findings(p, set)
	comments := pass.ResultOf[ignores.Analyzer].(ignores.Get)()
	for i := range findings {
		f := &findings[i]
		f.Ignored = comments.Silences(f.Rule, f.Pos)
	}
	if matters && set.Enabled(BadIgnore) {
		findings = append(findings, unused(comments, r.rule.Name, set)...)
	}
	for _, f := range findings {
		if f.Ignored == nil {
			p.report(f)
		}
	}
	return findings, nil
}

// findings are the rule's own.
func (r runner) findings(p *Pass, set *settings.Settings) []Finding {
	if len(p.Graphs) == 0 && !r.graphless {
		return nil
	}
	findings := r.decide(p)
	severity := Severity(set.Severity(r.rule.Name, string(r.rule.Severity)))
	for i := range findings {
		findings[i].Rule = r.rule.Name
		findings[i].Severity = severity
	}
	return tidy(findings)
}
