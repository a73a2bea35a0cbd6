package load

import (
	"cmp"
	"context"
	"fmt"
	"go/build"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/internal/driver/golist"
)

// Plan is what there is to load of what was listed, decided on the import graph alone.
type Plan struct {
	Listed []*golist.Package
	// Analysed are the packages that matter, dependencies first.
	Analysed []*golist.Package
	// Roots are those of them to report on, in the same order.
	Roots []*golist.Package
	// Files are the source files of all packages asked for, whether they are read or not.
	Files []string
	// Errors are what the go command has against the packages.
	Errors []Error

	query golist.Query
	marks marks
}

// NewPlan makes the plan of a query.
func NewPlan(listed []*golist.Package, q golist.Query, know Knowledge) *Plan {
	p := &Plan{Listed: listed, Files: filesAskedFor(listed), query: q, marks: mark(listed, know)}
	p.Errors = sortErrors(listErrors(listed, q))
	p.Roots = p.marks.roots
	for _, l := range listed {
		if p.marks.analysed[l.ID] {
			p.Analysed = append(p.Analysed, l)
		}
	}
	return p
}

// Spares are the packages without their tests whose test variants are analysed instead, as long as
// those type-check.
func (p *Plan) Spares() []*golist.Package {
	wanted := map[string]bool{}
	for _, r := range p.Roots {
		if r.IsVariant() && !p.marks.analysed[r.ForTest] {
			wanted[r.ForTest] = true
		}
	}
	var out []*golist.Package
	for _, l := range p.Listed {
		if wanted[l.ID] {
			out = append(out, l)
		}
	}
	return out
}

// Visitor is given each package that was loaded in full, once, after those that it imports; several
// at one time. When it returns, the syntax of the package and what is known of its expressions is
// dropped. Imports lead to what else is analysed, of which there may be no more than types. root:
// the package is one to report on.
type Visitor func(p *packages.Package, root bool)

// Visit loads the packages of the IDs in full, and of other analysed packages that they import all
// declarations. It returns what was wrong with them. When the context ends it begins no other file
// and no other package, and returns the context's error.
func (p *Plan) Visit(ctx context.Context, full map[string]bool, visit Visitor) ([]Error, error) {
	l := p.loader(full)
	l.visit, l.over = visit, func() bool { return ctx.Err() != nil }
	l.parseAnalysed()
	l.checkAll()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return sortErrors(l.errors()), nil
}

// Load loads all analysed packages in full and keeps them.
func (p *Plan) Load(progress func(what string)) *Program {
	prog := &Program{Listed: len(p.Listed), Files: p.Files, Errors: p.Errors, Fset: token.NewFileSet()}
	if len(p.Roots) == 0 {
		return prog
	}
	progress(fmt.Sprintf("reading packages: %d of %d, and what they need", len(p.Analysed), len(p.Listed)))
	l := p.loader(p.marks.analysed)
	l.fset = prog.Fset
	l.parseAnalysed()
	l.checkAll()
	prog.Roots = l.rootPackages()
	prog.Errors = sortErrors(append(slices.Clone(p.Errors), l.errors()...))
	prog.Read = len(l.types)
	return prog
}

func (p *Plan) loader(full map[string]bool) *loader {
	l := newLoader(token.NewFileSet(), p.Listed, p.marks, full)
	l.sizes = types.SizesFor("gc", cmp.Or(p.query.Getenv("GOARCH"), build.Default.GOARCH))
	l.overlay = p.query.Overlay
	return l
}
