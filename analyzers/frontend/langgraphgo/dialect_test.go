package langgraphgo_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/skewlint/skewlint/analyzers/graphs"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/ruletest"
)

// fact is what a graph's dialect says of the things in which generations and kinds differ.
type fact struct {
	rerun    graphmodel.Tri
	conflict graphmodel.Conflict
	eachStep graphmodel.Tri
}

// TestDialects: what a graph does depends on its generation, its kind, its state and its schema.
func TestDialects(t *testing.T) {
	const yes, no, unknown = graphmodel.Yes, graphmodel.No, graphmodel.Unknown
	const race, last, merge = graphmodel.ConflictRace, graphmodel.ConflictLastWins, graphmodel.ConflictMerge
	for _, tree := range []struct {
		dir, pkg string
		want     map[string]fact
	}{
		{".", "app", map[string]fact{
			"lib.Build": {yes, merge, unknown}, "app.fork": {yes, last, unknown}, "lib.New": {yes, race, unknown},
			"app.stored": {yes, last, unknown}, "app.nested#2": {yes, last, unknown}, "app.team#3": {yes, last, unknown},
		}},
		{".", "chain", map[string]fact{"chain.build": {no, race, unknown}}},
		{"testdata/v05", "app", map[string]fact{
			"app.routers": {yes, race, unknown}, "app.methods": {unknown, race, unknown}, "app.fields": {unknown, last, unknown},
			"app.custom": {yes, merge, unknown}, "app.custom#2": {yes, merge, unknown}, "app.listeners": {no, race, unknown},
			"app.checkpoints": {no, race, yes}, "app.checkpoints#2": {no, race, no},
		}},
		{"testdata/v07", "app", map[string]fact{
			"app.typed": {yes, last, unknown}, "app.chat": {yes, last, unknown}, "app.untyped": {unknown, race, unknown},
			"app.told#2": {yes, race, unknown}, "app.listening": {yes, race, unknown},
		}},
	} {
		t.Run(filepath.Join(tree.dir, tree.pkg), func(t *testing.T) {
			t.Chdir(tree.dir)
			gopath := ruletest.Overlay(t, filepath.Join("testdata", "src"))
			seen := 0
			for _, res := range analysistest.Run(t, gopath, graphs.Analyzer, tree.pkg) {
				for _, g := range res.Result.(*graphs.Result).Graphs {
					d := g.Dialect
					if want, ok := tree.want[g.Name]; ok {
						seen++
						if got := (fact{d.RerunOnResume, d.Conflict, d.CheckpointEachStep}); got != want {
							t.Errorf("%s: got %v, want %v", g.Name, got, want)
						}
					}
				}
			}
			if seen != len(tree.want) {
				t.Errorf("%d graphs of %d seen", seen, len(tree.want))
			}
		})
	}
}
