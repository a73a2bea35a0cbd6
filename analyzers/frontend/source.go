package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/skewlint/skewlint/analyzers/knowledge"
	"github.com/skewlint/skewlint/graphmodel"
)

// Source is the syntax of one package, for a frontend whose graphs no call of a framework builds:
// there the code that runs the graph is all that there is to read.
type Source struct {
	Fset  *token.FileSet
	Files []*ast.File
	Pkg   *types.Package
	Info  *types.Info
	Base  *knowledge.Base
	// Acts reports whether code calls a tool or a model, by itself or through functions that it
	// names, in this package or in those that it imports.
	Acts func(ast.Node) bool
}

// Position is the place of p as graphs give it.
func (s *Source) Position(p token.Pos) graphmodel.Position {
	if !p.IsValid() {
		return graphmodel.Position{}
	}
	q := s.Fset.Position(p)
	return graphmodel.Position{File: q.Filename, Line: q.Line, Column: q.Column}
}
