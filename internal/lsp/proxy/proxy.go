package proxy

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/wire"
)

// proxy is one connection of an editor.
type proxy struct {
	config Config
	editor *wire.Queue
	gopls  *wire.Queue

	mu       sync.Mutex
	engine   *engine // nil while there is none
	restarts int
	ending   bool
	watching bool // the engine's files are registered for watching
	// What an engine that starts late has to be told.
	initialize json.RawMessage // parameters
	history    [][]byte        // initialized, folders and configuration, as they came
	files      files
	merges     map[string]*merge // by ID of the editor's request
	lastID     int
}

func newProxy(c Config, editor, gopls *wire.Queue) *proxy {
	if c.Patience == 0 {
		c.Patience = 2 * time.Second
	}
	return &proxy{config: c, editor: editor, gopls: gopls, files: files{}, merges: map[string]*merge{}}
}

// readEditor works off what the editor says, until it says no more.
func (p *proxy) readEditor(in io.Reader) {
	reader := wire.NewReader(in)
	for {
		body, err := reader.Read()
		if err != nil { // gopls is told by the end of its input
			p.mu.Lock()
			p.ending = true
			p.mu.Unlock()
			return
		}
		m, err := wire.Parse(body)
		if err != nil {
			p.gopls.Send(body) // whose it is to complain
			continue
		}
		p.mu.Lock()
		p.fromEditor(m, body)
		p.mu.Unlock()
	}
}

// merged are the requests that both sides answer.
var merged = []string{"textDocument/hover", "textDocument/codeAction", "textDocument/codeLens", "textDocument/diagnostic"}

// fromEditor routes a message. The lock is held.
func (p *proxy) fromEditor(m *wire.Message, body []byte) {
	switch {
	case m.IsResponse():
		if bytes.HasPrefix(m.ID, []byte(`"`+protocol.IDPrefix)) {
			p.engine.send(body)
			return
		}
	case !m.IsRequest():
		p.observe(m, body)
	case m.Method == "initialize":
		p.initialize = m.Params
		p.engine.begin(p.initialize)
		p.merges[string(m.ID)] = &merge{method: m.Method, oursDone: true}
	case m.Method == "workspace/executeCommand" && isOurCommand(m):
		p.askEngine(m, func(answer *wire.Message) { p.relay(m, answer) })
		return
	case strings.HasSuffix(m.Method, "/resolve") && isOurs(m.Params):
		if reply, err := wire.Reply(m.ID, m.Params, nil); err == nil {
			p.editor.Send(reply)
		}
		return
	case slices.Contains(merged, m.Method):
		p.beginMerge(m)
	}
	p.gopls.Send(body)
}

// observe keeps up with a notification and passes to the engine what concerns it.
func (p *proxy) observe(m *wire.Message, body []byte) {
	switch m.Method {
	case "initialized", "workspace/didChangeWorkspaceFolders", "workspace/didChangeConfiguration":
		p.history = append(p.history, body)
		p.engine.send(body)
	case "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose":
		p.files.follow(m)
		p.engine.send(body)
	case "textDocument/didSave", "workspace/didChangeWatchedFiles":
		p.engine.send(body)
	case "$/cancelRequest":
		var c struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(m.Params, &c) == nil {
			p.cancelOurs(string(c.ID))
		}
	case "exit":
		p.ending = true
	}
}

// isOurCommand reports whether the engine has the command.
func isOurCommand(m *wire.Message) bool {
	var c protocol.Command
	return json.Unmarshal(m.Params, &c) == nil && slices.Contains(protocol.Commands(), c.Command)
}

// isOurs reports whether an item that is to be resolved carries our mark.
func isOurs(params json.RawMessage) bool {
	var item struct {
		Data protocol.Mark `json:"data"`
	}
	return json.Unmarshal(params, &item) == nil && item.Data.Skewlint
}

// readGopls works off what gopls says, until its output ends.
func (p *proxy) readGopls(out io.Reader) error {
	reader := wire.NewReader(out)
	for {
		body, err := reader.Read()
		if err == io.EOF { //nolint:errorlint // Read returns it bare
			return nil
		}
		if err != nil {
			return err
		}
		m, err := wire.Parse(body)
		p.mu.Lock()
		if err != nil || !p.fromGopls(m) {
			p.editor.Send(body)
		}
		p.mu.Unlock()
	}
}

// fromGopls reports whether it has taken care of the message. The lock is held.
func (p *proxy) fromGopls(m *wire.Message) bool {
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		return p.publishTheirs(m)
	case m.IsResponse():
		if g := p.merges[string(m.ID)]; g != nil {
			p.theirsArrived(string(m.ID), g, m)
			return true
		}
	}
	return false
}

// nextID is the ID of a request of the proxy's own to the engine.
func (p *proxy) nextID() json.RawMessage {
	p.lastID++
	return json.RawMessage(strconv.Itoa(p.lastID))
}
