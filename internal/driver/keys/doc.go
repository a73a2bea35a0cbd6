// Package keys makes the keys under which results of packages are kept.
//
// It is for the driver's cache. The one idea to hold: a key is a hash of all that a result can
// depend on, so nothing is ever found to be out of date; it is not found. There are two kinds of
// sums. [Maker.Own] sums up a package that is analysed: its text, the configuration, and every
// package that it imports and that is not analysed, by its declarations. [Maker.Declared] sums up
// what others can see of a package: the text outside of function bodies, with its places.
//
// A module of the module cache goes by its version: the go command has checked its text against
// go.sum and made it read-only. Packages of the standard library go by the VERSION file of the
// distribution. Everything else goes by its text, also what a replace directive or a vendor folder
// holds. Names of files and folders are full, since results name places by them: a copy of a module
// in another folder shares nothing.
//
// Limits: a module cache that somebody has written to by force is not noticed.
package keys
