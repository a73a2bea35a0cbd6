package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// Script is a model that knows its lines by heart.
type Script []Line

// Line is what the model does when the user says something.
type Line struct {
	// User is the whole message of the user.
	User string
	// Steps are the turns of the model until the next message of the user, in order.
	Steps []Step
}

// Step is one turn of the model. It sees the conversation.
type Step func(t Turn) (Message, error)

// Turn is what a step can see.
type Turn struct {
	said  []Message
	tools []mcpgate.Definition
}

// Say makes an answer without calls.
func Say(format string, args ...any) (Message, error) {
	return Message{Role: Assistant, Content: fmt.Sprintf(format, args...)}, nil
}

// Use makes an answer that wants the calls.
func Use(calls ...Call) (Message, error) { return Message{Role: Assistant, Calls: calls}, nil }

// To makes a call for [Use]. The script gives it its ID.
func To(tool string, args map[string]any) Call {
	raw, err := json.Marshal(args)
	if err != nil {
		raw = nil // Complete refuses it
	}
	return Call{Name: tool, Arguments: raw}
}

// Has reports whether the model was told of a tool.
func (t Turn) Has(tool string) bool {
	return slices.ContainsFunc(t.tools, func(d mcpgate.Definition) bool { return d.Name == tool })
}

// Text is what the last call of a tool returned, without the marks of the quotation; ok is false when there was none in the
// conversation.
func (t Turn) Text(tool string) (text string, ok bool) {
	for _, m := range slices.Backward(t.said) {
		if m.Role == Tool && m.Name == tool {
			return unquote(m.Content), true
		}
	}
	return "", false
}

// Decode reads what [Turn.Text] returns as JSON.
func (t Turn) Decode(tool string, v any) error {
	text, ok := t.Text(tool)
	if !ok {
		return fmt.Errorf("%s was not called in this conversation", tool)
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return fmt.Errorf("%s did not return what the script expects: %w", tool, err)
	}
	return nil
}

// unquote keeps the lines with the mark of a quotation, without it. A text without any is taken as it is.
func unquote(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		if quoted, ok := strings.CutPrefix(line, "> "); ok {
			lines = append(lines, quoted)
		}
	}
	if lines == nil {
		return s
	}
	return strings.Join(lines, "\n")
}

// Complete finds the line of the last user message and the step by what was said since.
func (s Script) Complete(_ context.Context, said []Message, tools []mcpgate.Definition) (Message, error) {
	start := -1
	for i, m := range said {
		if m.Role == User {
			start = i
		}
	}
	if start < 0 {
		return Message{}, errors.New("the script waits for a message of a user")
	}
	at := slices.IndexFunc(s, func(l Line) bool { return l.User == said[start].Content })
	if at < 0 {
		return Message{}, fmt.Errorf("the script has no line for %q; set %s to talk to a model", said[start].Content, EnvURL)
	}
	t := Turn{said: said, tools: tools}
	step := 0
	for _, m := range said[start+1:] {
		if m.Role == Assistant {
			step++
		}
	}
	if step >= len(s[at].Steps) {
		return Message{}, fmt.Errorf("the script ends after %d steps of %q", step, s[at].User)
	}
	m, err := s[at].Steps[step](t)
	if err != nil {
		return Message{}, fmt.Errorf("step %d of %q: %w", step+1, s[at].User, err)
	}
	return t.finish(m)
}

// finish gives the calls their IDs, from the length of the conversation, and refuses what no model could want.
func (t Turn) finish(m Message) (Message, error) {
	m.Calls = slices.Clone(m.Calls)
	for i := range m.Calls {
		c := &m.Calls[i]
		if !t.Has(c.Name) {
			return Message{}, fmt.Errorf("the script wants %s, of which the model was not told", c.Name)
		}
		if len(c.Arguments) == 0 {
			return Message{}, fmt.Errorf("the arguments of %s are no JSON", c.Name)
		}
		c.ID = fmt.Sprintf("call_%d_%d", len(t.said), i+1)
	}
	return m, nil
}
