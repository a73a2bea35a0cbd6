// Package graphprint prints one agent graph for people and for other programs' eyes: as aligned
// text for a terminal, as Mermaid and as DOT. The JSON form belongs to graphmodel.
//
// The idea: everything that decides how a run goes is visible in each form (which edges are
// alternatives, which start several activations and how many at most, which wait for each other,
// where a run can be parked, how fields merge), and so is what could not be read.
//
// Output depends on the graph and the options alone, byte by byte. Limits: nothing is laid out;
// edges are printed in order of declaration.
package graphprint
