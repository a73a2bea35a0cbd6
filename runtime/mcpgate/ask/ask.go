// Package ask holds what a paused call asks a person, and what the person answered.
//
// A call may wait for weeks, in another process than the one that goes on with it. The one idea is that a [Question] is
// complete plain data and that [Answers] carry the question that they belong to: whoever resumes takes the question out
// of the pause, makes the answers with [Question.Answer], and the call that is repeated from its beginning finds in them
// everything it needs, the server's opaque state included. Nothing is kept in memory.
//
// # Limits
//
// The state is stored as the server sent it, in clear; a server that puts secrets in has to seal it. Messages, schemas
// and URLs are the server's words: show them to a person as such.
package ask

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skewlint/skewlint/runtime/mcpgate/internal/schema"
	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

// The modes of a request.
const (
	// Form asks for content that fits the schema.
	Form = "form"
	// URL asks to open a page; the answer has no content.
	URL = "url"
	// Approval is asked by the gateway itself, under the key [ApprovalKey]: may the call be made?
	Approval = "approval"
)

// ApprovalKey is the key of the one request of an approval.
const ApprovalKey = "approve"

// Question is what a call asks before it goes on.
type Question struct {
	// Server is the source and Tool the server's own name of the tool; Name is how the gateway calls it.
	Server string `json:"server"`
	Tool   string `json:"tool"`
	Name   string `json:"name"`
	// Arguments are those of the call, as they are sent.
	Arguments json.RawMessage `json:"arguments"`
	// Round counts the questions of one call, from 0.
	Round int `json:"round"`
	// Requests are the questions by the server's own keys.
	Requests map[string]Request `json:"requests"`
	// State belongs to the server: it goes back as it came.
	State string `json:"state,omitempty"`
}

// Request is one thing that is asked for.
type Request struct {
	Mode string `json:"mode"`
	// Message is for the person.
	Message untrusted.Text `json:"message"`
	// Schema is what the content of a form must fit; it may be missing.
	Schema json.RawMessage `json:"schema,omitempty"`
	// URL is the page to open, and ElicitationID the server's name for that.
	URL           string `json:"url,omitempty"`
	ElicitationID string `json:"elicitation_id,omitempty"`
}

// Action is what a person did with a request.
type Action string

// The actions. Decline is a no; Cancel is no answer.
const (
	Accept  Action = "accept"
	Decline Action = "decline"
	Cancel  Action = "cancel"
)

// Response is the answer to one request. Only an accepted form has content.
type Response struct {
	Action  Action         `json:"action"`
	Content map[string]any `json:"content,omitempty"`
}

// Answers are the responses to a question, by the keys of its requests, together with the question.
type Answers struct {
	Question  Question            `json:"question"`
	Responses map[string]Response `json:"responses"`
}

// Answer makes the answers to q and checks them, see [Answers.Check].
func (q Question) Answer(responses map[string]Response) (Answers, error) {
	a := Answers{Question: q, Responses: maps.Clone(responses)}
	return a, a.Check()
}

// All answers every request of q in the same way, without content: to decline, to cancel, or to approve.
func (q Question) All(action Action) (Answers, error) {
	responses := map[string]Response{}
	for key := range q.Requests {
		responses[key] = Response{Action: action}
	}
	return q.Answer(responses)
}

// Error says what is wrong with answers.
type Error struct {
	Name string
	// Missing are the requests without a response, Unknown the responses without a request; both sorted.
	Missing, Unknown []string
	// Key is the request whose response does not do, and Problem why.
	Key, Problem string
}

func (e *Error) Error() string {
	var parts []string
	if len(e.Missing) > 0 {
		parts = append(parts, "no response to "+strings.Join(e.Missing, ", "))
	}
	if len(e.Unknown) > 0 {
		parts = append(parts, "a response to "+strings.Join(e.Unknown, ", ")+", which nobody asked")
	}
	if e.Problem != "" {
		parts = append(parts, e.Problem)
	}
	if e.Key != "" {
		parts[len(parts)-1] = fmt.Sprintf("the response to %q %s", e.Key, e.Problem)
	}
	return fmt.Sprintf("ask: answers to %s: %s; answer every key of the question's requests", e.Name, strings.Join(parts, "; "))
}

