// Package ruletest runs the scenarios beside a rule.
//
// It is for the tests of rules. A scenario is a Go file under the rule's testdata/src that a
// reader can follow: one topic a file, a first comment that says what it shows, functions named
// by what they do, and "// want" comments (see analysistest) at the lines that are reported.
//
//	flagged*.go       what the rule reports, in the shapes in which people write it
//	clean*.go         a twin for each line of "Silent when"
//	knownmisses*.go   what it does not see, stated and not hidden
//
// The one idea to hold: scenarios see libraries under their real import paths. The stubs of the
// repository's testdata/src and the rule's own tree are laid over each other in one GOPATH, which
// is loaded once for each test.
//
// Limits: GOPATH mode has no module versions, so rows that depend on one cannot be tested here.
package ruletest
