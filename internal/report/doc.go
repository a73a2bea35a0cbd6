// Package report is what a run has to say, and the printers of it.
//
// It is for the command, and for whatever shows findings later: every printer gets the same
// [Report], in the same order, and adds nothing to it and decides nothing. The exit status is not
// a printer's business.
//
// The one idea to hold: a finding stays a value, with its witness as steps, until it is printed.
//
// The text form is for people and editors: one line "path:line:col: message (rule)" for each
// finding, and below it, indented, what leads from cause to harm. Findings go to standard output,
// all else (errors, the coverage line) to standard error, so that a pipe sees findings only.
//
// The JSON form is for programs. Its fields are those of [Document] and the types in it; Version
// is raised when a field changes its meaning or goes away, and not when one is added.
//
// The SARIF, GitHub, JUnit and Code Quality forms are for services that show findings beside code.
// They tell files relative to the root of the repository, since such a service knows no working
// directory, and columns in UTF-16 units.
//
// Limits: paths are relative to one directory, those outside it stay absolute.
package report
