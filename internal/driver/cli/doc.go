// Package cli is the command line of skewlint: flags, subcommands, help and colours.
//
// It is for cmd/skewlint, which hands it the arguments and the rules and exits with what it
// returns. The one idea to hold: it decides nothing about findings. The driver finds, orders and
// knows the exit status; the printers print; here is only what the words on the command line mean.
// That includes which findings are wanted (sieve), in which builds they are looked for, which files
// are written, and whether fixes are.
//
// Limits: the scripts in cmd/skewlint/testdata/script are the contract. A flag that a subcommand
// has no use for is an error, as is a word that nobody knows.
package cli
