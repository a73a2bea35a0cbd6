// Package handloop reads the graphs of agents that use no framework: a hand-written loop over the
// name of a step, which calls the step's handler with a state that is saved between steps.
//
//	for s.Step != "done" {
//		next, err := handlers[s.Step](ctx, s)
//		…
//		s.Step = next
//		err = store.Save(ctx, s)
//	}
//
// It is for code whose graph is in no call: the loop is the framework. The one idea to hold: it is a
// graph only if the loop goes where its handlers send it. So three things must be seen, and nothing
// is taken for a graph by its names: the loop chooses a handler by a value (the key) that it changes
// from what the handler returned or wrote; the handlers are given the state, a struct; and at least
// one of them calls a tool or a model. A parser, a protocol's state machine or a chat loop has not all
// three.
//
// A node is a handler: an entry of a table (a map, a slice, one filled by calls), or a case of a
// switch. Its edges are the constants that it can return, or write to the key. A value that is no
// node ends the run.
//
// Limits:
//   - Handlers that reach the state through their receiver only are not read: a graph has no way yet
//     to say that the state is a receiver.
//   - A loop that is a chain of ifs, a table of another package, a handler that a call returns, and
//     a program that handles one step for each request without a loop, are not read.
//   - What parks a run is known by a word about waiting in the name of an error, a step or a field of
//     the state, see [loop.addPauses]; and not which calls of the handler come before it, so effects
//     that are repeated when the run goes on are not reported.
//   - What a handler of another package returns is not followed; a gap says so.
//   - Conditions under which a table is filled are not looked at.
package handloop

import (
	"go/ast"
	"go/types"

	"github.com/skewlint/skewlint/analyzers/frontend"
	"github.com/skewlint/skewlint/graphmodel"
)

// Frontend reads hand-written loops.
var Frontend = frontend.Frontend{Name: "handloop", Read: read}

// dialect is what such a loop does, since Go does it: it calls the handler whose name was saved, from
// its first line, and one handler at a time.
var dialect = graphmodel.Dialect{
	Framework:      "hand-written loop",
	RerunOnResume:  graphmodel.Yes,
	ResumeEntry:    graphmodel.EnterAtPause,
	LockStep:       graphmodel.Yes,
	Conflict:       graphmodel.ConflictLastWins, // of one step after the other
	DefaultReducer: graphmodel.No,
}

// read adds a graph for each loop of the package that is one.
func read(sink *frontend.Sink, src *frontend.Source) {
	p := &program{Source: src}
	for _, file := range src.Files {
		for _, d := range file.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			for _, l := range p.loops(fd) {
				d := l.draft()
				d.Graph.Name = sink.Unique(d.Graph.Name, d.Made)
				sink.Drafts = append(sink.Drafts, d)
			}
		}
	}
}

// state describes the struct that handlers are given.
type state struct {
	place place
	typ   types.Type // of the argument: the struct, or a pointer to it
	named *types.Named
	str   *types.Struct
}

// structOf is the struct type that t is or points to, if it has a name.
func structOf(t types.Type) (*types.Named, *types.Struct) {
	if t == nil {
		return nil, nil
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return nil, nil
	}
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	return n, s
}
