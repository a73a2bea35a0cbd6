// Package load reads the packages that can matter, and of everything else as little as possible.
//
// It is for the driver, which hands what it gets to the analyzers. The work is done in this
// order, and each step works only on what the one before let through:
//
//  1. [golist] lists packages and imports. Nothing is compiled, nothing is parsed. A server keeps
//     the list as long as it holds, see [Kept].
//  2. Packages of the user that import an agent package, directly or not, are marked, and with
//     them the packages of the user that they import. Nothing marked: done.
//  3. Marked packages are parsed in full. The names that they use of other packages are the
//     seed of what is read there, see [decls]: a blank import, or an import that only bodies of
//     a dependency use, is never opened.
//  4. Types are checked from source along the import graph, in parallel, dependencies without
//     function bodies.
//
// What only waits is not held: of a large program the syntax is parsed for step 3, dropped, and parsed
// again when the types of the package are checked; large packages are checked and visited one at a
// time; and of dependencies the places of line ends are forgotten with the syntax.
//
// The one idea to hold: an error is believed only when everything was read. If a marked package
// does not type-check against the pruned dependencies, step 4 is done again with all their
// declarations, so that pruning can cost time but never invent an error.
//
// Limits: a position in a package of which only declarations are read and that is not analysed has a
// file, and no line. Packages that are not marked are not checked for errors beyond what the go command
// says of them. Dependencies' cgo types are unknown, which go/types tolerates (FakeImportC).
package load
