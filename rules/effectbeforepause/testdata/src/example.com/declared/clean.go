// The configuration beside this file says that the tool may be called twice.
package declared

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func toolDeclaredToBeSafe() *stategraph.Graph {
	return oneNode("draft", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, err := server.Call(ctx, "create_draft", nil); err != nil {
			return nil, err
		}
		return nil, ask(ctx)
	})
}
