package mcpgate

import (
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ToolError is an error result: the tool ran and said no. A handle that the server forgot comes back as one too, and no
// field tells it from any other refusal.
type ToolError struct {
	Server, Tool string
	// Message is the server's text, with the arguments of the call replaced by their names.
	Message string
}

func (e *ToolError) Error() string {
	msg := e.Message
	if msg == "" {
		msg = "(no text)"
	}
	return fmt.Sprintf("mcpgate: %s: the tool answered with an error: %s; "+
		"do not take it for an empty answer: route it, and where a handle was passed treat that as possibly gone",
		where(e.Server, e.Tool), oneLine(msg))
}

// ProtocolError is a request that the server refused before any tool ran, such as one for a tool that it does not have.
// It says nothing about a handle.
type ProtocolError struct {
	Server, Tool string
	// Code is the JSON-RPC code, 0 when the server's handler named none.
	Code int64
	// Message is the server's text, with the arguments of the call replaced by their names.
	Message string
	err     error
}

func (e *ProtocolError) Error() string {
	return fmt.Sprintf("mcpgate: %s: the server refused the request (code %d): %s; check the tool's name and the server's version",
		where(e.Server, e.Tool), e.Code, oneLine(e.Message))
}

// Unwrap returns the SDK's error, in which errors.As finds the *jsonrpc.Error as it came over the wire.
func (e *ProtocolError) Unwrap() error { return e.err }

// TransportError means that the server could not be reached or the connection broke. Tool is empty when connecting
// failed. It says nothing about a handle.
type TransportError struct {
	Server, Tool string
	// Err is the SDK's error, in its own words.
	Err error
	// Repeatable says that the same request may be made again: it cannot have changed anything, or its tool is known to
	// bear a repetition (see [ToolConfig]). A [Gate] knows nothing of its tools and never says it of a call.
	Repeatable bool
	text       string
}

func (e *TransportError) Error() string {
	text := e.text
	if text == "" && e.Err != nil {
		text = e.Err.Error()
	}
	next := "whether the tool ran is unknown: call again only what is safe to repeat"
	if e.Tool == "" {
		next = "check the address and that the server runs"
	}
	return fmt.Sprintf("mcpgate: %s: no connection: %s; %s", where(e.Server, e.Tool), oneLine(text), next)
}

// Unwrap returns Err.
func (e *TransportError) Unwrap() error { return e.Err }

// TimeoutError means that no answer came before the deadline of the gate or of the caller, whichever was first. It
// unwraps to [context.DeadlineExceeded].
type TimeoutError struct {
	Server, Tool string
	Err          error
	// Repeatable is as in [TransportError].
	Repeatable bool
}

func (e *TimeoutError) Error() string {
	next := "whether the tool ran is unknown: call again only what is safe to repeat"
	if e.Tool == "" {
		next = "check the address and that the server runs"
	}
	return fmt.Sprintf("mcpgate: %s: no answer before the deadline; %s", where(e.Server, e.Tool), next)
}

// Unwrap returns Err.
func (e *TimeoutError) Unwrap() error { return e.Err }

// Timeout reports true, as [net.Error] has it.
func (e *TimeoutError) Timeout() bool { return true }

// InputRequiredError means that the server wants answers before it finishes the call. There is no result yet.
type InputRequiredError struct {
	Server, Tool string
	// Requests are the server's questions by its own keys; it may be empty when the server only asks to be called again.
	Requests mcp.InputRequestMap
	// State must be sent back unread and unchanged with the answers. It may hold secrets and is not printed.
	State string
}

func (e *InputRequiredError) Error() string {
	return fmt.Sprintf("mcpgate: %s: the server asks for input first (%d questions) and has not finished the call; "+
		"ask a person, then call again with the answers", where(e.Server, e.Tool), len(e.Requests))
}

// NoHandleError means that a result holds no handle under one of the keys that the caller named.
type NoHandleError struct {
	Server, Tool string
	// Missing are the keys without a usable value, in the caller's order.
	Missing []string
	// Present are the keys that the result has at its top level, sorted.
	Present []string
}

func (e *NoHandleError) Error() string {
	if len(e.Missing) == 0 {
		return fmt.Sprintf("mcpgate: %s: no key was named to take a handle from; name one", where(e.Server, e.Tool))
	}
	has := "no structured content"
	if len(e.Present) > 0 {
		has = "only " + strings.Join(e.Present, ", ")
	}
	return fmt.Sprintf("mcpgate: %s: the result has no handle under %s, it has %s; name the key that the tool's output schema has",
		where(e.Server, e.Tool), strings.Join(e.Missing, ", "), has)
}

// where names the place of a failure; tool is empty when there was no call yet.
func where(server, tool string) string {
	if tool == "" {
		return server
	}
	return server + "/" + tool
}
