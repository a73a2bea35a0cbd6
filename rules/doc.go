// Package rules lists the rules. Each is a folder below this one, and the folder is the whole
// rule: text, code, test, scenarios.
//
// It is for drivers. The one idea to hold: nobody edits a list. [All] is generated from the
// folders, and a test fails when it is stale.
//
// Limits: the order is that of the names and means nothing.
package rules
