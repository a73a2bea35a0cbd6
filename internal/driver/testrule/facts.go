package testrule

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// Calls is the fact of a function that calls an agent function, directly or not.
type Calls struct{ Chain []effects.Step }

// AFact makes Calls a fact.
func (*Calls) AFact() {}

func (c *Calls) String() string { return fmt.Sprintf("calls(%d)", len(c.Chain)) }

// result finds the chain behind a call, nil if there is none.
type result func(*ast.CallExpr) []effects.Step

// newFacts makes an analyzer: tests run side by side and must not share one.
func newFacts() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "agentcallfacts",
		Doc:        "finds functions that call agent functions",
		FactTypes:  []analysis.Fact{new(Calls)},
		ResultType: reflect.TypeFor[result](),
		Run:        runFacts,
	}
}

func runFacts(pass *analysis.Pass) (any, error) {
	base := knowledge.Load()
	chain := func(call *ast.CallExpr) []effects.Step {
		fn := typeutil.StaticCallee(pass.TypesInfo, call)
		if fn == nil || fn.Pkg() == nil {
			return nil
		}
		step := effects.Step{
			Pos: position(pass, call), Func: graphmodel.FuncRef(fn.FullName()),
			Text: "calls " + fn.Pkg().Name() + "." + fn.Name(),
		}
		if base.IsAgent(fn.Pkg().Path()) {
			return []effects.Step{step}
		}
		var known Calls
		if pass.ImportObjectFact(fn, &known) {
			return append([]effects.Step{step}, known.Chain...)
		}
		return nil
	}
	if base.IsCovered(pass.Pkg.Path()) {
		return result(chain), nil
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok {
				export(pass, d, chain)
			}
		}
	}
	return result(chain), nil
}

func export(pass *analysis.Pass, d *ast.FuncDecl, chain result) {
	if d.Name.Name == "panicHere" {
		panic("asked to")
	}
	fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok || d.Body == nil {
		return
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if steps := chain(call); steps != nil {
			pass.ExportObjectFact(fn, &Calls{Chain: steps})
			return false
		}
		return true
	})
}

func position(pass *analysis.Pass, n ast.Node) graphmodel.Position {
	pos := pass.Fset.Position(n.Pos())
	return graphmodel.Position{File: pos.Filename, Line: pos.Line, Column: pos.Column}
}
