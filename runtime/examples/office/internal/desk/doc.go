// Package desk is the MCP server of the sound office example: five tools over the books of an office.
//
// Four of them look something up or book. The fifth, issue_refund, cannot finish without a person, and the one idea is
// how it asks: it does not call back, it ends. The first call returns what it wants to know ("input required" in revision
// 2026-07-28 of the protocol) and nothing has happened; the client calls again with the answer and starts the tool from
// its first line. So the tool asks first whether there is an answer, and then whether it is one to this question: the
// state that travels with the question is sealed with a key of the server, and names the tool, the invoice, the user and
// a last moment. An answer for another invoice, of another user, or to a question that was never asked is refused.
//
// Nothing of a question is kept here. It serves Streamable HTTP on loopback, stateless, and in memory.
//
// # Limits
//
// The key is made at the start: questions that were asked before a restart are refused. A seal can be used more than
// once; what keeps a refund from happening twice is the invoice, which is open only once. The tokens are no secrets.
package desk
