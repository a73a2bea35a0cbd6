// Package driver runs the rules over packages and says what came of it.
//
// It is for the command, and for whatever else wants findings: it knows how to load little
// ([load]), how to run analyzers over it (go/analysis/checker), in which order findings come and
// which exit status they mean. What it returns is a [report.Report]; it prints nothing.
//
// The one idea to hold: nothing that goes wrong in one package may cost the findings of another.
// A package that does not type-check, an analyzer that panics, a package that imports either: each
// is an error in the report with a place or a name, and the rest goes on.
//
// Errors win: a run with errors exits with 2 even if it has findings, which are printed all the
// same. A script that asks "is the code clean?" must not read an incomplete run as an answer.
//
// Results do not depend on GOMAXPROCS: all that runs in parallel writes to places of its own, and
// what is collected from them is sorted.
//
// A package is analysed by itself: when its turn comes all it imports is done, of which there are
// facts and types. So what it took (syntax, SSA, results) is dropped behind it, and what came of it
// can be kept by a [Cache] and used in its place in another run. A run looks up first what it can.
// What is not known is loaded in full, and of what is known and stands before it, declarations. If
// the facts of a changed package come out as before, those behind it are known after all.
//
// Limits: a run has one build configuration; Merge joins several runs. What is kept goes by full file
// names, so it is of use to another machine only if the folders have the same names there.
package driver
