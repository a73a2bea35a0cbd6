package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// The environment variables that [FromEnv] reads. They are not those of any provider, so that an example never talks to
// one because a key happens to be around.
const (
	EnvURL  = "EXAMPLES_MODEL_URL"  // such as http://127.0.0.1:11434/v1
	EnvName = "EXAMPLES_MODEL_NAME" // the model's name there
	EnvKey  = "EXAMPLES_MODEL_KEY"  // may be empty
)

const (
	answerTime  = 2 * time.Minute
	answerBytes = 4 << 20
)

// Endpoint is a model behind the chat completions of an OpenAI-compatible API.
type Endpoint struct {
	url, name, key string
	http           *http.Client
}

// FromEnv returns the endpoint that the environment names, or otherwise when it names none.
func FromEnv(getenv func(string) string, otherwise Model) (Model, error) {
	if getenv(EnvURL) == "" {
		return otherwise, nil
	}
	return NewEndpoint(getenv(EnvURL), getenv(EnvName), getenv(EnvKey))
}

// NewEndpoint makes a client for the API at base. A key goes over TLS or to this machine, nowhere else.
func NewEndpoint(base, name, key string) (*Endpoint, error) {
	u, err := url.Parse(base)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", EnvURL, err)
	case u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%s: want an address such as http://127.0.0.1:11434/v1", EnvURL)
	case name == "":
		return nil, fmt.Errorf("%s: name the model that %s has", EnvName, u.Host)
	case key != "" && u.Scheme == "http" && !local(u.Hostname()):
		return nil, fmt.Errorf("%s: the key would go to %s in clear; use https", EnvKey, u.Host)
	}
	u = u.JoinPath("chat", "completions")
	return &Endpoint{url: u.String(), name: name, key: key, http: &http.Client{Timeout: answerTime}}, nil
}

func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// The messages of the API, as far as they are used here.
type (
	function struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters,omitempty"`
		Arguments   *string         `json:"arguments,omitempty"`
	}
	typed struct {
		ID       string   `json:"id,omitempty"`
		Type     string   `json:"type"`
		Function function `json:"function"`
	}
	wire struct {
		Role       string  `json:"role"`
		Content    *string `json:"content"`
		ToolCalls  []typed `json:"tool_calls,omitempty"`
		ToolCallID string  `json:"tool_call_id,omitempty"`
	}
	request struct {
		Model    string  `json:"model"`
		Messages []wire  `json:"messages"`
		Tools    []typed `json:"tools,omitempty"`
	}
	response struct {
		Choices []struct {
			Message wire   `json:"message"`
			Finish  string `json:"finish_reason"`
		} `json:"choices"`
	}
)

// Complete asks the endpoint. Nothing that it fails with holds the key.
func (e *Endpoint) Complete(ctx context.Context, said []Message, tools []mcpgate.Definition) (Message, error) {
	body, err := json.Marshal(request{Model: e.name, Messages: toWire(said), Tools: toolsToWire(tools)})
	if err != nil {
		return Message{}, fmt.Errorf("model %s: %w", e.name, err)
	}
	raw, err := e.post(ctx, body)
	if err != nil {
		return Message{}, fmt.Errorf("model %s: %w", e.name, err)
	}
	var out response
	if err := json.Unmarshal(raw, &out); err != nil {
		return Message{}, fmt.Errorf("model %s: the answer is no chat completion: %w", e.name, err)
	}
	m, err := out.message()
	if err != nil {
		return Message{}, fmt.Errorf("model %s: %w", e.name, err)
	}
	return m, nil
}

func (e *Endpoint) post(ctx context.Context, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if e.key != "" {
		req.Header.Set("Authorization", "Bearer "+e.key)
	}
	res, err := e.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, answerBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(raw) > answerBytes:
		return nil, fmt.Errorf("the answer is longer than %d bytes", answerBytes)
	case res.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s: %.200q", res.Status, strings.ReplaceAll(string(raw), "\n", " "))
	}
	return raw, nil
}

func toWire(said []Message) []wire {
	out := make([]wire, 0, len(said))
	for _, m := range said {
		w := wire{Role: m.Role, Content: &m.Content, ToolCallID: m.CallID}
		for _, c := range m.Calls {
			args := string(c.Arguments)
			w.ToolCalls = append(w.ToolCalls, typed{ID: c.ID, Type: "function", Function: function{Name: c.Name, Arguments: &args}})
		}
		out = append(out, w)
	}
	return out
}

func toolsToWire(tools []mcpgate.Definition) []typed {
	var out []typed
	for _, t := range tools {
		out = append(out, typed{Type: "function", Function: function{Name: t.Name, Description: t.Description, Parameters: t.InputSchema}})
	}
	return out
}

// message takes the one choice. An answer that was cut off is none: half a call is another call.
func (r response) message() (Message, error) {
	if len(r.Choices) == 0 {
		return Message{}, errors.New("the answer has no choice")
	}
	if f := r.Choices[0].Finish; f != "stop" && f != "tool_calls" {
		return Message{}, fmt.Errorf("the answer did not finish: %q", f)
	}
	w := r.Choices[0].Message
	m := Message{Role: Assistant}
	if w.Content != nil {
		m.Content = *w.Content
	}
	seen := map[string]bool{}
	for _, c := range w.ToolCalls {
		args := "{}"
		if c.Function.Arguments != nil && *c.Function.Arguments != "" {
			args = *c.Function.Arguments
		}
		if err := json.Unmarshal([]byte(args), &map[string]any{}); err != nil {
			return Message{}, fmt.Errorf("the arguments of %q are no JSON object: %w", c.Function.Name, err)
		}
		if c.ID == "" || seen[c.ID] {
			return Message{}, fmt.Errorf("the call of %q has no id of its own", c.Function.Name)
		}
		seen[c.ID] = true
		m.Calls = append(m.Calls, Call{ID: c.ID, Name: c.Function.Name, Arguments: json.RawMessage(args)})
	}
	return m, nil
}
