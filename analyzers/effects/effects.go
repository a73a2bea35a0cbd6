package effects

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/analyzers/lazyssa"
	"github.com/skewlint/skewlint/analyzers/settings"
	"github.com/skewlint/skewlint/graphmodel"
)

// Analyzer computes the summaries of a package and yields a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "skewlinteffects",
	Doc:        "summarises what each function does",
	Requires:   []*analysis.Analyzer{settings.Analyzer, lazyssa.Analyzer},
	FactTypes:  []analysis.Fact{new(Summaries)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	base := pass.ResultOf[settings.Analyzer].(*settings.Settings).Base
	if skips(pass, base) {
		return newResult(base, nil), nil
	}
	facts := map[string]*Summaries{}
	var sums []*Summaries
	for _, f := range pass.AllPackageFacts() {
		if s, ok := f.Fact.(*Summaries); ok && f.Package != pass.Pkg {
			facts[s.Path] = s
			sums = append(sums, s)
		}
	}
	own := &Summaries{Path: pass.Pkg.Path()}
	if matters(pass, base, facts) {
		// A package that SSA cannot be built from is one of which nothing is known.
		prog, err := pass.ResultOf[lazyssa.Analyzer].(lazyssa.Get)()
		if err != nil {
			return newResult(base, sums), nil //nolint:nilerr // unknown is an answer
		}
		own = buildSummaries(pass, base, facts, prog)
	}
	own.Agent = reachesAgent(pass, base, facts)
	pass.ExportPackageFact(own)
	result := newResult(base, append(sums, own))
	result.own = own
	return result, nil
}

// ReachesAgent reports whether the package imports an agent package, directly or through packages
// of the user's: whether it is one on which rules report.
func (r *Result) ReachesAgent() bool { return r.own != nil && r.own.Agent }

// Known reports whether it is known what the function does: its body was seen, or a row says it.
func (r *Result) Known(f graphmodel.FuncValue) bool {
	if _, ok := r.engine.funcs[string(f.Ref)]; ok {
		return true
	}
	_, answer := r.engine.base.Func(f.Ref)
	return answer != knowledge.NotKnown
}
