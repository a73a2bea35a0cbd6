package rules_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/rules"
	"github.com/skewlint/skewlint/rules/rule"
)

// BenchmarkGraphRules runs all rules over one graph that a frontend could have read: blocks of
// branches that meet, routers, retries and fan-outs, whose nodes send mail or pause, with [fields]
// fields that have no reducer and are written in [writing] blocks. The time goes up with the nodes and
// edges; TestWorkGrowsWithGraph holds it to that. bench/ puts the numbers into docs/performance.md.
func BenchmarkGraphRules(b *testing.B) {
	for _, n := range []int{1_000, 5_000, 20_000, 100_000} {
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			g := bigGraph(n)
			found := 0
			for b.Loop() {
				found = len(runRules(b, []graphmodel.Graph{g}))
			}
			b.ReportMetric(float64(found), "findings")
		})
	}
}

// TestGraphRulesSeeBigGraph keeps the benchmark honest: the rules look at the graph and find what
// is wrong in it.
func TestGraphRulesSeeBigGraph(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range runRules(t, []graphmodel.Graph{bigGraph(500)}) {
		seen[f.Rule] = true
	}
	for _, name := range []string{"effectbeforepause", "missingreducer"} {
		if !seen[name] {
			t.Errorf("%s finds nothing; found by: %v", name, seen)
		}
	}
}

const (
	pauses = graphmodel.FuncRef("github.com/skewlint/skewlint/runtime/stategraph.Interrupt")
	sends  = graphmodel.FuncRef("net/smtp.SendMail")
)

const (
	fields  = 16
	writing = 64
)

func at(line int) graphmodel.Position {
	return graphmodel.Position{File: "/app/app.go", Line: line, Column: 1}
}

func bigGraph(n int) graphmodel.Graph {
	g := graphmodel.Graph{
		Name: "big", Pos: at(1), Checkpointer: graphmodel.Yes,
		Dialect: graphmodel.Dialect{
			Framework: "stategraph", RerunOnResume: graphmodel.Yes, ResumeEntry: graphmodel.EnterAtPause,
			LockStep: graphmodel.Yes, Conflict: graphmodel.ConflictError, CheckpointEachStep: graphmodel.Yes,
			DefaultReducer: graphmodel.No,
		},
	}
	for i := range fields {
		g.Fields = append(g.Fields, graphmodel.Field{Name: fmt.Sprintf("f%d", i), HasReducer: graphmodel.No, Pos: at(2)})
	}
	last := graphmodel.Start
	node := func() string {
		i := len(g.Nodes)
		f := graphmodel.FuncValue{Ref: sends, Pos: at(i + 3)}
		if i%3 == 0 {
			// The mail is sent, and then the node pauses.
			f = graphmodel.FuncValue{Ref: pauses, Pos: at(i + 3), Before: []graphmodel.FuncValue{{Ref: sends, Pos: at(i + 3)}}}
		}
		g.Nodes = append(g.Nodes, graphmodel.Node{
			Name: fmt.Sprintf("n%d", i), Func: f, Pos: at(i + 3),
			Reads: []string{fmt.Sprintf("f%d", i%fields)},
		})
		if block := i / 4; (i%4 == 1 || i%4 == 2) && block%max(n/4/writing, 1) == 0 {
			g.Nodes[i].Writes = []string{fmt.Sprintf("f%d", block%fields)}
		}
		return g.Nodes[i].Name
	}
	edge := func(from, to string, kind graphmodel.EdgeKind) {
		g.Edges = append(g.Edges, graphmodel.Edge{From: from, To: to, Kind: kind, Pos: at(len(g.Nodes) + 3)})
	}
	for block := 0; len(g.Nodes) < n; block++ {
		first := node()
		edge(last, first, graphmodel.Always)
		left, right, meet := node(), node(), node()
		switch block % 4 {
		case 0: // branches that both run
			edge(first, left, graphmodel.Always)
			edge(first, right, graphmodel.Always)
			edge(left, meet, graphmodel.Join)
			edge(right, meet, graphmodel.Join)
		case 1: // a router
			edge(first, left, graphmodel.Conditional)
			edge(first, right, graphmodel.Conditional)
			edge(left, meet, graphmodel.Always)
			edge(right, meet, graphmodel.Always)
		case 2: // a retry
			edge(first, left, graphmodel.Always)
			edge(left, first, graphmodel.Conditional)
			edge(left, right, graphmodel.Conditional)
			edge(right, meet, graphmodel.Always)
		default: // a fan-out
			edge(first, left, graphmodel.FanOut)
			edge(left, right, graphmodel.Always)
			edge(right, meet, graphmodel.Always)
		}
		last = meet
	}
	edge(last, graphmodel.End, graphmodel.Always)
	return g
}

// runRules runs the rules on a package without code that has the graphs.
func runRules(t testing.TB, found []graphmodel.Graph) []rule.Finding {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "/app/app.go", "package app\n", parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	agent := types.NewPackage("github.com/skewlint/skewlint/runtime/stategraph", "stategraph")
	pkg := types.NewPackage("example.com/app", "app")
	pkg.SetImports([]*types.Package{agent})
	base := analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Pkg: pkg, Module: &analysis.Module{}, TypesSizes: types.SizesFor("gc", "amd64"),
		TypesInfo: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
			Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
		},
		Report:            func(analysis.Diagnostic) {},
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	}
	results := map[*analysis.Analyzer]any{graphs.Analyzer: &graphs.Result{Graphs: found}}
	var run func(a *analysis.Analyzer) any
	run = func(a *analysis.Analyzer) any {
		if r, done := results[a]; done {
			return r
		}
		pass := base
		pass.Analyzer, pass.ResultOf = a, map[*analysis.Analyzer]any{}
		for _, req := range a.Requires {
			pass.ResultOf[req] = run(req)
		}
		r, err := a.Run(&pass)
		if err != nil {
			t.Fatal(err)
		}
		results[a] = r
		return r
	}
	var out []rule.Finding
	for _, r := range rules.All() {
		findings, _ := run(r.Analyzer).([]rule.Finding)
		out = append(out, findings...)
	}
	return out
}
