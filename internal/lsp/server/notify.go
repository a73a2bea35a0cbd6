package server

import (
	"encoding/json"
	"path"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/wire"
)

// settle answers the requests that begin and end a connection.
func (s *server) settle(m *wire.Message) (any, error) {
	if m.Method == "shutdown" {
		s.shutdown = true
		return nil, nil
	}
	if err := decode(m, &s.init); err != nil {
		return nil, err
	}
	s.options.read(s.init.InitializationOptions)
	s.configure(s.options)
	s.mu.Lock()
	s.pull = s.options.pull && s.init.Capabilities.TextDocument.Diagnostic != nil
	pull := s.pull
	s.mu.Unlock()
	var folders []string
	for _, f := range s.init.WorkspaceFolders {
		folders = append(folders, f.URI)
	}
	if len(folders) == 0 && s.init.RootURI != "" {
		folders = []string{s.init.RootURI}
	}
	s.session.Folders(folders, nil)
	return map[string]any{
		"capabilities": capabilities(pull),
		"serverInfo":   map[string]string{"name": "skewlint"},
	}, nil
}

func capabilities(pull bool) map[string]any {
	c := map[string]any{
		"positionEncoding":       "utf-16",
		"textDocumentSync":       map[string]any{"openClose": true, "change": 2, "save": true},
		"hoverProvider":          true,
		"codeActionProvider":     map[string]any{"codeActionKinds": []string{protocol.QuickFix, protocol.SourceGraph}},
		"codeLensProvider":       map[string]any{},
		"executeCommandProvider": map[string]any{"commands": protocol.Commands()},
		"workspace": map[string]any{
			"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true},
		},
	}
	if pull {
		c["diagnosticProvider"] = map[string]any{"identifier": "skewlint", "interFileDependencies": true, "workspaceDiagnostics": false}
	}
	return c
}

// notified handles a notification. One that is malformed or unknown is left out: nobody waits for
// an answer.
func (s *server) notified(m *wire.Message) {
	var p protocol.DocumentParams
	_ = json.Unmarshal(m.Params, &p)
	switch m.Method {
	case "initialized":
		s.initialized()
	case "textDocument/didOpen":
		s.session.Open(p.TextDocument)
	case "textDocument/didChange":
		s.session.Change(p.TextDocument, p.ContentChanges)
	case "textDocument/didClose":
		s.session.Shut(p.TextDocument.URI)
	case "textDocument/didSave":
		s.session.Saved()
	case "workspace/didChangeWorkspaceFolders":
		s.foldersChanged(m)
	case "workspace/didChangeWatchedFiles":
		s.filesChanged(m)
	case "workspace/didChangeConfiguration":
		s.configurationChanged(m)
	case "$/cancelRequest":
		s.cancelRequest(m)
	}
}

func (s *server) cancelRequest(m *wire.Message) {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	_ = json.Unmarshal(m.Params, &p)
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.running[string(p.ID)]; cancel != nil {
		cancel()
	}
}

func (s *server) initialized() {
	s.mu.Lock()
	s.ready = true
	s.mu.Unlock()
	workspace := s.init.Capabilities.Workspace
	if workspace.WatchedFiles.DynamicRegistration {
		var watchers []map[string]string
		for _, glob := range []string{"**/*.go", "**/go.{mod,sum,work,work.sum}", "**/.skewlint.toml"} {
			watchers = append(watchers, map[string]string{"globPattern": glob})
		}
		s.ask("client/registerCapability", map[string]any{"registrations": []any{map[string]any{
			"id": "skewlint.watch", "method": "workspace/didChangeWatchedFiles",
			"registerOptions": map[string]any{"watchers": watchers},
		}}}, nil)
	}
	s.askConfiguration()
}

func (s *server) foldersChanged(m *wire.Message) {
	var p protocol.FoldersParams
	_ = json.Unmarshal(m.Params, &p)
	var added, removed []string
	for _, f := range p.Event.Added {
		added = append(added, f.URI)
	}
	for _, f := range p.Event.Removed {
		removed = append(removed, f.URI)
	}
	s.session.Folders(added, removed)
}

// filesChanged tells edits of Go files, which change no list of packages unless their imports do,
// from the rest.
func (s *server) filesChanged(m *wire.Message) {
	const changed = 2
	var p protocol.WatchedFilesParams
	_ = json.Unmarshal(m.Params, &p)
	structure := false
	for _, c := range p.Changes {
		structure = structure || c.Type != changed || path.Ext(c.URI) != ".go"
	}
	s.session.FilesChanged(structure)
}

// configurationChanged reads the settings that the notification carries, or asks for them.
func (s *server) configurationChanged(m *wire.Message) {
	if s.init.Capabilities.Workspace.Configuration {
		s.askConfiguration()
		return
	}
	var p struct {
		Settings json.RawMessage `json:"settings"`
	}
	_ = json.Unmarshal(m.Params, &p)
	o := s.options
	o.read(p.Settings)
	s.configure(o)
}

// askConfiguration asks for the settings of gopls, which say how the code is built, and ours.
func (s *server) askConfiguration() {
	if !s.init.Capabilities.Workspace.Configuration {
		return
	}
	items := []any{map[string]string{"section": "gopls"}, map[string]string{"section": "skewlint"}}
	s.ask("workspace/configuration", map[string]any{"items": items}, func(result json.RawMessage) {
		var sections []json.RawMessage
		_ = json.Unmarshal(result, &sections)
		o := s.options
		for _, section := range sections {
			o.read(section)
		}
		s.configure(o)
	})
}

func (s *server) configure(o options) { s.session.Configure(o.Config) }
