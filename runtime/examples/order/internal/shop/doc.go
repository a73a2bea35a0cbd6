// Package shop is the MCP server of the order examples: a shop that keeps baskets for a while and then forgets them.
//
// It speaks Streamable HTTP on loopback, stateless, so that a basket is named by nothing but the handle that a caller
// passes. It does what the protocol asks of a server with handles: the retention is stated in prose in the description of
// the tool that mints, a forgotten handle is answered with an error result that says so, and a handle is bound to the
// user of the bearer token. Beside that it has hooks to make things happen that otherwise take hours, and counters.
//
// It is a stand-in: the tokens are no secrets, the mails go nowhere, and everything is in memory.
package shop
