// Package proxy is "skewlint gopls": gopls with skewlint's findings in what it says.
//
// It is for editors that attach one server to a buffer, which run it in place of gopls. It starts
// gopls and "skewlint lsp", hands both what the editor says of documents, folders and settings,
// and answers with what both say.
//
// The one idea to hold: it stands between processes, so that a crash or a hang of skewlint costs
// skewlint's findings only. What it need not merge passes through as the bytes that came: it
// merges published and pulled diagnostics, hover, code actions, code lenses and the list of
// commands.
//
// publishDiagnostics replaces all that was said of a file, so the last list of each side is kept,
// and moved with the edits that come in, as an editor moves what it shows; a diagnostic in whose
// range something was edited is dropped. A list of ours for a version that is not the newest is
// dropped whole.
//
// IDs of requests are left as they are: gopls sends numbers and skewlint strings that begin with
// [protocol.IDPrefix], so the editor's answers find their way.
//
// Limits: a request that is merged waits for skewlint for a bounded time. After three crashes
// skewlint is not started again.
package proxy
