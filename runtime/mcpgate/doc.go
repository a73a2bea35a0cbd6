// Package mcpgate is the one door to an MCP server for the nodes of a graph, on top of the official SDK.
//
// In the SDK a failed tool call is no Go error: it is a result with a flag, and a result that nobody looks at reads as an
// empty answer. The one idea of the gate is that whatever is no answer is an error, of a type that says which kind:
//
//   - [ToolError]: the tool ran and said no; also what an expired handle comes back as
//   - [ProtocolError]: the server refused the request, for instance because it has no such tool
//   - [TransportError]: the server could not be reached, or the connection broke
//   - [TimeoutError]: no answer before the deadline, which every call has
//   - [InputRequiredError]: the server asks a person for something first
//   - [NoHandleError]: a handle was expected in the result and is not there
//
// All work with errors.As and unwrap to their cause. Their texts name the server and the tool and say what to do next;
// what was passed as an argument is replaced in them by its name, because arguments carry handles and secrets.
//
// Handles come in as [custody.Record] through [Gate.Mint] and are asked about through [Gate.Probe].
//
// # Limits
//
// The gate does not answer questions that a server asks; it only reports them. It repeats no call, because after a
// timeout or a broken connection nobody knows whether the tool ran. It validates no arguments; the server does. The SDK
// gives a session up for good after some transport failures: then connect anew. What a server sends is not trusted and
// not searched: a message may hold anything but the arguments of its call.
package mcpgate
