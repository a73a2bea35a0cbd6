package load

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/tools/go/packages"

	"github.com/skewlint/skewlint/internal/driver/decls"
	"github.com/skewlint/skewlint/internal/driver/golist"
)

// Program is what was loaded.
type Program struct {
	Fset *token.FileSet
	// Roots are the packages to report on, dependencies first. Their Imports, and those of
	// what they import, lead to analysed packages only.
	Roots []*packages.Package
	// Errors are what was wrong with the packages, in order of position.
	Errors []Error
	// Files are the source files of all packages asked for, whether they were read or not.
	Files []string
	// Listed and Read count packages: all, and those of which anything was read.
	Listed, Read int
}

// Load loads the packages that the query names, and of what they import what is needed. An error
// means that nothing could be listed.
func Load(ctx context.Context, q golist.Query, know Knowledge) (*Program, error) {
	listed, err := List(ctx, q, know)
	if err != nil {
		return nil, err
	}
	return NewPlan(listed, q, know).Load(func(string) {}), nil
}

func filesAskedFor(listed []*golist.Package) []string {
	var out []string
	for _, p := range listed {
		if !p.DepOnly && !p.IsTestMain() {
			out = append(out, p.Files()...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// loader holds one load in the making. Maps are filled before goroutines start, and each of
// those writes to its own node only.
type loader struct {
	fset     *token.FileSet
	list     []*golist.Package
	byID     map[string]*golist.Package
	order    map[string]int // place in list: what a package may wait for stands before it
	marks    marks
	full     map[string]*fullPackage // packages that are loaded in full
	declared map[string]bool         // analysed packages of which only declarations are wanted
	types    map[string]*typesNode   // analysed and needed packages
	sizes    types.Sizes
	gate     chan struct{}     // bounds what runs at once
	overlay  map[string][]byte // as in the query
	visit    Visitor           // nil: packages are kept
	waiting  atomic.Int64      // bytes of source of packages whose syntax waits for their turn
	over     func() bool       // nobody waits any more: begin nothing
	whole    bool              // read all declarations: the second round, after errors
}

// fullPackage is a package that is loaded in full.
type fullPackage struct {
	listed  *golist.Package
	root    bool
	size    int64         // of its source
	uses    decls.Imports // of other packages
	files   []*ast.File   // nil before its turn, unless there was room
	syntax  []Error
	result  *packages.Package
	visited bool
}

func newLoader(fset *token.FileSet, list []*golist.Package, m marks, full map[string]bool) *loader {
	l := &loader{
		fset:     fset,
		list:     list,
		byID:     make(map[string]*golist.Package, len(list)),
		order:    make(map[string]int, len(list)),
		marks:    m,
		full:     make(map[string]*fullPackage, len(full)),
		declared: map[string]bool{},
		gate:     make(chan struct{}, runtime.GOMAXPROCS(0)),
		over:     func() bool { return false },
	}
	roots := make(map[string]bool, len(m.roots))
	for _, p := range m.roots {
		roots[p.ID] = true
	}
	for i, p := range list {
		l.byID[p.ID] = p
		l.order[p.ID] = i
		if full[p.ID] {
			l.full[p.ID] = &fullPackage{listed: p, root: roots[p.ID]}
		}
	}
	return l
}

// checkAll checks types, at first with only the declarations that are needed.
func (l *loader) checkAll() {
	l.check(false)
	if l.over() || !l.illTyped() {
		return
	}
	for id, f := range l.full {
		if f.visited {
			delete(l.full, id)
		}
	}
	l.addPlain()
	l.check(true)
}

// addPlain adds, for each test variant that is broken, the package without its tests: a slip in a
// test file must not hide what is wrong in the others.
func (l *loader) addPlain() {
	for _, p := range l.marks.roots {
		f, plain := l.full[p.ID], l.byID[p.ForTest]
		if !p.IsVariant() || f == nil || !f.result.IllTyped || plain == nil || len(plain.Files()) == 0 {
			continue
		}
		if have := l.full[plain.ID]; have != nil {
			have.root = true
			continue
		}
		l.full[plain.ID] = &fullPackage{listed: plain, root: true}
		l.survey(l.full[plain.ID])
	}
}

func (l *loader) check(whole bool) {
	l.whole = whole
	l.declare()
	l.startNodes(l.readNeeded())
	l.finishNodes()
}

// declare finds the analysed packages that those to load in full import, directly or not. All their
// declarations are wanted: analyzers look at every type of a package that has facts.
func (l *loader) declare() {
	clear(l.declared)
	wanted := map[string]bool{}
	for i := len(l.list) - 1; i >= 0; i-- {
		p := l.list[i]
		if l.full[p.ID] == nil && !wanted[p.ID] {
			continue
		}
		for _, id := range p.Imports {
			if l.marks.analysed[id] {
				wanted[id] = true
			}
		}
		if l.full[p.ID] == nil {
			l.declared[p.ID] = true
		}
	}
}

func (l *loader) illTyped() bool {
	for _, f := range l.full {
		if f.result.IllTyped {
			return true
		}
	}
	return false
}

// rootPackages are the packages to report on, in the order of the list.
func (l *loader) rootPackages() []*packages.Package {
	roots := make([]*packages.Package, 0, len(l.marks.roots))
	for _, p := range l.marks.roots {
		roots = append(roots, l.full[p.ID].result)
		if plain := l.full[p.ForTest]; plain != nil && p.IsVariant() && l.full[p.ID].result.IllTyped {
			roots = append(roots, plain.result)
		}
	}
	return roots
}
