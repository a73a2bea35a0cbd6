// What is not seen.
package office

import (
	"context"

	official "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The mail is sent again, but between the question and its return nothing is looked for.
func mailsOnTheWayOut(ctx context.Context, req *request) (*result, error) {
	res := ask("sure")
	if err := mail("clerk"); err != nil {
		return nil, err
	}
	return res, nil
}

// Which handler the wrapper stands round is not known here.
func audited(next official.ToolHandler) official.ToolHandler {
	return func(ctx context.Context, req *request) (*result, error) {
		if err := mail("audit"); err != nil {
			return nil, err
		}
		return next(ctx, req)
	}
}

var handlers = map[string]official.ToolHandler{"test": audited(testsFirst), "length": audited(lengthTheOtherWay)}
