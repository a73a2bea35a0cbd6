package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/session"
	"github.com/skewlint/skewlint/internal/lsp/wire"
)

// Options are what a server is made of.
type Options = session.Options

// server is one connection.
type server struct {
	out     *wire.Queue
	session *session.Session
	docs    documents

	init     protocol.InitializeParams
	options  options // those of initialize
	shutdown bool

	mu      sync.Mutex
	pull    bool                          // diagnostics of open files are asked for
	ready   bool                          // the client may be asked
	running map[string]context.CancelFunc // by ID of the client's request
	waiting map[string]func(json.RawMessage)
	lastID  int
}

// Serve speaks with a client until it says exit or closes its end, and returns the exit status:
// 1 if the client left without shutdown.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) (status int, err error) {
	s := &server{
		out:     wire.NewQueue(out),
		running: map[string]context.CancelFunc{}, waiting: map[string]func(json.RawMessage){},
	}
	ctx, cancel := context.WithCancel(ctx)
	s.session = session.New(ctx, s, o)
	var requests sync.WaitGroup
	defer func() {
		cancel()
		s.session.Close()
		requests.Wait()
		s.out.Close()
		s.docs.remove()
	}()
	reader := wire.NewReader(in)
	for {
		body, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return 0, nil
		}
		if err != nil {
			return 1, err
		}
		m, err := wire.Parse(body)
		if err != nil {
			return 1, err
		}
		if m.Method == "exit" {
			if s.shutdown {
				return 0, nil
			}
			return 1, nil
		}
		s.receive(ctx, m, &requests)
	}
}

// receive handles one message.
func (s *server) receive(ctx context.Context, m *wire.Message, requests *sync.WaitGroup) {
	switch {
	case m.IsResponse():
		s.answered(m)
	case !m.IsRequest():
		s.notified(m)
	case m.Method == "initialize" || m.Method == "shutdown":
		result, err := s.settle(m)
		s.reply(m, result, err)
	default:
		ctx, cancel := context.WithCancel(ctx)
		s.setRunning(string(m.ID), cancel)
		requests.Go(func() {
			defer cancel()
			result, err := s.answer(ctx, m)
			s.setRunning(string(m.ID), nil)
			if ctx.Err() != nil {
				err = &wire.Error{Code: wire.CodeCancelled, Message: "cancelled"}
			}
			s.reply(m, result, err)
		})
	}
}

func (s *server) setRunning(id string, cancel context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel == nil {
		delete(s.running, id)
	} else {
		s.running[id] = cancel
	}
}

func (s *server) reply(m *wire.Message, result any, failure error) {
	body, err := wire.Reply(m.ID, result, failure)
	if err != nil {
		body, err = wire.Reply(m.ID, nil, err)
	}
	if err == nil {
		s.out.Send(body)
	}
}

func (s *server) notify(method string, params any) {
	if body, err := wire.Call(nil, method, params); err == nil {
		s.out.Send(body)
	}
}

// ask sends the client a request. then gets the result if there is one.
func (s *server) ask(method string, params any, then func(result json.RawMessage)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ready {
		return
	}
	s.lastID++
	id := strconv.Quote(protocol.IDPrefix + strconv.Itoa(s.lastID))
	if body, err := wire.Call(json.RawMessage(id), method, params); err == nil {
		s.waiting[id] = then
		s.out.Send(body)
	}
}

func (s *server) answered(m *wire.Message) {
	s.mu.Lock()
	then := s.waiting[string(m.ID)]
	delete(s.waiting, string(m.ID))
	s.mu.Unlock()
	if then != nil && m.Error == nil {
		then(m.Result)
	}
}

// answer answers a request.
func (s *server) answer(ctx context.Context, m *wire.Message) (result any, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("internal error in %s: %v", m.Method, v)
		}
	}()
	var p protocol.DocumentParams
	switch m.Method {
	case "workspace/executeCommand":
		return s.execute(ctx, m)
	case "textDocument/hover", "textDocument/codeAction", "textDocument/codeLens", "textDocument/diagnostic":
		if err := decode(m, &p); err != nil {
			return nil, err
		}
	case "codeAction/resolve", "codeLens/resolve":
		return m.Params, nil // ours are complete
	}
	uri := p.TextDocument.URI
	switch m.Method {
	case "textDocument/hover":
		return s.session.Hover(ctx, uri, p.Position), nil
	case "textDocument/codeAction":
		return s.session.Actions(ctx, uri, p.Range, p.Context.Wants), nil
	case "textDocument/codeLens":
		return s.session.Lenses(ctx, uri), nil
	case "textDocument/diagnostic":
		found, err := s.session.Diagnostics(ctx, uri)
		return protocol.DocumentDiagnosticReport{Kind: "full", Items: raw(found)}, err
	}
	return nil, &wire.Error{Code: wire.CodeMethodNotFound, Message: "skewlint does not answer " + m.Method}
}

func decode(m *wire.Message, v any) error {
	if err := json.Unmarshal(m.Params, v); err != nil {
		return &wire.Error{Code: wire.CodeInvalidParams, Message: fmt.Sprintf("parameters of %s: %v", m.Method, err)}
	}
	return nil
}

// raw turns diagnostics into what the protocol types carry.
func raw(found []protocol.Diagnostic) []json.RawMessage {
	out := []json.RawMessage{}
	for _, d := range found {
		if data, err := json.Marshal(d); err == nil {
			out = append(out, data)
		}
	}
	return out
}

// Publish implements session.Client.
func (s *server) Publish(uri string, version *int, found []protocol.Diagnostic) {
	s.mu.Lock()
	pull := s.pull
	s.mu.Unlock()
	if pull && version != nil {
		found = nil // clears what was pushed before the file was opened
	}
	s.notify("textDocument/publishDiagnostics", protocol.PublishDiagnosticsParams{URI: uri, Version: version, Diagnostics: raw(found)})
}

// Message implements session.Client.
func (s *server) Message(kind int, text string) {
	s.notify("window/showMessage", protocol.ShowMessageParams{Type: kind, Message: text})
}

// Updated implements session.Client.
func (s *server) Updated() {
	workspace := s.init.Capabilities.Workspace
	if workspace.CodeLens.RefreshSupport {
		s.ask("workspace/codeLens/refresh", nil, nil)
	}
	s.mu.Lock()
	pull := s.pull
	s.mu.Unlock()
	if pull && workspace.Diagnostics.RefreshSupport {
		s.ask("workspace/diagnostic/refresh", nil, nil)
	}
}
