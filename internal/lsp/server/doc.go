// Package server is "skewlint lsp": a language server over standard input and output.
//
// It is for editors that attach several servers to one buffer, beside gopls, and for the proxy,
// which runs it as a process of its own. The one idea to hold: it only translates. What is found
// and when is the session's; here messages become calls and answers become messages.
//
// Notifications are worked off in the order in which they come; each request has a goroutine and
// a context of its own, which $/cancelRequest ends.
//
// Diagnostics are pushed. With the option pullDiagnostics, which is gopls's, the server says that
// it can be asked, and pushes only for files that are not open: an editor would show both.
//
// Limits: one client, one workspace; no dynamic registration but for the files to watch.
package server
