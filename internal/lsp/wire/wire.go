// Package wire reads and writes the messages of the Language Server Protocol.
//
// It is for the server and the proxy. The one idea to hold: a message stays the bytes that came.
// What passes through a proxy must not be changed by decoding it and encoding it again, so a
// [Reader] gives bodies, and [Parse] reads of a body only what is needed to route it.
//
// A [Queue] takes every message at once and writes when it can: two peers that write to each
// other while neither reads would wait for ever.
//
// Limits: the queue has no bound; a peer that stops reading while we go on costs memory.
package wire

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Codes of errors.
const (
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternal       = -32603
	CodeCancelled      = -32800
)

// maxBody bounds what a header may promise: nobody sends a message of a gigabyte.
const maxBody = 1 << 30

// Message is one message: a request, a notification (no ID) or a response (no method).
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// Error is why a request failed.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (e *Error) Error() string { return e.Message }

// Parse reads a body.
func Parse(body []byte) (*Message, error) {
	m := &Message{}
	if err := json.Unmarshal(body, m); err != nil {
		return nil, fmt.Errorf("message is no JSON-RPC: %w", err)
	}
	return m, nil
}

// IsRequest reports whether somebody waits for a response.
func (m *Message) IsRequest() bool { return m.Method != "" && len(m.ID) > 0 }

// IsResponse reports whether it answers a request.
func (m *Message) IsResponse() bool { return m.Method == "" && len(m.ID) > 0 }

// Encode gives the body of the message.
func (m *Message) Encode() ([]byte, error) {
	m.JSONRPC = "2.0"
	return json.Marshal(m)
}

// Call is the body of a request, or without an ID of a notification.
func Call(id json.RawMessage, method string, params any) ([]byte, error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	return (&Message{ID: id, Method: method, Params: raw}).Encode()
}

// Reply is the body of the response to a request. A failure that is no [Error] is told as an
// internal one.
func Reply(id json.RawMessage, result any, failure error) ([]byte, error) {
	m := &Message{ID: id}
	if failure != nil {
		if !errors.As(failure, &m.Error) {
			m.Error = &Error{Code: CodeInternal, Message: failure.Error()}
		}
		return m.Encode()
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return nil, err
	}
	m.Result = raw
	return m.Encode()
}

// Reader reads bodies.
type Reader struct{ in *bufio.Reader }

// NewReader returns a reader of the stream.
func NewReader(in io.Reader) *Reader { return &Reader{bufio.NewReader(in)} }

// Read gives the next body, and io.EOF where the stream ends between two messages.
func (r *Reader) Read() ([]byte, error) {
	size, err := r.header()
	if err != nil {
		return nil, err
	}
	body := make([]byte, 0, min(size, 1<<20)) // grows with what really comes
	body, err = appendN(body, r.in, size)
	if err != nil {
		return nil, fmt.Errorf("message is cut short: %w", err)
	}
	return body, nil
}

func appendN(body []byte, in io.Reader, size int) ([]byte, error) {
	for len(body) < size {
		part := make([]byte, min(size-len(body), 1<<20))
		if _, err := io.ReadFull(in, part); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
		body = append(body, part...)
	}
	return body, nil
}

// header reads the lines before a body and gives its size.
func (r *Reader) header() (int, error) {
	size := -1
	for first := true; ; first = false {
		line, err := r.line()
		if errors.Is(err, io.EOF) && first && line == "" {
			return 0, io.EOF
		}
		if err != nil {
			return 0, fmt.Errorf("header is cut short: %w", io.ErrUnexpectedEOF)
		}
		if line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return 0, fmt.Errorf("header line %.80q has no colon", line)
		}
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			if size, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || size < 0 || size > maxBody {
				return 0, fmt.Errorf("header has Content-Length %.80q", value)
			}
		}
	}
	if size < 0 {
		return 0, errors.New("header has no Content-Length")
	}
	return size, nil
}

// line reads a line of a header without its end.
func (r *Reader) line() (string, error) {
	var line []byte
	for {
		part, err := r.in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > 1<<12 {
			return "", errors.New("header line is too long")
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		return strings.TrimRight(string(line), "\r\n"), err
	}
}

// Write writes one body with its header.
func Write(out io.Writer, body []byte) error {
	_, err := fmt.Fprintf(out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}
