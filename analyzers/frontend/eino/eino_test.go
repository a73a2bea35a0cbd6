package eino_test

import (
	"testing"

	"github.com/skewlint/skewlint/internal/graphtest"
)

var update = graphtest.UpdateFlag()

// TestGraphs reads builder code in the shapes in which people write it: compose, the agents of flow
// and adk, and the wrappers that teams put round them.
func TestGraphs(t *testing.T) { graphtest.Golden(t, update, "wrap", "composes", "agents") }
