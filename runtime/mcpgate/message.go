package mcpgate

import (
	"errors"

	"github.com/skewlint/skewlint/runtime/mcpgate/untrusted"
)

// Status is how a call ended for a model.
type Status string

// The statuses.
const (
	Success Status = "success"
	// Failed: the tool ran and said no.
	Failed Status = "error"
	// Refused: the call was not made.
	Refused Status = "refused"
)

// Message is what a model is told of a call. It is the message of a tool and can be nothing else: its words are parts of
// untrusted text.
type Message struct {
	Name   string
	Status Status
	Parts  []Part
}

// Role is "tool".
func (m Message) Role() string { return "tool" }

// Text is all text of the message, quoted for a model. Images and sounds are left to the caller.
func (m Message) Text() string {
	out := ""
	for _, p := range m.Parts {
		if p.Text.IsZero() {
			continue
		}
		if out != "" {
			out += "\n"
		}
		out += p.Text.Quote()
	}
	return out
}

// Reply turns the outcome of a call into what a model may be told: a result, the tool's own error, arguments that do not
// fit, a refusal by the policy. Every other error comes back as it is, because it is not for a model to handle: a pause,
// a dead handle, a server that is down.
func Reply(name string, res *Result, err error) (Message, error) {
	var (
		tool    *ToolError
		args    *ArgumentError
		unknown *UnknownToolError
		policy  *PolicyError
		handle  *HandleError
	)
	switch {
	case err == nil && res != nil:
		return Message{Name: name, Status: Success, Parts: res.Parts()}, nil
	case errors.As(err, &handle):
		return Message{}, err
	case errors.As(err, &tool):
		return told(name, Failed, untrusted.From(where(tool.Server, tool.Tool), tool.Message)), nil
	case errors.As(err, &args), errors.As(err, &unknown), errors.As(err, &policy):
		return told(name, Refused, untrusted.From("mcpgate", err.Error())), nil
	default:
		return Message{}, err
	}
}

func told(name string, s Status, text untrusted.Text) Message {
	return Message{Name: name, Status: s, Parts: []Part{{Kind: TextPart, Text: text}}}
}
