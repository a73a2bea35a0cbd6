// Package rule says what a rule is and is the one way to report.
//
// It is for the packages under rules/: each gives [New] its embedded doc.go and one function, and
// gets a [Rule] back, with an analyzer that is gated, obeys the settings and reports in order.
//
// The one idea to hold: a rule's text is written once, as the package comment of its doc.go with
// fixed headings (see package ruletext). Title, analyzer doc, docs page and the output of "skewlint
// explain" all derive from it.
//
// Limits: a rule sees graphs and summaries, never syntax or SSA. A finding always lies in the
// package of the pass, because no driver can report elsewhere; what happens in another package
// is told by the witness.
package rule
