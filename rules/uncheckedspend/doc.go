// Package uncheckedspend reports spends of a stored handle that nobody checked.
//
// # What it reports
//
// A node takes a handle from state and passes it to a tool, and on some path through the node no
// custody check of the handle comes first. The witness shows the run that gets there: it enters
// at the start or at a node that was paused. If another node checks the handle on the way of
// every such run, the finding is only likely, for a run that is recovered after a crash between
// the two. If a resumed run enters behind that other node, entrygate reports the spend, and this
// rule does not.
//
// # Why it matters
//
// The server forgets handles; state does not. A tool that is called with a dead handle answers
// with an error result or with an empty one, and a node that did not look takes it for the truth:
// the customer hears that the order is empty.
//
// # Example
//
//	func add(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
//		rec := Basket.Get(s)
//		_, err := gate.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value})
//		return nil, err
//	}
//
// # Instead
//
//	func add(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
//		rec := Basket.Get(s)
//		probe := gate.Probe("get_basket", "basket_id")
//		if check := custody.Check(ctx, rec, probe); check.Verdict != custody.OK {
//			return stategraph.Update{Verdict.Set(check.Verdict)}, nil
//		}
//		_, err := gate.Call(ctx, "add_item", map[string]any{"basket_id": rec.Value})
//		return nil, err
//	}
//
// # Silent when
//
//   - A check comes first in the node, also in a helper that it calls. A tool that a node can call
//     runs by itself: a check in another tool of the node is none.
//   - The call checks by itself, as that of a gateway does with the handles that are declared to it.
//   - The handle was minted in the same activation, or by a node that every run passes on its
//     way to the spend.
//   - The tool only reads: that is a look at the handle and not a spend. A node that looks by hand
//     and spends is left alone, too.
//   - Every run passes a check in another node, none can be resumed behind it, and the framework
//     does not save each step.
//   - Runs of the graph are never saved.
//   - No path leads to the node.
//   - A node on the way could not be read: it might check.
//
// # Known misses
//
//   - A check whose verdict is thrown away counts as a check; noverdictroute is about those.
//   - A reading tool whose error result is taken for an answer; ignorederror is about those.
//   - A handle that was not declared to the gateway which is called: what it would check stands in a
//     configuration.
//   - A look by hand that comes after the spend in the same node.
//   - A node on the way that mints only under a condition, without a look at what state holds.
//   - A subgraph of which not all is known counts as a check, and one in which some node writes the
//     field as a mint.
//   - A tool of a node on the way that checks or mints counts, though the model may not call it.
package uncheckedspend
