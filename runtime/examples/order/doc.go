// Package order holds one program twice: an assistant that takes an order, waits for a person, and goes on hours later.
//
//   - skewed is the program as people first write it. It runs without an error and loses an order in silence.
//   - sound is the same flow with the handle in custody, and shows where each kind of bad handle ends up.
//
// Both bring their own shop, an MCP server on loopback, and keep the state of the graph in a SQLite file in a temporary
// folder. Run them from the root of the repository:
//
//	go run ./runtime/examples/order/skewed
//	go run ./runtime/examples/order/sound
//
// The tests of this package run them that way and check what they print.
package order
