package unboundedfanout

import (
	"strings"
	"testing"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/ruletest"
)

func TestScenarios(t *testing.T) {
	grades := map[string]effects.Grade{}
	for _, f := range ruletest.Run(t, Rule) {
		node, _, _ := strings.Cut(f.Message, " starts")
		grades[node] = f.Grade
	}
	// What a node is given is data as far as that is known of the node in front.
	for node, want := range map[string]effects.Grade{
		`node "query"`: effects.Proved, `node "cleaned"`: effects.Proved, `node "behind"`: effects.Proved,
		`node "words"`: effects.Likely, "tool fetchAll": effects.Proved,
	} {
		if got, ok := grades[node]; !ok || got != want {
			t.Errorf("%s: grade %v (found: %t), want %v", node, got, ok, want)
		}
	}
}

// A framework with a limit of its own has no frontend yet, so this line of "Silent when" is tested
// on the model.
func TestOpen(t *testing.T) {
	free := graphmodel.Edge{Kind: graphmodel.FanOut, Limited: graphmodel.No}
	tests := []struct {
		name    string
		dialect graphmodel.Dialect
		edge    graphmodel.Edge
		want    bool
	}{
		{"no limit at all", graphmodel.Dialect{}, free, true},
		{"limit of the framework", graphmodel.Dialect{DefaultFanOutLimit: 8}, free, false},
		{"limit whose number is not known", graphmodel.Dialect{}, graphmodel.Edge{Kind: graphmodel.FanOut, Limited: graphmodel.Yes}, false},
		{"not known whether limited", graphmodel.Dialect{}, graphmodel.Edge{Kind: graphmodel.FanOut}, false},
		{"no fan-out", graphmodel.Dialect{}, graphmodel.Edge{Limited: graphmodel.No}, false},
	}
	for _, tt := range tests {
		if got := open(tt.dialect, tt.edge); got != tt.want {
			t.Errorf("%s: open = %t, want %t", tt.name, got, tt.want)
		}
	}
}

func TestTooWide(t *testing.T) {
	tests := []struct {
		name  string
		width effects.Width
		want  bool
	}{
		{"data", effects.Width{Bound: effects.BoundData, Source: "state field Queries"}, true},
		{"data of unknown origin", effects.Width{Bound: effects.BoundData}, false},
		{"small constant", effects.Width{Bound: effects.BoundConst, N: smallWidth}, false},
		{"large constant", effects.Width{Bound: effects.BoundConst, N: smallWidth + 1}, true},
		{"cut to a constant", effects.Width{Bound: effects.BoundLimited}, false},
		{"not known", effects.Width{}, false},
	}
	for _, tt := range tests {
		if _, got := tooWide(graphmodel.Edge{}, tt.width); got != tt.want {
			t.Errorf("%s: tooWide = %t, want %t", tt.name, got, tt.want)
		}
	}
}
