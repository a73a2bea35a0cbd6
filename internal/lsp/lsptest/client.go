// Package lsptest is a scripted editor for the tests of language servers.
//
// It is for the tests of the server and the proxy, which drive the same scenes. The one idea to
// hold: nothing is timed. A test waits for a message that satisfies a condition, and fails with
// all that came if it does not come for long; what must not come is looked for in all that came.
package lsptest

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skewlint/skewlint/internal/lsp/protocol"
	"github.com/skewlint/skewlint/internal/lsp/text"
	"github.com/skewlint/skewlint/internal/lsp/wire"
)

// patience is how long a message may take on a machine that does much else.
const patience = 2 * time.Minute

// Published is one textDocument/publishDiagnostics.
type Published struct {
	URI         string                `json:"uri"`
	Version     *int                  `json:"version"`
	Diagnostics []protocol.Diagnostic `json:"diagnostics"`
}

// Has reports whether a diagnostic has the code.
func (p Published) Has(code string) bool {
	for _, d := range p.Diagnostics {
		if d.Code == code {
			return true
		}
	}
	return false
}

// Client is an editor.
type Client struct {
	t   testing.TB
	out *wire.Queue
	// Answer gives the results of what the server asks; nil results are null.
	Answer func(method string, params json.RawMessage) any

	mu        sync.Mutex
	news      *sync.Cond
	lastID    int
	responses map[string]*wire.Message
	published []Published
	received  []*wire.Message // requests and notifications but diagnostics
	closed    bool
}

// Dial makes an editor of the two ends of a server.
func Dial(t testing.TB, in io.Reader, out io.Writer) *Client {
	c := &Client{t: t, out: wire.NewQueue(out), responses: map[string]*wire.Message{}}
	c.news = sync.NewCond(&c.mu)
	go c.read(wire.NewReader(in))
	return c
}

func (c *Client) read(r *wire.Reader) {
	for {
		body, err := r.Read()
		var m *wire.Message
		if err == nil {
			m, err = wire.Parse(body)
		}
		if err != nil {
			c.mu.Lock()
			c.closed = true
			c.news.Broadcast()
			c.mu.Unlock()
			return
		}
		c.take(m)
	}
}

func (c *Client) take(m *wire.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.news.Broadcast()
	switch {
	case m.IsResponse():
		c.responses[string(m.ID)] = m
		return
	case m.Method == "textDocument/publishDiagnostics":
		var p Published
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Errorf("diagnostics: %v", err)
		}
		c.published = append(c.published, p)
		return
	}
	c.received = append(c.received, m)
	if m.IsRequest() {
		var result any
		if c.Answer != nil {
			result = c.Answer(m.Method, m.Params)
		}
		if body, err := wire.Reply(m.ID, result, nil); err == nil {
			c.out.Send(body)
		}
	}
}

// until waits for a condition on what came, which is checked with the lock held.
func (c *Client) until(what string, ok func() bool) {
	c.t.Helper()
	late := false
	timer := time.AfterFunc(patience, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		late = true
		c.news.Broadcast()
	})
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !ok() {
		if late || c.closed {
			c.t.Fatalf("waited for %s (connection closed: %v); what came:\n%s", what, c.closed, c.history())
		}
		c.news.Wait()
	}
}

// history tells what came. The lock is held.
func (c *Client) history() string {
	var out strings.Builder
	for _, p := range c.published {
		version := "-"
		if p.Version != nil {
			version = strconv.Itoa(*p.Version)
		}
		_, _ = fmt.Fprintf(&out, "published %s version %s\n", p.URI, version)
		for _, d := range p.Diagnostics {
			_, _ = fmt.Fprintf(&out, "\t%v %s %s: %s\n", d.Range, d.Source, d.Code, d.Message)
		}
	}
	for _, m := range c.received {
		_, _ = fmt.Fprintf(&out, "%s %.300s\n", m.Method, m.Params)
	}
	return out.String()
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) {
	c.t.Helper()
	body, err := wire.Call(nil, method, params)
	if err != nil {
		c.t.Fatal(err)
	}
	c.out.Send(body)
}

// Start sends a request and gives its ID.
func (c *Client) Start(method string, params any) string {
	c.t.Helper()
	c.mu.Lock()
	c.lastID++
	id := strconv.Itoa(c.lastID)
	c.mu.Unlock()
	body, err := wire.Call(json.RawMessage(id), method, params)
	if err != nil {
		c.t.Fatal(err)
	}
	c.out.Send(body)
	return id
}

