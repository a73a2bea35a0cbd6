// Package custody keeps the record of a handle that a server minted and says, before the handle is spent, whether it
// may still be good.
//
// A durable graph outlives the handles in its state: a thread that is resumed after hours holds a basket id that the
// server has long forgotten, and the server says so in an error result that looks like an empty basket. So a handle is
// never stored alone. A [Record] keeps beside the value who minted it, for whom, when, how long the server said that it
// would keep it, and what is needed to mint it again. [Check] compares that with the run that is about to spend it.
//
// The one idea is that there are four answers and not two:
//
//   - [OK]: nothing speaks against spending it
//   - [Gone]: this run cannot spend it, now or later
//   - [Absent]: there is no handle
//   - [Unknown]: nobody could tell, most often because the probe failed
//
// Unknown is no kind of Gone. A network error says nothing about a handle, and whoever mints anew because of one throws
// away twelve items. Gone and Absent usually lead to one handler, Unknown to a retry or to a person.
//
// # Where to check
//
// In the node that spends. A resumed run enters at the node that was paused, so that a check in a first node is skipped.
//
// # Limits
//
// A check proves nothing about the next moment: the server may forget the handle between probe and spend, and a
// lifetime that has not passed does not rule out that the handle was revoked. The error of the spending call itself must
// therefore lead to the same handler as Gone. The package asks no server by itself (package mcpgate makes a [Probe] out
// of a tool), and it keeps no registry: a record is plain data for the state of a graph, as JSON.
package custody
