// Package testrule is a rule for tests of drivers and of the command line.
//
// It is for tests that must not break when a real rule changes its mind. The rule, agentcall,
// reports every static call of a function of an agent package, also through functions of other
// packages: so it needs facts, which are what drivers get wrong first. On a package that declares
// a function named panicHere it panics. For a call of a function whose name begins with Old it
// suggests the name without.
//
// Limits: functions are followed in the order in which they are declared.
package testrule
