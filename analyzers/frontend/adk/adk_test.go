package adk_test

import (
	"testing"

	"github.com/skewlint/skewlint/internal/graphtest"
)

var update = graphtest.UpdateFlag()

// TestGraphs reads programs in the shapes in which people build workflows and agents.
func TestGraphs(t *testing.T) { graphtest.Golden(t, update, "flowlib", "flows", "agents", "agentsv1") }
