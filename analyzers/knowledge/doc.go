// Package knowledge says what library calls do, as rows.
//
// It is for every fact about code that skewlint does not analyse: the standard library, MCP
// SDKs, agent frameworks, clients. A fact is a row in data/<import.path>.toml (dots for slashes)
// with named fields, a reason and a source; the algorithms only ask. User configuration adds rows
// of the same shape. go generate turns the files into Go tables, so that a program that asks
// reads none of them; a test fails when the tables are stale.
//
// The one idea to hold: there are three answers. A function is known to do something, known to
// do nothing that matters, or not known; and not known is never read as nothing.
//
// Limits: rows name exported functions (a promoted method under the type that declares it, which
// may be unexported). What a row says holds for the versions that its file states, which a test
// checks against the real packages, and is taken to hold for other major versions.
package knowledge

//go:generate go test -run ^TestGenerated$ -update .
