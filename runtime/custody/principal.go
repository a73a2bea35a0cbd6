package custody

import (
	"context"
	"errors"
)

// ErrNoPrincipal is the Err of a [Result] when the record names a principal and the run has none. It is a mistake in the
// program that started the run and no fact about the handle.
var ErrNoPrincipal = errors.New("custody: the record names a principal and the run has none: " +
	"start or resume it with a context from WithPrincipal")

type principalKey struct{}

// WithPrincipal returns a context for a run on behalf of principal. An empty principal is none.
func WithPrincipal(ctx context.Context, principal string) context.Context {
	return context.WithValue(ctx, principalKey{}, principal)
}

// Principal returns on whose behalf the run of ctx acts; ok is false when nobody said.
func Principal(ctx context.Context) (principal string, ok bool) {
	p, _ := ctx.Value(principalKey{}).(string)
	return p, p != ""
}
