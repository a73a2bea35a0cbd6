package graphs

import (
	"testing"

	"github.com/skewlint/skewlint/analyzers/frontend"
)

// TestValuesHaveHandlers: what a frontend says only makes values is part of what it reads.
func TestValuesHaveHandlers(t *testing.T) {
	asked := 0
	for _, f := range all() {
		if f.Values == nil {
			continue
		}
		handlers := f.Handlers(&frontend.Sink{})
		for _, ref := range f.Values() {
			asked++
			if handlers[ref] == nil {
				t.Errorf("%s: %s makes values and has no handler", f.Name, ref)
			}
		}
	}
	if asked == 0 {
		t.Error("no frontend says what only makes values")
	}
}