// Finish waits for the response to a request.
func (c *Client) Finish(id string) *wire.Message {
	c.t.Helper()
	c.until("the response to request "+id, func() bool { return c.responses[id] != nil })
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.responses[id]
}

// Call sends a request and reads its result.
func (c *Client) Call(method string, params, result any) {
	c.t.Helper()
	m := c.Finish(c.Start(method, params))
	if m.Error != nil {
		c.t.Fatalf("%s: %v", method, m.Error)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(m.Result, result); err != nil {
		c.t.Fatalf("%s: %v in %s", method, err, m.Result)
	}
}

// Initialize begins the connection. It gives what the server can do.
func (c *Client) Initialize(capabilities, options any, folders ...string) map[string]json.RawMessage {
	c.t.Helper()
	list := []protocol.Folder{}
	for _, dir := range folders {
		list = append(list, Folder(dir))
	}
	var result struct {
		Capabilities map[string]json.RawMessage `json:"capabilities"`
	}
	c.Call("initialize", map[string]any{
		"processId": nil, "rootUri": nil, "workspaceFolders": list,
		"capabilities": capabilities, "initializationOptions": options,
	}, &result)
	c.Notify("initialized", struct{}{})
	return result.Capabilities
}

// Folder names a folder.
func Folder(dir string) protocol.Folder { return protocol.Folder{URI: text.URI(dir), Name: dir} }

// Document names a file.
func Document(path string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": text.URI(path)}}
}

// Open opens a file with a text, as version 1.
func (c *Client) Open(path, content string) {
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": protocol.TextDocument{
		URI: text.URI(path), LanguageID: "go", Version: 1, Text: content,
	}})
}

// Edit replaces a part of a text by another, as an editor would tell it. It gives the new text.
func (c *Client) Edit(path string, version int, content, old, replacement string) string {
	c.t.Helper()
	i := strings.Index(content, old)
	if i < 0 {
		c.t.Fatalf("no %q in %s", old, path)
	}
	r := protocol.Range{Start: text.PositionAt(content, i), End: text.PositionAt(content, i+len(old))}
	c.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": text.URI(path), "version": version},
		"contentChanges": []protocol.ContentChange{{Range: &r, Text: replacement}},
	})
	return content[:i] + replacement + content[i+len(old):]
}

// Published waits for diagnostics of a file that satisfy a condition.
func (c *Client) Published(path, what string, ok func(Published) bool) Published {
	c.t.Helper()
	var found Published
	c.until(what, func() bool {
		for _, p := range c.published {
			if p.URI == text.URI(path) && ok(p) {
				found = p
				return true
			}
		}
		return false
	})
	return found
}

// Newest waits until the last diagnostics of a file satisfy a condition.
func (c *Client) Newest(path, what string, ok func(Published) bool) Published {
	c.t.Helper()
	var last Published
	c.until(what, func() bool {
		last = c.last(path)
		return last.URI != "" && ok(last)
	})
	return last
}

func (c *Client) last(path string) Published {
	for i := len(c.published) - 1; i >= 0; i-- {
		if c.published[i].URI == text.URI(path) {
			return c.published[i]
		}
	}
	return Published{}
}

// All are all diagnostics of a file that came so far, in order.
func (c *Client) All(path string) []Published {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Published
	for _, p := range c.published {
		if p.URI == text.URI(path) {
			out = append(out, p)
		}
	}
	return out
}

// Received waits for a request or notification of the server.
func (c *Client) Received(method, part string) *wire.Message {
	c.t.Helper()
	var found *wire.Message
	c.until(method+" with "+part, func() bool {
		for _, m := range c.received {
			if m.Method == method && strings.Contains(string(m.Params), part) {
				found = m
				return true
			}
		}
		return false
	})
	return found
}

// Count is how many requests and notifications of the method came so far.
func (c *Client) Count(method string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, m := range c.received {
		if m.Method == method {
			n++
		}
	}
	return n
}

// Closed waits until the server has closed its end.
func (c *Client) Closed() {
	c.t.Helper()
	late := time.After(patience)
	for {
		c.mu.Lock()
		closed := c.closed
		c.mu.Unlock()
		if closed {
			return
		}
		select {
		case <-late:
			c.t.Fatal("the server did not close its end")
		case <-time.After(10 * time.Millisecond):
		}
	}
}
