// Package missingreducer reports what two nodes give at one time and nothing merges.
//
// # What it reports
//
// Two nodes that can run in one step write the same state field, or one node does that a fan-out
// starts several times, and the field has no reducer that says how the writes become one value.
// Same step means what the framework means: branches of unequal length that meet two steps later
// count, alternatives of one router do not. The finding names the fork and both paths.
//
// Where a lock keeps the writes apart, as for the local state of Eino, nodes that append, count or
// fill a map merge by themselves. There the finding is about a string, number or flag that two nodes
// only set, and that a router, or a node behind both, reads.
//
// Where a framework makes the input of a node from the outputs of those before it, as Eino does, the
// outputs of two nodes that arrive together and cannot be made one are the same mistake on an edge:
// two values of a type that is no map and has no merge function, or two under one output key.
//
// # Why it matters
//
// Depending on the framework the run fails, the writes race, or one of the two is lost by the order
// in which the nodes happened to finish; the finding says which. It shows up only when the branches
// really run together, which a test with one branch never does. Of two outputs under one key Eino
// says so when the graph is invoked, and mixes their chunks when it is streamed.
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
// For outputs that meet, a key for each of them, or a function that makes one of two:
//
//	g.AddLambdaNode("web", web, compose.WithOutputKey("web"))
//	g.AddLambdaNode("papers", papers, compose.WithOutputKey("papers"))
//
//	compose.RegisterValuesMergeFunc(mergeHits)
//
// # Silent when
//
//   - The nodes are alternatives of one router, or one runs after the other.
//   - A reducer is registered, also one that could not be read.
//   - The framework merges such writes, or gives every field a reducer.
//   - It is not known which field is written, or what type an output has at run time.
//   - Outputs are maps whose keys the code of the nodes decides, or have keys of their own.
//   - A merge function for the type is registered in this package or in one that it imports.
//   - Outputs arrive one after the other, or the run is over before they meet.
//   - An edge or node is there under a condition: the other may be its alternative.
//   - One of the writes is the framework's own, which nobody asked for, and no node behind both reads
//     the field before it is written again.
//   - Under a lock: a write is made of what the field held, stands under a condition in a node that
//     reads the field, or all writes are one constant.
//   - Whether the two can meet hangs on a part of the graph that could not be read.
//
// # Known misses
//
//   - Nodes that write only under conditions which exclude each other are reported: conditions
//     are not evaluated.
//   - Two writes of one activation to one field.
//   - Under a lock: lists, maps and structs that two nodes replace as a whole.
//   - A merge function that only a package which imports this one registers is not seen: such a
//     graph is reported.
//   - Outputs of two different types, which never merge, and equal keys in maps that nodes make.
//   - Inputs that a Workflow of Eino maps to one place: Compile refuses them.
package missingreducer
