package mcpgate_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skewlint/skewlint/runtime/custody"
	"github.com/skewlint/skewlint/runtime/mcpgate"
)

// A handle that the server forgot is an error that a node can route, and never an empty basket.
func ExampleGate_Call() {
	ctx := context.Background()
	here, there := mcp.NewInMemoryTransports()
	session, err := shop().Connect(ctx, there, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = session.Close() }()
	gate, err := mcpgate.Connect(ctx, "shop", here)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = gate.Close() }()

	basket, err := gate.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
	fmt.Println("minted by", basket.Tool, err)

	_, err = gate.Call(ctx, "get_basket", map[string]any{"basket_id": "bsk_of_yesterday"})
	var refused *mcpgate.ToolError
	if errors.As(err, &refused) {
		fmt.Println("refused:", refused.Message)
	}
	// Output:
	// minted by create_basket <nil>
	// refused: basket expired or unknown: <basket_id>
}
