// Package hosttest runs the analyzers in the programs that host them, and brings what they print into
// one form: the own driver, go vet, Bazel's nogo. (golangci-lint has its test in the module gcl, which
// uses this package.)
//
// It is for the tests that say: the same findings everywhere. The one idea to hold: each host is run as
// its users run it. go vet gets the binary of the command, and nogo is generated and built from the
// sources of rules_go, called as its builder calls it: one process for each package, export data and
// facts in files, arguments in a parameter file.
//
// Limits: Bazel itself is not run. The build graph that it would make of BUILD files is taken from the
// go command.
package hosttest
