package trpcagent_test

import (
	"testing"

	"github.com/skewlint/skewlint/internal/graphtest"
)

var update = graphtest.UpdateFlag()

// TestGraphs reads builder code in the shapes in which people write it.
func TestGraphs(t *testing.T) {
	graphtest.Golden(t, update, "parts", "builders", "commands", "runs", "llms", "gaps")
}
