// Package graphmodel is the vocabulary of skewlint and the algorithms on agent graphs.
//
// It is for everything that is true of an agent graph whatever framework built it: which nodes
// there are, which edges may be taken, how state fields merge, where a run may be parked and
// where it enters again.
//
// The one idea to hold: a graph read from source is never complete. What was seen and could not
// be resolved is a [Gap] in the graph, and every question about the graph has to say what a gap
// means for its answer. Unknown is never the same as absent.
//
// [NewIndex] prepares a graph for questions: what a run can reach ([Index.Reachable]), where it
// enters again after a pause ([Index.ReentrySet]), whether a gate stands before a node then too
// ([Index.Gate], [Index.Dominators]), what can run in one step ([Index.Parallel], and
// [Index.Overlaps] for many questions at once), what can come round again ([Index.Cycles]). Answers carry a [Path] as witness where there is one, the same
// one every time. [Encode] and [Decode] are the JSON form.
//
// Limits: the package knows no framework, no syntax tree and no SSA form, and imports the
// standard library only. How a framework behaves is data, see [Dialect].
package graphmodel
