package handloop_test

import (
	"testing"

	"github.com/skewlint/skewlint/internal/graphtest"
)

var update = graphtest.UpdateFlag()

// TestGraphs reads loops in the shapes in which people write them, and code that looks like one and
// is none.
func TestGraphs(t *testing.T) {
	graphtest.Golden(t, update, "tables", "switches", "helpers", "pauses", "gaps", "tools", "not")
}
