// Package missingreducer reports fields without reducer that one step writes twice.
//
// # What it reports
//
// Two nodes that can run in one step write the same state field, or one node does that a fan-out
// starts several times, and the field has no reducer that says how the writes become one value.
// Same step means what the framework means: branches of unequal length that meet two steps later
// count, alternatives of one router do not. The finding names the fork and both paths.
//
// # Why it matters
//
// Depending on the framework the run fails, or one of the two writes is lost by the order in
// which the nodes happened to finish. Both show up only when the branches really run together,
// which a test with one branch never does.
//
// # Example
//
//	var Sources = stategraph.NewField[[]Source]("sources")
//
//	g.AddEdge("plan", "web")    // web writes Sources
//	g.AddEdge("plan", "papers") // papers writes Sources
//
// # Instead
//
//	var Sources = stategraph.NewField[[]Source]("sources",
//		stategraph.WithReducer(stategraph.UnionBy(func(s Source) string { return s.ID })))
//
// # Silent when
//
//   - The nodes are alternatives of one router, or one runs after the other.
//   - A reducer is registered, also one that could not be read.
//   - The framework merges such writes, or gives every field a reducer.
//   - It is not known which field is written.
//   - Whether the two can meet hangs on a part of the graph that could not be read.
//
// # Known misses
//
//   - Nodes that write only under conditions which exclude each other are reported: conditions
//     are not evaluated.
//   - Two writes of one activation to one field.
//   - Writes of a subgraph that another package builds.
package missingreducer
