// Package effectbeforepause reports effects that a resume repeats, before a pause in one node.
//
// # What it reports
//
// A node does something that is not safe to do twice (sends mail, writes through a tool, inserts
// a row, publishes a message) and can pause after it on the same path. Calls are followed, also
// into other packages of the module, and the witness shows the chain from the node to the effect
// and to the pause.
//
// A handler of an MCP server that asks the client for input (a result with InputRequests, revision
// 2026-07-28) pauses in the same way: the client makes the whole call again with the answers. Such
// a handler needs no graph. It is known by its signature, and "the answers are there" is its guard.
//
// # Why it matters
//
// When the pause is answered the node runs again from its first line. What it did to state before
// the pause was discarded; what it did to the world was not, and happens once more for every
// answer: two mails, two orders, two refunds.
//
// # Example
//
//	func confirm(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
//		if err := smtp.SendMail(addr, nil, from, to, body); err != nil {
//			return nil, err
//		}
//		ok, err := stategraph.Interrupt[bool](ctx, "confirm", "place the order?")
//		if err != nil {
//			return nil, err
//		}
//		return stategraph.Update{Confirmed.Set(ok)}, nil
//	}
//
// # Instead
//
//	// mail runs once: its node has finished when the next one pauses.
//	func mail(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
//		return nil, smtp.SendMail(addr, nil, from, to, body)
//	}
//
//	func confirm(ctx context.Context, s stategraph.State) (stategraph.Update, error) {
//		ok, err := stategraph.Interrupt[bool](ctx, "confirm", "place the order?")
//		if err != nil {
//			return nil, err
//		}
//		return stategraph.Update{Confirmed.Set(ok)}, nil
//	}
//
// # Silent when
//
//   - The effect stands behind the framework's "this is the first time" guard.
//   - The effect of an MCP handler stands where there are no answers yet, or on one side of a test of
//     one answer or of the request state, whichever side.
//   - A gateway passes on what another server asks.
//   - The server asks by itself (Elicit): that call waits for the answer and goes on.
//   - The effect carries a key that is derived from stable state.
//   - The call only reads, or is known to be safe to repeat.
//   - The effect comes after the pause, or on a path that does not pause.
//   - The framework does not run the node again.
//   - Runs of the graph are never saved.
//
// # Known misses
//
//   - A tool or client whose access is not known: a name that says neither read nor write, no
//     row, no declaration.
//   - An effect behind an interface or function value whose target is not in sight.
//   - A hand-written loop that a handler parks with an error or a status of the program's own: which
//     calls of the handler come before that is not known.
//   - In MCP handlers: an effect behind the answer to one question and before another question; an
//     effect in a wrapper that stands round a handler which is not named there; an effect between
//     the making of the result that asks and its return; middleware of the SDK, which is given
//     any request.
//   - A call through the runtime's gateway that waits for an answer itself: whether it does hangs on
//     the server and on the rules of approval. An effect before it is not reported.
//   - Among the options of such a call one that is no key, mcpgate.CallID, is taken for one.
//   - A guard of your own that holds, such as a row in your own database, is not seen, and the
//     effect behind it is reported. (A flag in state is no guard: a paused node's writes are
//     discarded.)
package effectbeforepause
