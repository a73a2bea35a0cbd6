// Package mcpgate is the door to MCP servers for the nodes of a graph, on top of the official SDK.
//
// In the SDK a failed tool call is no Go error: it is a result with a flag, and a result that nobody looks at reads as an
// empty answer. The one idea of the gate is that whatever is no answer is an error, of a type that says which kind:
//
//   - [ToolError]: the tool ran and said no; also what an expired handle comes back as
//   - [ProtocolError]: the server refused the request, or does not keep to the protocol
//   - [TransportError]: the server could not be reached, or the connection broke
//   - [TimeoutError]: no answer before the deadline, which every call has
//   - [InputRequiredError]: the server asks a person for something first, and nothing here can wait
//   - [NoHandleError]: a handle was expected in the result and is not there
//   - [LimitError], [ContentError], [SchemaError]: what came is too much, not allowed, or not what was promised
//   - [PolicyError], [ArgumentError], [UnknownToolError], [HandleError], [RawHandleError]: the call was not made
//
// All work with errors.As and unwrap to their cause. Their texts name the server and the tool and say what to do next;
// what was passed as an argument is replaced in them by its name, because arguments carry handles and secrets.
//
// All have a method ErrorKind, by which the retry policy of a graph's node knows whether another attempt can help: what
// was refused stays refused, and a broken connection or a deadline is worth another attempt only where the request may be
// made twice. A write of which nobody knows whether it happened has no kind, so that no policy repeats it unasked.
//
// # One server or several
//
// A [Gate] is one server and little more than those errors. A [Gateway] has several sources, knows their tools under
// names with the server in front ("office__find"), and checks each call before it is made:
//
//   - [Gateway.Discover] lists the tools. An optional source that fails costs its own tools and is reported, a required
//     one fails the discovery. A list is kept as long as the server allows, and never served to another principal than
//     the one it was private to.
//   - [Gateway.Scope] is the gateway without the tools that an agent must not know of.
//   - A [Rule] decides about a call by the tool and its arguments: it is made, it is refused, or a person is asked.
//   - A question, of a rule or of the server, makes the call wait by a [Pauser]; package graphpause has the one for the
//     graphs of this runtime. What is waiting is plain data (package ask): after a restart the node makes the call again
//     and it finds its answers.
//   - A [Handle] is declared once. What comes in under its keys is wrapped in a [custody.Record], and what goes out is
//     checked as [custody.Check] does; a bare string is refused.
//   - Failed calls are repeated by type of error (package retry), within a budget that the whole chain of calls shares.
//     A call that may have changed something is repeated only if the tool is known to bear that.
//
// # What a server says is not trusted
//
// Texts are [untrusted.Text], which no prompt takes by accident. Results have limits of size, type and scheme. Names that
// could be taken for others are refused, schemas that would hang the validator are not followed. Annotations are hints:
// nothing depends on them unless the source is configured as trusted.
//
// # What is recorded
//
// Each request is a span, a measurement and a log record under the conventions of OpenTelemetry for MCP, and carries the
// trace in its metadata. Of arguments and results there are sizes and keyed digests only.
//
// # Limits
//
// Older servers (before revision 2026-07-28) ask in the middle of a call; no call can wait that long, so they are told
// that nobody can be asked. Resources can be read ([Gateway.Read]) and are not listed; sampling, roots, tasks and
// prompts are not offered. The SDK reads a message in
// full before its size is known: to limit what is read, limit the transport. Output that is valid and wrong is not
// recognised. A rule sees what is sent and not what a tool does with it.
package mcpgate
