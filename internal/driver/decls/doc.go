// Package decls reads of a dependency only the declarations that somebody needs.
//
// It is for the types of packages that are not analysed: the standard library, third-party
// modules, the user's packages far from any agent. A type checker given all their declarations
// loads all that those import, and so on down to the database engine; given only the
// declarations whose names are used, it loads a small part of that.
//
// The one idea to hold: need is by name, and grows. Source that is analysed needs pkg.Name for
// every such selector in it. A needed declaration needs the names that it mentions outside
// function bodies, in its own package and in others, and a needed type needs all its methods.
// Nothing else can influence the types that the user's code sees. The result of [Package.Need]
// is a least fixed point: it does not depend on the order of the calls.
//
// Functions are most of a package, and few of them are asked for. So a file is taken apart first, by a
// scanner that knows brackets, text and comments: the parser sees what is left, and of functions only
// those that are needed, each by itself and at its place.
//
// Limits: names are compared without scopes, so a name that is shadowed counts as used and some
// declarations are kept in vain, never the other way round. Objects that no source names are
// missing from the scope of the package, so an analyzer must not look up in an imported package
// what the code in front of it does not mention.
package decls