// ErrorKind is "business": the same answers are refused again.
func (e *Error) ErrorKind() string { return "business" }

// Check says whether the answers fit their question: a response for every request and no other, each with a known action,
// and with content that fits the schema exactly where a form was accepted. It fails with an [*Error].
func (a Answers) Check() error {
	e := &Error{Name: a.Question.Name}
	for _, key := range slices.Sorted(maps.Keys(a.Question.Requests)) {
		if _, ok := a.Responses[key]; !ok {
			e.Missing = append(e.Missing, key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(a.Responses)) {
		if _, ok := a.Question.Requests[key]; !ok {
			e.Unknown = append(e.Unknown, key)
		}
	}
	if len(e.Missing)+len(e.Unknown) > 0 {
		return e
	}
	for _, key := range slices.Sorted(maps.Keys(a.Responses)) {
		if problem := a.Question.Requests[key].problem(a.Responses[key]); problem != "" {
			e.Key, e.Problem = key, problem
			return e
		}
	}
	return nil
}

// problem says what is wrong with a response to r, without quoting it.
func (r Request) problem(got Response) string {
	switch got.Action {
	case Accept:
	case Decline, Cancel:
		if len(got.Content) > 0 {
			return fmt.Sprintf("has content beside the action %q", got.Action)
		}
		return ""
	default:
		return fmt.Sprintf("has the action %q, which is none of accept, decline and cancel", got.Action)
	}
	if r.Mode != Form {
		if len(got.Content) > 0 {
			return fmt.Sprintf("has content, and the mode %q takes none", r.Mode)
		}
		return ""
	}
	return r.content(got.Content)
}

// content checks the content of a form. Names of fields are the server's, values are the person's: only names are shown.
func (r Request) content(content map[string]any) string {
	if r.Schema == nil {
		return ""
	}
	form, err := schema.Compile(r.Schema)
	if err != nil {
		return "cannot be checked: " + err.Error()
	}
	if ok, why := form.Checked(); !ok {
		return "cannot be checked: " + why
	}
	fields := form.Properties()
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if _, ok := fields[name]; !ok {
			return fmt.Sprintf("has the field %q, which the form does not have", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if _, ok := content[name]; !ok && fields[name].Required {
			return fmt.Sprintf("lacks the field %q", name)
		}
	}
	plain, err := plain(content)
	if err != nil {
		return "is no JSON"
	}
	if form.Validate(plain) != nil {
		return "does not fit the schema of the form: check types and limits of " + strings.Join(slices.Sorted(maps.Keys(content)), ", ")
	}
	return ""
}

// plain gives the content as it goes over the wire, with a value for nil.
func plain(content map[string]any) (map[string]any, error) {
	out := map[string]any{}
	raw, err := json.Marshal(content)
	if err == nil && len(content) > 0 {
		err = json.Unmarshal(raw, &out)
	}
	return out, err
}

// Content returns what was accepted under key, as it goes to the server: with the defaults of the form.
func (a Answers) Content(key string) (map[string]any, error) {
	content, err := plain(a.Responses[key].Content)
	if err != nil {
		return nil, fmt.Errorf("ask: answers to %s: the content of %q is no JSON: %w", a.Question.Name, key, err)
	}
	form, err := schema.Compile(a.Question.Requests[key].schema())
	if err != nil {
		return nil, fmt.Errorf("ask: answers to %s: the schema of %q: %w", a.Question.Name, key, err)
	}
	if err := form.Defaults(&content); err != nil {
		return nil, fmt.Errorf("ask: answers to %s: the defaults of %q: %w", a.Question.Name, key, err)
	}
	return content, nil
}

// schema returns the schema as a value that is nil when there is none.
func (r Request) schema() any {
	if r.Schema == nil {
		return nil
	}
	return r.Schema
}
