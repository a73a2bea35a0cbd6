// Package frontend says what a frontend is: how the graphs of one framework are read from source.
//
// It is for the folders below it, one a framework. The one idea to hold: a frontend only says
// what the calls of its framework mean. How the program gets to these calls (helpers, loops,
// tables, closures, wrappers in other packages) is the business of package eval, and what the
// calls add up to is kept in a [Draft], which turns into a graphmodel.Graph. Code that uses no
// framework has no such calls; a frontend for it reads syntax, see [Source].
//
// Limits: a frontend knows one framework and no rule.
package frontend

import (
	"fmt"
	"maps"
	"slices"

	"github.com/skewlint/skewlint/analyzers/eval"
	"github.com/skewlint/skewlint/graphmodel"
)

// Frontend reads the graphs of one framework.
type Frontend struct {
	// Name is the framework's name as messages use it.
	Name string
	// Packages are the import paths whose functions Handlers knows; major versions are listed.
	Packages []string
	// Handlers makes the handlers of the framework's functions for one package; what they build
	// is added to the sink.
	Handlers func(*Sink) map[graphmodel.FuncRef]eval.Handler
	// Values are those of the functions that have handlers which only make values: tools and
	// functions of nodes. Code that calls none but these builds no graph, and is run only for what
	// it returns. Nil: none.
	Values func() []graphmodel.FuncRef
	// Read finds graphs in the syntax of a package, for code that no call of a framework gives away;
	// nil for a framework. Handlers is nil then.
	Read func(*Sink, *Source)
}

// Sink collects the drafts of one package, in order of creation.
type Sink struct {
	Drafts []*Draft

	names map[string][]graphmodel.Position // the places that took a name, see Unique
	notes map[string]bool
}

// Note keeps a word about the whole program, such as that a type can be merged: graphs that are
// finished later, in this package or in one that imports it, can ask for it with Noted. A note
// begins with the framework's name, so that frontends do not share one by chance.
func (s *Sink) Note(note string) {
	if s.notes == nil {
		s.notes = make(map[string]bool)
	}
	s.notes[note] = true
}

// Noted reports whether a note was made. Only when a graph is finished have all been, see
// [Draft.Last].
func (s *Sink) Noted(note string) bool { return s.notes[note] }

// Notes lists the notes, sorted.
func (s *Sink) Notes() []string { return slices.Sorted(maps.Keys(s.notes)) }

// Unique makes a name that no other graph of the package has, for frameworks whose graphs have
// none: a node names its subgraph. The same call gets the same name each time.
func (s *Sink) Unique(name string, made graphmodel.Position) string {
	i := slices.Index(s.names[name], made)
	if i < 0 {
		if s.names == nil {
			s.names = make(map[string][]graphmodel.Position)
		}
		i = len(s.names[name])
		s.names[name] = append(s.names[name], made)
	}
	if i == 0 {
		return name
	}
	return fmt.Sprintf("%s#%d", name, i+1)
}

// New starts a draft where call c makes a graph.
func (s *Sink) New(name string, c *eval.Call, d graphmodel.Dialect) *Draft {
	if name == "" {
		name = string(c.In)
	}
	draft := &Draft{Package: c.Package, Made: c.Inner, conds: c.Conditions}
	draft.Graph = graphmodel.Graph{Name: name, Pos: c.Pos, Builder: c.In, Dialect: d}
	s.Drafts = append(s.Drafts, draft)
	return draft
}
