package proxy

import (
	"encoding/json"
	"os"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/text"
	"github.com/skewlint/skewlint/internal/lsp/wire"
)

// files are what was said of each file, by URI as the editor and the servers spell it.
type files map[string]*file

// file is what both sides last said of a file and, while it is open, its text.
type file struct {
	open    bool
	opened  protocol.TextDocument // with the newest version and text
	edits   []edit                // the last ones
	theirs  []json.RawMessage
	ours    []json.RawMessage
	version *int // of a file that is not open: what gopls said last
}

// edit is what made a version of a text.
type edit struct {
	version int
	changes []protocol.ContentChange
}

// maxEdits is how many edits gopls may be behind before its list is taken as it comes.
const maxEdits = 64

func (fs files) get(uri string) *file {
	if fs[uri] == nil {
		fs[uri] = &file{}
	}
	return fs[uri]
}

// follow keeps up with a document.
func (fs files) follow(m *wire.Message) {
	var p protocol.DocumentParams
	if json.Unmarshal(m.Params, &p) != nil {
		return
	}
	f := fs.get(p.TextDocument.URI)
	switch m.Method {
	case "textDocument/didOpen":
		f.open, f.opened, f.edits = true, p.TextDocument, nil
		f.keepIfOnDisk()
	case "textDocument/didClose":
		f.keepIfOnDisk()
		f.open, f.opened, f.edits, f.version = false, protocol.TextDocument{}, nil, nil
	case "textDocument/didChange":
		if !f.open {
			return
		}
		f.opened.Text = text.Apply(f.opened.Text, p.ContentChanges)
		f.opened.Version = p.TextDocument.Version
		f.edits = append(f.edits, edit{p.TextDocument.Version, p.ContentChanges})
		f.edits = f.edits[max(0, len(f.edits)-maxEdits):]
		f.theirs = moved(f.theirs, p.ContentChanges)
		f.ours = moved(f.ours, p.ContentChanges)
	}
}

// keepIfOnDisk forgets what was said unless the document is as its file on disk: it is about to be
// opened or closed, and what was said is about the other text.
func (f *file) keepIfOnDisk() {
	path, _ := text.Path(f.opened.URI)
	if data, err := os.ReadFile(path); err != nil || string(data) != f.opened.Text {
		f.theirs, f.ours = nil, nil
	}
}

// since moves diagnostics of an older version to where they stand in the newest.
func (f *file) since(version int, list []json.RawMessage) []json.RawMessage {
	for _, e := range f.edits {
		if e.version > version {
			list = moved(list, e.changes)
		}
	}
	return list
}

// moved moves diagnostics with edits, as an editor moves what it shows.
func moved(list []json.RawMessage, changes []protocol.ContentChange) []json.RawMessage {
	var out []json.RawMessage
	for _, raw := range list {
		var d map[string]json.RawMessage
		var r protocol.Range
		if json.Unmarshal(raw, &d) != nil || json.Unmarshal(d["range"], &r) != nil {
			continue
		}
		old, ok := r, true
		for _, c := range changes {
			if r, ok = text.Shift(r, c); !ok {
				break
			}
		}
		switch {
		case !ok:
			continue
		case r != old:
			d["range"] = encoded(r, d["range"])
			raw = encoded(d, raw)
		}
		out = append(out, raw)
	}
	return out
}

// publishTheirs publishes a list of gopls with ours. It reports false if the message can pass as it
// is. The lock is held.
func (p *proxy) publishTheirs(m *wire.Message) bool {
	var d protocol.PublishDiagnosticsParams
	if json.Unmarshal(m.Params, &d) != nil {
		return false
	}
	f := p.files.get(d.URI)
	f.theirs, f.version = d.Diagnostics, d.Version
	if f.open && d.Version != nil {
		f.theirs = f.since(*d.Version, f.theirs)
	}
	if len(f.ours) == 0 {
		return false
	}
	p.publish(d.URI, f)
	return true
}

// publishOurs publishes a list of the engine's with that of gopls. A list for a text that has
// changed since is dropped: there will be another. The lock is held.
func (p *proxy) publishOurs(m *wire.Message) {
	var d protocol.PublishDiagnosticsParams
	if json.Unmarshal(m.Params, &d) != nil {
		return
	}
	f := p.files.get(d.URI)
	if f.open && (d.Version == nil || *d.Version != f.opened.Version) {
		return
	}
	if len(f.ours) == 0 && len(d.Diagnostics) == 0 {
		return
	}
	f.ours = d.Diagnostics
	p.publish(d.URI, f)
}

// publish publishes both lists. The lock is held.
func (p *proxy) publish(uri string, f *file) {
	d := protocol.PublishDiagnosticsParams{URI: uri, Version: f.version, Diagnostics: []json.RawMessage{}}
	if f.open {
		d.Version = &f.opened.Version
	}
	d.Diagnostics = append(append(d.Diagnostics, f.theirs...), f.ours...)
	if body, err := wire.Call(nil, "textDocument/publishDiagnostics", d); err == nil {
		p.editor.Send(body)
	}
}
