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
// Limits: a run has one build configuration; Merge joins several runs. go/analysis/checker keeps everything it computed
// until the end, so memory grows with the number of analysed packages.
package driver
