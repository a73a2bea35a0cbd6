// Package code turns the Go code that builds agent graphs into data.
//
// It is for the evaluator of package eval, which replays builder code that may live in another
// package, where no syntax tree is at hand: the functions of a package that can take part in
// building a graph are compiled to small trees, exported as a fact, and interpreted by whoever
// calls them. Local and imported functions go the same way, so a wrapper in another package
// costs nothing special.
//
// The one idea to hold: the tree is Go with every name resolved. Identifiers are slots, symbols
// or constants; calls name their callee; promoted fields and methods are spelled out.
//
// Limits: only what builder code needs is kept. Channels, select, goto and labels become
// [Unknown] with a reason, which the evaluator turns into a gap.
package code
