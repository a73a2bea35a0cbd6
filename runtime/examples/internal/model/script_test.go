package model_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/skewlint/skewlint/runtime/examples/internal/model"
	"github.com/skewlint/skewlint/runtime/mcpgate"
	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

var find = []mcpgate.Definition{{Name: "office__find", InputSchema: json.RawMessage(`{"type":"object"}`)}}

func script() model.Script {
	return model.Script{{
		User: "Who is Maria?",
		Steps: []model.Step{
			func(model.Turn) (model.Message, error) {
				return model.Use(model.To("office__find", map[string]any{"query": "Maria"}))
			},
			func(t model.Turn) (model.Message, error) {
				var found struct{ Name string }
				if err := t.Decode("office__find", &found); err != nil {
					return model.Message{}, err
				}
				return model.Say("She is %s.", found.Name)
			},
		},
	}, {
		User:  "Delete her.",
		Steps: []model.Step{func(model.Turn) (model.Message, error) { return model.Use(model.To("office__delete", nil)) }},
	}, {
		User: "Break.",
		Steps: []model.Step{func(model.Turn) (model.Message, error) {
			return model.Use(model.To("office__find", map[string]any{"query": func() {}}))
		}},
	}}
}

func says(who, what string) model.Message { return model.Message{Role: who, Content: what} }

func TestScript(t *testing.T) {
	said := []model.Message{says(model.System, "Be kind."), says(model.User, "Who is Maria?")}
	wants, err := script().Complete(t.Context(), said, find)
	if err != nil || len(wants.Calls) != 1 || wants.Calls[0].ID != "call_2_1" || string(wants.Calls[0].Arguments) != `{"query":"Maria"}` {
		t.Fatalf("got %+v, %v", wants, err)
	}
	again, err := script().Complete(t.Context(), said, find)
	if err != nil || !reflect.DeepEqual(again, wants) {
		t.Errorf("the same conversation got %+v, %v", again, err)
	}
	told, err := mcpgate.Reply("office__find", nil, &mcpgate.ToolError{Server: "office", Tool: "find", Message: `{"Name": "Maria Silva"}`})
	if err != nil {
		t.Fatal(err)
	}
	reply := model.Reply(wants.Calls[0], told)
	if reply.Role != model.Tool || reply.CallID != "call_2_1" || !strings.HasPrefix(reply.Content, "<untrusted ") {
		t.Errorf("the reply is %+v", reply)
	}
	said = append(said, wants, reply)
	end, err := script().Complete(t.Context(), said, find)
	if err != nil || end.Content != "She is Maria Silva." || end.Calls != nil {
		t.Errorf("got %+v, %v", end, err)
	}
	// A new message of the user begins at the first step.
	said = append(said, end, says(model.User, "Who is Maria?"))
	if m, err := script().Complete(t.Context(), said, find); err != nil || len(m.Calls) != 1 || m.Calls[0].ID == "call_2_1" {
		t.Errorf("got %+v, %v", m, err)
	}
}

func TestScriptErrors(t *testing.T) {
	prose := model.Message{Role: model.Tool, Name: "office__find", Content: untrusted.From("x", "no JSON").Quote()}
	for name, tt := range map[string]struct {
		said []model.Message
		want string
	}{
		"nobody spoke":      {[]model.Message{says(model.System, "hi")}, "waits for a message"},
		"unknown line":      {[]model.Message{says(model.User, "hi")}, model.EnvURL},
		"tool not told":     {[]model.Message{says(model.User, "Delete her.")}, "was not told"},
		"no JSON":           {[]model.Message{says(model.User, "Break.")}, "no JSON"},
		"call not answered": {[]model.Message{says(model.User, "Who is Maria?"), says(model.Assistant, "")}, "was not called"},
		"prose":             {[]model.Message{says(model.User, "Who is Maria?"), says(model.Assistant, ""), prose}, "not return what"},
		"past the end":      {[]model.Message{says(model.User, "Who is Maria?"), says(model.Assistant, ""), says(model.Assistant, "")}, "ends after 2 steps"},
	} {
		if _, err := script().Complete(t.Context(), tt.said, find); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
