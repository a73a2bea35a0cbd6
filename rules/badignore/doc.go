// Package badignore reports comments that are meant to silence findings and do not.
//
// # What it reports
//
// A comment skewlint:ignore that is malformed or gives no reason, names a rule that there is not,
// has expired, or silences nothing: the rule that it names reports nothing where it stands.
//
// # Why it matters
//
// A suppression outlives its reason. The code below it changes, the finding goes, the comment
// stays, and hides the next mistake that somebody makes there. One with a misspelt rule silences
// nothing, and whoever wrote it believes that it does.
//
// # Example
//
//	//skewlint:ignore unboundedfanuot -- the list has at most ten items
//	for _, q := range s.Questions {
//		go ask(ctx, q)
//	}
//
// # Instead
//
//	//skewlint:ignore unboundedfanout owner=search until=2027-06-30 -- the plan has at most ten items
//	for _, q := range s.Questions {
//		go ask(ctx, q)
//	}
//
// The comment covers what it stands at: at the end of a line that line and what begins on it, on
// a line of its own what begins on the next one (a statement with all its lines, a function, an
// element of a table), above the package clause the whole file. Several rules are separated by
// commas. golangci-lint's comment nolint:skewlint is honoured, too, and judged by that tool.
//
// # Silent when
//
//   - The comment silences at least one finding of each rule that it names.
//   - The rule that it names is switched off by the configuration.
//   - The package reaches no agent package, so that no rule looks at it.
//
// # Known misses
//
//   - A package that reaches an agent package only through packages of third parties.
//   - Comments of golangci-lint's form are not judged.
//   - A driver that keeps findings, as go vet does, sees that a comment has expired only when the
//     package is analysed again.
package badignore
