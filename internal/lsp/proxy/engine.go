package proxy

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"time"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/wire"
)

// engine is a process of "skewlint lsp". Methods of a nil engine do nothing.
type engine struct {
	cmd   *exec.Cmd
	in    io.Closer
	queue *wire.Queue
	asked map[string]func(*wire.Message) // by ID of the proxy's request
	gone  chan struct{}
	begun bool
}

// maxRestarts is how often an engine that ended by itself is started again.
const maxRestarts = 3

// startEngine starts an engine and tells it all that the editor has said. The lock is not held.
func (p *proxy) startEngine() {
	e, out, err := launch(p.config)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.tell(fmt.Sprintf("skewlint cannot be started, gopls goes on without it: %v", err))
		return
	}
	if p.ending {
		_ = e.cmd.Process.Kill()
		_ = e.cmd.Wait()
		return
	}
	p.engine = e
	if p.initialize != nil {
		e.begin(p.initialize)
		for _, body := range p.history {
			e.send(body)
		}
		for _, uri := range slices.Sorted(maps.Keys(p.files)) {
			if f := p.files[uri]; f.open {
				e.call("textDocument/didOpen", map[string]any{"textDocument": f.opened})
			}
		}
	}
	go p.readEngine(e, out)
}

func launch(c Config) (*engine, io.Reader, error) {
	cmd := exec.Command(c.Engine[0], c.Engine[1:]...) //nolint:gosec // this program
	cmd.Stderr = c.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	return &engine{
		cmd: cmd, in: in, queue: wire.NewQueue(in),
		asked: map[string]func(*wire.Message){}, gone: make(chan struct{}),
	}, out, nil
}

// begin initializes the engine as gopls is, once.
func (e *engine) begin(params json.RawMessage) {
	if e == nil || e.begun {
		return
	}
	e.begun = true
	if body, err := wire.Call(json.RawMessage(`"initialize"`), "initialize", params); err == nil {
		e.queue.Send(body)
	}
}

func (e *engine) send(body []byte) {
	if e != nil {
		e.queue.Send(body)
	}
}

func (e *engine) call(method string, params any) {
	if body, err := wire.Call(nil, method, params); err == nil {
		e.send(body)
	}
}

// askEngine asks the engine what the editor has asked. then is called with the lock held, with nil
// if there is no answer.
func (p *proxy) askEngine(m *wire.Message, then func(*wire.Message)) json.RawMessage {
	if p.engine == nil {
		then(nil)
		return nil
	}
	id := p.nextID()
	body, err := (&wire.Message{ID: id, Method: m.Method, Params: m.Params}).Encode()
	if err != nil {
		then(nil)
		return nil
	}
	p.engine.asked[string(id)] = then
	p.engine.queue.Send(body)
	return id
}

// readEngine works off what an engine says until it ends.
func (p *proxy) readEngine(e *engine, out io.Reader) {
	reader := wire.NewReader(out)
	for {
		body, err := reader.Read()
		if err != nil {
			break
		}
		m, err := wire.Parse(body)
		if err != nil {
			break
		}
		p.mu.Lock()
		p.fromEngine(e, m, body)
		p.mu.Unlock()
	}
	_ = e.cmd.Process.Kill() // it may have closed its output only
	err := e.cmd.Wait()
	close(e.gone)
	p.engineEnded(e, err)
}

// fromEngine routes a message. The lock is held.
func (p *proxy) fromEngine(e *engine, m *wire.Message, body []byte) {
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		p.publishOurs(m)
	case m.Method == "client/registerCapability" && p.watching:
		if reply, err := wire.Reply(m.ID, nil, nil); err == nil {
			e.send(reply) // an engine before this one has registered
		}
	case m.IsResponse():
		then := e.asked[string(m.ID)]
		delete(e.asked, string(m.ID))
		if then != nil {
			then(m)
		}
	default:
		p.watching = p.watching || m.Method == "client/registerCapability"
		p.editor.Send(body)
	}
}

// engineEnded takes back what the engine has said, and starts another unless that is hopeless.
func (p *proxy) engineEnded(e *engine, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.engine = nil
	for _, uri := range slices.Sorted(maps.Keys(p.files)) {
		if f := p.files[uri]; len(f.ours) > 0 && !p.ending {
			f.ours = nil
			p.publish(uri, f)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(e.asked)) {
		e.asked[id](nil)
	}
	go e.queue.Close()
	if p.ending {
		return
	}
	if p.restarts == maxRestarts {
		p.tell(fmt.Sprintf("skewlint ended too often (%v); gopls goes on without it", err))
		return
	}
	p.restarts++
	time.AfterFunc(time.Duration(p.restarts)*time.Second, p.startEngine)
}

// tell shows the user a message. The lock is held.
func (p *proxy) tell(text string) {
	if body, err := wire.Call(nil, "window/showMessage", protocol.ShowMessageParams{Type: protocol.MessageWarning, Message: text}); err == nil {
		p.editor.Send(body)
	}
}

// stopEngine ends the engine for good.
func (p *proxy) stopEngine() {
	p.mu.Lock()
	p.ending = true
	e := p.engine
	p.mu.Unlock()
	if e != nil {
		e.end()
	}
}

// end closes the engine's input, by which it ends, and waits a little.
func (e *engine) end() {
	_ = e.in.Close()
	select {
	case <-e.gone:
	case <-time.After(goodbye):
		_ = e.cmd.Process.Kill()
	}
}
