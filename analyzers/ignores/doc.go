// Package ignores reads the comments by which people silence findings.
//
// It is for the rules, which ask it about each finding before they report, so that a suppression
// works the same in every driver. Two comments count:
//
//	//skewlint:ignore RULE[,RULE…] [owner=NAME] [until=YYYY-MM-DD] -- reason
//	//nolint:skewlint // reason
//
// The one idea to hold: a comment covers what stands where it stands. At the end of a line it
// covers that line and whatever begins there; on a line of its own, what begins on the next line:
// a statement with all of its lines, a declaration, a function, an element of a table. Above the
// package clause it covers the file.
//
// The first form must say why. One that is malformed, names no rule, has expired or silences
// nothing is a finding of the rule badignore. The second form is golangci-lint's and is judged by
// that tool's nolintlint; here it is only honoured.
//
// Limits: a comment that has expired silences nothing, by the day of the machine's clock in UTC.
// A driver that keeps findings (go vet, golangci-lint, Bazel) goes on with what it kept until the
// package changes; the day cannot be made part of what go vet keeps them under without throwing away
// all of them each day. The own driver's cache asks [Set.Until].
package ignores
