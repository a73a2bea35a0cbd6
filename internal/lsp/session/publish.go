package session

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/text"
)

// publication is what was last told of a file.
type publication struct {
	version *int
	text    string // the diagnostics as JSON
	again   bool   // it has to be told again
}

// diagnostics are what is known of a file as it is now, each once. The lock is held.
func (s *Session) diagnostics(path string) []protocol.Diagnostic {
	out := []protocol.Diagnostic{}
	seen := map[string]bool{}
	for _, f := range s.facts(path) {
		for _, e := range f.found {
			key, _ := json.Marshal(e.diagnostic)
			if !seen[string(key)] {
				seen[string(key)] = true
				out = append(out, e.diagnostic)
			}
		}
	}
	return out
}

// publishAll tells the client of the files that the view knows, and of those of which anything was
// ever told. The lock is held.
func (s *Session) publishAll(v *view) {
	all := map[string]bool{}
	for path := range v.files {
		all[path] = true
	}
	for path := range s.published {
		all[path] = true
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		s.publish(path)
	}
}

// publish tells the client of a file if that says anything new: other diagnostics, or the same
// about another text, since the editor has moved its lines by then; that nothing is left also, as a
// proxy drops what comes late. The lock is held.
func (s *Session) publish(path string) {
	found := s.diagnostics(path)
	data, err := json.Marshal(found)
	if err != nil {
		return // diagnostics are plain strings and numbers
	}
	now := publication{text: string(data)}
	uri := text.URI(path)
	if doc := s.docs[path]; doc != nil {
		uri = doc.uri
		version := doc.version
		now.version = &version
	}
	last, known := s.published[path]
	sameVersion := last.version == now.version || last.version != nil && now.version != nil && *last.version == *now.version
	if known && last.text == now.text && sameVersion && !last.again || !known && len(found) == 0 {
		return
	}
	s.published[path] = now
	s.client.Publish(uri, now.version, found)
}
