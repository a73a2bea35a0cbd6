// The same mistake with the official SDK and no gate in between.

package basket

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/skewlint/skewlint/runtime/stategraph"
)

type addArgs struct {
	BasketID string `json:"basket_id"`
	Item     string `json:"item"`
}

// The arguments are a struct of their own.
func officialSDK(session *mcp.ClientSession) *stategraph.Graph {
	return afterAPause("sdk", func(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
		res, err := session.CallTool(ctx, &mcp.CallToolParams{ // want `node "sdk" passes handle "basket" to tool "add_item" unchecked`
			Name:      "add_item",
			Arguments: addArgs{BasketID: Basket.Get(s).Value, Item: Answer.Get(s)},
		})
		if err != nil {
			return nil, err
		}
		return stategraph.Update{Answer.Set(text(res))}, nil
	})
}

// text takes what the tool said, whether it is an error or not.
func text(res *mcp.CallToolResult) string {
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			return t.Text
		}
	}
	return ""
}
