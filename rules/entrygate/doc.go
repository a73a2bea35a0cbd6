// Package entrygate reports checks in a gate that a resume skips.
//
// # What it reports
//
// A handle is checked, but only in another node than the one that spends it, and a run that was
// paused enters behind that gate: at the spending node itself or at a node between the two. Who
// pauses is a node's own code, or the framework that is told to pause before or after a node. A
// call of a tool that only reads counts as such a check: code without custody records asks that
// way. The finding names the gate, the spending node and the path that the resumed run takes.
//
// # Why it matters
//
// A gate wired from the start looks as if it stood before everything. It does on the first turn.
// A resumed thread enters at the node that was interrupted, so hours after the gate said yes the
// handle is spent without a look. All three calls (first turn, resume, next turn) are "running
// the graph" to whoever makes them; the gate runs in two of them.
//
// # Example
//
//	g.AddNode("gate", checkBasket)
//	g.AddNode("ask", askHuman) // pauses
//	g.AddNode("add", addItem)  // spends the basket
//	g.AddEdge(stategraph.Start, "gate")
//	g.AddEdge("gate", "ask")
//	g.AddEdge("ask", "add")
//
// # Instead
//
//	func addItem(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
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
//   - The check stands in the spending node, also in a helper that it calls.
//   - The gate stands on every path from every node that can pause to the spend.
//   - No node behind the gate can pause: then only a crash enters there, which uncheckedspend
//     tells as likely.
//   - The framework resumes at the start.
//   - Runs of the graph are never saved.
//   - A node on the way could not be read: it might check.
//
// # Known misses
//
//   - A pause that is only guessed, through an interface or an unknown function value.
//   - A spend before which two gates stand is named with one of them.
//   - A node that runs in the same step as one before or after which the framework pauses is
//     entered, or left behind, with it; only the paths of the named node are followed.
package entrygate
