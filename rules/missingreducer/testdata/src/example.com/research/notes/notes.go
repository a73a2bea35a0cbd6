// Package notes keeps notes in a field of its own. It builds no graph.
package notes

import "github.com/skewlint/skewlint/runtime/stategraph"

// Notes has no reducer.
var Notes = stategraph.NewField[string]("notes")

// Keep writes a note.
func Keep(text string) stategraph.Update { return stategraph.Update{set(text)} }

func set(text string) stategraph.Write { return Notes.Set(text) }
