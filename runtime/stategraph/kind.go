package stategraph

import (
	"context"
	"errors"
)

// ErrorKind says what sort of failure an error is, which decides whether
// trying again can help.
type ErrorKind string

// The kinds of errors. KindUnknown is what nobody has classified.
const (
	KindUnknown    ErrorKind = ""
	KindTransient  ErrorKind = "transient"  // a later attempt may succeed: connection lost, server busy
	KindTimeout    ErrorKind = "timeout"    // no answer in time; the work may have been done
	KindBusiness   ErrorKind = "business"   // refused for a reason that stays: no such customer
	KindPermission ErrorKind = "permission" // not allowed: stop, and let somebody look
)

// WithKind marks err with a kind. The error stays what it is for errors.Is and
// errors.As. A nil error stays nil.
func WithKind(kind ErrorKind, err error) error {
	if err == nil {
		return nil
	}
	return &kindError{kind: kind, err: err}
}

type kindError struct {
	kind ErrorKind
	err  error
}

func (e *kindError) Error() string     { return e.err.Error() }
func (e *kindError) Unwrap() error     { return e.err }
func (e *kindError) ErrorKind() string { return string(e.kind) }

// KindOf classifies an error. The outermost of these in its chain decides:
//
//   - an error with a method ErrorKind() string, which needs no import of this
//     package; [WithKind] makes one, and [NodeError] remembers the kind over a
//     restart
//   - context.DeadlineExceeded, and what has Timeout() true: KindTimeout
//
// All else is KindUnknown. Nothing is taken for transient because of its text.
func KindOf(err error) ErrorKind {
	var kinded interface{ ErrorKind() string }
	if errors.As(err, &kinded) {
		return ErrorKind(kinded.ErrorKind())
	}
	var late interface{ Timeout() bool }
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &late) && late.Timeout() {
		return KindTimeout
	}
	return KindUnknown
}

// RetryOn makes a predicate for [RetryPolicy.If] from kinds.
func RetryOn(kinds ...ErrorKind) func(error) bool {
	return func(err error) bool {
		kind := KindOf(err)
		for _, k := range kinds {
			if k == kind {
				return true
			}
		}
		return false
	}
}
