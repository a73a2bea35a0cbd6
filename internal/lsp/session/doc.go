// Package session keeps what an editor has open, looks at it after each pause in typing, and answers
// questions about what was found.
//
// It is for the server, which speaks the protocol; a session knows nothing of messages. It runs
// [driver.Driver] over each folder or module with the unsaved texts as an overlay.
//
// The one idea to hold: an answer is about a text. Each change makes the generation grow, and what
// was computed for an older one is thrown away whole. What is known of a file is kept as long as the
// file has the text in which it was found, also while its package cannot be looked at because
// another one is broken; findings of a text that nobody has any more are dropped.
//
// A view is a folder that "./..." is asked for: each workspace folder inside a module, and each
// nested module of which a file was opened. All views are looked at again after a change, since one
// may import another; the one with the changed file comes first.
//
// What is learnt of files as they are on disk goes into the cache that the command has, too, and what is
// learnt of unsaved text into a small one of the session's own. A change ends the run that is under
// way; what that has learnt of packages which the change does not concern is not learnt again.
//
// Limits: a run ends between two files, packages or analyzers, not within. .skewlint.toml counts as it is on disk. Files outside all folders are looked at only if there is
// no folder.
package session
