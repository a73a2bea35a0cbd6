// Package protocol has the parts of the Language Server Protocol that skewlint speaks.
//
// It is for the packages beside it. The one idea to hold: only fields that somebody here reads or
// writes are spelled out. What belongs to others passes through as raw JSON.
//
// Limits: positions count UTF-16 units, the only encoding that gopls has.
package protocol

import (
	"encoding/json"
	"strings"
)

// Position is a place in a document.
type Position struct {
	Line      int `json:"line"`      // from 0
	Character int `json:"character"` // in UTF-16 units, from 0
}

// Before orders positions.
func (p Position) Before(q Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// Range is from Start to before End.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Touches reports whether the ranges share a place, be it only an edge.
func (r Range) Touches(o Range) bool { return !r.End.Before(o.Start) && !o.End.Before(r.Start) }

// Location is a range of a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// Severities of diagnostics.
const (
	SeverityError       = 1
	SeverityWarning     = 2
	SeverityInformation = 3
)

// TagUnnecessary is the tag of a diagnostic about code that does nothing.
const TagUnnecessary = 1

// Diagnostic is something to say about a range.
type Diagnostic struct {
	Range              Range                `json:"range"`
	Severity           int                  `json:"severity,omitempty"`
	Code               string               `json:"code,omitempty"`
	CodeDescription    *CodeDescription     `json:"codeDescription,omitempty"`
	Source             string               `json:"source,omitempty"`
	Message            string               `json:"message"`
	Tags               []int                `json:"tags,omitempty"`
	RelatedInformation []RelatedInformation `json:"relatedInformation,omitempty"`
}

// CodeDescription says where to read about a code.
type CodeDescription struct {
	Href string `json:"href"`
}

// RelatedInformation is a step of a witness.
type RelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnosticsParams replaces what was published for a document. The diagnostics of others
// pass through, so they are raw.
type PublishDiagnosticsParams struct {
	URI         string            `json:"uri"`
	Version     *int              `json:"version,omitempty"`
	Diagnostics []json.RawMessage `json:"diagnostics"`
}

// DocumentDiagnosticReport answers textDocument/diagnostic.
type DocumentDiagnosticReport struct {
	Kind     string            `json:"kind"`
	ResultID string            `json:"resultId,omitempty"`
	Items    []json.RawMessage `json:"items"`
}

// TextDocument names a document, in some messages with its version or text.
type TextDocument struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId,omitempty"`
	Version    int    `json:"version"`
	Text       string `json:"text"`
}

// ContentChange replaces a range, or without one all.
type ContentChange struct {
	Range *Range `json:"range,omitempty"`
	Text  string `json:"text"`
}

// DocumentParams are those of every request and notification about one document.
type DocumentParams struct {
	TextDocument   TextDocument      `json:"textDocument"`
	ContentChanges []ContentChange   `json:"contentChanges,omitempty"` // didChange
	Position       Position          `json:"position"`                 // hover
	Range          Range             `json:"range"`                    // codeAction
	Context        CodeActionContext `json:"context"`                  // codeAction
}

// CodeActionContext narrows what actions are wanted.
type CodeActionContext struct {
	Only []string `json:"only,omitempty"`
}

// Folder is a workspace folder.
type Folder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// FoldersParams are those of workspace/didChangeWorkspaceFolders.
type FoldersParams struct {
	Event struct {
		Added   []Folder `json:"added"`
		Removed []Folder `json:"removed"`
	} `json:"event"`
}

// WatchedFilesParams are those of workspace/didChangeWatchedFiles.
type WatchedFilesParams struct {
	Changes []struct {
		URI  string `json:"uri"`
		Type int    `json:"type"` // 1 created, 2 changed, 3 deleted
	} `json:"changes"`
}

// InitializeParams are what a client says of itself.
type InitializeParams struct {
	RootURI               string          `json:"rootUri"`
	WorkspaceFolders      []Folder        `json:"workspaceFolders"`
	InitializationOptions json.RawMessage `json:"initializationOptions"`
	Capabilities          struct {
		Workspace struct {
			Configuration bool    `json:"configuration"`
			CodeLens      Refresh `json:"codeLens"`
			Diagnostics   Refresh `json:"diagnostics"`
			WatchedFiles  Dynamic `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
		Window struct {
			ShowDocument struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
		} `json:"window"`
		TextDocument struct {
			Diagnostic *struct{} `json:"diagnostic"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

// Refresh is whether the client takes the request to ask again.
type Refresh struct {
	RefreshSupport bool `json:"refreshSupport"`
}

// Dynamic is whether the client takes a registration.
type Dynamic struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

// Hover is what to show at a place.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    *Range        `json:"range,omitempty"`
}

// MarkupContent is text, plain or as Markdown.
type MarkupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// TextEdit replaces a range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// WorkspaceEdit changes documents.
type WorkspaceEdit struct {
	Changes map[string][]TextEdit `json:"changes"`
}

// QuickFix is the kind of an action that answers a diagnostic.
const QuickFix = "quickfix"

// SourceGraph is the kind of the action that shows a graph: for editors without code lenses.
const SourceGraph = "source.skewlint.graph"

// CodeAction is something to do.
type CodeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []Diagnostic   `json:"diagnostics,omitempty"`
	Edit        *WorkspaceEdit `json:"edit,omitempty"`
	Command     *Command       `json:"command,omitempty"`
	Data        *Mark          `json:"data,omitempty"`
}

// Mark tells our items from those of another server when the client asks to resolve one.
type Mark struct {
	Skewlint bool `json:"skewlint"`
}

// CodeLens is a command above a line.
type CodeLens struct {
	Range   Range    `json:"range"`
	Command *Command `json:"command,omitempty"`
	Data    *Mark    `json:"data,omitempty"`
}

// Command is a call that the client makes when it is told to.
type Command struct {
	Title     string            `json:"title"`
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments,omitempty"`
}

// ShowGraph is the command that shows a graph.
const ShowGraph = "skewlint.showGraph"

// Commands are all of ours.
func Commands() []string { return []string{ShowGraph} }

// GraphArgs is the argument of ShowGraph.
type GraphArgs struct {
	URI    string `json:"uri"`
	Name   string `json:"name,omitempty"`   // of the graph; empty: all that the document builds
	Format string `json:"format,omitempty"` // text, mermaid (the default) or dot
}

// GraphResult is what ShowGraph returns.
type GraphResult struct {
	Text string `json:"text"`
	URI  string `json:"uri,omitempty"` // of the document that was opened, if one was
}

// Types of messages to the user.
const (
	MessageError   = 1
	MessageWarning = 2
	MessageInfo    = 3
)

// ShowMessageParams are those of window/showMessage.
type ShowMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// IDPrefix begins the IDs of requests that skewlint sends to a client. gopls sends numbers.
const IDPrefix = "skewlint:"

// Wants reports whether actions of the kind are wanted. A kind includes those below it.
func (c CodeActionContext) Wants(kind string) bool {
	for _, only := range c.Only {
		if only == "" || only == kind || strings.HasPrefix(kind, only+".") {
			return true
		}
	}
	return len(c.Only) == 0
}
