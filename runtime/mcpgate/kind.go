package mcpgate

import (
	"errors"

	"github.com/skewlint/skewlint/runtime/custody"
)

// The kinds of errors, in the words that package stategraph and others that look for a method ErrorKind use. They are
// written out because a gateway is of use without a graph.
//
// A kind speaks of the one call that failed: a node that made other calls before makes them again, too.
const (
	unclassified = ""
	transient    = "transient"
	timeout      = "timeout"
	business     = "business"
	permission   = "permission"
)

// ErrorKind is "transient" where the request may be made again. Otherwise nobody knows whether the tool ran, and there is
// no kind: a policy that repeats what is transient must not repeat a write that may have happened.
func (e *TransportError) ErrorKind() string {
	if e.Repeatable {
		return transient
	}
	return unclassified
}

// ErrorKind is "timeout" where the request may be made again, and otherwise nothing, as for a [TransportError].
func (e *TimeoutError) ErrorKind() string {
	if e.Repeatable {
		return timeout
	}
	return unclassified
}

// ErrorKind is "transient" for a server that asks nothing and only wants to be called again, since it has done nothing
// yet, and "business" for one whose questions nobody can be asked.
func (e *InputRequiredError) ErrorKind() string {
	if len(e.Requests) == 0 {
		return transient
	}
	return business
}

// ErrorKind is "business" for a handle that cannot be spent. Where the check did not come to an end the tool was not
// called, and the kind is that of what stopped the check; a probe changes nothing and may be made again.
func (e *HandleError) ErrorKind() string {
	if e.Err != nil || e.Result.Verdict != custody.Unknown {
		return business
	}
	var broken *TransportError
	var late interface{ Timeout() bool }
	switch {
	case errors.Is(e.Result.Err, custody.ErrNoPrincipal):
		return permission
	case errors.Is(e.Result.Err, custody.ErrNoProbe):
		return business
	case errors.As(e.Result.Err, &broken):
		return transient
	case errors.As(e.Result.Err, &late) && late.Timeout():
		return timeout
	}
	return unclassified
}

// ErrorKind is "business": the tool said no, and says it again.
func (e *ToolError) ErrorKind() string { return business }

// ErrorKind is "business": the server refuses the same request again.
func (e *ProtocolError) ErrorKind() string { return business }

// ErrorKind is "permission": the rule or the person that refused is not asked again.
func (e *PolicyError) ErrorKind() string { return permission }

// ErrorKind is "business": the tool has run.
func (e *NoHandleError) ErrorKind() string { return business }

// ErrorKind is "business": the tool has run.
func (e *SchemaError) ErrorKind() string { return business }

// ErrorKind is "business": the tool has run.
func (e *LimitError) ErrorKind() string { return business }

// ErrorKind is "business": the tool has run.
func (e *ContentError) ErrorKind() string { return business }

// ErrorKind is "business": the arguments stay what they are.
func (e *ArgumentError) ErrorKind() string { return business }

// ErrorKind is "business": only the program can be changed.
func (e *RawHandleError) ErrorKind() string { return business }

// ErrorKind is "business": only the program or the server can be changed.
func (e *UnknownToolError) ErrorKind() string { return business }

// ErrorKind is "business": only the program can be changed.
func (e *ConfigError) ErrorKind() string { return business }

// ErrorKind is "business": only the server can be changed.
func (e *NameError) ErrorKind() string { return business }
