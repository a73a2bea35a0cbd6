package driver

import (
	"testing"

	"github.com/skewlint/skewlint/analyzers/effects"
	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/report"
	"github.com/skewlint/skewlint/rules/rule"
)

func TestOnce(t *testing.T) {
	at := func(file string, line int) graphmodel.Position {
		return graphmodel.Position{File: file, Line: line, Column: 1}
	}
	found := func(pkg, message string, pos graphmodel.Position, witness ...graphmodel.Position) report.Finding {
		f := report.Finding{Package: pkg, Finding: rule.Finding{Rule: "r", Message: message, Pos: pos}}
		for _, p := range witness {
			f.Witness = append(f.Witness, effects.Step{Pos: p})
		}
		return f
	}
	got := once([]report.Finding{
		found("base", "m", at("base.go", 20), at("base.go", 9), at("base.go", 20), at("help.go", 3)),
		found("user", "m", at("user.go", 5), at("user.go", 5), at("base.go", 20), at("help.go", 3)),       // the same code
		found("other", "m", graphmodel.Position{}, at("base.go", 9), at("base.go", 20), at("help.go", 3)), // the same, without a place
		found("own", "m", at("own.go", 7), at("own.go", 2), at("own.go", 7), at("help.go", 3)),            // code of its own
		found("user", "m", at("user.go", 6), at("user.go", 6), at("base.go", 30), at("help.go", 4)),       // other code
		found("user", "n", at("user.go", 5), at("user.go", 5), at("base.go", 20), at("help.go", 3)),       // says something else
		found("none", "m", at("none.go", 1)),
	})
	var lines []int
	for _, f := range got {
		lines = append(lines, f.Pos.Line)
	}
	want := []int{20, 7, 6, 5, 1}
	if len(lines) != len(want) {
		t.Fatalf("left are lines %v, want %v", lines, want)
	}
	for i := range want {
		if lines[i] != want[i] {
			t.Fatalf("left are lines %v, want %v", lines, want)
		}
	}
}
