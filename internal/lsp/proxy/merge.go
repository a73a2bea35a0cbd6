package proxy

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/wire"
)

// merge is a request of the editor that waits for two answers.
type merge struct {
	method   string
	asked    json.RawMessage // ID of the request to the engine
	theirs   *wire.Message
	ours     json.RawMessage // nil: nothing to add
	oursDone bool
}

// beginMerge asks the engine what gopls is asked, too. The lock is held.
func (p *proxy) beginMerge(m *wire.Message) {
	if p.engine == nil {
		return
	}
	id, g := string(m.ID), &merge{method: m.Method}
	p.merges[id] = g
	g.asked = p.askEngine(m, func(answer *wire.Message) {
		if answer != nil && answer.Error == nil {
			g.ours = answer.Result
		}
		g.oursDone = true
		p.finishMerge(id, g)
	})
}

// theirsArrived takes the answer of gopls, which from then on does not wait long. The lock is held.
func (p *proxy) theirsArrived(id string, g *merge, m *wire.Message) {
	g.theirs = m
	if !g.oursDone && m.Error == nil {
		time.AfterFunc(p.config.Patience, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			g.oursDone = true
			p.finishMerge(id, g)
		})
		return
	}
	g.oursDone = true
	p.finishMerge(id, g)
}

// finishMerge answers the editor once both are there. The lock is held.
func (p *proxy) finishMerge(id string, g *merge) {
	if g.theirs == nil || !g.oursDone || p.merges[id] != g {
		return
	}
	delete(p.merges, id)
	m := *g.theirs
	if m.Error == nil {
		m.Result = combine(g.method, m.Result, g.ours)
	}
	if body, err := m.Encode(); err == nil {
		p.editor.Send(body)
	}
}

// cancelOurs stops the engine's part of a request. The lock is held.
func (p *proxy) cancelOurs(id string) {
	if g := p.merges[id]; g != nil && g.asked != nil {
		if body, err := wire.Call(nil, "$/cancelRequest", map[string]json.RawMessage{"id": g.asked}); err == nil {
			p.engine.send(body)
		}
	}
}

// relay answers a request that was for the engine alone. The lock is held.
func (p *proxy) relay(m, answer *wire.Message) {
	if answer == nil {
		answer = &wire.Message{Error: &wire.Error{Code: wire.CodeInternal, Message: "skewlint is not running"}}
	}
	reply := *answer
	reply.ID = m.ID
	if body, err := reply.Encode(); err == nil {
		p.editor.Send(body)
	}
}

// combine puts our answer to theirs. What it cannot read it leaves as it is.
func combine(method string, theirs, ours json.RawMessage) json.RawMessage {
	switch method {
	case "initialize":
		return combineInitialize(theirs)
	case "textDocument/codeAction", "textDocument/codeLens":
		return combineLists(theirs, ours)
	case "textDocument/hover":
		return combineHovers(theirs, ours)
	case "textDocument/diagnostic":
		return combineReports(theirs, ours)
	}
	return theirs
}

// encoded gives v as JSON, or otherwise if that cannot be.
func encoded(v any, otherwise json.RawMessage) json.RawMessage {
	if data, err := json.Marshal(v); err == nil {
		return data
	}
	return otherwise
}

func combineLists(theirs, ours json.RawMessage) json.RawMessage {
	var a, b []json.RawMessage
	if json.Unmarshal(theirs, &a) != nil || json.Unmarshal(ours, &b) != nil || len(b) == 0 {
		return theirs
	}
	return encoded(append(a, b...), theirs)
}

// combineHovers puts ours above theirs, which may be the whole text about a package.
func combineHovers(theirs, ours json.RawMessage) json.RawMessage {
	var b *protocol.Hover
	if json.Unmarshal(ours, &b) != nil || b == nil {
		return theirs
	}
	var a map[string]json.RawMessage
	if json.Unmarshal(theirs, &a) != nil {
		return theirs
	}
	if a == nil {
		return ours
	}
	var text protocol.MarkupContent
	if json.Unmarshal(a["contents"], &text) != nil || text.Kind == "" {
		return theirs
	}
	text.Value = b.Contents.Value + "\n\n---\n\n" + text.Value
	a["contents"] = encoded(text, a["contents"])
	return encoded(a, theirs)
}

// combineReports also mends the kind, which gopls v0.23.0 leaves empty.
func combineReports(theirs, ours json.RawMessage) json.RawMessage {
	var a map[string]json.RawMessage
	if json.Unmarshal(theirs, &a) != nil || a == nil {
		return theirs
	}
	var kind string
	_ = json.Unmarshal(a["kind"], &kind)
	if kind == "unchanged" {
		return theirs
	}
	a["kind"] = json.RawMessage(`"full"`)
	items := []json.RawMessage{}
	_ = json.Unmarshal(a["items"], &items)
	var b protocol.DocumentDiagnosticReport
	if json.Unmarshal(ours, &b) == nil {
		items = append(items, b.Items...)
	}
	if items == nil {
		items = []json.RawMessage{}
	}
	a["items"] = encoded(items, a["items"])
	return encoded(a, theirs)
}

// combineInitialize adds our commands to what gopls can do, and of the rest what gopls lacks.
func combineInitialize(theirs json.RawMessage) json.RawMessage {
	var result, can, commands map[string]json.RawMessage
	if json.Unmarshal(theirs, &result) != nil || json.Unmarshal(result["capabilities"], &can) != nil || can == nil {
		return theirs
	}
	for name, value := range map[string]string{"hoverProvider": "true", "codeActionProvider": "true", "codeLensProvider": "{}"} {
		if v := string(can[name]); v == "" || v == "null" || v == "false" {
			can[name] = json.RawMessage(value)
		}
	}
	_ = json.Unmarshal(can["executeCommandProvider"], &commands)
	if commands == nil {
		commands = map[string]json.RawMessage{}
	}
	var names []string
	_ = json.Unmarshal(commands["commands"], &names)
	for _, name := range protocol.Commands() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	commands["commands"] = encoded(names, commands["commands"])
	can["executeCommandProvider"] = encoded(commands, can["executeCommandProvider"])
	result["capabilities"] = encoded(can, result["capabilities"])
	return encoded(result, theirs)
}
