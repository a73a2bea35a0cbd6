// Package unboundedfanout reports fan-outs whose width data decides and nothing limits.
//
// # What it reports
//
// A fan-out edge without a limit whose splitter makes one task per item of something that the
// program does not choose: a state field, a model's answer, a tool's result. And a node that
// starts goroutines in the same way (go in a loop, an errgroup without SetLimit) when what it
// starts reaches out: network, tools, models, processes, databases, queues, mail or files. Where nodes
// pass on what they return, as in Eino and ADK, the input of a node counts as well: as likely, unless
// it is the run's own input or a list of a node whose length data decides. So do the arguments of a
// tool, which the model writes.
//
// Without a graph, and beside one: a function that starts one call of an MCP tool per item of what it
// is given, of a tool's result or of a list that a server gave, itself or through helpers.
//
// # Why it matters
//
// A model that plans three searches plans three hundred tomorrow, and all of them start at once.
// The server answers with its rate limit, one failure fails the step, the resume starts all of
// them again, and the bill is per call.
//
// # Example
//
//	g.AddFanOut("plan", perQuery, "search")
//
// # Instead
//
//	g.AddFanOut("plan", perQuery, "search", stategraph.Limit(8))
//
// The fix that -fix applies to a fan-out edge writes that limit, where the framework has such an
// option. Goroutines get none: those of one group may wait for each other.
//
// # Silent when
//
//   - The fan-out has a limit, also one whose number is not known.
//   - The framework limits how many activations run at once by itself.
//   - A semaphore, SetLimit or a pool of workers bounds the goroutines.
//   - The splitter makes a constant number of tasks, up to 16, or cuts what it makes to one.
//   - A constant number of goroutines is started, whatever the number: that is a pool.
//   - What is started only computes.
//   - It is not known how many are started, or where the items come from.
//   - A longer list is refused before the loop, or cut.
//   - A node's input is a list of a length that each node in front of it chooses.
//   - Outside of graphs: what is started calls no tool; the items are servers, which somebody has
//     configured; the list is a field of the receiver; all callers are in the package and pass lists
//     that the program spells out.
//
// # Known misses
//
//   - What an agent or a graph does that a goroutine runs is not followed: many of them are reported as
//     likely, though they may only compute.
//   - Recursion that starts goroutines.
//   - What stands behind an interface that nothing in sight implements is not known to reach out.
//   - A number that a node is given: it counts as one that somebody chose.
//   - Outside of graphs: goroutines that are started in another package than the one that is looked
//     at; items from a field of the receiver, whoever filled it; a range over a function.
//   - A limit that is larger than what the server bears.
package unboundedfanout
