package langgraphgo_test

import (
	"path/filepath"
	"testing"

	"github.com/skewlint/skewlint/internal/graphtest"
)

var update = graphtest.UpdateFlag()

// TestGraphs reads programs of v0.8, whose stub all tests of the repository share, and of
// tmc/langgraphgo.
func TestGraphs(t *testing.T) { graphtest.Golden(t, update, "app", "lib", "chain") }

// TestGenerations reads programs of the earlier generations. They have one import path, so each
// stands with its stub in a tree of its own.
func TestGenerations(t *testing.T) {
	for _, version := range []string{"v05", "v07"} {
		t.Run(version, func(t *testing.T) {
			t.Chdir(filepath.Join("testdata", version))
			graphtest.Golden(t, update, "app")
		})
	}
}
