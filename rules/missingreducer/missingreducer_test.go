package missingreducer

import (
	"testing"

	"github.com/skewlint/skewlint/graphmodel"
	"github.com/skewlint/skewlint/internal/ruletest"
)

func TestScenarios(t *testing.T) { ruletest.Run(t, Rule) }

// What frameworks do differently is tested on the model, whatever frontends there are.
func TestDialect(t *testing.T) {
	no := graphmodel.No
	tests := map[graphmodel.Dialect]bool{
		{Conflict: graphmodel.ConflictError, DefaultReducer: no}:             true,
		{Conflict: graphmodel.ConflictLastWins, DefaultReducer: no}:          true,
		{Conflict: graphmodel.ConflictUndefined, DefaultReducer: no}:         true,
		{Conflict: graphmodel.ConflictMerge, DefaultReducer: no}:             false,
		{Conflict: graphmodel.ConflictError, DefaultReducer: graphmodel.Yes}: false,
		{Conflict: graphmodel.ConflictError}:                                 false,
		{}:                                                                   false,
	}
	for d, want := range tests {
		if got := conflicts(d); got != want {
			t.Errorf("conflicts(%+v) = %t, want %t", d, got, want)
		}
	}
}
