// Package ruletext reads the text of a rule from its doc.go.
//
// It is for package rule, which runs rules, and for the generator, which must work while the
// rules do not compile; so it imports the standard library only.
//
// The one idea to hold: a rule's text is its package comment with fixed headings, see [Headings].
//
// Limits: it checks form, not truth.
package ruletext
