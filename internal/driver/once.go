package driver

import (
	"slices"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/report"
)

// A graph that one package builds for others is a graph of each of them, and what is wrong in its
// code is found in each. It is told once, by the package that has the code.

type onceKey struct {
	rule, message string
	end           graphmodel.Position
}

// once drops the findings that another package tells, too, at a place of the code in question.
func once(list []report.Finding) []report.Finding {
	own := map[onceKey]string{} // a package that has the code
	for _, f := range list {
		if key, ok := keyOnce(f); ok && inCode(f) {
			own[key] = f.Package
		}
	}
	return slices.DeleteFunc(list, func(f report.Finding) bool {
		key, ok := keyOnce(f)
		pkg := own[key]
		return ok && !inCode(f) && pkg != "" && pkg != f.Package
	})
}

func keyOnce(f report.Finding) (onceKey, bool) {
	if len(f.Witness) == 0 {
		return onceKey{}, false
	}
	end := f.Witness[len(f.Witness)-1].Pos
	return onceKey{f.Rule, f.Message, end}, end.IsValid()
}

// inCode reports whether a finding stands at a step of its witness behind the first, which is where
// the graph is built.
func inCode(f report.Finding) bool {
	for _, s := range f.Witness[1:] {
		if s.Pos == f.Pos {
			return true
		}
	}
	return false
}
