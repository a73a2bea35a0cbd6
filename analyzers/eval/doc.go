// Package eval runs the code that builds agent graphs, without running the program.
//
// It is for frontends: they say what the calls of their framework mean (a [Handler] per symbol),
// and the evaluator brings them the arguments as values, whatever way the program takes to get
// there: constants, helper functions and methods, loops over tables, options, closures, wrappers
// in other packages.
//
// The one idea to hold: evaluation is concrete where it can be and says so where it cannot. A
// value that is not known is an [Unknown] with the reason and the place; a condition that is not
// known takes both branches, one after the other, and what they did is marked as conditional.
// Nothing is guessed.
//
// A field of a value that is not known, as of the receiver of a method that nothing in sight calls,
// has the value that the only place of the package stores there; see [Machine.StoredBy].
//
// Limits: no concurrency, no channels, no reflection, no state that other parts of the program
// change. Work is bounded by a budget of steps for each root, so evaluation always ends; what is
// cut off is reported as not known. Time is linear in the number of steps.
package eval
