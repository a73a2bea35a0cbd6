// Package all is every rule as one analyzer.
//
// It is for drivers that print the message of a diagnostic and little else: Bazel's nogo and
// golangci-lint. They know one name to switch on and to write behind "nolint", and drop the category,
// the severity and the related positions. So those are put into the message, in short:
//
//	entrygate: node "checkout" spends handle … [graph.go:28 nodes.go:17,19 client.go:55]
//	unboundedfanout (warning): …
//
// The places in brackets are the steps of the witness; "skewlint ./..." tells them in words.
//
// The one idea to hold: it decides nothing. It requires the analyzers of the rules, takes the findings
// that they report, and reports them again.
//
// Limits: a program must not run it beside the analyzers of single rules, or it says all twice.
package all
