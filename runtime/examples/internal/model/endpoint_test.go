package model_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
)

// fake is an endpoint that answers everything with body and keeps what it was asked.
func fake(t *testing.T, status int, body string) (url string, asked *http.Request, sent *map[string]any) {
	t.Helper()
	asked, sent = new(http.Request), new(map[string]any)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = *r.Clone(t.Context())
		raw, err := io.ReadAll(r.Body)
		if err != nil || json.Unmarshal(raw, sent) != nil {
			t.Errorf("sent %q, %v", raw, err)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(web.Close)
	return web.URL + "/v1", asked, sent
}

func env(url, name, key string) func(string) string {
	return func(k string) string {
		return map[string]string{model.EnvURL: url, model.EnvName: name, model.EnvKey: key}[k]
	}
}

func TestEndpoint(t *testing.T) {
	url, asked, sent := fake(t, http.StatusOK, `{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":null,
		"tool_calls":[{"id":"c2","type":"function","function":{"name":"office__find","arguments":"{\"query\":\"Ann\"}"}},
		{"id":"c3","type":"function","function":{"name":"office__find","arguments":""}}]}}]}`)
	m, err := model.FromEnv(env(url, "small", "s3cret"), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.Complete(t.Context(), []model.Message{
		says(model.System, "Be kind."), says(model.User, "Who?"),
		{Role: model.Assistant, Calls: []model.Call{{ID: "c1", Name: "office__find", Arguments: json.RawMessage(`{"query":"Bob"}`)}}},
		{Role: model.Tool, CallID: "c1", Name: "office__find", Content: "nobody"},
	}, find)
	want := model.Message{Role: model.Assistant, Calls: []model.Call{
		{ID: "c2", Name: "office__find", Arguments: json.RawMessage(`{"query":"Ann"}`)},
		{ID: "c3", Name: "office__find", Arguments: json.RawMessage(`{}`)},
	}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if asked.Method != http.MethodPost || asked.URL.Path != "/v1/chat/completions" || asked.Header.Get("Authorization") != "Bearer s3cret" {
		t.Errorf("asked %s %s %v", asked.Method, asked.URL, asked.Header)
	}
	var body map[string]any
	if err := json.Unmarshal([]byte(`{"model":"small","messages":[
		{"role":"system","content":"Be kind."},{"role":"user","content":"Who?"},
		{"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"office__find","arguments":"{\"query\":\"Bob\"}"}}]},
		{"role":"tool","content":"nobody","tool_call_id":"c1"}],
		"tools":[{"type":"function","function":{"name":"office__find","parameters":{"type":"object"}}}]}`), &body); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*sent, body) {
		t.Errorf("sent %v\nwant %v", *sent, body)
	}
}

func TestEndpointSays(t *testing.T) {
	url, asked, _ := fake(t, http.StatusOK, `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"Maria."}}]}`)
	m, err := model.NewEndpoint(url, "small", "")
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.Complete(t.Context(), []model.Message{says(model.User, "Who?")}, nil)
	if err != nil || !reflect.DeepEqual(got, says(model.Assistant, "Maria.")) || asked.Header.Get("Authorization") != "" {
		t.Errorf("got %+v, %v, %v", got, err, asked.Header)
	}
}

func TestEndpointErrors(t *testing.T) {
	call := func(id, args string) string {
		return `{"id":"` + id + `","function":{"name":"f","arguments":"` + args + `"}}`
	}
	calls := func(of ...string) string {
		return `{"choices":[{"finish_reason":"tool_calls","message":{"tool_calls":[` + strings.Join(of, ",") + `]}}]}`
	}
	for name, tt := range map[string]struct {
		status     int
		body, want string
	}{
		"refused":       {http.StatusUnauthorized, `{"error":{"message":"bad key"}}`, "bad key"},
		"no JSON":       {http.StatusOK, `<html>`, "no chat completion"},
		"no choice":     {http.StatusOK, `{}`, "no choice"},
		"cut off":       {http.StatusOK, `{"choices":[{"finish_reason":"length"}]}`, "length"},
		"bad arguments": {http.StatusOK, calls(call("1", "[]")), "no JSON object"},
		"same id":       {http.StatusOK, calls(call("1", ""), call("1", "")), "no id of its own"},
		"too long":      {http.StatusOK, strings.Repeat(" ", 5<<20), "longer than"},
	} {
		url, _, _ := fake(t, tt.status, tt.body)
		m, err := model.NewEndpoint(url, "small", "s3cret")
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Complete(t.Context(), nil, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestFromEnv(t *testing.T) {
	if m, err := model.FromEnv(env("", "small", "s3cret"), script()); err != nil || reflect.TypeOf(m) != reflect.TypeFor[model.Script]() {
		t.Errorf("without an address: got %T, %v", m, err)
	}
	for name, tt := range map[string]struct {
		getenv func(string) string
		want   string
	}{
		"no address":   {env("nowhere", "small", ""), model.EnvURL},
		"no URL":       {env("http://[", "small", ""), model.EnvURL},
		"no name":      {env("http://127.0.0.1/v1", "", ""), model.EnvName},
		"key in clear": {env("http://example.org/v1", "small", "s3cret"), "https"},
	} {
		if _, err := model.FromEnv(tt.getenv, nil); err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := model.FromEnv(env("https://example.org/v1", "small", "s3cret"), nil); err != nil {
		t.Error(err)
	}
}
