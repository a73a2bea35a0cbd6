// Package rawhandle reports handles kept in state without a custody record.
//
// # What it reports
//
// A node stores a value that an MCP tool returned in a state field, the value later goes to a
// tool as an argument, and no record says which server, tool and principal it came from and when.
// A value is taken for a handle because it flows that way, or because the tool list or the
// configuration calls it one; its name alone never decides.
//
// # Why it matters
//
// A checkpoint outlives the handle inside it. The thread is resumed hours later with a string
// that looks as it did on the first day. Without a record the code that spends it cannot tell a
// live handle from a dead one, cannot refuse another user's handle, and cannot mint it again.
//
// # Example
//
//	var BasketID = stategraph.NewField[string]("basket_id")
//
//	func open(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
//		res, err := gate.Call(ctx, "create_basket", nil)
//		if err != nil {
//			return nil, err
//		}
//		ids, err := res.Handles("basket_id")
//		if err != nil {
//			return nil, err
//		}
//		return stategraph.Update{BasketID.Set(ids["basket_id"])}, nil
//	}
//
// # Instead
//
//	var Basket = stategraph.NewField[custody.Record]("basket")
//
//	func open(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
//		rec, err := gate.Mint(ctx, "create_basket", nil, "basket_id", custody.Undeclared())
//		if err != nil {
//			return nil, err
//		}
//		return stategraph.Update{Basket.Set(rec)}, nil
//	}
//
// # Silent when
//
//   - The field's type is the custody record, or a struct of yours with the same parts.
//   - The value is put into such a record before it is stored.
//   - The value never reaches an argument of a tool, and no tool list or configuration calls it
//     a handle.
//   - Runs of the graph are never saved, or the framework does not save what the node writes: a
//     temporary key, a write that is on no event.
//
// # Known misses
//
//   - A handle that is kept outside of graph state, in a table or a cache of your own.
//   - A handle that one program stores and only another one spends.
package rawhandle
