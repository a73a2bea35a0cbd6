// Package office holds one program twice: a clerk with five tools, who finds customers, books appointments and refunds
// invoices, and asks a person before anything happens that cannot be taken back.
//
//   - skewed is the program as people first write it. Almost nothing fails, and the books say what went wrong.
//   - sound is the same work done right: the tools are found by discovery, a refund waits for a person as rows in a
//     database, its answer holds for the one invoice it was asked about, and the scheduler is never told of refunds.
//
// Both bring their own office, an MCP server on loopback over a SQLite file (internal/books, internal/desk). Run them
// from the root of the repository:
//
//	go run ./runtime/examples/office/skewed
//	go run ./runtime/examples/office/sound
//
// The tests of this package run them that way and check what they print.
package office
