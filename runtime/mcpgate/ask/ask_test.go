package ask_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/runtime/mcpgate/ask"
	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

// refund asks for a form and for a page to be opened.
func refund() ask.Question {
	return ask.Question{
		Server: "office", Tool: "issue_refund", Name: "office__issue_refund", Arguments: json.RawMessage(`{"invoice_id":7}`),
		State: "sealed",
		Requests: map[string]ask.Request{
			"confirm": {
				Mode: ask.Form, Message: untrusted.From("office", "How much, and why?"),
				Schema: json.RawMessage(`{"type":"object","properties":{"amount":{"type":"number","minimum":0},"reason":{"type":"string"},
					"copy":{"type":"boolean","default":true}},"required":["amount","reason"]}`),
			},
			"login": {Mode: ask.URL, URL: "https://office.example/login"},
		},
	}
}

func full() map[string]any { return map[string]any{"amount": 40, "reason": "broken"} }

func TestAnswer(t *testing.T) {
	ok := ask.Response{Action: ask.Accept}
	tests := []struct {
		name string
		give map[string]ask.Response
		want string // "" for good answers
	}{
		{"accepted", map[string]ask.Response{"confirm": {Action: ask.Accept, Content: full()}, "login": ok}, ""},
		{"declined", map[string]ask.Response{"confirm": {Action: ask.Decline}, "login": {Action: ask.Cancel}}, ""},
		{"missing", map[string]ask.Response{"login": ok}, "no response to confirm"},
		{"unknown", map[string]ask.Response{"confirm": {Action: ask.Accept, Content: full()}, "login": ok, "confrim": ok}, "confrim"},
		{"both", map[string]ask.Response{"confrim": ok}, "no response to confirm, login; a response to confrim"},
		{"no action", map[string]ask.Response{"confirm": {Content: full()}, "login": ok}, `action ""`},
		{"declined with content", map[string]ask.Response{"confirm": {Action: ask.Decline, Content: full()}, "login": ok}, "content beside"},
		{"content for a page", map[string]ask.Response{"confirm": {Action: ask.Decline}, "login": {Action: ask.Accept, Content: full()}}, "takes none"},
		{"nothing in the form", map[string]ask.Response{"confirm": ok, "login": ok}, `lacks the field "amount"`},
		{"no such field", map[string]ask.Response{"confirm": {Action: ask.Accept, Content: map[string]any{"amount": 1, "reason": "x", "to": "me"}}, "login": ok}, `the field "to"`},
		{"wrong type", map[string]ask.Response{"confirm": {Action: ask.Accept, Content: map[string]any{"amount": "s3cret", "reason": "x"}}, "login": ok}, "does not fit"},
		{"out of range", map[string]ask.Response{"confirm": {Action: ask.Accept, Content: map[string]any{"amount": -1, "reason": "x"}}, "login": ok}, "does not fit"},
		{"no JSON", map[string]ask.Response{"confirm": {Action: ask.Accept, Content: map[string]any{"amount": 1, "reason": func() {}}}, "login": ok}, "no JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := refund().Answer(tt.give)
			var wrong *ask.Error
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (!errors.As(err, &wrong) || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q", err, tt.want)
			case err != nil && (strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "office__issue_refund")):
				t.Errorf("%v", err)
			}
		})
	}
}

func TestAnswersSurviveStorage(t *testing.T) {
	a, err := refund().Answer(map[string]ask.Response{"confirm": {Action: ask.Accept, Content: full()}, "login": {Action: ask.Decline}})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var back ask.Answers
	if err := json.Unmarshal(raw, &back); err != nil || back.Check() != nil {
		t.Fatalf("%v, %v", err, back.Check())
	}
	content, err := back.Content("confirm")
	if err != nil || fmt.Sprint(content) != "map[amount:40 copy:true reason:broken]" || back.Question.State != "sealed" {
		t.Errorf("got %v, %v", content, err)
	}
	if len(a.Responses["confirm"].Content) != 2 {
		t.Error("the defaults were written into the answers")
	}
}

func TestHostileSchema(t *testing.T) {
	q := refund()
	q.Requests = map[string]ask.Request{"x": {Mode: ask.Form, Schema: json.RawMessage(`{"$ref":"#"}`)}}
	if _, err := q.All(ask.Accept); err == nil || !strings.Contains(err.Error(), "cannot be checked") {
		t.Errorf("got %v", err)
	}
	if _, err := q.All(ask.Decline); err != nil {
		t.Error(err)
	}
}

// Whoever resumes takes the question out of the pause and answers it by its own keys.
func ExampleQuestion_Answer() {
	stored := `{"name":"office__issue_refund","server":"office","tool":"issue_refund","arguments":{"invoice_id":7},"round":0,
		"requests":{"confirm":{"mode":"form","schema":{"type":"object","properties":{"amount":{"type":"number"}},"required":["amount"]}}},
		"state":"sealed"}`
	var q ask.Question
	if err := json.Unmarshal([]byte(stored), &q); err != nil {
		fmt.Println(err)
		return
	}
	_, err := q.Answer(map[string]ask.Response{"confirmed": {Action: ask.Accept}})
	fmt.Println(err)
	_, err = q.Answer(map[string]ask.Response{"confirm": {Action: ask.Accept, Content: map[string]any{"amount": 40}}})
	fmt.Println(err)
	// Output:
	// ask: answers to office__issue_refund: no response to confirm; a response to confirmed, which nobody asked; answer every key of the question's requests
	// <nil>
}
