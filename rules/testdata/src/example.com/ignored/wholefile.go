//skewlint:ignore effectbeforepause -- a sketch that never runs

package ignored

import (
	"context"
	"net/smtp"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

var inFile = graph(func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
	_ = smtp.SendMail("localhost:25", nil, "a", []string{"b"}, nil)
	return ask(ctx)
})
