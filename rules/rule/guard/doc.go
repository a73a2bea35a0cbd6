// Package guard says what stands between a spend of a handle and the places where a run enters.
//
// It is for the custody rules that speak of spends: each spend falls to one of them, so they must
// decide by the same facts.
//
// The one idea to hold: a run enters at Start, at a node that was paused or that the framework was
// told to pause before, or behind one that it was told to pause after; and a spend is sound if on
// every path from every such place somebody looks at the handle first, or mints it anew.
// The search is for a path that nobody guards; that path is the witness.
//
// Limits: a crash can make a run enter at any node of a framework that saves each step. That makes
// no gate wrong; a spend that only such a run reaches unchecked is of its own kind and a guess. A node whose
// function is not known counts as a guard, so that a gap can hide a finding and never make one.
package guard
