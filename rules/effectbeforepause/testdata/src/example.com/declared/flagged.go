// The configuration beside this file says that the tool writes; its name does not.
package declared

import (
	"context"

	"github.com/skewlint/skewlint/runtime/stategraph"
)

func toolDeclaredToWrite() *stategraph.Graph {
	return oneNode("basket", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		if _, err := server.Call(ctx, "basket", nil); err != nil { // want `node "basket" calls tool "basket" before it pauses, so a resume does it again`
			return nil, err
		}
		return nil, ask(ctx)
	})
}
