package missingreducer

import (
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/ruletest"
)

func TestScenarios(t *testing.T) { ruletest.Run(t, Rule) }

// No framework with another behaviour has a frontend yet, so this line of "Silent when" is tested
// on the model.
func TestDialect(t *testing.T) {
	tests := map[graphmodel.Dialect]bool{
		{Conflict: graphmodel.ConflictError}:     true,
		{Conflict: graphmodel.ConflictUndefined}: true,
		{}:                                       true,
		{Conflict: graphmodel.ConflictMerge}:     false,
		{Conflict: graphmodel.ConflictError, DefaultReducer: graphmodel.Yes}:   false,
		{Conflict: graphmodel.ConflictLastWins, DefaultReducer: graphmodel.No}: true,
	}
	for d, want := range tests {
		if got := conflicts(d); got != want {
			t.Errorf("conflicts(%+v) = %t, want %t", d, got, want)
		}
	}
}
